import type { Commitment } from '../../entities/commitment.ts'
import type { Release } from '../../entities/project.ts'
import type { Document, Requirement, Section } from '../../entities/structure.ts'
import type { Cell } from '../excel/excel-rows-cells.ts'
import type { AskedField } from '../definition/parameters.ts'
import { answerCell, writableText } from './book-cells.ts'
import {
  type BookColumn,
  bookColumns,
  fieldsOf,
  FIRST_KEYS,
  HELP_KEY,
  textsOf,
} from './book-columns.ts'
import {
  type BookRecord,
  fitsRecord,
  type RecordedField,
  type RecordedRow,
  type RecordHead,
  recordRows,
} from './book-record.ts'
import type { BookWords } from './book-words.ts'
import { type CellRule, cellRule } from './cell-rules.ts'
import { sheetNames } from './sheet-names.ts'

/** A document as its vendor has it: requirements in reading order, and the vendor's own answers. */
export interface BookDocument {
  document: Pick<Document, 'id' | 'name' | 'lineageId'>
  sections: readonly Pick<Section, 'id' | 'name'>[]
  requirements: readonly Requirement[]
  answers: ReadonlyMap<string, Commitment>
}
export interface BookInput {
  head: Omit<RecordHead, 'words' | 'sheets'>
  documents: readonly BookDocument[]
  releases: readonly Release[]
  words: BookWords
  sha256: (text: string) => string
}

/** Rows from `top` to `bottom` of a column have one rule; rows count from 0 below the header. */
export interface RuleRun {
  column: number
  top: number
  bottom: number
  rule: CellRule
}
export interface BookSheet {
  name: string
  columns: readonly (BookColumn & { note: string })[]
  rows: readonly (readonly Cell[])[]
  /** The cells that a person may change, and what they take. */
  rules: readonly RuleRun[]
}
export interface AnswerBook {
  sheets: readonly BookSheet[]
  /** The texts of the hidden sheet. */
  record: readonly (readonly string[])[]
}

interface MadeRow {
  cells: Cell[]
  rules: (CellRule | null)[]
  hints: string[]
  record: RecordedRow
}
interface RowContext extends Pick<BookInput, 'releases' | 'words'> {
  sheet: number
  columns: readonly BookColumn[]
  sections: ReadonlyMap<string, string>
  answers: BookDocument['answers']
}

/** The cells of a requirement's texts, by the key of their column. */
const textCells = (requirement: Requirement, context: RowContext): Map<string, Cell> =>
  new Map<string, Cell>([
    ...[...textsOf(requirement)].map(([key, { parameter }]): [string, Cell] => [
      key,
      answerCell({ key, parameter, part: 'value' }, parameter.value, context),
    ]),
    [FIRST_KEYS[0], requirement.fullId ?? requirement.id],
    [FIRST_KEYS[1], writableText(context.sections.get(requirement.sectionId) ?? '')],
    [FIRST_KEYS[2], writableText(requirement.name)],
    [HELP_KEY, writableText(requirement.vendorHelp)],
  ])

const recordedField = (
  field: AskedField,
  {
    column,
    answer,
    context,
  }: { column: number; answer: Commitment | undefined; context: RowContext },
): RecordedField => {
  const base = answer?.values[field.key] ?? null
  return { column, field: field.key, base, cell: answerCell(field, base, context) }
}

const makeRow = (requirement: Requirement, context: RowContext): MadeRow => {
  const { columns, sheet, answers, releases, words } = context
  const answer = answers.get(requirement.id)
  const fields = fieldsOf(requirement)
  const texts = textCells(requirement, context)
  const recorded: RecordedField[] = []
  const made = columns.map((column, at): { cell: Cell; rule: CellRule | null; hint: string } => {
    if (column.kind === 'text') return { cell: texts.get(column.key) ?? '', rule: null, hint: '' }
    const field = fields.get(column.key)
    if (field === undefined) return { cell: '', rule: null, hint: '' }
    const shown = recordedField(field, { column: at, answer, context })
    const { definition } = requirement
    const { ask, hint } = cellRule(field, { definition, releases, words })
    if (ask === null) return { cell: shown.cell, rule: null, hint }
    recorded.push(shown)
    return { cell: shown.cell, rule: { ...ask, hint }, hint }
  })
  const record: RecordedRow = {
    sheet,
    requirementId: requirement.id,
    label: requirement.fullId ?? requirement.id,
    requirementOn: requirement.updatedOn,
    answerOn: answer?.updatedOn ?? 0,
    fields: recorded,
  }
  return {
    cells: made.map(({ cell }) => cell),
    rules: made.map(({ rule }) => rule),
    hints: made.map(({ hint }) => hint),
    record,
  }
}

/** Joins neighbouring cells of a column that have the same rule. */
const ruleRuns = (rows: readonly MadeRow[], column: number): RuleRun[] => {
  const runs: (RuleRun & { key: string })[] = []
  rows.forEach(({ rules }, row) => {
    const rule = rules[column] ?? null
    if (rule === null) return
    const key = JSON.stringify(rule)
    const last = runs.at(-1)
    if (last?.key === key && last.bottom === row - 1) last.bottom = row
    else runs.push({ column, top: row, bottom: row, rule, key })
  })
  return runs.map(({ key: _, ...run }) => run)
}

const MOST_HINTS = 8
/** The hints of a column, each with the first requirement that it is about if they differ. */
const noteOf = (rows: readonly MadeRow[], column: number): string => {
  const hints = new Map<string, string>()
  for (const { hints: own, record } of rows) {
    const hint = own[column] ?? ''
    if (hint !== '' && !hints.has(hint)) hints.set(hint, record.label)
  }
  const asked = rows.filter(({ record }) => record.fields.some((one) => one.column === column))
  const isUniform = hints.size === 1 && asked.every(({ hints: own }) => own[column] !== '')
  return [...hints]
    .slice(0, MOST_HINTS)
    .map(([hint, label]) => (isUniform ? hint : `${label}: ${hint}`))
    .join('\n')
}

/** The workbook of a vendor's answers: a sheet per document, and the texts of the hidden sheet. */
export const makeAnswerBook = (input: BookInput): AnswerBook => {
  const { documents, words, releases, head, sha256 } = input
  const names = sheetNames(documents.map(({ document }) => document.name))
  const made = documents.map(({ requirements, sections, answers }, sheet) => {
    const columns = bookColumns(requirements, words)
    const context: RowContext = {
      ...{ sheet, columns, answers, releases, words },
      sections: new Map(sections.map(({ id, name }) => [id, name])),
    }
    const rows = requirements.map((requirement) => makeRow(requirement, context))
    return { columns, rows: rows.filter(({ record }) => fitsRecord(record)) }
  })
  const record: BookRecord = {
    ...head,
    words: {
      ...{ yes: words.yes, no: words.no },
      ...{ availableNow: words.availableNow, notPlanned: words.notPlanned },
    },
    sheets: documents.map(({ document }, sheet) => ({
      name: names[sheet] ?? '',
      documentId: document.id,
      lineageId: document.lineageId ?? document.id,
      document: document.name,
      headers: made[sheet]?.columns.map(({ header }) => header) ?? [],
      firstAnswer: made[sheet]?.columns.findIndex(({ kind }) => kind === 'answer') ?? -1,
    })),
    rows: made.flatMap(({ rows }) => rows.map((row) => row.record)),
  }
  return {
    sheets: made.map(({ columns, rows }, sheet) => ({
      name: names[sheet] ?? '',
      columns: columns.map((column, at) => ({ ...column, note: noteOf(rows, at) })),
      rows: rows.map(({ cells }) => cells),
      rules: columns.flatMap((_, column) => ruleRuns(rows, column)),
    })),
    record: recordRows(record, sha256),
  }
}
