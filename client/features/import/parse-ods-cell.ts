import type { Cell, CellRows } from '#schema/rules/excel/excel-rows-cells.ts'
import { sheetCellText } from '#schema/rules/excel/excel-rows-cells.ts'
import { MAX_LISTED_OPTIONS } from '#schema/rules/excel/sheet-details.ts'
import { shownNumber } from './parse-cells.ts'

export type Attributes = Readonly<Record<string, string>>

/** Blanks that a text declares in one element. */
const MOST_BLANKS = 1_000

/** The text of a cell, and the comment and link that stand in it. */
export class OdsText {
  #lines: string[] = []
  #noteLines: string[] = []
  #isInNote = false
  /** Paragraphs hold text; blanks between elements are none. */
  #isInParagraph = false
  link = ''

  get shown(): string {
    return this.#lines.join('\n')
  }

  get note(): string {
    return this.#noteLines.join('\n').trim()
  }

  clear(): void {
    this.#lines = []
    this.#noteLines = []
    this.#isInNote = false
    this.#isInParagraph = false
    this.link = ''
  }

  open(name: string, attributes: Attributes): void {
    if (name === 'office:annotation') this.#isInNote = true
    else if (name === 'text:p') {
      this.#isInParagraph = true
      this.#own.push('')
    } else if (name === 'text:line-break') this.add('\n')
    else if (name === 'text:tab') this.add('\t')
    else if (name === 'text:s')
      this.add(' '.repeat(Math.min(MOST_BLANKS, Number(attributes['text:c']) || 1)))
    else if (name === 'text:a' && !this.#isInNote && this.link === '')
      this.link = attributes['xlink:href'] ?? ''
  }

  close(name: string): void {
    if (name === 'office:annotation') this.#isInNote = false
    else if (name === 'text:p') this.#isInParagraph = false
  }

  add(text: string): void {
    if (!this.#isInParagraph) return
    const lines = this.#own
    lines.push(`${lines.pop() ?? ''}${text}`)
  }

  get #own(): string[] {
    return this.#isInNote ? this.#noteLines : this.#lines
  }
}

/** The value of a cell; `shown` is its text as people see it. */
export const odsValue = (cell: Attributes, shown: string): Cell => {
  switch (cell['office:value-type']) {
    case 'float':
    case 'percentage':
      return numberOf(cell, shown)
    case 'currency':
      return Number(cell['office:value'])
    case 'date':
      return (cell['office:date-value'] ?? shown)
        .replace(/T00:00(:00)?(\.0+)?$/, '')
        .replace(/T(\d\d:\d\d)(:00)?(\.\d+)?$/, ' $1')
        .replace('T', ' ')
    case 'boolean':
      return cell['office:boolean-value'] === 'true' ? 'TRUE' : 'FALSE'
    case undefined:
    default:
      return shown === '' ? (cell['office:string-value'] ?? '') : shown
  }
}

const numberOf = (cell: Attributes, shown: string): Cell => {
  const value = Number(cell['office:value'])
  return Number.isFinite(value) ? shownNumber(value, shown) : shown
}

interface NamedRows {
  name: string
  rows: CellRows
}

const columnOf = (letters: string): number =>
  [...letters.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1

/** The values of a range such as Lists.A1:A5, without empty ones. */
const rangeValues = (sheets: readonly NamedRows[], reference: string): string[] => {
  const match =
    /^\[?\$?(?:'((?:[^']|'')+)'|([^'.\]]+))\.\$?([A-Z]{1,3})\$?(\d+)(?::(?:[^.]*\.)?\$?([A-Z]{1,3})\$?(\d+))?\]?$/i.exec(
      reference.trim(),
    )
  if (match === null) return []
  const [, quoted, plain = '', left = '', top = '', right = left, bottom = top] = match
  const name = quoted === undefined ? plain : quoted.replaceAll("''", "'")
  const rows = sheets.find((sheet) => sheet.name === name)?.rows ?? []
  const values: string[] = []
  const last = Math.min(rows.length, Number(bottom))
  for (let row = Number(top); row <= last && values.length < MAX_LISTED_OPTIONS; row += 1)
    for (let column = columnOf(left); column <= Math.min(columnOf(right), 200); column += 1) {
      const text = sheetCellText(rows, row, column)
      if (text !== '') values.push(text)
    }
  return values
}

/** The options of rules: `cell-content-is-in-list("a";"b")` or a range instead of texts. */
export const namedLists = (
  sheets: readonly NamedRows[],
  rules: ReadonlyMap<string, string>,
): ((rule: string) => string[]) => {
  const known = new Map<string, string[]>()
  return (rule) => {
    const found = known.get(rule)
    if (found !== undefined) return found
    const inner = /cell-content-is-in-list\(([^]*)\)\s*$/.exec(rules.get(rule) ?? '')?.[1] ?? ''
    const texts = [...inner.matchAll(/"((?:[^"]|"")*)"/g)].map(([, text = '']) =>
      text.replaceAll('""', '"').trim(),
    )
    const options = [...new Set(texts.length > 0 ? texts : rangeValues(sheets, inner))]
      .filter((text) => text !== '')
      .slice(0, MAX_LISTED_OPTIONS)
    known.set(rule, options)
    return options
  }
}
