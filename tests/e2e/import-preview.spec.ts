import { API } from '#schema/api/index.ts'
import type { ApiClient } from '../support/api-client.ts'
import { axe, expect, type Page, signInAs, test } from '../support/browser.ts'
import { type HostileProject, makeEmptyProject } from '../support/hostile-project.ts'
import { hasSharedData, sharedPath } from '../support/shared-data.ts'
import { variationIf } from '../support/variation.ts'

const OLD = sharedPath('data', 'csv', 'nasa-cfe-requirements-2020-08.csv')
const NEW = sharedPath('data', 'csv', 'nasa-cfe-requirements-2022-08.csv')
type Upload = string | { name: string; mimeType: string; buffer: Buffer }

const csv = (name: string, lines: readonly string[]): Upload => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(lines.join('\n')),
})
const pathOf = ({ projectId, documentId }: HostileProject, search = ''): string =>
  `/project/${projectId}/documents/${documentId}${search}`

/** Opens the preview of a file, with the sheet and columns as guessed. */
const openPreview = async (page: Page, file: Upload): Promise<void> => {
  if ((page.viewportSize()?.width ?? 0) < 700) {
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.locator('[data-page-bar]').getByRole('button', { name: 'Import…' }).click()
  } else await page.getByRole('button', { name: 'Import…' }).first().click()
  await page.getByLabel('Spreadsheet file').setInputFiles(file)
  await page.getByRole('button', { name: 'Next: match the columns' }).click()
  await page.getByRole('button', { name: 'Next: preview' }).click()
}
const finish = async (page: Page, button: string | RegExp): Promise<void> => {
  await page.getByRole('button', { name: button }).click()
  await expect(page.getByRole('heading', { name: 'Import finished' })).toBeFocused({
    timeout: 60_000,
  })
}
const importFile = async (page: Page, file: Upload): Promise<void> => {
  await openPreview(page, file)
  await finish(page, /^Import \d/)
  await page.getByRole('button', { name: 'Close', exact: true }).last().click()
}
const line = (page: Page, text: string) =>
  page.getByRole('status').filter({ hasText: text }).first()

const requirementsOf = async (api: ApiClient, projectId: string) =>
  (await api.call(API.projects.references, { params: { id: projectId } })).filter(
    ({ kind }) => kind === 'requirement',
  )
const idOf = async (api: ApiClient, projectId: string, label: string): Promise<string> => {
  const found = (await requirementsOf(api, projectId)).find((one) => one.label.includes(label))
  if (found === undefined) throw new Error(`There is no requirement ${label}`)
  return found.id
}

/** A colleague changes a text of a requirement. */
const editByHand = async (
  api: ApiClient,
  id: string,
  [from, to]: readonly [string, string],
): Promise<void> => {
  const row = await api.call(API.requirements.get, { params: { id } })
  const body = {
    ...{ id, updatedOn: row.updatedOn },
    name: row.name.replace(from, to),
    definition: row.definition.replace(from, to),
  }
  expect([body.name, body.definition]).not.toEqual([row.name, row.definition])
  await api.call(API.requirements.update, { body })
}

test.describe('a second version of a real file', () => {
  test.skip(!hasSharedData, 'needs the folder with the real files')
  test.slow()

  test('is compared word by word, leaves what a person edited, deletes what is missing, and is undone at once', async ({
    page,
    server,
  }) => {
    const project = await makeEmptyProject(server.url, 'Flight software')
    const { api, projectId } = project
    await signInAs(page, 'owner')
    await page.goto(pathOf(project))
    await importFile(page, OLD)
    const count = async () => (await requirementsOf(api, projectId)).length
    await expect.poll(count, { timeout: 60_000 }).toBe(383)
    const edited = await idOf(api, projectId, 'ES: System Log - Calculate Usage')
    await editByHand(api, edited, ['number of bytes', 'exact number of bytes'])
    const textOf = async (id: string) => {
      const { name, definition } = await api.call(API.requirements.get, { params: { id } })
      return `${name} ${definition}`
    }
    const before = await textOf(edited)
    await page.goto(pathOf(project, '?q=Calculate Usage'))
    await expect(page.getByText('exact number of bytes').first()).toBeVisible()

    await openPreview(page, NEW)
    const whole = '21 new, 97 changed, 1 of them edited here by hand, 7 missing.'
    await expect(line(page, whole)).toBeVisible()
    await page.getByRole('tab', { name: 'Edited here 1' }).click()
    const row = page.getByRole('region', { name: 'Edited here' }).getByRole('listitem')
    await expect(row).toHaveCount(1)
    await row.getByRole('button').click()
    await expect(row.locator('del').first()).toContainText('exact')
    await expect(row.getByText('Edited here')).toHaveCount(2)
    await axe(page, 'the differences of a row')
    await expect(line(page, 'One requirement edited here by hand is left as it is.')).toBeVisible()
    const button = page.getByRole('dialog').getByRole('button', { name: /^Import/ })
    await expect(button).toHaveText('Import 117 requirements')
    await page.getByRole('checkbox', { name: /^Include all of these lines/ }).check()
    await expect(button).toHaveText('Import 118 requirements')
    await row.getByRole('checkbox').uncheck()
    // Including all other changes does not include the edited one.
    await page.getByRole('tab', { name: 'Changed 97' }).click()
    const others = page.getByRole('checkbox', { name: /lines that were not edited here/ })
    await others.uncheck()
    await expect(button).toHaveText('Import 21 requirements')
    await others.check()
    await page.getByRole('tab', { name: 'Missing 7' }).click()
    await expect(page.getByRole('region', { name: 'Missing' }).getByRole('checkbox')).toHaveCount(0)
    await page
      .getByLabel('Requirements of the document that the file does not contain')
      .selectOption('Delete them')
    await finish(page, 'Import 117 requirements, delete 7')
    await expect(
      page.getByText('Import success: 21 requirements created, 96 updated, 7 deleted.'),
    ).toBeVisible()
    await expect.poll(count, { timeout: 60_000 }).toBe(397)
    expect(await textOf(edited)).toBe(before)

    await page.getByRole('button', { name: 'Undo import' }).click()
    await expect(page.getByRole('heading', { name: 'Import undone' })).toBeFocused({
      timeout: 60_000,
    })
    await expect.poll(count, { timeout: 60_000 }).toBe(383)
    expect(await textOf(edited)).toBe(before)
    await page.getByRole('button', { name: 'Close', exact: true }).last().click()

    // An undone import makes no text a person's.
    await page.goto(pathOf(project))
    await openPreview(page, NEW)
    await expect(line(page, whole)).toBeVisible()
  })
})

test('rows are found, taken and opened by keyboard alone, and missing ones are excluded @variation', async ({
  page,
  server,
}) => {
  const project = await makeEmptyProject(server.url, 'Keyboard')
  const { api, projectId } = project
  await signInAs(page, 'owner')
  await page.goto(pathOf(project))
  const head = 'ID,Section,Requirement,Note'
  const rows = Array.from({ length: 12 }, (_, at) => {
    const section = at < 6 ? 'Sales' : 'Control'
    return `K-${at + 10},${section},The rider keeps rule ${at + 10} at all times.,as agreed`
  })
  await importFile(page, csv('list.csv', [head, ...rows]))
  const changed = rows.slice(2).map((row) => row.replace('at all times', 'on every ride'))
  await openPreview(page, csv('list-2.csv', [head, ...changed]))
  await expect(line(page, '0 new, 10 changed, 2 missing.')).toBeVisible()

  const reach = async (locator: ReturnType<Page['locator']>) => {
    for (let step = 0; step < 60; step += 1) {
      if (await locator.evaluate((element) => element === document.activeElement)) return
      await page.keyboard.press('Tab')
    }
    throw new Error('the control cannot be reached by Tab')
  }
  const list = page.getByRole('region', { name: 'Changed' })
  const items = list.getByRole('listitem')
  const button = page.getByRole('dialog').getByRole('button', { name: /^Import/ })
  await reach(list.getByRole('checkbox').first())
  await page.keyboard.press('Space')
  await expect(button).toHaveText('Import 9 requirements')
  await page.keyboard.press('ArrowDown')
  await expect(items.nth(1).getByRole('checkbox')).toBeFocused()
  await page.keyboard.press('Space')
  await expect(button).toHaveText('Import 8 requirements')
  await page.keyboard.press('End')
  await expect(items.last().getByRole('checkbox')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(items.last().getByRole('button')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(items.last().locator('del')).toHaveText(['at', 'all', 'times'])
  await expect(items.last().locator('ins')).toHaveText(['on', 'every', 'ride'])
  await page.keyboard.press('ArrowLeft')
  await expect(items.last().locator('del')).toHaveCount(0)

  // One checkbox takes what a filter shows.
  const all = page.getByRole('checkbox', { name: /^Include all of these lines/ })
  await page.getByLabel('Section', { exact: true }).selectOption('Control')
  await expect(items).toHaveCount(6)
  await all.uncheck()
  await expect(button).toHaveText('Import 2 requirements')
  await page.getByLabel('Filter the list').fill('K-17')
  await expect(items).toHaveCount(1)
  await all.check()
  await expect(button).toHaveText('Import 3 requirements')
  await page.getByLabel('Filter the list').fill('')
  await expect(all).toHaveJSProperty('indeterminate', true)
  await axe(page, 'a filtered preview')

  await page.getByRole('tab', { name: 'Missing 2' }).click()
  await page
    .getByLabel('Requirements of the document that the file does not contain')
    .selectOption('Exclude them from the evaluation')
  await page.getByRole('checkbox', { name: /^Include HST-0001$/ }).uncheck()
  await axe(page, 'the missing requirements')
  await finish(page, 'Import 3 requirements, exclude 1')
  const reasonOf = async (label: string) => {
    const { excluded } = await api.call(API.requirements.get, {
      params: { id: await idOf(api, projectId, label) },
    })
    return excluded?.reason ?? null
  }
  await expect.poll(() => reasonOf('rule 11')).toBe('Not in list-2.csv')
  expect(await reasonOf('rule 10')).toBe(null)
  await page.getByRole('button', { name: 'Undo import' }).click()
  await expect(page.getByRole('heading', { name: 'Import undone' })).toBeVisible()
  await expect.poll(() => reasonOf('rule 11')).toBe(null)
})

test('a list of 6,000 rows shows few of them at a time, and End reaches the last @variation', async ({
  page,
  server,
}) => {
  const project = await makeEmptyProject(server.url, 'Many')
  await signInAs(page, 'owner')
  await page.goto(pathOf(project))
  const rows = Array.from({ length: 6_000 }, (_, at) => `M-${at},Part,The rider keeps rule ${at}.`)
  await openPreview(page, csv('many.csv', ['ID,Section,Requirement', ...rows]))
  await expect(line(page, '6,000 new, 0 changed. One new section.')).toBeVisible()
  const list = page.getByRole('region', { name: 'New' })
  expect(await list.getByRole('listitem').count()).toBeLessThan(60)
  await list.getByRole('button').first().focus()
  await page.keyboard.press('End')
  await expect(list.getByRole('button', { name: /rule 5999\./ })).toBeFocused()
  await expect(list.getByRole('button', { name: /rule 5999\./ })).toBeInViewport()
  await page.keyboard.press('Home')
  await expect(list.getByRole('button', { name: /rule 0\./ })).toBeFocused()
  await page.getByRole('checkbox', { name: /^Include all of these lines/ }).uncheck()
  await expect(line(page, '6,000 rows are left out of the import.')).toBeVisible()
})

for (const [scheme, width, height] of [
  ['light', 1440, 900],
  ['dark', 1440, 900],
  ['light', 390, 844],
  ['dark', 390, 844],
] as const)
  test(`the preview of changes fits and is accessible, ${scheme}, ${width} px${variationIf(scheme === 'light' || width === 1440)}`, async ({
    page,
    server,
  }, testInfo) => {
    const project = await makeEmptyProject(server.url, `Pictures ${scheme} ${width}`)
    await page.setViewportSize({ width, height })
    await page.goto('/login')
    await page.evaluate((value) => localStorage.setItem('tenderbook.theme', value), scheme)
    await signInAs(page, 'owner')
    await page.goto(pathOf(project))
    const head = 'ID,Section,Requirement,Note'
    const rows = Array.from(
      { length: 9 },
      (_, at) => `P-${at},Sales,The rider buys ticket ${at} without an account.,as agreed`,
    )
    await importFile(page, csv('list.csv', [head, ...rows]))
    const { api, projectId } = project
    await expect.poll(async () => (await requirementsOf(api, projectId)).length).toBe(9)
    const id = await idOf(api, projectId, 'ticket 3')
    await editByHand(api, id, ['without an account', 'with an account'])
    await page.goto(pathOf(project, '?q=with an account'))
    await expect(page.getByText('with an account').first()).toBeVisible()
    const changed = rows.slice(1).map((row) => row.replace('without', 'in the application without'))
    await openPreview(
      page,
      csv('list-2.csv', [head, ...changed, changed[0] ?? '', 'N-1,New,Pays.,']),
    )
    await expect(
      line(page, '1 new, 8 changed, 1 of them edited here by hand, 1 missing, 1 row refused.'),
    ).toBeVisible()
    const seen = async (step: string) => {
      await axe(page, `${step}, ${scheme}, ${width} px`)
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - window.innerWidth,
      )
      expect(overflow, `${step} is not wider than the window`).toBeLessThanOrEqual(0)
      await page.screenshot({ path: testInfo.outputPath(`${step.replaceAll(' ', '-')}.png`) })
    }
    await seen('refused')
    await page.getByRole('tab', { name: 'Changed 8' }).click()
    const item = page.getByRole('listitem').filter({ hasText: 'ticket 3' })
    await item.getByRole('button').click()
    await expect(item.locator('ins').first()).toBeVisible()
    await seen('changed')
    await page.getByRole('tab', { name: 'Missing 1' }).click()
    await seen('missing')
  })
