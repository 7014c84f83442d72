import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import * as v from 'valibot'
import { API } from '#schema/api/index.ts'
import { Commitment, commitmentId } from '#schema/entities/commitment.ts'
import { canonicalContent } from '#schema/rules/answers/commitments.ts'
import { DEMO_PASSWORD } from '#server/demo/accounts.ts'
import { answersOn, readUpdatedOn, signInApi } from '../support/api-client.ts'
import { axe, expect, signInAs, test } from '../support/browser.ts'
import { openDemoProject } from '../support/demo-project.ts'
import { goToCell, pressKey, tabTo } from '../support/keyboard.ts'
import { expectTruth } from '../support/sync-truth.ts'
import { seenInBothThemes } from '../support/themes.ts'

const VALID = 12
/** An answer without support must not name a release. */
const NOT_VALID = 'Not supported, and yet available'
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

test('[step 3] a vendor submits single answers and all valid answers, and has a receipt of each', async ({
  page,
  server,
}) => {
  const api = await signInApi(server.url, 'plone-primary', DEMO_PASSWORD)
  const { project, documentUrl, requirements, answers } = await openDemoProject(api, 'PUBLISHED')
  const vendorId = Number(api.session.vendorId)
  const commitments = () =>
    api.call(API.projects.vendorCommitments, {
      params: { id: project.id, vendorId: String(vendorId) },
    })
  const saved = requirements.slice(0, VALID + 1).map(({ id }, row) => ({
    requirementId: id,
    values:
      row < VALID
        ? { level: 'supports', statement: 100, 'statement.release': -2, notes: `Answer ${row}` }
        : { level: 'does-not-support', statement: 0, 'statement.release': -2, notes: NOT_VALID },
  }))
  const scope = { projectId: project.id, vendorId }
  await api.call(API.commitments.updateBulk, {
    body: { ...scope, items: await answersOn(api, scope, saved) },
  })
  await signInAs(page, 'plone-primary', documentUrl)
  await expect(page.getByRole('gridcell', { name: NOT_VALID })).toBeVisible()

  const submittedOnServer = async () =>
    (await commitments()).filter(({ submitted }) => submitted).length
  await test.step('submits single rows, in the table and in the form', async () => {
    for (const row of [0, 1]) {
      await goToCell(page, row, 'Adherence level')
      await page.keyboard.press('ControlOrMeta+Enter')
      await expect(page.locator(`[role=row][aria-rowindex="${row + 2}"]`)).toContainText(
        'Submitted',
      )
    }
    await goToCell(page, 2, 'ID')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(requirements[2]?.fullId ?? '')
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(requirements[3]?.fullId ?? '')
    await expect.poll(submittedOnServer).toBe(3)
  })

  const openBulk = async () => {
    await pressKey(page, 'button', 'Submit answers…')
    await expect(page.getByRole('dialog', { name: 'Submit answers' })).toBeVisible()
    await expect(bulk.getByRole('radio').first()).toBeFocused()
  }
  const bulk = page.getByRole('dialog', { name: 'Submit answers' })
  const choose = async (label: string, presses: number) => {
    await tabTo(page, 'radio', 'Submit all valid answers')
    for (let step = 0; step < presses; step += 1) await page.keyboard.press('ArrowDown')
    await expect(bulk.getByRole('radio', { name: label })).toBeChecked()
  }
  const valid = VALID - 3

  await test.step('bulk submit, LEAVE: nothing is submitted', async () => {
    await page.goto(documentUrl)
    await openBulk()
    await expect(bulk).toContainText(`${valid} saved answers are ready to submit`)
    await expect(bulk).toContainText('1 saved answer is incomplete or not valid')
    await expect(bulk).toContainText(
      `${requirements.length - VALID - 1} requirements have no answer yet`,
    )
    await seenInBothThemes(page, 'the bulk submit')
    await choose('Keep as draft', 2)
    await pressKey(page, 'button', 'Keep as draft', bulk)
    await expect(bulk).toBeHidden()
    expect(await submittedOnServer()).toBe(3)
  })

  await test.step('bulk submit, REVIEW: the saved rows, invalid rows first', async () => {
    await openBulk()
    await choose('Review first', 1)
    await pressKey(page, 'button', 'Review', bulk)
    await expect(bulk).toBeHidden()
    await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', String(valid + 1 + 1))
    await expect(page.locator('[role=row][aria-rowindex="2"]')).toContainText(NOT_VALID)
    await expect(page.locator('[role=row][aria-rowindex="2"] [aria-invalid]').first()).toBeVisible()
    await axe(page, 'the review')
    expect(await submittedOnServer()).toBe(3)
    await pressKey(page, 'button', 'Exit review')
    await expect(page.getByRole('button', { name: 'Exit review' })).toBeHidden()
  })

  await test.step('bulk submit, SUBMIT_ALL: every valid row', async () => {
    await openBulk()
    await pressKey(page, 'button', `Submit ${valid} answers`, bulk)
    await expect(
      page.getByText(
        `Bulk submit result: ${valid} requirements submitted, ${requirements.length - VALID} remain un-submitted.`,
      ),
    ).toBeVisible()
    await expect.poll(submittedOnServer, { timeout: 30_000 }).toBe(valid + 3)
    await expectTruth(page, () => 'Saved')
  })

  await test.step('bulk submit without a valid answer: the button says why it is disabled, and the other choices work', async () => {
    await openBulk()
    const nothing = bulk.getByRole('button', { name: 'Submit 0 answers' })
    await expect(nothing).toBeDisabled()
    await expect(nothing).toHaveAccessibleDescription(/complete and valid/)
    await choose('Keep as draft', 2)
    await pressKey(page, 'button', 'Keep as draft', bulk)
    await expect(bulk).toBeHidden()
  })

  await test.step('receipts: shown, downloaded, with the SHA-256 of the answer on the server', async () => {
    const stored = await answers()
    const rows = (await api.pull(project.id)).rows
      .filter(({ entity }) => entity === 'commitment')
      .map(({ row }) => v.parse(Commitment, row))
    const receipts = new Map(
      rows.flatMap(({ requirementId, receipt }) =>
        receipt ? [[requirementId, receipt] as const] : [],
      ),
    )
    expect(receipts.size).toBe(valid + 3)
    for (const [requirementId, receipt] of receipts)
      expect(receipt.contentHash).toBe(sha256(canonicalContent(stored.get(requirementId) ?? {})))

    const downloading = page.waitForEvent('download')
    await pressKey(page, 'button', 'Receipts')
    const text = await readFile(await (await downloading).path(), 'utf8')
    const found = [
      ...text.matchAll(/sha-256: ([0-9a-f]{64})\n {2}answer:.*\n {2}seal:.*\n {2}content: (.*)\n/g),
    ]
    expect(found).toHaveLength(receipts.size)
    for (const [, hash, content] of found) expect(hash).toBe(sha256(content ?? ''))
    expect(found.map(([, hash]) => hash).toSorted()).toEqual(
      [...receipts.values()].map(({ contentHash }) => contentHash).toSorted(),
    )

    await goToCell(page, 0, 'ID')
    await page.keyboard.press('Enter')
    const receipt = page.getByRole('region', { name: 'Receipt' })
    await expect(receipt).toContainText(
      receipts.get(requirements[0]?.id ?? '')?.contentHash ?? 'none',
    )
    await expect(receipt.getByRole('button', { name: 'Download receipt' })).toBeVisible()
    await axe(page, 'a receipt')

    await page.goto(`/project/${project.id}/detail`)
    await pressKey(page, 'button', 'Check receipts…')
    const dialog = page.getByRole('dialog', { name: 'Check receipts' })
    const box = dialog.getByLabel('Receipt', { exact: true })
    await expect(box).toBeFocused()
    const file = { name: 'receipts.txt', mimeType: 'text/plain' }
    await dialog.getByLabel('Receipts file').setInputFiles({ ...file, buffer: Buffer.from(text) })
    await expect(
      dialog.getByText(`${receipts.size} of ${receipts.size} are genuine and unchanged.`),
    ).toBeVisible()
    await seenInBothThemes(page, 'genuine receipts')
    const [hash = ''] = found.map(([, one]) => one)
    await box.fill(text.replace(hash, 'a'.repeat(64)))
    await pressKey(page, 'button', 'Check', dialog)
    await expect(
      dialog.getByText(`${receipts.size - 1} of ${receipts.size} are genuine and unchanged.`),
    ).toBeVisible()
    await expect(dialog.getByText('Not ours')).toBeVisible()
    await box.fill('Dear Sir or Madam')
    await pressKey(page, 'button', 'Check', dialog)
    await expect(dialog.getByText('There is no receipt in this text.')).toBeVisible()
  })
})

test('a connection that breaks while the receipt is on its way leaves one receipt, that of the server', async ({
  openDevice,
  server,
}) => {
  const api = await signInApi(server.url, 'nvda-primary', DEMO_PASSWORD)
  const { project, documentUrl, requirements } = await openDemoProject(api, 'PUBLISHED')
  const [requirement] = requirements.slice(-1)
  const id = requirement?.id ?? ''
  const vendorId = Number(api.session.vendorId)
  const scope = { projectId: project.id, vendorId }
  const complete = { level: 'supports', statement: 100, notes: 'Complete' }
  await api.call(API.commitments.updateBulk, {
    body: {
      ...scope,
      items: await answersOn(api, scope, [{ requirementId: id, values: complete }]),
    },
  })
  await api.call(API.requirements.updateCommitment, {
    params: { id },
    body: {
      updatedOn: await readUpdatedOn(api, project.id, commitmentId(id, vendorId)),
      values: { 'statement.release': -2 },
    },
  })
  const stored = async () =>
    (await api.pull(project.id)).rows
      .filter(({ entity }) => entity === 'commitment')
      .map(({ row }) => v.parse(Commitment, row))
      .find(({ requirementId }) => requirementId === id)
  const device = await openDevice()
  const { page, proxy } = device
  const address = `${documentUrl}/requirement/${requirement?.fullId}`
  await signInAs(page, 'nvda-primary', address)
  await expect(page.getByLabel('Remarks and explanations')).toHaveValue('Complete')
  await expectTruth(page, () => 'Saved')
  const receipt = page.getByRole('region', { name: 'Receipt' })

  // The server has the submission; its answer is still under way when the connection breaks.
  proxy.delay(2_000)
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Submit/ })
    .first()
    .click()
  await expect
    .poll(async () => (await stored())?.receipt ?? null, { timeout: 30_000 })
    .not.toBeNull()
  await device.goOffline()
  const given = (await stored())?.receipt
  // Without loading the page again, which needs the connection.
  await page.evaluate((to) => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, address)
  await expect(receipt).toContainText('Waiting to be sent. No receipt yet.')
  await expect(receipt.getByRole('button')).toHaveCount(0)
  await expectTruth(page, (unsent) => `Offline, ${unsent} not sent`)
  await seenInBothThemes(page, 'a submission without its receipt')

  await device.goOnline()
  await expect(receipt).toContainText(given?.contentHash ?? 'none', { timeout: 60_000 })
  await expectTruth(page, () => 'Saved')
  await expect(receipt).toHaveCount(1)
  expect((await stored())?.receipt, 'sent again, it is not received again').toEqual(given)
})
