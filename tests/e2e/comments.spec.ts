import { DEMO_PASSWORD } from '#server/demo/accounts.ts'
import { API } from '#schema/api/index.ts'
import { signInApi } from '../support/api-client.ts'
import {
  type Device,
  expect,
  type Page,
  signInAs,
  test,
  untilInstalled,
} from '../support/browser.ts'
import { openDemoProject, openFirstRequirement } from '../support/demo-project.ts'
import { dumpStorage } from '../support/dump-storage.ts'
import { openDemoEarly } from '../support/open-early.ts'
import { seenEverywhere, seenInBothThemes } from '../support/themes.ts'
import { saysSync } from '../support/sync-truth.ts'

const ASKED = 'We of PLONE-TAINT ask: does AES-128 suffice?\nOr AES-256?'
const DRAFT = 'Perhaps, DRAFT-TAINT'
const OFFICIAL = 'AES-128 suffices for PLONE-TAINT.'
const SLOW = { timeout: 60_000 }

const commentsOf = (page: Page) => page.getByRole('region', { name: 'Comments' })
const threadsOf = (page: Page) => page.getByRole('list', { name: 'Questions & answers' })
const openPage = async (page: Page, url: string): Promise<void> => {
  await page.goto(url)
  await expect(page.getByRole('main')).toBeVisible()
}

test('a question asked offline is answered, made official and published, and other vendors never learn who asked', async ({
  openDevice,
  server,
}) => {
  test.slow()
  const { project, requirement, url } = await openFirstRequirement(server)
  const questions = `/project/${project.id}/questions-and-answers/all`
  const vendor: Device = await openDevice({ installs: true })
  const owner: Device = await openDevice()

  await test.step('a vendor asks about a requirement offline, and a reload keeps the unfinished question', async () => {
    const { page } = vendor
    await signInAs(page, 'plone-primary')
    await openPage(page, url)
    await commentsOf(page).getByRole('button', { name: 'Q&A' }).click(SLOW)
    await expect(commentsOf(page)).toContainText('No questions here yet')
    await expect(commentsOf(page).getByRole('button', { name: 'Discussion' })).toHaveCount(0)
    await untilInstalled(page)
    await saysSync(page, 'Saved')
    await vendor.goOffline()
    await commentsOf(page).getByRole('button', { name: 'Ask a question' }).click()
    await page.getByLabel('Your question').fill(ASKED)
    await page.reload()
    await expect(page.getByLabel('Your question')).toHaveValue(ASKED, SLOW)
    await page.getByLabel('Your question').press('Control+Enter')
    const line = commentsOf(page).getByRole('button', { name: /^Not sent yet.*PLONE-TAINT/ })
    await expect(line).toHaveAttribute('aria-expanded', 'true')
    await expect(line).toContainText('No official reply')
    await saysSync(page, '1 not sent')
    // Control+Enter sends the question and must not submit the answer.
    await expect(page.getByRole('heading', { level: 2, name: requirement.fullId })).toBeVisible()
    await seenEverywhere(page, 'a question that waits')
    await page.reload()
    await commentsOf(page).getByRole('button', { name: 'Q&A (1)' }).click(SLOW)
    await expect(line).toBeVisible()
  })

  await test.step('the question is sent without a click', async () => {
    await vendor.goOnline()
    await saysSync(vendor.page, 'Saved')
    await expect(commentsOf(vendor.page).getByRole('img', { name: 'Not sent yet' })).toHaveCount(0)
  })

  await test.step('the owner saves a draft reply, which the vendor does not receive', async () => {
    const { page } = owner
    await signInAs(page, 'owner')
    await page.goto('/dashboard')
    const waiting = page.getByRole('region', { name: 'Needs you' })
    const line = waiting
      .getByRole('list', { name: project.name, exact: true })
      .getByRole('link', { name: /question.* without an official reply/ })
    await line.click(SLOW)
    await expect(page).toHaveURL(/questions-and-answers\/all\?show=without/)
    await threadsOf(page)
      .getByRole('link', { name: /PLONE-TAINT/ })
      .click(SLOW)
    await expect(page.getByRole('link', { name: requirement.fullId, exact: true })).toHaveAttribute(
      'href',
      url,
    )
    await page.getByRole('button', { name: 'Publish for all vendors…' }).focus()
    await expect(page.getByRole('tooltip')).toHaveText('Mark a reply as official before publishing')
    await page.getByLabel('Your reply').fill(DRAFT)
    await page.getByLabel('Your reply').press('Control+Enter')
    await expect(page.getByLabel('Your reply')).toHaveValue('')
    await expect(page.getByLabel('Your reply')).toBeFocused()
    const draft = page
      .getByRole('list', { name: 'Replies' })
      .getByRole('listitem')
      .filter({ hasText: DRAFT })
    await expect(draft).toContainText('Draft reply: only you and your colleagues see it')
    await saysSync(page, 'Saved')
    await seenEverywhere(page, 'a thread of the requestor')
  })

  await test.step('the official reply reaches the vendor, the draft does not', async () => {
    await owner.page.getByLabel('Your reply').fill(OFFICIAL)
    await owner.page.getByRole('button', { name: 'Send official reply' }).click()
    const { page } = vendor
    const line = commentsOf(page).getByRole('button', { name: /PLONE-TAINT/ })
    await expect(line).toContainText('Answered', SLOW)
    if ((await line.getAttribute('aria-expanded')) === 'false') await line.click()
    await expect(commentsOf(page)).toContainText(OFFICIAL)
    expect(await dumpStorage(page)).not.toContain('DRAFT-TAINT')
  })

  await test.step('the owner publishes the answer in other words and corrects it', async () => {
    const { page } = owner
    await page.getByRole('button', { name: 'Publish for all vendors…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Publish the answer' })
    await expect(dialog.getByLabel('Question')).toBeFocused()
    await expect(dialog.getByLabel('Question')).toHaveValue(ASKED)
    await expect(dialog.getByLabel('Answer')).toHaveValue(OFFICIAL)
    await dialog.getByLabel('Question').fill('Does AES-128 suffice?')
    await dialog.getByLabel('Answer').fill('AES-128 suffices.')
    await seenInBothThemes(page, 'publishing an answer')
    await dialog.getByRole('button', { name: 'Publish for all vendors' }).click()
    const published = page.getByRole('region', { name: 'Published for all vendors' })
    await expect(published).toContainText('AES-128 suffices.')
    await published.getByRole('button', { name: 'Correct…' }).click()
    await page
      .getByRole('dialog')
      .getByLabel('Answer')
      .fill('AES-128 suffices, AES-256 does as well.')
    await page.getByRole('dialog').getByRole('button', { name: 'Correct for all vendors' }).click()
    await expect(published).toContainText('Corrected')
    await published.getByText('1 earlier version').click()
    await expect(published.getByRole('listitem')).toContainText('AES-128 suffices.')
    await saysSync(page, 'Saved')
    await seenEverywhere(page, 'a published answer')
  })

  await test.step('another vendor reads the question and the answer, but not who asked', async () => {
    const { page } = await openDevice()
    await signInAs(page, 'drupal-primary')
    await openPage(page, questions)
    await threadsOf(page)
      .getByRole('link', { name: /Does AES-128 suffice/ })
      .click(SLOW)
    await expect(page.getByRole('region', { name: 'Published for all vendors' })).toContainText(
      'AES-256 does as well',
    )
    await saysSync(page, 'Saved')
    expect(await dumpStorage(page)).not.toMatch(/PLONE-TAINT|DRAFT-TAINT/)
    await openPage(page, url)
    await commentsOf(page).getByRole('button', { name: 'Q&A (1)' }).click(SLOW)
    await expect(commentsOf(page)).toContainText('Does AES-128 suffice?')
    await seenEverywhere(page, 'a published answer, as another vendor')
  })
})

test('a question refused because the project has closed keeps its text @variation', async ({
  openDevice,
  server,
}) => {
  test.slow()
  const ownerApi = await signInApi(server.url, 'owner', DEMO_PASSWORD)
  const { project } = await openDemoProject(ownerApi, 'PUBLISHED')
  if (!project) throw new Error('the demo has no project')
  const vendor = await openDevice()
  const { page } = vendor
  const general = `/project/${project.id}/questions-and-answers/general`
  await signInAs(page, 'plone-primary')
  await openPage(page, general)
  await expect(page.getByText('No questions yet')).toBeVisible(SLOW)
  await saysSync(page, 'Saved')
  await seenEverywhere(page, 'no questions yet')
  await vendor.goOffline()
  await page.getByRole('button', { name: 'Ask a question' }).first().click()
  await expect(page.getByLabel('Your question')).toBeFocused()
  await page.getByLabel('Your question').fill('Too late?')
  await page.getByRole('button', { name: 'Ask', exact: true }).click()
  await expect(page).toHaveURL(/comment=/)
  await expect(page.getByRole('heading', { level: 2, name: 'Question' })).toBeVisible()
  await saysSync(page, '1 not sent')

  await openDemoEarly(ownerApi, project.id, DEMO_PASSWORD)
  await vendor.goOnline()
  await saysSync(page, 'needs your decision')
  await expect(page.getByText('The server rejected it')).toBeVisible(SLOW)
  await page.getByRole('button', { name: 'Show' }).click()
  const dialog = page.getByRole('dialog', { name: 'Rejected: Question: Too late?' })
  await expect(dialog).toContainText('You cannot create new comment in this state of project')
  await expect(dialog.getByLabel('Your text')).toHaveText('Too late?')
  await seenInBothThemes(page, 'a refused question')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Ask a question' }).first().focus()
  await expect(page.getByRole('tooltip')).toHaveText(
    'You cannot create new comment in this state of project',
  )

  await ownerApi.call(API.stateTransitions.moveBackToPublished, {
    params: { id: project.id },
    body: {},
  })
  await expect(page.getByRole('main')).toContainText('No official reply', SLOW)
  await saysSync(page, 'Saved')
})

test('a pain point has a severity, and a discussion stays among the requestors @variation', async ({
  openDevice,
  server,
}) => {
  test.slow()
  const drupal = await signInApi(server.url, 'drupal-primary', DEMO_PASSWORD)
  const { project, documentUrl } = await openDemoProject(drupal, 'PUBLISHED')
  if (!project) throw new Error('the demo has no project')
  const references = await drupal.call(API.projects.references, { params: { id: project.id } })
  const base = `/project/${project.id}`
  const vendor = await openDevice()
  const owner = await openDevice()

  await test.step('a vendor reports a pain point beside the table of a document', async () => {
    const { page } = vendor
    await signInAs(page, 'drupal-primary')
    await openPage(page, documentUrl)
    await page.getByRole('button', { name: 'Comments', exact: true }).click(SLOW)
    await commentsOf(page).getByRole('button', { name: 'Pain points' }).click()
    await commentsOf(page).getByRole('button', { name: 'Report a pain point' }).click()
    await page
      .getByLabel('What makes it difficult?')
      .fill('HURT-TAINT: every criterion is asked twice')
    await page.getByRole('radio', { name: 'Critical' }).check({ force: true })
    await page.getByRole('button', { name: 'Later' }).click()
    await expect(
      commentsOf(page).getByRole('button', { name: 'Report a pain point' }),
    ).toBeFocused()
    await commentsOf(page).getByRole('button', { name: 'Report a pain point' }).press('Enter')
    await expect(page.getByLabel('What makes it difficult?')).toHaveValue(/HURT-TAINT/)
    await expect(page.getByRole('radio', { name: 'Critical' })).toBeChecked()
    await seenEverywhere(page, 'reporting a pain point')
    await page.getByRole('button', { name: 'Report', exact: true }).click()
    await expect(
      commentsOf(page).getByRole('button', { name: /HURT-TAINT.*Critical/ }),
    ).toBeVisible()
    await saysSync(page, 'Saved')
  })

  await test.step('the owner finds the pain point by its severity', async () => {
    const { page } = owner
    await signInAs(page, 'owner')
    await openPage(page, `${base}/pain-points`)
    const list = page.getByRole('list', { name: 'Pain points' })
    await expect(list.getByRole('link', { name: /HURT-TAINT/ })).toContainText('Critical', SLOW)
    await page.getByLabel('Severity').selectOption('Minor')
    await expect(page.getByText('No results for these filters')).toBeVisible()
    await page.getByLabel('Severity').selectOption('Critical')
    await expect(page).toHaveURL(/severity=CRITICAL/)
    await list.getByRole('link', { name: /HURT-TAINT/ }).click()
    await expect(page.getByRole('button', { name: 'Publish for all vendors…' })).toHaveCount(0)
    await seenEverywhere(page, 'a pain point')
  })

  await test.step('the main menu counts comments without a reply, the search finds their text, and the filter is remembered', async () => {
    const { page } = owner
    const rail = page.getByRole('navigation', { name: 'Main menu' })
    await expect(
      rail.getByRole('link', { name: /^Pain points\s*2 without official reply$/ }),
    ).toBeVisible(SLOW)
    await openPage(page, `${base}/questions-and-answers/all`)
    await page.getByRole('searchbox', { name: 'Search', exact: true }).fill('CAPTIONS welcome')
    await expect(page).toHaveURL(/find=/)
    await expect(threadsOf(page).getByRole('link')).toHaveCount(1)
    await expect(
      threadsOf(page).getByRole('link', { name: /editors of the customers/ }),
    ).not.toHaveAttribute('aria-current')
    await page.getByRole('searchbox', { name: 'Search', exact: true }).fill('zebra')
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(
      threadsOf(page).getByRole('link', { name: /editors of the customers/ }),
    ).toBeVisible()
    await page.getByRole('radio', { name: 'Unpublished' }).check({ force: true })
    await expect(
      threadsOf(page).getByRole('link', { name: /editors of the customers/ }),
    ).toHaveCount(0)
    await openPage(page, `${base}/questions-and-answers/all`)
    await expect(page.getByRole('radio', { name: 'Unpublished' })).toBeChecked()
    await expect(threadsOf(page).getByRole('link', { name: /contrast measured/ })).toBeVisible(SLOW)
    await expect(
      threadsOf(page).getByRole('link', { name: /editors of the customers/ }),
    ).toHaveCount(0)
  })

  await test.step('the owner starts a discussion on a package; vendors neither receive it nor may open it', async () => {
    const { page } = owner
    await openPage(
      page,
      `${base}/packages/${references.find(({ kind }) => kind === 'package')?.id}`,
    )
    await commentsOf(page).getByRole('button', { name: 'Discussion' }).click(SLOW)
    await commentsOf(page).getByRole('button', { name: 'Start a discussion' }).click()
    await page.getByLabel('Topic').fill('TALK-TAINT: shall we drop it?')
    await page.getByLabel('Topic').press('Control+Enter')
    await expect(commentsOf(page).getByRole('button', { name: /TALK-TAINT/ })).toBeFocused()
    await saysSync(page, 'Saved')
    await seenEverywhere(page, 'a discussion at a package')
    await openPage(page, `${base}/discussions`)
    await expect(
      page.getByRole('list', { name: 'Discussions' }).getByRole('link', { name: /TALK-TAINT/ }),
    ).toBeVisible(SLOW)
    await vendor.page.goto(`${base}/discussions`)
    await vendor.page.waitForURL(/vendor.dashboard.projects/)
    await vendor.page.goto(`${base}/pain-points`)
    await expect(
      vendor.page
        .getByRole('list', { name: 'Pain points' })
        .getByRole('link', { name: /HURT-TAINT/ }),
    ).toBeVisible(SLOW)
    await saysSync(vendor.page, 'Saved')
    expect(await dumpStorage(vendor.page)).not.toContain('TALK-TAINT')
  })
})
