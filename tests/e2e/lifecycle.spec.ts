import { API } from '#schema/api/index.ts'
import { DEMO_PASSWORD } from '#server/demo/accounts.ts'
import { readUpdatedOn, signInApi } from '../support/api-client.ts'
import { expect, type Page, signInAs, test } from '../support/browser.ts'
import { dumpStorage } from '../support/dump-storage.ts'
import { chooseItem, goToCell, pressKey, tabTo } from '../support/keyboard.ts'
import { openDemoEarly } from '../support/open-early.ts'
import { expectOneRow } from '../support/one-row.ts'
import { startRecordingProxy } from '../support/recording-proxy.ts'
import { seenInBothThemes } from '../support/themes.ts'

/** Below this width, documents open in sections and bars show fewer buttons. */
const NARROW = 768
const WIDTHS = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const

const inDays = (days: number): string => {
  const [year, month, day] = new Date(Date.now() + days * 86_400_000)
    .toISOString()
    .slice(0, 10)
    .split('-')
  return `${day}.${month}.${year}`
}
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

/** Fills a field by keyboard alone. */
const write = async (
  page: Page,
  label: string,
  text: string,
  within: Parameters<typeof tabTo>[3] = page,
): Promise<void> => {
  await tabTo(page, 'textbox', label, within)
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(text)
}
/** Adds names one by one in a form that stays open. */
const addAll = async (page: Page, label: string, names: readonly string[]): Promise<void> => {
  const field = page.getByRole('textbox', { name: label })
  for (const name of names) {
    await expect(field).toBeFocused()
    await page.keyboard.type(name)
    await page.keyboard.press('Enter')
    await expect(field).toHaveValue('')
  }
  await page.keyboard.press('Escape')
  await expect(field).toBeHidden()
}
const anew = (page: Page) =>
  page.evaluate(
    () => document.activeElement instanceof HTMLElement && document.activeElement.blur(),
  )
const open = async (page: Page, url: string): Promise<void> => {
  await page.goto(url)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

for (const viewport of WIDTHS) {
  test.describe(`[step 2] at ${viewport.width} px, by keyboard alone`, () => {
    test.use({ viewport })

    test('an author writes a project, sets its weights, chooses vendors and publishes it', async ({
      page,
    }) => {
      test.slow()
      await signInAs(page, 'author')
      await open(page, '/projects')
      await pressKey(page, 'button', 'New project')
      await write(page, 'Name', 'Document management')
      await page.keyboard.press('Enter')
      await page.waitForURL('**/packages')
      const projectUrl = page.url().replace(/\/packages$/, '')

      await test.step('packages and documents', async () => {
        await pressKey(page, 'button', 'Add package')
        await addAll(page, 'Name of the package', ['Functions', 'Operations'])
        for (const [name, document] of [
          ['Functions', 'Search'],
          ['Operations', 'Backup'],
        ] as const) {
          const section = page.getByRole('region', { name })
          await pressKey(page, 'button', 'Add document', section)
          await addAll(page, 'Name of the document', [document])
          await expect(section.getByRole('link', { name: document })).toBeVisible()
        }
        await seenInBothThemes(page, 'the packages of a project')
      })

      await test.step('weights total 100 or are refused', async () => {
        // A narrow screen has it in the menu of the page, on whose first item the focus stands.
        if (viewport.width < 768) {
          await pressKey(page, 'button', 'More')
          await expect(page.getByRole('button', { name: 'Edit weights' })).toBeVisible()
        }
        await pressKey(page, 'button', 'Edit weights')
        const weights = dialog(page, 'Weights')
        for (const [name, weight] of [
          ['Functions', '60'],
          ['Operations', '30'],
          ['Search', '100'],
          ['Backup', '100'],
        ] as const)
          await write(page, name, weight, weights)
        await page.keyboard.press('Enter')
        await expect(weights.getByText('Please resolve weight errors before save')).toBeVisible()
        await seenInBothThemes(page, 'weights that do not total 100')
        await write(page, 'Operations', '40', weights)
        await page.keyboard.press('Enter')
        await expect(weights).toBeHidden()
        await expect(page.getByRole('region', { name: 'Functions' })).toContainText('weight 60 %')
      })

      await test.step('releases in their order', async () => {
        await open(page, `${projectUrl}/releases`)
        await pressKey(page, 'button', 'Add release')
        await addAll(page, 'Version', ['1.0', '2.0'])
        await expect(
          page.getByRole('list', { name: 'Releases in order' }).getByRole('listitem'),
        ).toHaveCount(2)
        await seenInBothThemes(page, 'the releases')
      })

      await test.step('requirements in the table', async () => {
        await open(page, `${projectUrl}/packages`)
        await pressKey(page, 'link', 'Search', page.getByRole('region', { name: 'Functions' }))
        if (viewport.width < NARROW) {
          await tabTo(page, 'radio', 'Sections')
          await page.keyboard.press('ArrowLeft')
        }
        const line = page.getByRole('group', { name: 'New requirement' })
        const text = line.getByRole('textbox', { name: 'Requirement' })
        await pressKey(page, 'button', 'Add requirement')
        await expect(text).toBeFocused()
        await expect(text).toHaveValue('')
        await page.keyboard.press('Enter')
        await page.keyboard.type('Half a sentence')
        await page.reload()
        await expect(text).toHaveValue('Half a sentence')
        await expect(text).toBeFocused()
        await page.keyboard.press('Escape')
        await expect(line).toBeHidden()
        await expect(page.getByText('No requirements yet')).toBeVisible()
        await pressKey(page, 'button', 'Add requirement')
        for (const name of ['Finds a word in scanned paper', 'Finds by date and author']) {
          await page.keyboard.type(name)
          await page.keyboard.press('Enter')
          await expect(page.getByRole('gridcell', { name })).toBeVisible()
          await expect(text).toBeFocused()
          await expect(text).toHaveValue('')
        }
        await expect(line).toBeInViewport({ ratio: 1 })
        await seenInBothThemes(page, 'a new requirement')
        await page.keyboard.press('Escape')
        await seenInBothThemes(page, 'the table of requirements')
        await expectOneRow(page, 'the document of a draft')
      })

      await test.step('answer fields of nine kinds, for all rows at once', async () => {
        if (viewport.width < NARROW) await pressKey(page, 'button', /^More$/)
        await pressKey(page, 'button', 'More actions')
        await chooseItem(page, 'Edit answer fields of all requirements…')
        const fields = dialog(page, 'Fields')
        for (const kind of [
          'Text',
          'Text area',
          'Number',
          'Select box',
          'Radio buttons',
          'Check box',
          'Date',
          'Flag',
          'Group',
        ]) {
          await pressKey(page, 'button', 'Add a field', fields)
          await chooseItem(page, kind)
          await expect(fields.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused()
          await expect(fields.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue(kind)
        }
        await seenInBothThemes(page, 'the fields of an answer')
        await pressKey(page, 'button', 'Save for 2 requirements', fields)
        await expect(fields).toBeHidden()
      })

      await test.step('a requirement moves, and the move is undone', async () => {
        const names = page.getByRole('gridcell', { name: /^Finds / })
        await goToCell(page, 0, 'Requirement')
        await page.keyboard.press('Alt+ArrowDown')
        await expect(names.first()).toHaveText('Finds by date and author')
        await anew(page)
        await pressKey(page, 'button', 'Undo')
        await expect(names.first()).toHaveText('Finds a word in scanned paper')
      })

      await test.step('edits in the section view', async () => {
        await tabTo(page, 'radio', 'Table')
        await page.keyboard.press('ArrowRight')
        await expect(page.getByRole('heading', { name: 'General' }).first()).toBeVisible()
        await seenInBothThemes(page, 'the section view')
      })

      await test.step('DRAFT → PREPARATION with vendors → PUBLISHED with a deadline', async () => {
        await open(page, `${projectUrl}/detail`)
        await pressKey(page, 'button', 'Move to preparation')
        const vendors = dialog(page, 'Move to preparation')
        await pressKey(page, 'button', 'Move to preparation', vendors)
        await expect(vendors.getByText('Please select at least one vendor contact')).toBeVisible()
        for (const name of ['Drupal', 'Plone']) {
          await tabTo(page, 'checkbox', name, vendors)
          await page.keyboard.press('Space')
        }
        await seenInBothThemes(page, 'the choice of vendors')
        await pressKey(page, 'button', 'Move to preparation', vendors)
        await expect(vendors).toBeHidden()
        await expectOneRow(page, 'a project in preparation')

        await pressKey(page, 'button', 'Publish')
        const publish = dialog(page, 'Publish')
        await write(page, 'Deadline', inDays(20), publish)
        await page.keyboard.press('Tab')
        await seenInBothThemes(page, 'publishing')
        await pressKey(page, 'button', /^Publish$/, publish)
        await expect(publish).toBeHidden()
        await expect(page.getByRole('button', { name: 'Request early opening…' })).toBeVisible()
        await expect(page.getByText(/Published · \d+ days left/).first()).toBeAttached()
        await seenInBothThemes(page, 'a project that was just published')
        await expectOneRow(page, 'a published project')
      })
    })
  })
}

const SECRET = 'Nobody reads this before the publishing ends.'

test('[step 5] the owner sees progress live while the answers stay sealed, and VALIDATION opens them', async ({
  openDevice,
  server,
}) => {
  const vendor = await signInApi(server.url, 'plone-primary', DEMO_PASSWORD)
  const projects = await vendor.call(API.projects.byUser, {
    params: { id: String(vendor.session.userId) },
    body: {},
  })
  const project = projects.items.find(
    ({ name }) => name === 'Accessibility of the content platform',
  )
  const requirements = (
    await vendor.call(API.projects.references, { params: { id: project?.id ?? '' } })
  ).filter(({ kind }) => kind === 'requirement')

  const record = await startRecordingProxy(server.port)
  const { page } = await openDevice({ context: { baseURL: record.url } })
  await signInAs(page, 'owner')
  await open(page, `/project/${project?.id}/detail`)
  const row = page.getByRole('row', { name: /Plone/ })
  await expect(row).toContainText('Not started')
  await expect(row).toContainText('Sealed')
  await seenInBothThemes(page, 'a published project')
  const requirementId = requirements[0]?.id ?? ''
  const answerId = `${requirementId}.${vendor.session.vendorId}`
  await vendor.call(API.requirements.updateCommitment, {
    params: { id: requirementId },
    body: {
      updatedOn: await readUpdatedOn(vendor, project?.id ?? '', answerId),
      values: { notes: SECRET },
    },
  })
  await expect(row).toContainText('Started')
  await expect(row).toContainText('Sealed')
  expect(record.traffic()).toContain(project?.id)
  expect(record.traffic()).not.toContain(SECRET)
  expect(await dumpStorage(page)).not.toContain(SECRET)

  await test.step('the owner and a colleague end the publishing', async () => {
    const owner = await signInApi(server.url, 'owner', DEMO_PASSWORD)
    await openDemoEarly(owner, project?.id ?? '', DEMO_PASSWORD)
    await expect(page.getByText('Validation').first()).toBeVisible()
    await expect(row).toContainText(/0 of \d+, 1 answered/)
    await expect.poll(() => dumpStorage(page)).toContain(SECRET)
  })

  await test.step('the owner starts the evaluation', async () => {
    await pressKey(page, 'button', 'Start evaluation')
    await pressKey(page, 'button', 'Start evaluation', dialog(page, 'Start evaluation'))
    await expect(page.getByRole('button', { name: 'Close', exact: true })).toBeVisible()
    await seenInBothThemes(page, 'a project in evaluation')
    await page.setViewportSize(WIDTHS[1])
    await seenInBothThemes(page, 'a project in evaluation')
  })
  await record.close()
})
