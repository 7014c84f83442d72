import { API } from '#schema/api/index.ts'
import { DEMO_PASSWORD } from '#server/demo/accounts.ts'
import { signInApi } from '../support/api-client.ts'
import { expect, type Page, signInAs, test } from '../support/browser.ts'
import { openDemoProject } from '../support/demo-project.ts'
import { seenEverywhere } from '../support/themes.ts'

const REASON = 'Every vendor has submitted; the council decides on Friday.'
const LATER = 'Vendors asked for two more weeks.'
const SLOW = { timeout: 60_000 }

const inDays = (days: number): string => {
  const [year, month, day] = new Date(Date.now() + days * 86_400_000)
    .toISOString()
    .slice(0, 10)
    .split('-')
  return `${day}.${month}.${year}`
}
const open = async (page: Page, url: string): Promise<void> => {
  await page.goto(url)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const statusOf = (page: Page) => page.getByRole('main')

test('the owner asks, a colleague confirms, and vendors read who opened the answers and why', async ({
  openDevice,
  server,
}) => {
  test.slow()
  const ownerApi = await signInApi(server.url, 'owner', DEMO_PASSWORD)
  const { project } = await openDemoProject(ownerApi, 'PUBLISHED')
  const params = { id: project.id }
  const detail = `/project/${project.id}/detail`
  const [owner, colleague, vendor] = [await openDevice(), await openDevice(), await openDevice()]
  await signInAs(owner.page, 'owner')
  await open(owner.page, detail)

  await test.step('without a second person, the owner is told to give a colleague the role first', async () => {
    const { page } = owner
    await expect(page.getByRole('button', { name: 'End publishing' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Request early opening…' }).click(SLOW)
    const asking = dialog(page, 'Request early opening')
    await expect(asking.getByLabel('Reason')).toBeFocused()
    await expect(asking).toContainText('Give a colleague the role')
    await expect(asking.getByRole('button', { name: 'Request opening' })).toBeDisabled()
    await seenEverywhere(page, 'asking for an opening alone')
    await page.keyboard.press('Escape')
    await expect(asking).toBeHidden()
    const { items } = await ownerApi.call(API.projectMembers.list, { params, body: {} })
    const evaluator = items.find(({ username }) => username === 'evaluator')
    await ownerApi.call(API.projectMembers.setRoles, {
      params,
      body: {
        userId: evaluator?.userId ?? 0,
        roleIds: ['role-project-req-approver', 'role-project-admin'],
      },
    })
  })

  await test.step('the owner requests the opening with a reason, withdraws the request, and requests it again', async () => {
    const { page } = owner
    await page.reload()
    for (const isFirst of [true, false]) {
      await page.getByRole('button', { name: 'Request early opening…' }).click(SLOW)
      const asking = dialog(page, 'Request early opening')
      await expect(asking).toContainText('It can be confirmed by')
      await asking.getByRole('button', { name: 'Request opening' }).click()
      await expect(asking.getByRole('alert')).toContainText('Enter a reason')
      await asking.getByLabel('Reason').fill(REASON)
      if (isFirst) await seenEverywhere(page, 'asking for an opening')
      await asking.getByRole('button', { name: 'Request opening' }).click()
      await expect(asking).toBeHidden()
      await expect(statusOf(page)).toContainText(REASON)
      await expect(statusOf(page)).toContainText('Expires in 2')
      if (!isFirst) continue
      await seenEverywhere(page, 'a request of the own')
      await page.getByRole('button', { name: 'Withdraw request…' }).click()
      await dialog(page, 'Withdraw request?').getByRole('button', { name: 'Withdraw' }).click()
      await expect(statusOf(page)).not.toContainText(REASON)
    }
  })

  await test.step('the colleague reads the reason and confirms with the password', async () => {
    const { page } = colleague
    await signInAs(page, 'evaluator')
    await open(page, detail)
    await expect(statusOf(page)).toContainText(REASON, SLOW)
    await seenEverywhere(page, 'a request to confirm')
    await page.getByRole('button', { name: 'Review and confirm…' }).click()
    const confirming = dialog(page, 'Open answers now?')
    await expect(confirming.getByLabel('Your password', { exact: true })).toBeFocused()
    await confirming.getByLabel('Your password', { exact: true }).fill('Wrong-password-1')
    await page.keyboard.press('Enter')
    await expect(confirming.getByRole('alert')).toContainText('Wrong password. Try again.', SLOW)
    await seenEverywhere(page, 'confirming an opening')
    await confirming.getByLabel('Your password', { exact: true }).fill(DEMO_PASSWORD)
    await page.keyboard.press('Enter')
    await expect(confirming).toBeHidden(SLOW)
    await expect(statusOf(page)).toContainText('Opened before the deadline')
    await seenEverywhere(page, 'an opened project')
  })

  await test.step('the owner and vendors see the opening at once, and still after the move back', async () => {
    await signInAs(vendor.page, 'plone-primary')
    await open(vendor.page, detail)
    const { name: asker } = ownerApi.session
    for (const { page } of [owner, vendor]) {
      await expect(statusOf(page)).toContainText('Opened before the deadline', SLOW)
      for (const word of [asker, REASON]) await expect(statusOf(page)).toContainText(word)
    }
    await owner.page.getByRole('button', { name: 'Back to publishing' }).click()
    const back = dialog(owner.page, 'Back to publishing')
    await back.getByRole('textbox', { name: 'Deadline', exact: true }).fill(inDays(300))
    await back.getByRole('button', { name: 'Back to publishing' }).click()
    await expect(back.getByRole('alert')).toContainText('Enter a reason for the new deadline')
    await back.getByLabel('Reason for the new deadline').fill(LATER)
    await seenEverywhere(owner.page, 'back to publishing with a later deadline')
    await back.getByRole('button', { name: 'Back to publishing' }).click()
    await expect(back).toBeHidden(SLOW)
    for (const { page } of [owner, vendor]) {
      for (const word of [
        'Published',
        'Opened before the deadline',
        REASON,
        'Deadline extended',
        LATER,
      ])
        await expect(page.locator('body')).toContainText(word, SLOW)
    }
    await seenEverywhere(vendor.page, 'what a vendor sees of an opening')
    await expect(owner.page.getByRole('button', { name: 'Request early opening…' })).toBeVisible(
      SLOW,
    )
  })
})

test('settings refuse a past deadline and only extend a published deadline, with a reason @variation', async ({
  openDevice,
  server,
}) => {
  test.slow()
  const ownerApi = await signInApi(server.url, 'owner', DEMO_PASSWORD)
  const { project: draft } = await openDemoProject(ownerApi, 'DRAFT')
  const { project } = await openDemoProject(ownerApi, 'PUBLISHED')
  const { page } = await openDevice()
  await signInAs(page, 'owner')
  await open(page, `/project/${draft.id}/settings/general`)
  await page.getByRole('textbox', { name: 'Deadline' }).fill('01.01.2020')
  await expect(page.getByText('The deadline must be in the future')).toBeVisible(SLOW)
  await seenEverywhere(page, 'a deadline that has passed')
  await page.getByRole('textbox', { name: 'Deadline' }).fill(inDays(30))
  await expect(page.getByText('The deadline must be in the future')).toBeHidden()

  await open(page, `/project/${project.id}/settings/general`)
  await expect(page.getByLabel('Deadline', { exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: 'Extend deadline…' }).click(SLOW)
  const extending = dialog(page, 'Extend deadline')
  await expect(extending.getByRole('textbox', { name: 'Deadline', exact: true })).toBeFocused()
  await extending.getByRole('textbox', { name: 'Deadline', exact: true }).fill(inDays(1))
  await extending.getByRole('button', { name: 'Extend deadline' }).click()
  await expect(extending.getByRole('alert')).toContainText(
    'A published deadline can only be extended',
  )
  await extending.getByRole('textbox', { name: 'Deadline', exact: true }).fill(inDays(320))
  await extending.getByRole('button', { name: 'Extend deadline' }).click()
  await expect(extending.getByRole('alert')).toContainText('Enter a reason for the new deadline')
  await extending.getByLabel('Reason for the new deadline').fill(LATER)
  await seenEverywhere(page, 'extending the deadline')
  await extending.getByRole('button', { name: 'Extend deadline' }).click()
  await expect(extending).toBeHidden()
  const vendor = await openDevice()
  await signInAs(vendor.page, 'drupal-primary')
  await open(vendor.page, `/project/${project.id}/detail`)
  await expect(statusOf(vendor.page)).toContainText('Deadline extended', SLOW)
  await expect(statusOf(vendor.page)).toContainText(LATER)
})
