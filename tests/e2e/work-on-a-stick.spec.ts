import { readFile } from 'node:fs/promises'
import { openDatabase } from '#server/database/open.ts'
import { DEMO_PASSWORD } from '#server/demo/accounts.ts'
import { signInApi } from '../support/api-client.ts'
import {
  type Device,
  expect,
  type Page,
  signInAs,
  test,
  untilInstalled,
} from '../support/browser.ts'
import { pressKey } from '../support/keyboard.ts'
import { publishedForm } from '../support/published-form.ts'
import { countUnsent, syncButton } from '../support/sync-truth.ts'
import { seenEverywhere } from '../support/themes.ts'

const FIRST = 'Written by the primary contact, offline'
const SECOND = 'Written by the colleague, offline'
const notes = (page: Page) => page.getByLabel('Remarks and explanations')
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Carry work by file' })

const openCarry = async (page: Page): Promise<void> => {
  await syncButton(page).focus()
  await page.keyboard.press('Enter')
  await pressKey(
    page,
    'button',
    'Carry work by file…',
    page.getByRole('dialog', { name: 'Sync', exact: true }),
  )
  await expect(dialog(page)).toBeVisible()
}
interface Stick {
  name: string
  bytes: Buffer
  code: string
}
const saveWork = async (page: Page): Promise<Stick> => {
  await openCarry(page)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    pressKey(page, 'button', 'Save to a file', dialog(page)),
  ])
  const code = await dialog(page).locator('[data-carry-code]').innerText()
  return {
    name: download.suggestedFilename(),
    bytes: await readFile(await download.path()),
    code,
  }
}
const choose = async (page: Page, { name, bytes }: Omit<Stick, 'code'>): Promise<void> => {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    pressKey(page, 'button', 'Open a file', dialog(page)),
  ])
  await chooser.setFiles({ name, mimeType: 'application/octet-stream', buffer: bytes })
}
const enterCode = async (page: Page, code: string): Promise<void> => {
  await dialog(page).getByLabel('Code of the file').fill(code)
  await page.keyboard.press('Enter')
}
const write = async (page: Page, text: string): Promise<void> => {
  await notes(page).fill(text)
  await notes(page).press('Tab')
  await expect.poll(() => countUnsent(page)).toBe(1)
}
const offlineAt = async (device: Device, username: string, url: string): Promise<void> => {
  await signInAs(device.page, username as 'plone-primary', url)
  await expect(notes(device.page)).toBeVisible()
  await untilInstalled(device.page)
  await device.goOffline()
}
/** Usernames of those who changed answers after a position of the history, in order of names. */
const writersAfter = async (
  dataDir: string,
  { projectId, seq }: { projectId: string; seq: number },
): Promise<(string | null)[]> => {
  const database = await openDatabase({ dataDir, databaseUrl: undefined })
  const lines = await database.queries
    .selectFrom('change_log')
    .leftJoin('users', 'users.id', 'change_log.actor_id')
    .select(['username', 'seq'])
    .where('entity', '=', 'commitment')
    .where('project_id', '=', projectId)
    .where('seq', '>', seq)
    .execute()
  await database.close()
  return lines.map(({ username }) => username).toSorted()
}
const headOf = async (dataDir: string, projectId: string): Promise<number> => {
  const database = await openDatabase({ dataDir, databaseUrl: undefined })
  const { head } = await database.queries
    .selectFrom('project_sync')
    .select('head')
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow()
  await database.close()
  return head
}

test('[CW1] two offline devices of one vendor carry work to each other by file, and the server stores both once, each as its writer', async ({
  openDevice,
  server,
}) => {
  test.setTimeout(180_000)
  const api = await signInApi(server.url, 'plone-primary', DEMO_PASSWORD)
  const [one, two] = [await publishedForm(api, 0), await publishedForm(api, 1)]
  const { projectId } = one
  const seq = await headOf(server.dataDir, projectId)
  const first = await openDevice({ installs: true })
  const second = await openDevice({ installs: true })
  await offlineAt(first, 'plone-primary', one.path)
  await offlineAt(second, 'plone-contact', two.path)
  await write(first.page, FIRST)
  const stick = await saveWork(first.page)
  expect(stick.name).toMatch(/^work-plone-primary-\d{4}-\d\d-\d\d\.tenderbook-work$/)
  expect(stick.bytes.toString('latin1'), 'a lost stick tells nothing').not.toContain('primary')
  await seenEverywhere(first.page, 'carry dialog with a code')
  await first.page.keyboard.press('Escape')

  await test.step('the colleague reads it offline, and only with the code', async () => {
    const { page } = second
    await openCarry(page)
    await choose(page, { name: 'letter.txt', bytes: Buffer.from('Dear all') })
    await expect(dialog(page).getByRole('alert')).toContainText(
      'letter.txt: This is not a file of carried work.',
    )
    await choose(page, stick)
    await enterCode(page, '0000-0000-0000-0000')
    await expect(dialog(page)).toContainText('The code does not open this file.')
    await seenEverywhere(page, 'carry dialog with a wrong code')
    await enterCode(page, stick.code.toLowerCase())
    await expect(dialog(page)).toContainText('Not delivered yet: this device is offline.')
    await pressKey(page, 'button', 'Show edits', dialog(page))
    await expect(dialog(page)).toContainText(FIRST)
    await seenEverywhere(page, 'carry dialog with work of a colleague')
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toBeHidden()
  })

  await test.step('the colleague carries their own work back', async () => {
    await write(second.page, SECOND)
    const back = await saveWork(second.page)
    await second.page.keyboard.press('Escape')
    await openCarry(first.page)
    await choose(first.page, back)
    await enterCode(first.page, back.code)
    await pressKey(first.page, 'button', 'Show edits', dialog(first.page))
    await expect(dialog(first.page)).toContainText(SECOND)
    await first.page.keyboard.press('Escape')
  })

  await test.step('the colleague comes online first and delivers both', async () => {
    await second.goOnline()
    await expect.poll(one.storedNotes, { timeout: 60_000 }).toBe(FIRST)
    await expect.poll(two.storedNotes, { timeout: 60_000 }).toBe(SECOND)
    await openCarry(second.page)
    await expect(dialog(second.page)).toContainText('1 edit was saved.', { timeout: 30_000 })
    await second.page.keyboard.press('Escape')
  })

  await test.step('the first device comes online: nothing is stored twice, nothing needs a decision', async () => {
    await first.goOnline()
    await expect(syncButton(first.page)).toContainText('Saved', { timeout: 60_000 })
    expect(await countUnsent(first.page)).toBe(0)
    await openCarry(first.page)
    await expect(dialog(first.page)).toContainText('1 edit was already on the server.', {
      timeout: 30_000,
    })
    expect(await writersAfter(server.dataDir, { projectId, seq })).toEqual([
      'plone-contact',
      'plone-primary',
    ])
  })

  await test.step('a person of another vendor cannot open it, even with the code', async () => {
    const other = await openDevice()
    await signInAs(other.page, 'drupal-primary')
    await openCarry(other.page)
    await choose(other.page, stick)
    await enterCode(other.page, stick.code)
    await expect(dialog(other.page)).toContainText('This file belongs to another organization.')
    await expect(dialog(other.page)).not.toContainText('Plone')
    await other.close()
  })
})
