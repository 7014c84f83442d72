import { DEMO_PASSWORD } from '#server/demo/accounts.ts'
import { signInApi } from '../support/api-client.ts'
import { expect, type Page, signInAs, test, untilInstalled } from '../support/browser.ts'
import { openDemoProject } from '../support/demo-project.ts'
import { dumpStorage } from '../support/dump-storage.ts'
import { type KeptOnDevice, listStorage } from '../support/list-storage.ts'
import { publishedForm } from '../support/published-form.ts'
import { countUnsent } from '../support/sync-truth.ts'

/** Settings of the device, which screens without a sign-in offer too. */
const OF_DEVICE = ['tenderbook.language', 'tenderbook.theme']
const NOTHING: Omit<KeptOnDevice, 'localStorage'> = {
  sessionStorage: [],
  cookies: '',
  records: [],
  cachedCalls: [],
  files: [],
}
const leftBesideDevice = async (page: Page): Promise<KeptOnDevice> => {
  const kept = await listStorage(page)
  return { ...kept, localStorage: kept.localStorage.filter((key) => !OF_DEVICE.includes(key)) }
}
const askToSignOut = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
}

test('signing out leaves nothing in any store of the browser, in all tabs', async ({
  openDevice,
  server,
}) => {
  test.slow()
  const { page } = await openDevice({ installs: true })
  const { project } = await openDemoProject(
    await signInApi(server.url, 'evaluator', DEMO_PASSWORD),
    'EVALUATION',
  )
  await signInAs(page, 'evaluator')
  await untilInstalled(page)
  for (const part of [
    'detail',
    'packages',
    'evaluation-detail',
    'questions-and-answers/all',
    'documents',
  ]) {
    await page.goto(`/project/${project.id}/${part}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  await page.goto('/settings/profile')
  await page.getByLabel('About').fill('Half a sentence of my life')
  const other = await page.context().newPage()
  await other.goto(`/project/${project.id}/detail`)
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
  await other.evaluate(() => {
    sessionStorage.setItem('planted', 'by a part of the application')
    localStorage.setItem('tenderbook.draft/999-1/p/answer/r', 'of another person')
  })
  const before = await dumpStorage(page)
  for (const words of [project.name, 'Half a sentence of my life', 'evaluator'])
    expect(before).toContain(words)

  await askToSignOut(page)
  await page.waitForURL('**/login**')
  await other.waitForURL('**/login**')
  const others = ['tenderbook.draft/999-1/p/answer/r']
  for (const tab of [page, other]) {
    await expect.poll(() => leftBesideDevice(tab)).toEqual({ ...NOTHING, localStorage: others })
  }
  // Nothing reappears while the screens settle or on the next visit.
  await page.reload()
  await expect(page.getByLabel('Username')).toBeVisible()
  expect(await leftBesideDevice(page)).toEqual({ ...NOTHING, localStorage: others })
})

test('unsent work kept at the sign-out is all that remains, sealed', async ({
  openDevice,
  server,
}) => {
  test.slow()
  const form = await publishedForm(await signInApi(server.url, 'plone-primary', DEMO_PASSWORD))
  const device = await openDevice({ installs: true })
  const { page } = device
  await signInAs(page, 'plone-primary', form.path)
  const notes = page.getByLabel('Remarks and explanations')
  await expect(notes).toBeVisible()
  await untilInstalled(page)
  await device.goOffline()
  await notes.fill('Kept under the seal')
  await notes.press('Tab')
  await expect.poll(() => countUnsent(page)).toBeGreaterThan(0)
  await askToSignOut(page)
  const question = page.getByRole('dialog', { name: 'You have unsent work' })
  await question.getByRole('button', { name: 'Keep on this device and sign out' }).click()
  await page.waitForURL('**/login**')
  const { records, ...rest } = await leftBesideDevice(page)
  expect(rest).toEqual({
    localStorage: [],
    sessionStorage: [],
    cookies: '',
    cachedCalls: [],
    files: [],
  })
  const kinds = records.map((record) =>
    record.replace(/^tenderbook-user-\d+-\d+/, 'device').replace(/sealed\/.*$/, 'sealed'),
  )
  // The note for the next sign-in holds the count and the deadline, but no text of the work.
  expect(kinds.toSorted()).toEqual([
    'device/meta/"device"',
    'device/meta/"sealed',
    'device/meta/"sealedNote"',
  ])
  const dump = await dumpStorage(page)
  for (const words of ['Kept under the seal', 'plone-primary', form.fullId])
    expect(dump).not.toContain(words)
})
