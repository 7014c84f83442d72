import type { Cell } from '#schema/rules/excel/excel-rows-cells.ts'
import { shownNumber } from './parse-cells.ts'
import { type NamedRows, optionsOf, rangeTexts } from './parse-lists.ts'
import type { Attributes } from './parse-xml.ts'

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
    case 'currency': {
      const value = Number(cell['office:value'])
      return Number.isFinite(value) ? value : shown
    }
    case 'date':
      return (cell['office:date-value'] ?? shown)
        .slice(0, 40)
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

/** The options of rules: `cell-content-is-in-list("a";"b")`, or a range or its name instead. */
export const namedLists = (
  sheets: readonly NamedRows[],
  { rules, names }: Record<'rules' | 'names', ReadonlyMap<string, string>>,
): ((rule: string) => string[]) => {
  const known = new Map<string, string[]>()
  return (rule) => {
    const found = known.get(rule)
    if (found !== undefined) return found
    const inner = /cell-content-is-in-list\(([^]*)\)\s*$/.exec(rules.get(rule) ?? '')?.[1] ?? ''
    const texts = [...inner.matchAll(/"((?:[^"]|"")*)"/g)].map(([, text = '']) =>
      text.replaceAll('""', '"'),
    )
    const range = names.get(inner.trim()) ?? inner
    const options = optionsOf(texts.length > 0 ? texts : rangeTexts(sheets, range, ''))
    known.set(rule, options)
    return options
  }
}
