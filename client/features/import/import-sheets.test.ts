import { describe, expect, it } from 'vitest'
import { guessTable } from '#schema/rules/excel/guess/guess-table.ts'
import { directReader } from '../../../tests/support/direct-reader.ts'
import type { SheetChoice } from './import-steps.tsx'
import {
  documentColumns,
  mapAlike,
  pickSheets,
  pickTexts,
  planOfNew,
  type SheetPick,
} from './import-sheets.ts'
import type { ParsedSheet } from './parsed-file.ts'
import { outlineOf } from './reader/sheet-outline.ts'

const { signal } = new AbortController()

const list = (name: string, extra: string[] = []): ParsedSheet => ({
  name,
  rows: [
    ['No.', 'Area', 'Requirement', ...extra],
    ...[1, 2, 3].map((at) => [
      `${name}-${at}`,
      name,
      `The system shows the data of a person in the form ${at}.`,
      ...extra.map(() => 'x'),
    ]),
  ],
  merges: [],
})
const planned = (picks: readonly SheetPick[]) =>
  Promise.all(picks.map((pick) => planOfNew(pick.choice, signal)))
const choiceOf = (sheets: ParsedSheet[], sheetIndex: number): SheetChoice => {
  const { headerRow, names, mapping } = guessTable(sheets[sheetIndex] ?? { rows: [], merges: [] })
  const file = {
    ...{ fileName: 'a.xlsx', kind: 'workbook' as const },
    ...{ sheets: sheets.map(outlineOf), reader: directReader(sheets) },
  }
  return { file, sheetIndex, headerRow, names, mapping }
}
const SHEETS = [
  { name: 'Read me', rows: [['Fill in the yellow cells.']], merges: [] },
  list('Access'),
  list('Audit'),
  { ...list('Old'), isHidden: true },
  { name: ' ', rows: [['x']], merges: [] },
]

it('takes visible sheets that look like requirements, and the chosen one', async () => {
  const picks = await pickSheets(choiceOf(SHEETS, 1), signal)
  expect(picks.map(({ name, isTaken }) => [name, isTaken])).toEqual([
    ['Read me', false],
    ['Access', true],
    ['Audit', true],
    ['Old', false],
    ['5', false],
  ])
  expect(new Set(picks.map(({ documentId }) => documentId)).size).toBe(5)
  expect((await pickSheets(choiceOf(SHEETS, 0), signal))[0]?.isTaken).toBe(true)
})

it('a changed mapping is used for other sheets with the same columns, and for no others', async () => {
  const sheets = [list('Access'), list('Audit'), list('Wide', ['Note']), list('Other', ['Level'])]
  const own = choiceOf(sheets, 0)
  const model: SheetChoice = {
    ...own,
    isMapped: true,
    mapping: { ...own.mapping, columns: ['id', 'text', 'name'], sectionFrom: 'idPrefix' },
  }
  const columns = (await pickSheets(model, signal)).map(({ choice }) =>
    choice.mapping.columns.slice(0, 3),
  )
  expect(columns).toEqual([
    ['id', 'text', 'name'],
    ['id', 'text', 'name'],
    ['id', 'text', 'name'],
    ['id', 'text', 'name'],
  ])
  const different = {
    ...list('German'),
    rows: [
      ['Nr.', 'Bereich', 'Anforderung'],
      ['1', 'a', 'b'],
    ],
  }
  const picks = await pickSheets(choiceOf([sheets[0] ?? list('x'), different], 0), signal)
  const [first, second] = mapAlike(picks, picks[0]?.choice ?? model)
  expect(first).toBe(picks[0])
  expect(second?.choice).toBe(picks[1]?.choice)
})

it('plans each sheet for an empty document, once', async () => {
  const [, pick] = await pickSheets(choiceOf(SHEETS, 1), signal)
  if (pick === undefined) throw new Error('no pick')
  const plan = await planOfNew(pick.choice, signal)
  expect(plan.creates.map(({ sourceId }) => sourceId)).toEqual(['Access-1', 'Access-2', 'Access-3'])
  expect(await planOfNew(pick.choice, signal)).toBe(plan)
})

describe('documents from the texts of a column', () => {
  const sheet: ParsedSheet = {
    name: 'All',
    rows: [
      ['Part', 'No.', 'Area', 'Requirement'],
      ...Array.from({ length: 12 }, (_, at) => [
        at % 6 === 0 ? (at < 6 ? 'Core' : 'Web') : '',
        `R-${at}`,
        at % 6 < 3 ? 'Access' : 'Audit',
        `The system shows the data of a person in the form ${at}.`,
      ]),
    ],
    merges: [],
  }

  it('come with their rows, and no row is lost', async () => {
    const choice = choiceOf([sheet], 0)
    expect((await documentColumns(choice, signal)).map(({ name }) => name)).toEqual([
      'Part',
      'Area',
    ])
    const picks = await pickTexts(choice, 0, signal)
    expect(picks.map(({ name }) => name)).toEqual(['Core', 'Web'])
    const plans = await planned(picks)
    const ids = plans.map(({ creates }) => creates.map(({ sourceId }) => sourceId))
    expect(ids).toEqual([
      ['R-0', 'R-1', 'R-2', 'R-3', 'R-4', 'R-5'],
      ['R-6', 'R-7', 'R-8', 'R-9', 'R-10', 'R-11'],
    ])
  })

  it('rows above the first text are a document of their own', async () => {
    const rows = sheet.rows.map((row, at) => (at === 1 ? ['', ...row.slice(1)] : row))
    const choice = choiceOf([{ ...sheet, rows }], 0)
    const picks = await pickTexts(choice, 0, signal)
    expect(picks.map(({ label, name }) => [label, name])).toEqual([
      ['', 'General'],
      ['Web', 'Web'],
    ])
    const counts = (await planned(picks)).map(({ creates }) => creates.length)
    expect(counts).toEqual([6, 6])
  })

  it('a changed mapping goes to the others, each with its own rows', async () => {
    const [first, ...others] = await pickTexts(choiceOf([sheet], 0), 0, signal)
    if (first === undefined) throw new Error('no pick')
    const { mapping } = first.choice
    const model = { ...first.choice, mapping: { ...mapping, defaultSection: 'All' } }
    const alike = mapAlike([{ ...first, choice: model }, ...others], model)
    expect(alike.map(({ choice }) => choice.mapping.defaultSection)).toEqual(['All', 'All'])
    expect(alike.map(({ choice }) => choice.mapping.only?.text)).toEqual(['Core', 'Web'])
  })
})
