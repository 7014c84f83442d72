import type { Cell, CellRows } from '../excel/excel-rows-cells.ts'
import type { ColumnRole } from '../excel/excel-rows-mapping.ts'
import { MAX_NAME_LENGTH, MAX_SECTION_LENGTH } from '../excel/excel-rows-plan.ts'
import { MAX_SEVERAL, partsOf } from '../excel/excel-rows-several.ts'
import type { ChoiceList } from '../excel/sheet-details.ts'
import {
  isObject,
  plain,
  TEXT_LIMITS,
  TextError,
  textIn,
  type TextList,
  type TextValue,
} from './text-value.ts'

/** A file that is no table, as a table with the column names in row 1. */
export interface TextTable {
  name: string
  rows: CellRows
  /** What the columns are; absent = it is guessed. */
  roles?: readonly ColumnRole[]
  lists?: readonly ChoiceList[]
}

/** The cells of a requirement by the names of their columns. */
export type TextRecord = Map<string, Cell>

const ROLES: Readonly<Record<string, ColumnRole>> = {
  ID: 'id',
  Document: 'section',
  Section: 'section',
  Requirement: 'name',
  Description: 'description',
}

const LONG = 200
const FEW = 12

const isChoice = (texts: readonly string[]): boolean => {
  const distinct = new Set(texts)
  return (
    distinct.size >= 2 &&
    distinct.size <= FEW &&
    texts.length >= distinct.size * 2 &&
    texts.every((text) => text.length <= 60 && !text.includes('\n'))
  )
}

const isSeveral = (texts: readonly string[]): boolean => {
  const parts = new Set(texts.flatMap(partsOf))
  return (
    parts.size >= 2 &&
    parts.size <= MAX_SEVERAL &&
    texts.some((text) => partsOf(text).length > 1) &&
    [...parts].every((part) => part.length <= 100)
  )
}

interface Column {
  name: string
  texts: string[]
  /** Its cells are lists of words. */
  isList: boolean
}

const kindOf = ({ texts, isList }: Column): ColumnRole => {
  if (isList && isSeveral(texts)) return 'several'
  if (isChoice(texts) && texts.some((text) => /\p{L}/u.test(text))) return 'select'
  return texts.some((text) => text.length > LONG || text.includes('\n')) ? 'longText' : 'text'
}

/**
 * A table of records. Columns with the names of `ROLES` are what they say; the kinds of others follow
 * from their cells.
 */
export const tableOf = (
  name: string,
  records: readonly TextRecord[],
  listed: ReadonlySet<string> = new Set(),
): TextTable => {
  if (records.length === 0) throw new Error('a table without records')
  const texts = new Map<string, string[]>(
    Object.keys(ROLES)
      .filter((key) => records.some((record) => (record.get(key) ?? '') !== ''))
      .map((key) => [key, []]),
  )
  for (const record of records)
    for (const [key, cell] of record) {
      const column = texts.get(key) ?? []
      if (cell !== '') column.push(String(cell))
      texts.set(key, column)
    }
  for (const [key, cells] of texts) if (cells.length === 0) texts.delete(key)
  const names = [...texts.keys()]
  checkSize(records.length, names.length)
  return {
    name,
    rows: [names, ...records.map((record) => names.map((key) => record.get(key) ?? ''))],
    roles: [...texts].map(
      ([key, cells]) => ROLES[key] ?? kindOf({ name: key, texts: cells, isList: listed.has(key) }),
    ),
  }
}

/** The headings above a requirement; where they are too long together, the upper ones are cut. */
export const sectionOf = (headings: readonly string[]): string => {
  const parts = headings.map((text) => text.replace(/\s+/g, ' ').trim()).filter((one) => one !== '')
  let [first, length] = [parts.length - 1, parts.at(-1)?.length ?? 0]
  while (first > 0 && length + 3 + (parts[first - 1]?.length ?? 0) <= MAX_SECTION_LENGTH) {
    first -= 1
    length += 3 + (parts[first]?.length ?? 0)
  }
  const text = parts.slice(Math.max(0, first)).join(' / ')
  return text.length <= MAX_SECTION_LENGTH ? text : `${text.slice(0, MAX_SECTION_LENGTH - 1)}…`
}

/** The title and the text of a requirement; a text alone is the requirement itself. */
export const namedBy = (title: string, text: string): [name: string, description: string] => {
  if (title !== '' && text !== '' && title !== text && title.length <= MAX_NAME_LENGTH)
    return [title, text]
  const one = text === '' ? title : text
  return one.length <= MAX_NAME_LENGTH ? [one, ''] : [`${one.slice(0, MAX_NAME_LENGTH - 1)}…`, one]
}

const ENTITIES: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' },
  ...{ mdash: '—', ndash: '–', rsquo: '’', lsquo: '‘', hellip: '…' },
}
const entity = (whole: string, name: string): string => {
  if (!name.startsWith('#')) return ENTITIES[name] ?? whole
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
  return code > 31 && code <= 0x10ffff ? String.fromCodePoint(code) : ' '
}

/** HTML as text: blocks and list items are lines, links keep their address. */
export const withoutMarkup = (html: string): string =>
  html
    .replace(/<a\s[^>]*?href="(https?:[^"\s]{1,2000})"[^>]*>([^<]*)<\/a>/gi, '$2 ($1)')
    .replace(/<li\b[^>]*>/gi, '\n• ')
    .replace(/<br\s*\/?>|<\/?(?:p|ul|ol|div|h[1-6]|tr)\b[^>]*>/gi, '\n')
    .replace(/<\/?[a-z][^<>]{0,2000}>/gi, '')
    .replace(/&(#x?[\da-f]{1,6}|[a-z]{2,8});/gi, entity)
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n[\s]*/g, '\n')
    .trim()

const LABELS = ['label', 'title', 'name', 'text', 'value', 'id']

/** A value in one cell: lists are lines, and of objects in them the label. */
export const cellOf = (value: TextValue | undefined): Cell => {
  if (typeof value === 'number') return value
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value))
    return (value as TextList)
      .map((one) => (isObject(one) ? labelOf(one) : String(cellOf(one))))
      .filter((text) => text !== '')
      .join('\n')
  return isObject(value) ? labelOf(value) : plain(value)
}

const labelOf = (value: TextValue): string => {
  for (const key of LABELS) {
    const text = textIn(value, key)
    if (text !== '') return text
  }
  // A choice of one field: { yes: 'Yes, always' }.
  const fields = isObject(value) ? Object.values(value) : []
  return fields.length === 1 ? plain(fields[0]) : ''
}

/** A table has a cell for each row and column, however few of them the text has. */
export const checkSize = (rows: number, columns: number): void => {
  if (rows > TEXT_LIMITS.rows || columns > TEXT_LIMITS.columns) throw new TextError('textTooLarge')
}
