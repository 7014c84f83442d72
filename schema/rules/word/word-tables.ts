import { guessTable } from '../excel/guess/guess-table.ts'
import { idWeight, nameWeight } from '../excel/guess/words.ts'
import { namedBy, type TextRecord } from '../texts/text-table.ts'
import type { WordCell, WordRow, WordTable } from './word-blocks.ts'
import { isHeaderRow, tellsOfDocument } from './word-words.ts'

export interface TableRecord {
  record: TextRecord
  comments: readonly string[]
}
export type TableItem = { heading: string } | TableRecord
export type ReadTable =
  | { kind: 'records'; items: TableItem[] }
  /** A table of something else, such as terms; the first row has the names. */
  | { kind: 'other'; rows: string[][] }

const shown = ({ text, number }: WordCell): string =>
  [number, text].filter((part) => part !== '').join(' ')

const widthOf = (rows: readonly WordRow[]): number =>
  rows.reduce((widest, { cells }) => Math.max(widest, cells.length), 0)

const commentsOf = ({ cells }: WordRow): string[] => cells.flatMap(({ comments }) => comments)

/** A text across the whole row. */
const headingOf = ({ cells }: WordRow, width: number): string => {
  const filled = cells.filter((cell) => shown(cell) !== '')
  const [only] = filled
  return width > 1 && filled.length === 1 && only === cells[0] && only !== undefined
    ? shown(only)
    : ''
}

/** Sets the columns of a requirement; a name that two columns have gets both texts. */
const put = (record: TextRecord, key: string, text: string): void => {
  if (text === '') return
  const before = String(record.get(key) ?? '')
  record.set(key, before === '' || before === text ? text : `${before}\n${text}`)
}

const KEYS: Readonly<Record<string, string>> = {
  ...{ id: 'ID', section: 'Section', name: 'Requirement', description: 'Description' },
}

/** Long texts do not fit a name. */
const withName = (record: TextRecord): TextRecord => {
  const [name, description] = namedBy('', String(record.get('Requirement') ?? ''))
  record.set('Requirement', name)
  if (description !== '') put(record, 'Description', description)
  return record
}

const rowRecord = ({ cells }: WordRow, keys: readonly string[]): TextRecord => {
  const record: TextRecord = new Map()
  const [first] = cells
  if (first !== undefined && first.number !== '' && !keys.includes('ID'))
    record.set('ID', first.number)
  for (const [column, cell] of cells.entries()) {
    const key = keys[column] ?? ''
    if (key !== '') put(record, key, key === 'ID' ? cell.text || cell.number : cell.text)
  }
  if (!record.has('Requirement') && record.has('Description')) {
    record.set('Requirement', record.get('Description') ?? '')
    record.delete('Description')
  }
  return withName(record)
}

/** Names on the left and values on the right: one requirement in a table of its own. */
const formRecord = ({ rows }: WordTable): TableRecord | null => {
  if (widthOf(rows) !== 2 || rows.length < 2) return null
  const names = rows.map(({ cells }) => cells[0]?.text ?? '')
  const isForm =
    names.some((name) => idWeight(name) >= 1.5) && names.some((name) => nameWeight(name) > 0)
  if (!isForm || names.some((name) => name.length > 60)) return null
  const best = names.reduce((top, name) => (nameWeight(name) > nameWeight(top) ? name : top), '')
  const record: TextRecord = new Map()
  for (const [at, { cells }] of rows.entries()) {
    const name = (names[at] ?? '').replace(/:$/, '')
    const text = cells[1]?.text ?? ''
    const isId = idWeight(name) >= 1.5 && !record.has('ID')
    if (name !== '') put(record, isId ? 'ID' : names[at] === best ? 'Requirement' : name, text)
  }
  return { record: withName(record), comments: rows.flatMap(commentsOf) }
}

/** Two columns without names, of which the first has ids. */
const isListOfIds = (rows: readonly WordRow[]): boolean => {
  const ids = rows.map(({ cells }) => cells[0]).filter((cell) => cell !== undefined)
  const short = ids.filter((cell) => /\d/.test(shown(cell)) && shown(cell).length <= 30)
  return rows.length > 1 && short.length >= rows.length * 0.8
}

const recordsOf = (rows: readonly WordRow[], keys: readonly string[]): ReadTable => ({
  kind: 'records',
  items: rows.flatMap((row): TableItem[] => {
    const heading = headingOf(row, keys.length)
    if (heading !== '') return [{ heading }]
    const record = rowRecord(row, keys)
    const isEmpty = (record.get('Requirement') ?? '') === ''
    return isEmpty ? [] : [{ record, comments: commentsOf(row) }]
  }),
})

export const readTable = (table: WordTable): ReadTable => {
  const form = formRecord(table)
  if (form !== null) return { kind: 'records', items: [form] }
  const [first, ...rest] = table.rows
  const texts = table.rows.map(({ cells }) => cells.map(shown))
  const names = texts[0] ?? []
  if (first === undefined) return { kind: 'other', rows: [] }
  if (!isHeaderRow(first)) {
    const width = widthOf(table.rows)
    if (!isListOfIds(table.rows)) return { kind: 'other', rows: texts }
    const others = Array.from({ length: Math.max(0, width - 2) }, (_, at) => `Column ${at + 3}`)
    return recordsOf(table.rows, ['ID', 'Requirement', ...others])
  }
  if (tellsOfDocument(names)) return { kind: 'other', rows: texts }
  const { mapping, roles } = guessTable({ rows: texts, merges: [] }, { row: 1, depth: 1 })
  const isNamed = roles.name !== undefined && nameWeight(roles.name.header) > 0
  if (!isNamed) return { kind: 'other', rows: texts }
  const keys = names.map((name, column) => KEYS[mapping.columns[column] ?? ''] ?? name)
  return recordsOf(rest, keys)
}
