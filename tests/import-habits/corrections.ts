import { sheetWidth } from '#schema/rules/excel/excel-rows-cells.ts'
import {
  type ColumnRole,
  DUPLICATE_RULES,
  type ImportMapping,
  mappingProblems,
  SECTION_SOURCES,
} from '#schema/rules/excel/excel-rows-mapping.ts'
import { guessTable } from '#schema/rules/excel/guess/guess-table.ts'
import type { NamedSheet } from '#schema/rules/excel/guess/rank-sheets.ts'
import type { Habit } from './habit.ts'
import { type Choice, distance, readAs, wrongRows } from './reading.ts'

/** Header rows beyond this one are not tried. */
const LAST_HEADER_ROW = 20
const ROLES: readonly ColumnRole[] = ['ignore', 'id', 'section', 'name', 'text']
/** Choices that are followed further, the best first. */
const KEPT = 12
const MOST = 4

interface Tried {
  choice: Choice
  /** Changes in the dialog that led there from the choice before. */
  changes: 1 | 2
}

const guessAgain = (
  sheets: readonly NamedSheet[],
  sheetIndex: number,
  header?: { row: number; depth: 1 | 2 },
): Choice[] => {
  const sheet = sheets[sheetIndex]
  if (sheet === undefined) return []
  const { headerRow, mapping } = guessTable(sheet, header)
  return [{ sheetIndex, headerRow, mapping }]
}

/** As the dialog does it: a section column is where sections then come from. */
const withRole = (mapping: ImportMapping, at: number, role: ColumnRole): ImportMapping => ({
  ...mapping,
  columns: mapping.columns.map((one, column) => (column === at ? role : one)),
  sectionFrom: role === 'section' ? 'columns' : mapping.sectionFrom,
})

/** A role that only one column may have takes a second change where another column has it. */
function* roleChanges({ mapping, ...choice }: Choice, width: number): Generator<Tried> {
  for (let column = 0; column < width; column += 1)
    for (const role of ROLES) {
      if (mapping.columns[column] === role) continue
      const next = withRole(mapping, column, role)
      const former = role === 'id' || role === 'name' ? mapping.columns.indexOf(role) : -1
      if (former === -1) yield { changes: 1, choice: { ...choice, mapping: next } }
      else yield { changes: 2, choice: { ...choice, mapping: withRole(next, former, 'ignore') } }
    }
}

/** Everything that a change in the dialog gives: a sheet, a header, a role, a rule or a row. */
function* changesOf(sheets: readonly NamedSheet[], choice: Choice): Generator<Tried> {
  const { sheetIndex, headerRow, mapping } = choice
  const rows = sheets[sheetIndex]?.rows ?? []
  const places: Choice[] = []
  for (const at of sheets.keys()) if (at !== sheetIndex) places.push(...guessAgain(sheets, at))
  for (let row = 0; row <= Math.min(LAST_HEADER_ROW, rows.length); row += 1)
    if (row !== headerRow) places.push(...guessAgain(sheets, sheetIndex, { row, depth: 1 }))
  if (headerRow > 1) {
    const depth = mapping.headerRows === 2 ? 1 : 2
    places.push(...guessAgain(sheets, sheetIndex, { row: headerRow, depth }))
  }
  for (const place of places) yield { changes: 1, choice: place }
  yield* roleChanges(choice, sheetWidth(rows))
  const options: Partial<ImportMapping>[] = [
    ...SECTION_SOURCES.map((sectionFrom) => ({ sectionFrom })),
    ...DUPLICATE_RULES.map((duplicates) => ({ duplicates })),
    { fillsDown: mapping.fillsDown !== true },
    { isIdOfSection: mapping.isIdOfSection !== true },
    { withHidden: mapping.withHidden !== true },
    { skipped: [] },
    ...rows.map((_, at) => ({ skipped: [...(mapping.skipped ?? []), at + 1] })),
  ]
  for (const option of options)
    yield { changes: 1, choice: { ...choice, mapping: { ...mapping, ...option } } }
}

/**
 * The number of changes in the dialog until the file is read right, by a search that follows the
 * best choices; `null` = no 4 changes were found that do it.
 */
export const countCorrections = (
  habit: Habit,
  sheets: readonly NamedSheet[],
  guessed: Choice,
): number | null => {
  const judge = (choice: Choice) => {
    if (mappingProblems(choice.mapping).length > 0)
      return { choice, isRight: false, distance: Infinity }
    const got = readAs(sheets, choice)
    return { choice, isRight: wrongRows(habit, got) === 0, distance: distance(habit, got) }
  }
  const levels: Choice[][] = [[guessed]]
  for (let changes = 0; changes <= MOST; changes += 1) {
    const judged = (levels[changes] ?? []).map(judge)
    if (judged.some(({ isRight }) => isRight)) return changes
    if (changes === MOST) break
    for (const { choice } of judged.toSorted((a, b) => a.distance - b.distance).slice(0, KEPT))
      for (const tried of changesOf(sheets, choice))
        (levels[changes + tried.changes] ??= []).push(tried.choice)
  }
  return null
}
