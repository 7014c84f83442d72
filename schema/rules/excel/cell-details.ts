import { FIELD_LIMITS } from '../../entities/field-limits.ts'
import { type Cell, cleanText } from './excel-rows-cells.ts'
import type { ColumnRole, ImportMapping } from './excel-rows-mapping.ts'
import { MAX_LISTED_OPTIONS, type SheetDetails } from './sheet-details.ts'

/**
 * The rule of a link field, as in `isLink`: addresses of a page, a file or a mailbox. Others, such as
 * scripts, are dropped.
 */
export const LINK_PATTERN = '^(https?|ftp|mailto):\\S+$'
const LINK = /^(https?|ftp|mailto):\S+$/
export const isLink = (text: string): boolean => text.length <= 2_000 && LINK.test(text)

const TEXTS: ReadonlySet<ColumnRole> = new Set(['description', 'text', 'longText'])

/** Keeps the addresses of links: instead of the text of a link field, behind that of other texts. */
export const writeLinks = (
  rows: Cell[][],
  { links = [] }: SheetDetails,
  { columns }: Pick<ImportMapping, 'columns'>,
): void => {
  for (const { row, column, text: target } of links) {
    const address = target.replace(/^[a-z]+:/i, (scheme) => scheme.toLowerCase())
    const role = columns[column] ?? 'ignore'
    const cells = rows[row - 1]
    const text = cleanText(cells?.[column])
    if (cells === undefined || text === '' || !isLink(address)) continue
    if (role === 'link') cells[column] = address
    else if (TEXTS.has(role) && !text.includes(address.replace(/^mailto:/i, '')))
      cells[column] = `${text} (${address})`
  }
}

/** The options that drop-down lists offer below the header, by column. */
export const offeredChoices = (
  { lists = [] }: SheetDetails,
  headerRow: number,
  { columns }: Pick<ImportMapping, 'columns'>,
): Record<number, string[]> => {
  const choices: Record<number, string[]> = {}
  for (const [column, role] of columns.entries()) {
    if (role !== 'select' && role !== 'several') continue
    const offered = lists
      .filter(({ left, right, bottom }) => left <= column && column <= right && bottom > headerRow)
      .flatMap(({ options }) => options)
    if (offered.length > 0) choices[column] = [...new Set(offered)].slice(0, MAX_LISTED_OPTIONS)
  }
  return choices
}

/** The comments of each row below the header, one after the other. */
export const helpOfRows = (
  { notes = [] }: SheetDetails,
  headerRow: number,
): Map<number, string> => {
  const help = new Map<number, string>()
  for (const { row, text } of notes)
    if (row > headerRow) help.set(row, [...(help.has(row) ? [help.get(row)] : []), text].join('\n'))
  return new Map([...help].map(([row, text]) => [row, cleanText(text.slice(0, FIELD_LIMITS.help))]))
}
