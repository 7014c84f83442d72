/** One cell as it is typed: empty cells are ''. */
export type HabitCell = string | number

/** Rows count from 1, columns from 0. */
export interface HabitMerge {
  top: number
  bottom: number
  left: number
  right: number
}

export interface HabitSheet {
  name: string
  rows: HabitCell[][]
  merges?: HabitMerge[]
  isHidden?: boolean
  /** Rows that the program does not show, from 1. */
  hiddenRows?: number[]
  /** Columns that the program does not show, from 0. */
  hiddenColumns?: number[]
  /** Numbers that are shown as the text in `rows`; `row` counts from 1, `column` from 0. */
  formats?: { row: number; column: number; value: number; format: string }[]
  /** Addresses behind the texts of cells. */
  links?: { row: number; column: number; text: string }[]
  notes?: { row: number; column: number; text: string }[]
  /** Drop-down lists of an .xlsx: a range, and what stands in the rule. */
  lists?: { range: string; formula: string }[]
}

/** What a careful person reads; several values where several readings are equally right. */
export type Reading = string | null | readonly (string | null)[]

export interface TrueRow {
  id: Reading
  section: Reading
  name: Reading
}

/** A file of requirements as organizations write them, and what a careful person would import. */
export interface Habit {
  name: string
  kind: 'xlsx' | 'xls' | 'ods' | 'csv' | 'tsv'
  /** For a CSV; the default is a comma. */
  delimiter?: ',' | ';' | '\t'
  hasBom?: boolean
  /** For a text file; the default is UTF-8. */
  encoding?: 'windows-1250' | 'windows-1252'
  sheets: HabitSheet[]
  truth: { sheet: string; rows: TrueRow[] }
}

/** A sheet that is written row by row, with what its rows mean. */
export class SheetDraft {
  readonly name: string
  readonly rows: HabitCell[][] = []
  readonly merges: HabitMerge[] = []
  readonly truth: TrueRow[] = []
  readonly #left: number

  /** `left` columns stay empty before the table. */
  constructor(name: string, left = 0) {
    this.name = name
    this.#left = left
  }

  /** The number of the row written last, from 1. */
  get last(): number {
    return this.rows.length
  }

  add(...cells: HabitCell[]): this {
    this.rows.push([...Array.from({ length: this.#left }, () => ''), ...cells])
    return this
  }

  blank(count = 1): this {
    for (let at = 0; at < count; at += 1) this.rows.push([])
    return this
  }

  require(id: Reading, section: Reading, name: Reading): (...cells: HabitCell[]) => this {
    this.truth.push({ id, section, name })
    return (...cells) => this.add(...cells)
  }

  /** Merges columns of the row written last. */
  mergeAcross(left: number, right: number): this {
    return this.#merge(this.last, this.last, left, right)
  }

  /** Merges a column from `top` to the row written last. */
  mergeDown(column: number, top: number): this {
    return top < this.last ? this.#merge(top, this.last, column, column) : this
  }

  #merge(top: number, bottom: number, left: number, right: number): this {
    this.merges.push({ top, bottom, left: left + this.#left, right: right + this.#left })
    return this
  }

  /** Writes one cell anywhere in the sheet; `row` counts from 1 and `column` from 0. */
  put(row: number, column: number, cell: HabitCell): this {
    while (this.rows.length < row) this.rows.push([])
    const cells = this.rows[row - 1] ?? []
    while (cells.length <= column) cells.push('')
    cells[column] = cell
    return this
  }

  sheet(): HabitSheet {
    return { name: this.name, rows: this.rows, merges: this.merges }
  }
}

interface Around {
  before?: HabitSheet[]
  after?: HabitSheet[]
}

/** A workbook whose list is `draft`. */
export const workbook = (
  name: string,
  draft: SheetDraft,
  { before = [], after = [] }: Around = {},
): Habit => ({
  name,
  kind: 'xlsx',
  sheets: [...before, draft.sheet(), ...after],
  truth: { sheet: draft.name, rows: draft.truth },
})

export const isTextFile = ({ kind }: Pick<Habit, 'kind'>): boolean =>
  kind === 'csv' || kind === 'tsv'

/** A CSV; the reader names its sheet after the file, so the draft bears the habit's name. */
export const csvFile = (
  draft: SheetDraft,
  form: Partial<Pick<Habit, 'delimiter' | 'hasBom' | 'encoding' | 'kind'>> = {},
): Habit => ({
  name: draft.name,
  kind: 'csv',
  ...form,
  sheets: [draft.sheet()],
  truth: { sheet: draft.name, rows: draft.truth },
})
