import { readFile } from 'node:fs/promises'
import { UnsentFile } from '#schema/api/unsent-file.ts'
import { DEMO_PASSWORD } from '#server/demo/accounts.ts'
import * as v from 'valibot'
import { signInApi } from '../support/api-client.ts'
import { expect, type Page, signInAs, test, untilInstalled } from '../support/browser.ts'
import { pressKey } from '../support/keyboard.ts'
import { publishedForm } from '../support/published-form.ts'
import { countEdits, countUnsent, syncButton } from '../support/sync-truth.ts'
import { seenInBothThemes } from '../support/themes.ts'

const WRITTEN = 'Written where the network lets nothing through'
const notes = (page: Page) => page.getByLabel('Remarks and explanations')
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Import unsent work' })

const openBring = async (page: Page): Promise<void> => {
  await syncButton(page).focus()
  await page.keyboard.press('Enter')
  await pressKey(
    page,
    'button',
    'Import unsent work from a file…',
    page.getByRole('dialog', { name: 'Sync' }),
  )
  await expect(dialog(page)).toBeVisible()
}
const choose = async (page: Page, file: { name: string; text: string }): Promise<void> => {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    pressKey(page, 'button', 'Choose file', dialog(page)),
  ])
  await chooser.setFiles({
    name: file.name,
    mimeType: 'application/json',
    buffer: Buffer.from(file.text),
  })
}

test('[BR1] unsent work carried to another computer in a file is stored once, from the file or from the laptop', async ({
  openDevice,
  server,
}) => {
  const api = await signInApi(server.url, 'plone-primary', DEMO_PASSWORD)
  const { path: url, storedNotes: stored } = await publishedForm(api)

  const laptop = await openDevice({ installs: true })
  await signInAs(laptop.page, 'plone-primary', url)
  await expect(notes(laptop.page)).toBeVisible()
  await untilInstalled(laptop.page)
  await laptop.goOffline()
  await notes(laptop.page).fill(WRITTEN)
  await notes(laptop.page).press('Tab')
  await expect.poll(() => countUnsent(laptop.page)).toBe(1)
  await syncButton(laptop.page).focus()
  await laptop.page.keyboard.press('Enter')
  const [download] = await Promise.all([
    laptop.page.waitForEvent('download'),
    pressKey(
      laptop.page,
      'button',
      'Download unsent work',
      laptop.page.getByRole('dialog', { name: 'Sync' }),
    ),
  ])
  expect(download.suggestedFilename()).toMatch(/^unsent-plone-primary-\d{4}-\d\d-\d\d\.tenderbook$/)
  const text = await readFile(await download.path(), 'utf8')
  expect(v.parse(UnsentFile, JSON.parse(text)).edits).toBe(1)
  await laptop.page.keyboard.press('Escape')
  // Edit again after the download: the file must not count as holding this edit.
  await notes(laptop.page).fill(`${WRITTEN}, and more`)
  await notes(laptop.page).press('Tab')
  await expect.poll(() => countEdits(laptop.page)).toBe(2)

  await test.step('a colleague cannot import the file and reads why', async () => {
    const other = await openDevice()
    await signInAs(other.page, 'plone-contact')
    await openBring(other.page)
    await choose(other.page, { name: 'unsent.tenderbook', text })
    await expect(dialog(other.page)).toContainText('Sign in as plone-primary to import it.')
    await expect(dialog(other.page).getByRole('button', { name: 'Send' })).toHaveAttribute(
      'aria-disabled',
      'true',
    )
    await other.close()
  })

  const desk = await openDevice()
  await signInAs(desk.page, 'plone-primary')
  await test.step('another kind of file and an altered file are refused with the reason', async () => {
    desk.watch.expectNetworkErrors(true)
    await openBring(desk.page)
    await choose(desk.page, { name: 'letter.txt', text: 'Dear all' })
    await expect(dialog(desk.page).getByRole('alert')).toContainText(
      'letter.txt: This file cannot be read: it is no file of unsent work',
    )
    await seenInBothThemes(desk.page, 'the dialog that brings work in, with a wrong file')
    await choose(desk.page, {
      name: 'changed.tenderbook',
      text: text.replace('lets nothing through', 'lets all through'),
    })
    await pressKey(desk.page, 'button', 'Send', dialog(desk.page))
    await expect(dialog(desk.page).getByRole('alert')).toContainText('This file was changed')
    expect(await stored()).not.toBe(WRITTEN)
  })

  await test.step('the same person imports the file', async () => {
    await pressKey(desk.page, 'button', 'Choose another file', dialog(desk.page))
    await choose(desk.page, { name: 'unsent.tenderbook', text })
    await seenInBothThemes(desk.page, 'the dialog that brings work in, before sending')
    await pressKey(desk.page, 'button', 'Send', dialog(desk.page))
    await expect(dialog(desk.page)).toContainText('1 edit was saved.')
    expect(await stored()).toBe(WRITTEN)
    await pressKey(desk.page, 'button', 'Done', dialog(desk.page))
    await openBring(desk.page)
    await choose(desk.page, { name: 'unsent.tenderbook', text })
    await pressKey(desk.page, 'button', 'Send', dialog(desk.page))
    await expect(dialog(desk.page)).toContainText('1 edit was already on the server.')
    await pressKey(desk.page, 'button', 'Done', dialog(desk.page))
  })

  await test.step('the laptop reconnects: its later edit is sent, and no edit needs a decision', async () => {
    await laptop.goOnline()
    await expect(syncButton(laptop.page)).toContainText('Saved', { timeout: 60_000 })
    expect(await countUnsent(laptop.page)).toBe(0)
    await expect.poll(stored).toBe(`${WRITTEN}, and more`)
    await desk.page.goto(url)
    await expect(notes(desk.page)).toHaveValue(`${WRITTEN}, and more`)
  })
})
