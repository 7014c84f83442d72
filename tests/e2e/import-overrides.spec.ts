import { API } from '#schema/api/index.ts'
import { DEMO_PASSWORD } from '#server/demo/accounts.ts'
import { signInApi } from '../support/api-client.ts'
import { expect, signInAs, test } from '../support/browser.ts'
import { openDemoProject } from '../support/demo-project.ts'
import { expectTruth } from '../support/sync-truth.ts'
import { seenEverywhere } from '../support/themes.ts'

const REMARK = 'Confirmed by letter of the vendor'

test('answers of two vendors that came by mail become overrides with name and reason, in one undo', async ({
  page,
  server,
  openDevice,
}) => {
  test.slow()
  const owner = await signInApi(server.url, 'owner', DEMO_PASSWORD)
  const { project, requirements } = await openDemoProject(owner, 'EVALUATION')
  const [first, second] = requirements
  const found = await owner.call(API.projects.vendors, { params: { id: project.id } })
  const [one, other] = found.map(({ value, label }) => ({ id: value, name: label }))
  if (first === undefined || second === undefined || one === undefined || other === undefined)
    throw new Error('The demo has two requirements and two vendors')
  const file = [
    `ID;${one.name}: Statement;${one.name}: Remarks and explanations;${other.name}: Statement`,
    `${first.fullId};13;${REMARK};17`,
    `${second.fullId};;;19`,
    `GONE-1;5;;`,
    `${second.fullId};180;;`,
  ].join('\n')
  const written = async () => {
    const all = await Promise.all(
      [one, other].map(({ id }) =>
        owner.call(API.projects.vendorCommitments, {
          params: { id: project.id, vendorId: String(id) },
        }),
      ),
    )
    return all
      .flat()
      .flatMap(({ overrides }) =>
        overrides.flatMap((override) =>
          override.reason.includes('mail.csv') && !override.removed ? [override] : [],
        ),
      )
  }

  const path = `/project/${project.id}/evaluation-detail`
  await signInAs(page, 'owner', path)
  await seenEverywhere(page, 'the evaluation with an import of overrides')
  await page.getByRole('button', { name: 'Import overrides…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import overrides' })
  await expect(dialog.getByRole('button', { name: 'Choose a file' })).toBeFocused()
  await dialog.getByLabel('Spreadsheet file').setInputFiles({
    name: 'mail.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(file),
  })

  await test.step('the columns of both vendors map themselves', async () => {
    await expect(dialog.getByRole('heading', { name: 'Match the answers' })).toBeVisible()
    const chosen = dialog.getByRole('combobox').locator('option:checked')
    await expect(chosen).toHaveText([
      'ID',
      `${one.name}: Statement`,
      `${one.name}: Remarks and explanations`,
      `${other.name}: Statement`,
    ])
    await seenEverywhere(page, 'columns with answers of vendors')
    await dialog.getByRole('button', { name: 'Next: preview' }).click()
  })

  await test.step('the preview shows words that change, and cells that are refused', async () => {
    await expect(
      dialog.getByText('4 overrides · 0 cells unchanged · 2 cells refused'),
    ).toBeVisible()
    await expect(dialog.locator('ins').filter({ hasText: '13' })).toBeVisible()
    const refused = dialog.getByRole('list', { name: 'Refused cells' })
    await expect(refused.getByRole('listitem')).toHaveText([/^A4 “GONE-1”/, /^B5 “180”/])
    await seenEverywhere(page, 'a preview of overrides')
    await dialog.getByRole('button', { name: 'Override 4 answers' }).click()
    await expect(dialog).toBeHidden()
  })

  await test.step('the history names the person and the file, and the answers stay', async () => {
    await expectTruth(page, () => 'Saved')
    const overrides = await written()
    expect(overrides.map(({ value }) => value).toSorted()).toEqual([13, 17, 19, REMARK])
    for (const { modifiedBy, reason } of overrides) {
      expect(modifiedBy.id).toBe(owner.session.userId)
      expect(reason).toBe('Brought in from the file mail.csv')
    }
  })

  await test.step('a vendor learns nothing of it, and a member without the right has no such button', async () => {
    const vendor = await signInApi(server.url, 'drupal-primary', DEMO_PASSWORD)
    const own = await vendor.call(API.projects.vendorCommitments, {
      params: { id: project.id, vendorId: String(vendor.session.vendorId) },
    })
    expect(JSON.stringify(own)).not.toContain(REMARK)
    expect(JSON.stringify(own)).not.toContain('mail.csv')
    const author = (await openDevice()).page
    await signInAs(author, 'author', path)
    await expect(author.getByRole('button', { name: 'Report…' })).toBeVisible()
    await expect(author.getByRole('button', { name: 'Import overrides…' })).toHaveCount(0)
  })

  await test.step('one undo takes all of them back', async () => {
    await page.locator('[data-cell][tabindex="0"]').focus()
    await page.keyboard.press('Control+z')
    await expect.poll(written).toEqual([])
  })
})
