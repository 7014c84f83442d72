import type { Commitment } from '../../entities/commitment.ts'
import type { ParameterValue } from '../../entities/parameter.ts'
import type { Release } from '../../entities/project.ts'
import type { Requirement } from '../../entities/structure.ts'
import { settleField } from '../answers/merge.ts'
import { type Cell, cellAddress, cleanText } from '../excel/excel-rows-cells.ts'
import { type AskedField, answerFields, parseDefinition } from '../definition/parameters.ts'
import { isBlank } from '../answers/commitments.ts'
import { isSameCell, writableText } from './book-cells.ts'
import type { BookRecord, RecordedField, RecordedRow } from './book-record.ts'
import { findSheets, type FoundSheet, keyOf, type SheetRows } from './find-sheets.ts'
import type { CellWords } from './book-words.ts'
import { type CellProblem, readAnswerCell, type ReadContext } from './read-cell.ts'

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
  problem: CellProblem | { code: 'fieldGone' | 'notAsked' | 'merged' }
}
export interface LeftRow extends Place {
  reason: 'submitted' | 'notWritable' | 'gone' | 'twice' | 'mixed'
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
  /** Copies of a sheet that was read; their cells are not. */
  copiedSheets: string[]
  missingColumns: { sheet: string; header: string }[]
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
/** The place of the requirement's name in `columns`. */
const NAME_COLUMN = 2
const nameKey = (name: string): string => keyOf(writableText(name))

const isChanged = (found: FoundRow, { column, cell }: RecordedField): boolean => {
  const now = cellAt(found, column)
  return now !== undefined && !isSameCell(now, cell)
}

class Planner {
  readonly plan: BookPlan = {
    ...{ answers: [], refused: [], left: [], unknown: [] },
    ...{ missing: [], missingSheets: [], copiedSheets: [], missingColumns: [] },
  }
  readonly #target: BookTarget
  readonly #context: ReadContext

  /** The names of the exported requirements. */
  readonly #names: ReadonlySet<string>

  constructor(record: BookRecord, target: BookTarget) {
    this.#target = target
    this.#names = new Set(
      record.rows.flatMap(({ requirementId }) => {
        const name = target.requirements.get(requirementId)?.name
        return name === undefined ? [] : [nameKey(name)]
      }),
    )
    this.#context = { words: record.words, own: target.words, releases: target.releases }
  }

  takeRow(found: FoundRow): void {
    this.#refuseUnasked(found)
    const changed = found.recorded.fields.filter(
      (field) => !this.#refuseMerged(found, field) && isChanged(found, field),
    )
    if (changed.length === 0) return
    const requirement = this.#target.requirements.get(found.recorded.requirementId)
    const leave = (reason: LeftRow['reason']) => {
      this.plan.left.push({ ...placeOf(found), reason })
    }
    if (requirement === undefined) return leave('gone')
    if (this.#isMixed(found, requirement)) return leave('mixed')
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

  /** Who sorts one column alone gives the answers of a row to another requirement. */
  #isMixed(found: FoundRow, { name }: Requirement): boolean {
    const shown = keyOf(cellAt(found, NAME_COLUMN))
    return shown !== nameKey(name) && this.#names.has(shown)
  }

  /** A spreadsheet empties the cells that it merges, so that they would clear their answers. */
  #refuseMerged({ sheet, line, recorded }: FoundRow, { column }: RecordedField): boolean {
    const at = sheet.columns[column] ?? -1
    const isMerged = sheet.merges?.some(
      ({ top, bottom, left, right }) =>
        line >= top && line <= bottom && at >= left && at <= right && (line > top || at > left),
    )
    if (isMerged !== true) return false
    const place = { sheet: sheet.name, address: cellAddress(line, at), label: recorded.label }
    const header = sheet.recorded.headers[column] ?? ''
    this.plan.refused.push({ ...place, column: header, problem: { code: 'merged' } })
    return true
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
  const { found: places, copies } = findSheets(record, sheets)
  plan.copiedSheets = copies
  record.sheets.forEach((recorded, at) => {
    const rows = new Map(
      record.rows.filter(({ sheet }) => sheet === at).map((row) => [keyOf(row.label), row]),
    )
    const sheet = places[at] ?? null
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
