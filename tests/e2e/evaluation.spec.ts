import type { Locator } from '@playwright/test'
import { API } from '#schema/api/index.ts'
import { DEMO_PASSWORD } from '#server/demo/accounts.ts'
import { signInApi } from '../support/api-client.ts'
import { expectKeptClear } from '../support/keep-clear.ts'
import { axe, expect, type Page, signInAs, test, untilInstalled } from '../support/browser.ts'
import { variationIf } from '../support/variation.ts'

test.describe.configure({ mode: 'serial' })

const REASON = 'The remarks name a defect that the statement does not count.'

const matrixOf = (page: Page): Locator => page.getByRole('treegrid', { name: 'Scores by vendor' })
const level = (page: Page, name: string): Locator => page.getByRole('radio', { name, exact: true })
const totalOf = async (page: Page, vendorId: number): Promise<number> =>
  Number.parseFloat(
    await matrixOf(page)
      .getByRole('row', { name: /^Weighted total/ })
      .locator(`[data-vendor="${vendorId}"]`)
      .innerText(),
  )
const lineCount = async (page: Page): Promise<number> =>
  Number(await matrixOf(page).getAttribute('aria-rowcount'))
const vendorIdsOf = (page: Page): Promise<number[]> =>
  matrixOf(page)
    .getByRole('row', { name: /^Weighted total/ })
    .locator('[data-vendor]')
    .evaluateAll((cells) => cells.map((cell) => Number(cell.getAttribute('data-vendor'))))

const openEvaluation = async (page: Page): Promise<string> => {
  await page.getByRole('link', { name: /Evaluate the answers/ }).click()
  await expect(matrixOf(page)).toBeVisible()
  return new URL(page.url()).pathname.split('/')[2] ?? ''
}
/** The panel of evidence beside the matrix, on a wide screen. */
const evidenceOf = (page: Page): Locator => page.getByTestId('evidence-panel')
/** Goes by keyboard alone from the first line down to the first vendor of a requirement. */
const goToRequirement = async (page: Page): Promise<Locator> => {
  const cell = matrixOf(page).locator('[data-level="requirement"] [data-vendor]').first()
  await matrixOf(page).locator('[data-cell="0:0"]').focus()
  for (let i = 0; i < 2; i += 1) await page.keyboard.press('ArrowRight')
  const row = Number((await cell.getAttribute('data-cell'))?.split(':')[0])
  for (let i = 0; i < row; i += 1) await page.keyboard.press('ArrowDown')
  await expect(cell).toBeFocused()
  return cell
}

/** The contributions in the column must add up to the total below them. */
const expectPartsToAddUp = async (evidence: Locator): Promise<void> => {
  const table = evidence.getByRole('region', { name: 'Sum' })
  await expect(table).toBeVisible()
  // A change may be drawn between the two reads; the sums must agree once it is.
  await expect(async () => {
    const parts = await table.locator('tbody tr td:last-child').allInnerTexts()
    const cents = parts.reduce((sum, part) => sum + Math.round(Number(part) * 100), 0)
    const total = Number.parseFloat(await table.getByTestId('evidence-sum').innerText())
    expect(parts.length).toBeGreaterThan(0)
    expect(cents).toBe(Math.round(total * 100))
  }).toPass({ timeout: 20_000 })
}

test('[E6] an evaluator compares, overrides and tries weights offline; the override is sent on reconnect', async ({
  openDevice,
  server,
}) => {
  test.slow()
  const device = await openDevice({ installs: true })
  const { page } = device
  await signInAs(page, 'evaluator')
  const projectId = await openEvaluation(page)
  await untilInstalled(page)
  await device.goOffline()
  await page.reload()
  await expect(matrixOf(page)).toBeVisible()
  const [first = 0, second = 0] = await vendorIdsOf(page)

  await test.step('the matrix has packages, documents, sections and requirements', async () => {
    const counts: number[] = []
    await level(page, 'Packages').focus()
    for (const [name, below] of [
      ['Packages', 'document'],
      ['Documents', 'section'],
      ['Sections', 'requirement'],
      ['Requirements', null],
    ] as const) {
      await level(page, name).press('Space')
      await expect(level(page, name)).toBeChecked()
      if (below !== null)
        await expect(matrixOf(page).locator(`[data-level="${below}"]`)).toHaveCount(0)
      await expect.poll(() => lineCount(page)).toBeGreaterThan(counts.at(-1) ?? 0)
      counts.push(await lineCount(page))
      await axe(page, `the matrix of ${name}`)
    }
    expect(counts).toEqual([...counts].sort((a, b) => a - b))
    expect(new Set(counts).size).toBe(4)
    expect(counts.at(-1)).toBeGreaterThan(250)
  })

  const before = await totalOf(page, first)
  await test.step('Enter shows the evidence beside the matrix, and the evidence follows the arrow keys', async () => {
    const cell = await goToRequirement(page)
    const evidence = evidenceOf(page)
    await page.keyboard.press('Enter')
    await expect(evidence.getByRole('region', { name: 'Sum' })).toBeVisible()
    await expect(cell).toBeFocused()
    await expect(evidence.getByText('Receipt: submitted')).toBeVisible()
    await expect(evidence.getByTestId('evidence-sum')).toHaveText(
      await evidence.getByTestId('evidence-score').innerText(),
    )
    await axe(page, 'the evidence')
    await expectPartsToAddUp(evidence)
    const title = evidence.getByRole('heading', { level: 2 })
    const first = await title.innerText()
    await page.keyboard.press('ArrowRight')
    await expect(title).not.toHaveText(first)
    await expect(evidence.getByRole('status')).toContainText(await title.innerText())
    await page.keyboard.press('ArrowLeft')
    await expect(title).toHaveText(first)
    await expect(cell).toBeFocused()
  })

  await test.step('Enter focuses the evidence, Esc returns to the matrix, and the evidence stays open after a reload', async () => {
    const cell = matrixOf(page).locator('[data-cell][tabindex="0"]')
    const evidence = evidenceOf(page)
    const title = await evidence.getByRole('heading', { level: 2 }).innerText()
    await page.keyboard.press('Enter')
    await expect(evidence).toBeFocused()
    await evidence
      .getByRole('navigation', { name: 'Counts toward' })
      .getByRole('button')
      .first()
      .click()
    await expectPartsToAddUp(evidence)
    await page.keyboard.press('Escape')
    await expect(cell).toBeFocused()
    await expect(evidence.getByRole('heading', { level: 2 })).toHaveText(title)
    await page.keyboard.press('Escape')
    await expect(evidence).toBeHidden()
    await expect(cell).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(evidence).toBeVisible()
    const width = async () => (await evidence.boundingBox())?.width ?? 0
    const before = await width()
    await page.getByRole('separator', { name: 'Width of the evidence' }).press('ArrowLeft')
    await expect.poll(width).toBeGreaterThan(before)
    const wider = await width()
    await page.reload()
    await expect(evidence.getByRole('heading', { level: 2 })).toContainText('Weighted total')
    expect(await width()).toBe(wider)
    await goToRequirement(page)
    await expect(evidence.getByRole('heading', { level: 2 })).toHaveText(title)
  })

  await test.step('the key o overrides the value, requires a reason and keeps typed text while the focus moves', async () => {
    await page.keyboard.press('o')
    const form = evidenceOf(page)
    await expect(form.getByLabel('Value in %')).toBeFocused()
    await form.getByLabel('Value in %').fill('7')
    await form.getByRole('button', { name: 'Override value' }).press('Enter')
    await expect(form.getByRole('alert')).toContainText('Enter a reason')
    await axe(page, 'the override without a reason')
    await form.getByLabel('Reason').fill(REASON)
    await page.keyboard.press('Escape')
    await page.keyboard.press('ArrowDown')
    await expect(form.getByLabel('Reason')).toBeHidden()
    await page.keyboard.press('ArrowUp')
    await expect(form.getByLabel('Reason')).toHaveValue(REASON)
    await expect(form.getByLabel('Value in %')).toHaveValue('7')
    await form.getByRole('button', { name: 'Override value' }).press('Enter')
    await expect(form.getByTestId('override-values')).toContainText('7 %')
    await expect(form.getByText('Not sent yet')).toBeVisible()
    await expect(form.getByRole('list', { name: 'History of the override' })).toContainText(REASON)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: /not sent/i })).toBeVisible()
    await expect.poll(() => totalOf(page, first)).not.toBe(before)
  })

  await test.step('Ctrl+Z undoes the override, which can be set again', async () => {
    await expect(page.locator('[role=grid] :focus, [role=treegrid] :focus')).toBeVisible()
    await page.keyboard.press('Control+z')
    await expect.poll(() => totalOf(page, first)).toBe(before)
    await page.keyboard.press('o')
    const form = evidenceOf(page)
    await form.getByLabel('Value in %').fill('7')
    await form.getByLabel('Reason').fill(REASON)
    await form.getByRole('button', { name: 'Override value' }).press('Enter')
    await page.keyboard.press('Escape')
    await expect.poll(() => totalOf(page, first)).not.toBe(before)
  })

  await test.step('a what-if changes scores and ranks at once and saves nothing', async () => {
    await level(page, 'Packages').press('Space')
    const saved = [await totalOf(page, first), await totalOf(page, second)]
    await page.getByRole('button', { name: 'What if…' }).press('Enter')
    const weights = matrixOf(page).getByRole('textbox')
    await weights.nth(0).fill('10')
    await expect(
      page.getByText('The weights of the packages total 40. They must total 100.'),
    ).toBeVisible()
    await weights.nth(1).fill('90')
    await expect(page.getByText('must total 100')).toBeHidden()
    await expect
      .poll(async () => [await totalOf(page, first), await totalOf(page, second)])
      .not.toEqual(saved)
    await expect(
      page.getByText('only the owner and project administrators can save weights'),
    ).toBeVisible()
    await axe(page, 'the what-if')
    await page.getByRole('button', { name: 'Reset' }).press('Enter')
    await expect
      .poll(async () => [await totalOf(page, first), await totalOf(page, second)])
      .toEqual(saved)
    await page.getByRole('button', { name: 'End what-if' }).press('Enter')
    await expect(page.getByRole('region', { name: 'What-if' })).toBeHidden()
  })

  await test.step('as of a release, only commitments available by then count', async () => {
    const lens = page.getByLabel('Commitments counted')
    const all = await totalOf(page, first)
    const scores: number[] = []
    for (const label of await lens.locator('option').allInnerTexts()) {
      await lens.selectOption({ label })
      scores.push(await totalOf(page, first))
    }
    expect(scores.length).toBeGreaterThan(2)
    expect(scores[0]).toBe(all)
    const asOf = scores.slice(1)
    expect(asOf).toEqual([...asOf].sort((a, b) => a - b))
    expect(asOf[0]).toBeLessThan(all)
    await lens.selectOption({ index: 0 })
  })

  await test.step('“Differences only” hides lines on which the vendors agree', async () => {
    await level(page, 'Requirements').press('Space')
    const whole = await lineCount(page)
    await page.getByRole('button', { name: 'Differences only' }).press('Enter')
    await expect.poll(() => lineCount(page)).toBeLessThan(whole)
    await page.getByRole('button', { name: 'Differences only' }).press('Enter')
  })

  await test.step('prints project, lens, date and legend', async () => {
    await level(page, 'Documents').press('Space')
    await page.emulateMedia({ media: 'print' })
    await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
    const report = page.locator('[data-print-report]')
    await expect(report).toBeVisible()
    await expect(report.getByRole('heading', { level: 1 })).toContainText('Accessibility')
    await expect(report).toContainText('All commitments')
    await expect(report).toContainText(/Printed\s*\d\d\.\d\d\.\d{4}/)
    await expect(report).toContainText('80 +')
    expect(await report.getByRole('row').count()).toBe(
      (await report.locator('tbody tr').count()) + 1,
    )
    await expect(page.locator('#root')).toBeHidden()
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
    await page.emulateMedia({ media: null })
    await expect(report).toBeHidden()
    expect((await page.pdf({ preferCSSPageSize: true })).length).toBeGreaterThan(5_000)
  })

  await test.step('back online, the override reaches the server without a click', async () => {
    await device.goOnline()
    await expect(page.getByRole('button', { name: /Saved/ })).toBeVisible({ timeout: 60_000 })
    const evaluator = await signInApi(server.url, 'evaluator', DEMO_PASSWORD)
    const answers = await evaluator.call(API.projects.vendorCommitments, {
      params: { id: projectId, vendorId: String(first) },
    })
    const mine = answers
      .flatMap(({ overrides }) => overrides)
      .find(({ reason }) => reason === REASON)
    expect(mine).toMatchObject({ value: 7, removed: false, vendorId: first })
  })
})

test('when two tabs override one value, the later tab names the override that it replaced and restores it @variation', async ({
  openDevice,
}) => {
  const { page: one, context } = await openDevice()
  await signInAs(one, 'evaluator')
  await openEvaluation(one)
  const two = await context.newPage()
  await two.goto(one.url())
  const openForm = async (page: Page): Promise<void> => {
    await level(page, 'Requirements').press('Space')
    await goToRequirement(page)
    await page.keyboard.press('o')
    await expect(evidenceOf(page).getByLabel('Value in %')).toBeVisible()
  }
  const override = async (page: Page, value: string, reason: string): Promise<void> => {
    await evidenceOf(page).getByLabel('Value in %').fill(value)
    await evidenceOf(page).getByLabel('Reason').fill(reason)
    await evidenceOf(page).getByRole('button', { name: 'Override value' }).press('Enter')
    await expect(evidenceOf(page).getByTestId('override-values')).toContainText(`${value} %`)
  }
  await openForm(one)
  await openForm(two)
  await override(one, '41', 'Seen in the demonstration')
  await override(two, '62', 'Read in the manual')
  const told = two.getByRole('status').filter({ hasText: '“41 %”' })
  await expect(told).toContainText('Replaced what you typed in another tab')
  await told.getByRole('button', { name: 'Take back' }).click()
  for (const page of [one, two])
    await expect(evidenceOf(page).getByTestId('override-values')).toContainText('41 %')
  await expect(
    evidenceOf(two).getByRole('list', { name: 'History of the override' }),
  ).toContainText('Read in the manual')
})

test('[OV11] an evaluator overrides a field that does not score, offline, and the scores stay the same @variation', async ({
  openDevice,
  server,
}) => {
  const device = await openDevice({ installs: true })
  const { page } = device
  await signInAs(page, 'evaluator')
  const projectId = await openEvaluation(page)
  const [first = 0] = await vendorIdsOf(page)
  await level(page, 'Requirements').press('Space')
  await goToRequirement(page)
  await page.keyboard.press('Enter')
  const evidence = evidenceOf(page)
  await expect(evidence.getByRole('region', { name: 'Sum' })).toBeVisible()
  const score = await evidence.getByTestId('evidence-score').innerText()
  await device.goOffline()
  await evidence
    .getByLabel('Override another field')
    .selectOption({ label: 'Remarks and explanations' })
  const section = evidence.getByRole('region', { name: 'Override Remarks and explanations' })
  await expect(section.getByLabel('Value')).toBeFocused()
  await section.getByLabel('Value').fill('')
  await section.getByLabel('Reason').fill('Shown on site')
  await section.getByRole('button', { name: 'Override value' }).click()
  await expect(section.getByRole('alert')).toContainText('This field is required')
  await axe(page, 'the override of a field without a value')
  await section.getByLabel('Value').fill('Works with the keyboard alone')
  await section.getByRole('button', { name: 'Override value' }).click()
  await expect(section.getByTestId('override-values')).toContainText(
    'Works with the keyboard alone',
  )
  await expect(section.getByText('Not sent yet')).toBeVisible()
  await expect(evidence.getByText('overridden with Works with the keyboard alone')).toBeVisible()
  await expect(evidence.getByTestId('evidence-score')).toHaveText(score)
  await axe(page, 'the override of a field')
  await device.goOnline()
  await expect(section.getByText('Not sent yet')).toBeHidden({ timeout: 60_000 })
  const evaluator = await signInApi(server.url, 'evaluator', DEMO_PASSWORD)
  const answers = await evaluator.call(API.projects.vendorCommitments, {
    params: { id: projectId, vendorId: String(first) },
  })
  expect(
    answers
      .flatMap(({ overrides }) => overrides)
      .find(({ value }) => value === 'Works with the keyboard alone'),
  ).toMatchObject({ removed: false, vendorId: first })
})

test('[E6] the owner saves weights, excludes a requirement and applies knock-outs, and the evaluator sees the changes live', async ({
  openDevice,
}) => {
  const [owner, evaluator] = [await openDevice(), await openDevice()]
  await signInAs(evaluator.page, 'evaluator')
  await signInAs(owner.page, 'owner')
  const projectId = await openEvaluation(evaluator.page)
  await owner.page.goto(`/project/${projectId}/evaluation-detail`)
  await expect(matrixOf(owner.page)).toBeVisible()
  const [first = 0] = await vendorIdsOf(owner.page)

  await level(owner.page, 'Packages').press('Space')
  await owner.page.getByRole('button', { name: 'What if…' }).click()
  const weights = matrixOf(owner.page).getByRole('textbox')
  await weights.nth(0).fill('55')
  await owner.page.getByRole('button', { name: 'Save weights' }).click()
  await expect(owner.page.getByText('Weights are invalid')).toBeVisible()
  await weights.nth(1).fill('45')
  await owner.page.getByRole('button', { name: 'Save weights' }).click()
  const reason = owner.page.getByRole('dialog', { name: 'Save weights' })
  await expect(reason.getByLabel('Reason')).toBeFocused()
  await reason.getByRole('button', { name: 'Save weights' }).click()
  await expect(reason.getByText('Enter a reason')).toBeVisible()
  await axe(owner.page, 'the reason for other weights')
  await reason.getByLabel('Reason').fill('The board agreed')
  await reason.getByRole('button', { name: 'Save weights' }).click()
  await expect(owner.page.getByText('Weights saved')).toBeVisible()
  const told = evaluator.page.getByText('Changed after opening')
  await expect(told).toBeVisible()
  await expect(evaluator.page.getByRole('note').filter({ has: told })).toContainText(
    ': The board agreed',
  )
  await expect(matrixOf(evaluator.page).locator('[data-level="package"]').first()).toContainText(
    '55 %',
  )

  await level(owner.page, 'Requirements').press('Space')
  await goToRequirement(owner.page)
  await owner.page.keyboard.press('Enter')
  await owner.page.getByRole('button', { name: 'Exclude for all vendors…' }).click()
  await owner.page.getByLabel('Reason for the exclusion').fill('Asked twice')
  await owner.page.getByRole('button', { name: 'Exclude for all vendors', exact: true }).click()
  await expect(owner.page.getByText('Excluded for all vendors: Asked twice')).toBeVisible()
  await owner.page.keyboard.press('Escape')
  await level(evaluator.page, 'Requirements').press('Space')
  await expect(
    matrixOf(evaluator.page).locator('[data-level="requirement"]').first(),
  ).toContainText('Excluded')

  await owner.page.getByRole('button', { name: 'Scoring rules' }).click()
  await axe(owner.page, 'the rules of the evaluation')
  await owner.page.getByRole('switch', { name: 'Apply knock-outs' }).press('Space')
  await owner.page.getByLabel('Reason').fill('Two miss one')
  await owner.page.getByRole('button', { name: 'Save rules' }).click()
  await expect(evaluator.page.getByText('knock-outs applied')).toBeVisible()
  expect(await vendorIdsOf(owner.page)).toContain(first)
})

test('[E6] while the answers are sealed, the page says why and when they open', async ({
  page,
}) => {
  await signInAs(page, 'owner')
  const name = 'Accessibility of the content platform'
  await page.getByRole('link', { name, exact: true }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  await page.getByRole('link', { name: 'Evaluation', exact: true }).click()
  await expect(page.getByText('The answers are sealed')).toBeVisible()
  await expect(
    page.getByText(/The evaluation opens after the deadline, at the end of \d\d\.\d\d\.\d{4}/),
  ).toBeVisible()
  await axe(page, 'the sealed evaluation')
})

for (const theme of ['dark', 'light'] as const) {
  test(`[E6] the matrix and the evidence are readable at 390 px, ${theme}${variationIf(theme === 'light')}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.addInitScript((scheme) => localStorage.setItem('tenderbook.theme', scheme), theme)
    await signInAs(page, 'evaluator')
    await openEvaluation(page)
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await level(page, 'Requirements').press('Space')
    await axe(page, `the matrix at 390 px, ${theme}`)
    await page.keyboard.press('Escape')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await goToRequirement(page)
    await page.keyboard.press('End')
    await expect(
      matrixOf(page).locator('[data-level="requirement"]').first().locator('[data-vendor]').last(),
    ).toBeInViewport()
    await page.keyboard.press('Enter')
    await expect(page.getByTestId('evidence-score')).toBeVisible()
    await axe(page, `the evidence at 390 px, ${theme}`)
  })
}

test('toasts stand above the totals of the board @variation', async ({ page }) => {
  await signInAs(page, 'evaluator')
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () =>
      Promise.reject(new DOMException('blocked', 'NotAllowedError'))
  })
  const projectId = await openEvaluation(page)
  await page.goto(`/project/${projectId}/detail`)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Copy link' }).click()
  await expect(page.getByRole('alert')).toContainText('Your browser blocks copying')
  await page.getByRole('link', { name: 'Evaluation', exact: true }).click()
  await level(page, 'Requirements').press('Space')
  await expect(level(page, 'Requirements')).toBeChecked()
  await expectKeptClear(page, {
    always: { totals: matrixOf(page).getByRole('row', { name: /^Weighted total/ }) },
  })
  await axe(page, 'a toast above the totals')
})
