import { describe, expect, it } from 'vitest'
import { guessTable } from '#schema/rules/excel/guess/guess-table.ts'
import type { SheetChoice } from './import-steps.tsx'
import { documentColumns, mapAlike, pickSheets, pickTexts, planOfNew } from './import-sheets.ts'
import type { ParsedSheet } from './parsed-file.ts'

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
const choiceOf = (sheets: ParsedSheet[], sheetIndex: number): SheetChoice => {
  const { headerRow, names, mapping } = guessTable(sheets[sheetIndex] ?? { rows: [], merges: [] })
  const file = { fileName: 'a.xlsx', kind: 'workbook' as const, sheets }
  return { file, sheetIndex, headerRow, names, mapping }
}
const SHEETS = [
  { name: 'Read me', rows: [['Fill in the yellow cells.']], merges: [] },
  list('Access'),
  list('Audit'),
  { ...list('Old'), isHidden: true },
  { name: ' ', rows: [['x']], merges: [] },
]

it('takes visible sheets that look like requirements, and the chosen one', () => {
  const picks = pickSheets(choiceOf(SHEETS, 1))
  expect(picks.map(({ name, isTaken }) => [name, isTaken])).toEqual([
    ['Read me', false],
    ['Access', true],
    ['Audit', true],
    ['Old', false],
    ['5', false],
  ])
  expect(new Set(picks.map(({ documentId }) => documentId)).size).toBe(5)
  expect(pickSheets(choiceOf(SHEETS, 0))[0]?.isTaken).toBe(true)
})

it('a changed mapping is used for other sheets with the same columns, and for no others', () => {
  const sheets = [list('Access'), list('Audit'), list('Wide', ['Note']), list('Other', ['Level'])]
  const own = choiceOf(sheets, 0)
  const model: SheetChoice = {
    ...own,
    isMapped: true,
    mapping: { ...own.mapping, columns: ['id', 'text', 'name'], sectionFrom: 'idPrefix' },
  }
  const columns = pickSheets(model).map(({ choice }) => choice.mapping.columns.slice(0, 3))
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
  const picks = pickSheets(choiceOf([sheets[0] ?? list('x'), different], 0))
  const [first, second] = mapAlike(picks, picks[0]?.choice ?? model)
  expect(first).toBe(picks[0])
  expect(second?.choice).toBe(picks[1]?.choice)
})

it('plans each sheet for an empty document, once', () => {
  const [, pick] = pickSheets(choiceOf(SHEETS, 1))
  if (pick === undefined) throw new Error('no pick')
  const plan = planOfNew(pick.choice)
  expect(plan.creates.map(({ sourceId }) => sourceId)).toEqual(['Access-1', 'Access-2', 'Access-3'])
  expect(planOfNew(pick.choice)).toBe(plan)
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

  it('come with their rows, and no row is lost', () => {
    const choice = choiceOf([sheet], 0)
    expect(documentColumns(choice).map(({ name }) => name)).toEqual(['Part', 'Area'])
    const picks = pickTexts(choice, 0)
    expect(picks.map(({ name }) => name)).toEqual(['Core', 'Web'])
    const ids = picks.map((pick) => planOfNew(pick.choice).creates.map(({ sourceId }) => sourceId))
    expect(ids).toEqual([
      ['R-0', 'R-1', 'R-2', 'R-3', 'R-4', 'R-5'],
      ['R-6', 'R-7', 'R-8', 'R-9', 'R-10', 'R-11'],
    ])
  })

  it('rows above the first text are a document of their own', () => {
    const rows = sheet.rows.map((row, at) => (at === 1 ? ['', ...row.slice(1)] : row))
    const choice = choiceOf([{ ...sheet, rows }], 0)
    const picks = pickTexts(choice, 0)
    expect(picks.map(({ label, name }) => [label, name])).toEqual([
      ['', 'General'],
      ['Web', 'Web'],
    ])
    const counts = picks.map((pick) => planOfNew(pick.choice).creates.length)
    expect(counts).toEqual([6, 6])
  })

  it('a changed mapping goes to the others, each with its own rows', () => {
    const [first, ...others] = pickTexts(choiceOf([sheet], 0), 0)
    if (first === undefined) throw new Error('no pick')
    const { mapping } = first.choice
    const model = { ...first.choice, mapping: { ...mapping, defaultSection: 'All' } }
    const alike = mapAlike([{ ...first, choice: model }, ...others], model)
    expect(alike.map(({ choice }) => choice.mapping.defaultSection)).toEqual(['All', 'All'])
    expect(alike.map(({ choice }) => choice.mapping.only?.text)).toEqual(['Core', 'Web'])
  })
})
