import type { Commitment } from '../../entities/commitment.ts'
import type { ParameterValue } from '../../entities/parameter.ts'
import type { Release } from '../../entities/project.ts'
import type { Requirement } from '../../entities/structure.ts'
import { settleField } from '../answers/merge.ts'
import { type Cell, cellAddress, type CellRows, cleanText } from '../excel/excel-rows-cells.ts'
import { labelKey } from '../excel/excel-rows-values.ts'
import { type AskedField, answerFields, parseDefinition } from '../definition/parameters.ts'
import { isBlank } from '../answers/commitments.ts'
import { isSameCell } from './book-cells.ts'
import type { BookRecord, RecordedField, RecordedRow, RecordedSheet } from './book-record.ts'
import type { CellWords } from './book-words.ts'
import { type CellProblem, readAnswerCell, type ReadContext } from './read-cell.ts'

export interface SheetRows {
  name: string
  rows: CellRows
}
/** The device's state into which a workbook is imported. */
export interface BookTarget {
  requirements: ReadonlyMap<string, Requirement>
  /** The vendor's own answers by requirement. */
  answers: ReadonlyMap<string, Commitment>
  releases: readonly Release[]
  words: CellWords
  /** Tells whether the person may answer the requirement now. */
  mayAnswer: (requirement: Requirement) => boolean
}

export interface Place {
  sheet: string
  address: string
  /** The id of the requirement as the first column shows it. */
  label: string
}
/** `conflict`: the value has changed since the export, so that a person decides. */
export interface PlannedField extends Place {
  field: AskedField
  kind: 'change' | 'clear' | 'conflict'
  base: ParameterValue
  current: ParameterValue
  mine: ParameterValue
}
export interface PlannedAnswer {
  requirement: Requirement
  /** The requirement itself has changed since the export. */
  isChanged: boolean
  fields: PlannedField[]
}
export interface RefusedCell extends Place {
  column: string
  problem: CellProblem | { code: 'fieldGone' | 'notAsked' }
}
export interface LeftRow extends Place {
  reason: 'submitted' | 'notWritable' | 'gone' | 'twice'
}
/** The changes of a workbook, and everything in it that is left as it is. */
export interface BookPlan {
  answers: PlannedAnswer[]
  refused: RefusedCell[]
  left: LeftRow[]
  /** Rows whose id is not in the workbook's record. */
  unknown: Place[]
  /** Requirements of the export that no row has any more. */
  missing: string[]
  missingSheets: string[]
  missingColumns: { sheet: string; header: string }[]
}

/** A sheet of the file with the places of its columns. */
interface FoundSheet {
  name: string
  rows: CellRows
  recorded: RecordedSheet
  headerRow: number
  /** The column of each recorded header; undefined = the file has it no more. */
  columns: (number | undefined)[]
}

const HEADER_SEARCH = 50
const keyOf = (cell: Cell | undefined): string => labelKey(cleanText(cell))

/** People may insert rows above and columns between; the header finds them. */
const findSheet = (sheets: readonly SheetRows[], recorded: RecordedSheet): FoundSheet | null => {
  const sheet = sheets.find(({ name }) => labelKey(name) === labelKey(recorded.name))
  const wanted = recorded.headers.map(keyOf)
  const [idHeader] = wanted
  const at = sheet?.rows
    .slice(0, HEADER_SEARCH)
    .findIndex((row) => row.some((cell) => keyOf(cell) === idHeader))
  const header = at === undefined ? undefined : sheet?.rows[at]
  if (sheet === undefined || at === undefined || header === undefined) return null
  const places = new Map(
    header.map((cell, column) => [keyOf(cell), column]).toReversed() as [string, number][],
  )
  const columns = wanted.map((key) => places.get(key))
  return { name: sheet.name, rows: sheet.rows, recorded, headerRow: at + 1, columns }
}

interface FoundRow {
  sheet: FoundSheet
  row: readonly Cell[]
  recorded: RecordedRow
  /** From 1, as the spreadsheet counts. */
  line: number
}
const placeOf = ({ sheet, line, recorded }: FoundRow, column = sheet.columns[0] ?? 0): Place => ({
  sheet: sheet.name,
  address: cellAddress(line, column),
  label: recorded.label,
})
const cellAt = ({ row, sheet }: FoundRow, column: number): Cell | undefined => {
  const at = sheet.columns[column]
  return at === undefined ? undefined : (row[at] ?? '')
}
const isChanged = (found: FoundRow, { column, cell }: RecordedField): boolean => {
  const now = cellAt(found, column)
  return now !== undefined && !isSameCell(now, cell)
}

class Planner {
  readonly plan: BookPlan = {
    ...{ answers: [], refused: [], left: [], unknown: [] },
    ...{ missing: [], missingSheets: [], missingColumns: [] },
  }
  readonly #target: BookTarget
  readonly #context: ReadContext

  constructor(record: BookRecord, target: BookTarget) {
    this.#target = target
    this.#context = { words: record.words, own: target.words, releases: target.releases }
  }

  takeRow(found: FoundRow): void {
    this.#refuseUnasked(found)
    const changed = found.recorded.fields.filter((field) => isChanged(found, field))
    if (changed.length === 0) return
    const requirement = this.#target.requirements.get(found.recorded.requirementId)
    const leave = (reason: LeftRow['reason']) => {
      this.plan.left.push({ ...placeOf(found), reason })
    }
    if (requirement === undefined) return leave('gone')
    if (!this.#target.mayAnswer(requirement)) return leave('notWritable')
    const answer = this.#target.answers.get(requirement.id)
    const asked = new Map(
      answerFields(parseDefinition(requirement.definition)).map((field) => [field.key, field]),
    )
    const fields = changed.flatMap((recorded) =>
      this.#takeField({ found, recorded, field: asked.get(recorded.field), answer }),
    )
    if (fields.length === 0) return
    if (answer?.submitted === true) return leave('submitted')
    const isNewer = requirement.updatedOn > found.recorded.requirementOn
    this.plan.answers.push({ requirement, isChanged: isNewer, fields })
  }

  #takeField(given: {
    found: FoundRow
    recorded: RecordedField
    field: AskedField | undefined
    answer: Commitment | undefined
  }): PlannedField[] {
    const { found, recorded, field, answer } = given
    const { column, base } = recorded
    const place = placeOf(found, found.sheet.columns[column])
    const refuse = (problem: RefusedCell['problem']): [] => {
      const header = found.sheet.recorded.headers[column] ?? ''
      this.plan.refused.push({ ...place, column: header, problem })
      return []
    }
    if (field === undefined) return refuse({ code: 'fieldGone' })
    const read = readAnswerCell(field, cellAt(found, column) ?? '', this.#context)
    if ('problem' in read) return refuse(read.problem)
    const mine = read.value
    const current = answer?.values[field.key] ?? null
    const isSame = (one: ParameterValue) => one === mine || (isBlank(one) && isBlank(mine))
    if (isSame(base) || isSame(current)) return []
    const isConflict = settleField({ base, current, mine }) === 'conflict'
    const kind = isConflict ? 'conflict' : mine === null ? 'clear' : 'change'
    return [{ ...place, field, kind, base, current, mine }]
  }

  /** Names texts in cells of fields that a requirement does not have. */
  #refuseUnasked(found: FoundRow): void {
    const { headers, firstAnswer } = found.sheet.recorded
    if (firstAnswer < 0) return
    const asked = new Set(found.recorded.fields.map(({ column }) => column))
    headers.forEach((header, column) => {
      const isEmpty = cleanText(cellAt(found, column) ?? '') === ''
      if (column < firstAnswer || asked.has(column) || isEmpty) return
      const place = placeOf(found, found.sheet.columns[column])
      this.plan.refused.push({ ...place, column: header, problem: { code: 'notAsked' } })
    })
  }
}

const isEmptyRow = (row: readonly Cell[]): boolean => row.every((cell) => cleanText(cell) === '')

/**
 * Compares a workbook with what was exported: a cell that still shows the exported text changes
 * nothing, whatever has happened to the answer since.
 */
export const planBook = (
  record: BookRecord,
  sheets: readonly SheetRows[],
  target: BookTarget,
): BookPlan => {
  const planner = new Planner(record, target)
  const { plan } = planner
  record.sheets.forEach((recorded, at) => {
    const rows = new Map(
      record.rows.filter(({ sheet }) => sheet === at).map((row) => [keyOf(row.label), row]),
    )
    const sheet = findSheet(sheets, recorded)
    if (sheet === null) return void plan.missingSheets.push(recorded.document)
    for (const [column, header] of recorded.headers.entries())
      if (column >= recorded.firstAnswer && sheet.columns[column] === undefined)
        plan.missingColumns.push({ sheet: sheet.name, header })
    const seen = new Set<string>()
    sheet.rows.slice(sheet.headerRow).forEach((row, index) => {
      if (isEmptyRow(row)) return
      const line = sheet.headerRow + index + 1
      const id = row[sheet.columns[0] ?? 0]
      const found = rows.get(keyOf(id))
      const address = cellAddress(line, sheet.columns[0] ?? 0)
      if (found === undefined)
        return void plan.unknown.push({ sheet: sheet.name, address, label: cleanText(id) })
      if (seen.has(keyOf(id)))
        return void plan.left.push({
          ...{ sheet: sheet.name, address, label: found.label, reason: 'twice' },
        })
      seen.add(keyOf(id))
      planner.takeRow({ sheet, row, recorded: found, line })
    })
    for (const [key, row] of rows) if (!seen.has(key)) plan.missing.push(row.label)
  })
  return plan
}
