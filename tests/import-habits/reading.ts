import { planImport } from '#schema/rules/excel/excel-rows.ts'
import type { ImportMapping } from '#schema/rules/excel/excel-rows-mapping.ts'
import { guessWorkbook, type NamedSheet } from '#schema/rules/excel/guess/rank-sheets.ts'
import { prepareTable } from '#schema/rules/excel/prepare-table.ts'
import { type Habit, isTextFile, type Reading, type TrueRow } from './habit.ts'

/** How one sheet is to be read: what the import guesses and a person may change. */
export interface Choice {
  sheetIndex: number
  headerRow: number
  mapping: ImportMapping
}

/** How the import reads a file without a touch. */
export const guessedChoice = (sheets: readonly NamedSheet[]): Choice => {
  const { sheetIndex, guesses } = guessWorkbook(sheets)
  const guess = guesses[sheetIndex]
  if (guess === undefined) throw new Error('the file has no sheet')
  return { sheetIndex, headerRow: guess.headerRow, mapping: guess.mapping }
}

/** The sheet, and [id, section, name] of each requirement, that an import of this choice gives. */
export const readAs = (
  sheets: readonly NamedSheet[],
  { sheetIndex, headerRow, mapping }: Choice,
) => {
  const sheet = sheets[sheetIndex]
  if (sheet === undefined) throw new Error('the file has no such sheet')
  let count = 0
  const plan = planImport({
    ...prepareTable(sheet, headerRow, mapping),
    existing: { requirements: [], sections: [] },
    newId: () => `n${(count += 1)}`,
  })
  const rows = plan.creates.map(({ sourceId, sectionName, name }) => ({
    id: sourceId,
    section: sectionName === mapping.defaultSection ? null : sectionName,
    name,
  }))
  return { sheet: sheet.name, rows, plan, isIdOfSection: mapping.isIdOfSection === true }
}
export type Got = ReturnType<typeof readAs>

const isOne = (reading: Reading, got: string | null): boolean =>
  (typeof reading === 'string' || reading === null ? [reading] : reading).some(
    (one) => (one === null ? null : one.trim()) === got,
  )

const isSameRow = (want: TrueRow, row: Got['rows'][number], isIdOfSection: boolean): boolean => {
  const { id, section, name } = row
  // An id that is unique in its section only is known with the section before it.
  const ownId = isIdOfSection ? (id?.slice((section?.length ?? -1) + 1) ?? null) : id
  return isOne(want.id, ownId) && isOne(want.section, section) && isOne(want.name, name)
}

/** The number of rows that are not as a careful person reads them; 0 = the file is read right. */
export const wrongRows = ({ kind, truth }: Habit, got: Got): number => {
  if (!isTextFile({ kind }) && got.sheet !== truth.sheet) return Infinity
  const same = truth.rows.filter((want, at) => {
    const row = got.rows[at]
    return row !== undefined && isSameRow(want, row, got.isIdOfSection)
  }).length
  return Math.max(truth.rows.length, got.rows.length) - same
}

const first = (reading: Reading): string | null =>
  typeof reading === 'string' || reading === null ? reading : (reading[0] ?? null)
const facts = (rows: readonly TrueRow[]): Set<string> =>
  new Set(
    rows.flatMap((row) => {
      const [id, section, name] = [first(row.id), first(row.section), first(row.name)]
      return [`${name}`, `${name} in ${section}`, `${name} has ${id}`]
    }),
  )

/** How far a reading is from the truth in names, sections and ids; a measure to search by. */
export const distance = ({ truth }: Habit, got: Got): number => {
  const [wanted, read] = [facts(truth.rows), facts(got.rows)]
  const common = [...wanted].filter((fact) => read.has(fact)).length
  return wanted.size + read.size - 2 * common
}
