import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DEMO_PASSWORD } from '#server/demo/accounts.ts'
import { signInApi } from '../support/api-client.ts'
import { expect, type Page, signInAs, test, untilInstalled } from '../support/browser.ts'
import { openDemoProject } from '../support/demo-project.ts'
import { goToCell, pressKey, tabTo } from '../support/keyboard.ts'
import { seenInBothThemes } from '../support/themes.ts'
import { countUnsent, expectTruth, recordSyncWords, syncButton } from '../support/sync-truth.ts'
import { removeProfile } from '../support/remove-profile.ts'

type Values = Record<string, string | number>
interface Words {
  level: string
  statement: string
  release: string
  notes: string
}

const LEVELS: Record<string, string> = {
  Supports: 'supports',
  'Partially Supports': 'partially-supports',
  'Does Not Support': 'does-not-support',
  'Not Applicable': 'not-applicable',
}
const COLUMNS = ['Adherence level', 'Statement %', 'Release', 'Remarks and explanations'] as const
const TYPED = 10
const PASTED = 30
const FILLED = 20
const IN_FORM = 5

const offlineWords = (unsent: number): string => `Offline, ${unsent} not sent`

/** The typed words as the values that the server stores. */
const valuesOf = ({ level, statement, release, notes }: Words): Values => {
  const values: Values = { level: LEVELS[level] ?? '' }
  if (statement !== '') values['statement'] = Number(statement)
  if (release !== '')
    values['statement.release'] =
      release === 'Available now' ? -2 : release === 'Not planned' ? -1 : Number(release)
  if (notes !== '') values['notes'] = notes
  return values
}
const typedWords = (row: number): Words => ({
  level: row % 2 === 0 ? 'Supports' : 'Partially Supports',
  statement: row % 2 === 0 ? '100' : '50',
  release: 'Available now',
  notes: `Typed in row ${row}`,
})
const pastedWords = (row: number): Words => ({
  level: 'Partially Supports',
  statement: String(row),
  release: 'Not planned',
  notes: row === 12 ? 'Two lines,\nand "quotes" with a\ttab' : `Pasted, ľščťž ${row}`,
})
const FILL_WORDS: Words = {
  level: 'Supports',
  statement: '100',
  release: 'Available now',
  notes: 'The same for all of them',
}

const quoted = (text: string): string =>
  /[\t\n"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
const asTsv = (rows: readonly Words[]): string =>
  rows
    .map((row) => [row.level, row.statement, row.release, row.notes].map(quoted).join('\t'))
    .join('\r\n')

/** Time at which the page lost its connection, in ms since the epoch. */
const awaySince = (page: Page): Promise<number> =>
  page.evaluate(() => Number(localStorage.getItem('tenderbook.away-since')))

/** Types one answer into the four cells of the row and leaves the last cell with Enter. */
const typeAnswer = async (page: Page, words: Words): Promise<void> => {
  for (const [index, text] of [
    words.level,
    words.statement,
    words.release,
    words.notes,
  ].entries()) {
    await page.keyboard.type(text)
    await page.keyboard.press(index === 3 ? 'Enter' : 'Tab')
  }
}

test('[step 3] a vendor answers offline, closes the browser, continues, and every answer is sent without a click', async ({
  openDevice,
  server,
}) => {
  test.slow()
  const {
    project,
    documentUrl,
    requirements: inOrder,
    answers,
  } = await openDemoProject(
    await signInApi(server.url, 'plone-primary', DEMO_PASSWORD),
    'PUBLISHED',
  )
  const expected = new Map<string, Values>()
  let submittedCount = 0
  const expectAnswer = (row: number, words: Words) =>
    void expected.set(inOrder[row]?.id ?? '', valuesOf(words))

  const profileDir = await mkdtemp(join(tmpdir(), 'tenderbook-profile-'))
  const context = { permissions: ['clipboard-read', 'clipboard-write'] }
  let device = await openDevice({ installs: true, profileDir, context })
  let { page } = device
  let said = await recordSyncWords(device.context)

  await test.step('opens the published project and goes offline', async () => {
    await signInAs(page, 'plone-primary')
    await page
      .getByRole('link', { name: project?.name ?? '' })
      .first()
      .focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(project?.name ?? '')
    await page.goto(documentUrl)
    await expect(
      page.getByRole('rowheader', { name: inOrder[0]?.fullId ?? '', exact: true }),
    ).toBeVisible()
    await untilInstalled(page)
    await expectTruth(page, () => 'Saved')
    await device.goOffline()
    said.length = 0
  })

  await test.step('types ten answers into the table', async () => {
    await goToCell(page, 0, COLUMNS[0])
    for (let row = 0; row < TYPED; row += 1) {
      await typeAnswer(page, typedWords(row))
      expectAnswer(row, typedWords(row))
      for (let step = 1; step < COLUMNS.length; step += 1) await page.keyboard.press('ArrowLeft')
    }
    await expect(page.getByRole('gridcell', { name: 'Typed in row 9' })).toBeVisible()
    await expectTruth(page, offlineWords)
  })

  await test.step('pastes a block from a spreadsheet', async () => {
    const rows = Array.from({ length: PASTED }, (_none, index) => pastedWords(TYPED + index))
    await goToCell(page, TYPED, COLUMNS[0])
    await page.evaluate((text) => navigator.clipboard.writeText(text), asTsv(rows))
    await page.keyboard.press('ControlOrMeta+V')
    rows.forEach((words, index) => expectAnswer(TYPED + index, words))
    await expect(page.getByRole('gridcell', { name: `Pasted, ľščťž ${TYPED}` })).toBeVisible()
    await expect(page.getByText(/^\d+ saved answers are ready to submit\.$/)).toBeVisible()
    await expectTruth(page, offlineWords)
  })

  await test.step('the sync panel counts answers and names the paste', async () => {
    await syncButton(page).click()
    const panel = page.getByRole('dialog', { name: 'Sync' })
    await expect(panel).toContainText(`Not sent yet: ${TYPED + PASTED} answers.`)
    await expect(
      panel.getByRole('listitem').filter({ hasText: `Pasted ${PASTED} answers` }),
    ).toHaveCount(1)
    await page.keyboard.press('Escape')
  })

  await test.step('unrecognized pasted values are marked and listed', async () => {
    await goToCell(page, TYPED, COLUMNS[1])
    await page.evaluate(() => navigator.clipboard.writeText('many\n11\n120'))
    await page.keyboard.press('ControlOrMeta+V')
    const wrong = page.locator('[role="gridcell"][aria-invalid]')
    const bar = page.getByRole('region', { name: 'Values that were not pasted' })
    await expect(bar).toContainText('2 values were not understood')
    await expect(wrong).toHaveText(['many', '120'])
    await pressKey(page, 'button', 'Show list', bar)
    const ids = [TYPED, TYPED + 2].map((row) => inOrder[row]?.fullId ?? '')
    await expect(bar.getByRole('listitem')).toHaveText([
      `${ids[0]} Statement %: “many” was not understood. Enter a number.`,
      `${ids[1]} Statement %: “120” was not understood. This number is outside the allowed range.`,
    ])
    await seenInBothThemes(page, 'values that were not pasted')
    for (const next of [wrong.last(), wrong.first()]) {
      await pressKey(page, 'button', 'Go to next', bar)
      await expect(next).toBeFocused()
    }
    await page.keyboard.press('Enter')
    await expect(page.locator('*:focus')).toHaveValue('many')
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type(pastedWords(TYPED).statement)
    await page.keyboard.press('Enter')
    await expect(wrong).toHaveText(['120'])
    await pressKey(page, 'button', 'Copy list', bar)
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toBe(`${ids[1]}\tStatement %\t120`)
    await pressKey(page, 'button', 'Dismiss', bar)
    await expect(wrong).toHaveCount(0)
  })

  await test.step('fills a value down twenty rows', async () => {
    const first = TYPED + PASTED
    await goToCell(page, first, COLUMNS[0])
    await typeAnswer(page, FILL_WORDS)
    await goToCell(page, first, COLUMNS[0])
    await page.keyboard.down('Shift')
    for (let step = 1; step < COLUMNS.length; step += 1) await page.keyboard.press('ArrowRight')
    for (let step = 1; step < FILLED; step += 1) await page.keyboard.press('ArrowDown')
    await page.keyboard.up('Shift')
    await page.keyboard.press('ControlOrMeta+D')
    for (let row = first; row < first + FILLED; row += 1) expectAnswer(row, FILL_WORDS)
    await expect(page.getByText(/· 50 % answered/)).toBeVisible()
    await expectTruth(page, offlineWords)
    await seenInBothThemes(page, 'the table, offline')
  })

  await test.step('answers five in the form', async () => {
    await goToCell(page, TYPED + PASTED + FILLED, 'ID')
    await page.keyboard.press('Enter')
    for (let index = 0; index < IN_FORM; index += 1) {
      const row = TYPED + PASTED + FILLED + index
      const words: Words = {
        level: 'Partially Supports',
        statement: '75',
        release: '0',
        notes: `Written in the form ${row}`,
      }
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(inOrder[row]?.fullId ?? '')
      await tabTo(page, 'combobox', 'Adherence level')
      await page.keyboard.type('Partially')
      await page.keyboard.press('Tab')
      await page.keyboard.type('75')
      await page.keyboard.press('Tab')
      await page.keyboard.type('2')
      await page.keyboard.press('Tab')
      await page.keyboard.type(words.notes)
      expectAnswer(row, words)
      if (index === 0) await seenInBothThemes(page, 'the form, offline')
      if (index < IN_FORM - 1) await page.keyboard.press('Alt+ArrowDown')
    }
    await expectTruth(page, offlineWords)
  })

  const notSent = await test.step('reloads the page while offline', async () => {
    const before = await countUnsent(page)
    const since = await awaySince(page)
    expect(since).toBeGreaterThan(0)
    await page.reload()
    await expect(page.getByLabel('Remarks and explanations')).toHaveValue(/Written in the form 64/)
    // The reload may have saved the last keystrokes as one more edit.
    expect(await countUnsent(page)).toBeGreaterThanOrEqual(before)
    await expectTruth(page, offlineWords)
    expect(await awaySince(page), 'the connection is gone since the same moment').toBe(since)
    return await countUnsent(page)
  })
  expect((await answers()).size, 'nothing has reached the server').toBe(0)
  expect(said, 'the button never claimed that all is saved').not.toContain('Saved')

  await test.step('closes the browser and opens it again, still offline', async () => {
    await device.close()
    device = await openDevice({ installs: true, profileDir, context, proxy: device.proxy })
    page = device.page
    said = await recordSyncWords(device.context)
    await device.goOffline()
    await page.goto(documentUrl)
    await expect(page.getByRole('gridcell', { name: 'Typed in row 9' })).toBeVisible()
    expect(await countUnsent(page)).toBe(notSent)
    await expectTruth(page, offlineWords)
  })

  await test.step('continues, and undoes one step', async () => {
    const row = TYPED + PASTED + FILLED + IN_FORM
    await goToCell(page, row, COLUMNS[0])
    const words: Words = {
      level: 'Does Not Support',
      statement: '0',
      release: 'Available now',
      notes: 'After the browser was closed',
    }
    await typeAnswer(page, words)
    expectAnswer(row, words)
    await goToCell(page, row, COLUMNS[3])
    await page.keyboard.type('A mistake')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('gridcell', { name: 'A mistake' })).toBeVisible()
    await page.keyboard.press('ControlOrMeta+Z')
    await expect(page.getByRole('gridcell', { name: 'After the browser was closed' })).toBeVisible()
    await expect(page.getByRole('gridcell', { name: 'A mistake' })).toBeHidden()
    await expectTruth(page, offlineWords)
    await syncButton(page).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Sync' })).toContainText(
      'Nothing is lost if you close the app',
    )
    await seenInBothThemes(page, 'the panel of the synchronisation, offline')
    await page.keyboard.press('Escape')
    expect(said).not.toContain('Saved')
  })

  await test.step('submits offline: no status claims that the server has the answers', async () => {
    await page.goto(documentUrl)
    await pressKey(page, 'button', 'Submit answers…')
    const dialog = page.getByRole('dialog', { name: 'Submit answers' })
    await expect(dialog.getByRole('note')).toContainText(
      /You are offline.*The deadline is \d\d\.\d\d\.\d{4} at midnight/,
    )
    const button = dialog.getByRole('button', { name: /^Submit \d+ answers$/ })
    submittedCount = Number((await button.innerText()).match(/\d+/)?.[0])
    expect(submittedCount).toBeGreaterThan(IN_FORM)
    await seenInBothThemes(page, 'the submit, offline')
    await button.click()
    await expect(
      page.getByText(`${submittedCount} will be submitted when you are connected.`),
    ).toBeVisible()
    await expect(page.getByRole('gridcell', { name: 'Waiting to be sent' }).first()).toBeVisible()
    await expect(page.getByRole('gridcell', { name: 'Submitted', exact: true })).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Receipts' })).toHaveCount(0)
    await goToCell(page, 0, 'ID')
    await page.keyboard.press('Enter')
    const receipt = page.getByRole('region', { name: 'Receipt' })
    await expect(receipt).toContainText('Waiting to be sent. No receipt yet.')
    await expect(receipt).not.toContainText(/SHA-256|Received/)
    await seenInBothThemes(page, 'an answer that waits to be sent')
    await page.goto(`/project/${project.id}/detail`)
    await expect(page.getByText(`, ${submittedCount} waiting to be sent`).first()).toBeVisible()
    await seenInBothThemes(page, 'the overview with answers that wait')
    await page.goto(documentUrl)
  })

  await test.step('goes back online: everything reaches the server without a click', async () => {
    await device.goOnline()
    await expectTruth(page, () => 'Saved', 90_000)
    expect(await countUnsent(page)).toBe(0)
    const stored = await answers()
    expect(stored.size).toBe(expected.size)
    for (const [requirementId, values] of expected)
      expect(
        stored.get(requirementId),
        inOrder.find(({ id }) => id === requirementId)?.fullId,
      ).toEqual(values)
    await expect(page.getByRole('gridcell', { name: 'Waiting to be sent' })).toHaveCount(0)
    await expect(
      page.getByRole('gridcell', { name: 'Submitted', exact: true }).first(),
    ).toBeVisible()
    await goToCell(page, 0, 'ID')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('region', { name: 'Receipt' })).toContainText(
      /Received \d\d\.\d\d\.\d{4} .* \(Europe\/Bratislava, server time\) from .*SHA-256/,
    )
  })
  await device.close()
  await removeProfile(profileDir)
})

test('the screens of a vendor fit a narrow viewport and are accessible in both themes @variation', async ({
  openDevice,
  server,
}) => {
  const { documentUrl, requirements: inOrder } = await openDemoProject(
    await signInApi(server.url, 'plone-primary', DEMO_PASSWORD),
    'PUBLISHED',
  )
  const device = await openDevice({
    installs: true,
    context: { viewport: { width: 390, height: 844 } },
  })
  const { page } = device
  const seen = async (what: string): Promise<void> => {
    await seenInBothThemes(page, what)
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      `${what} is not wider than the window`,
    ).toBeLessThanOrEqual(0)
  }
  await signInAs(page, 'plone-contact')
  await page.goto(documentUrl)
  await page.getByText('Table', { exact: true }).click()
  await expect(
    page.getByRole('rowheader', { name: inOrder[0]?.fullId ?? '', exact: true }),
  ).toBeVisible()
  await untilInstalled(page)
  await device.goOffline()
  await goToCell(page, 70, 'Remarks and explanations')
  await page.keyboard.type('Written on a phone')
  await page.keyboard.press('Enter')
  await expectTruth(page, offlineWords)
  await seen('a small table, offline')
  await syncButton(page).press('Enter')
  await expect(page.getByRole('dialog', { name: 'Sync' })).toBeVisible()
  await seen('the panel, offline')
  await page.keyboard.press('Escape')
  await pressKey(page, 'button', /^More$/)
  await pressKey(page, 'button', 'Submit answers…')
  await expect(page.getByRole('dialog', { name: 'Submit answers' })).toBeVisible()
  await seen('the bulk submit, offline')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Update now' }), 'nothing was updated').toHaveCount(
    0,
  )
  await page.goto(`${documentUrl}/requirement/${inOrder[70]?.fullId}`)
  await expect(page.getByLabel('Remarks and explanations')).toHaveValue('Written on a phone')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'problem' })).toBeVisible()
  await seen('a form that cannot be submitted yet')
  await device.goOnline()
  await expectTruth(page, () => 'Saved', 90_000)
})
