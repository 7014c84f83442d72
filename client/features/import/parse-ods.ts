import { SaxesParser } from 'saxes'
import type { Cell, MergedRange } from '#schema/rules/excel/excel-rows-cells.ts'
import type { CellDetail, ChoiceList } from '#schema/rules/excel/sheet-details.ts'
import { ImportFileError } from './import-file-error.ts'
import { IMPORT_LIMITS } from './import-limits.ts'
import { namedLists, OdsText, odsValue } from './parse-ods-cell.ts'
import { countCells, type Size } from './parse-cells.ts'
import type { Attributes } from './parse-xml.ts'
import type { ParsedSheet } from './parsed-file.ts'

const CHUNK = 1024 * 1024
const number = (text: string | undefined): number => Math.max(1, Math.floor(Number(text)) || 1)

interface OdsRow {
  repeat: number
  isHidden: boolean
  cells: { column: number; repeat: number; value: Cell }[]
}
interface OdsSheet {
  name: string
  isHidden: boolean
  rows: Cell[][]
  merges: MergedRange[]
  hidden: { from: number; to: number }[]
  links: CellDetail[]
  notes: CellDetail[]
  /** Ranges with the name of their list. */
  lists: (Omit<ChoiceList, 'options'> & { rule: string })[]
}

/**
 * Reads the content of an OpenDocument spreadsheet. SheetJS would write every repeated cell and
 * row, of which a small file can declare millions; here they are counted before they are written.
 */
class OdsReader {
  readonly sheets: OdsSheet[] = []
  readonly rules = new Map<string, string>()
  readonly names = new Map<string, string>()
  readonly #size: Size = { cells: 0, characters: 0 }
  readonly #hiddenStyles = new Set<string>()
  readonly #text = new OdsText()
  /** The last range of each column and rule. */
  readonly #lists = new Map<string, OdsSheet['lists'][number]>()
  #style = ''
  /** Depth inside of drawings, which can hold tables of their own. */
  #drawn = 0
  #sheet: OdsSheet | null = null
  #row: OdsRow | null = null
  #rowAt = 1
  #column = 0
  #cell: Attributes | null = null

  open(name: string, attributes: Attributes): void {
    if (name.startsWith('draw:') || name === 'table:shapes') this.#drawn += 1
    if (this.#drawn > 0) return
    switch (name) {
      case 'style:style':
        this.#style = attributes['style:name'] ?? ''
        break
      case 'style:table-properties':
        if (attributes['table:display'] === 'false') this.#hiddenStyles.add(this.#style)
        break
      case 'table:content-validation':
        this.rules.set(attributes['table:name'] ?? '', attributes['table:condition'] ?? '')
        break
      case 'table:named-range':
        this.names.set(attributes['table:name'] ?? '', attributes['table:cell-range-address'] ?? '')
        break
      case 'table:table':
        this.#openSheet(attributes)
        break
      case 'table:table-row':
        this.#openRow(attributes)
        break
      case 'table:table-cell':
      case 'table:covered-table-cell':
        this.#cell = attributes
        this.#text.clear()
        break
      default:
        if (this.#cell !== null) this.#text.open(name, attributes)
    }
  }

  close(name: string): void {
    if (name.startsWith('draw:') || name === 'table:shapes') this.#drawn -= 1
    else if (this.#drawn > 0) return
    else if (name === 'table:table') this.#sheet = null
    else if (name === 'table:table-row') this.#closeRow()
    else if (name === 'table:table-cell' || name === 'table:covered-table-cell') this.#closeCell()
    else this.#text.close(name)
  }

  text(text: string): void {
    if (this.#cell !== null && this.#drawn === 0) this.#text.add(text)
  }

  #openSheet(attributes: Attributes): void {
    // A table in a cell is none of the sheets.
    if (this.#sheet !== null) throw new ImportFileError('brokenZip')
    this.#sheet = {
      name: attributes['table:name'] ?? `Sheet${this.sheets.length + 1}`,
      isHidden: this.#hiddenStyles.has(attributes['table:style-name'] ?? ''),
      rows: [],
      merges: [],
      hidden: [],
      links: [],
      notes: [],
      lists: [],
    }
    this.sheets.push(this.#sheet)
    this.#lists.clear()
    this.#rowAt = 1
  }

  #openRow(attributes: Attributes): void {
    const visibility = attributes['table:visibility'] ?? 'visible'
    this.#row = {
      repeat: number(attributes['table:number-rows-repeated']),
      isHidden: visibility !== 'visible',
      cells: [],
    }
    this.#column = 0
  }

  #closeRow(): void {
    const [sheet, row] = [this.#sheet, this.#row]
    if (sheet === null || row === null) return
    const last = this.#rowAt + row.repeat - 1
    if (row.cells.length > 0) this.#write(sheet, row)
    if (row.isHidden) sheet.hidden.push({ from: this.#rowAt, to: last })
    this.#rowAt = Math.min(last + 1, Number.MAX_SAFE_INTEGER / 2)
    this.#row = null
  }

  #write(sheet: OdsSheet, { cells, repeat }: OdsRow): void {
    const last = this.#rowAt + repeat - 1
    if (last > IMPORT_LIMITS.rows)
      throw new ImportFileError('tooManyRows', { limit: IMPORT_LIMITS.rows, sheet: sheet.name })
    for (const cell of cells)
      countCells(this.#size, cell.value, { sheet: sheet.name, copies: cell.repeat * repeat })
    const row: Cell[] = []
    for (const { column, repeat: times, value } of cells) {
      while (row.length < column) row.push('')
      for (let at = 0; at < times; at += 1) row.push(value)
    }
    countCells(this.#size, '', { sheet: sheet.name, copies: last - sheet.rows.length })
    while (sheet.rows.length < this.#rowAt - 1) sheet.rows.push([])
    for (let at = 0; at < repeat; at += 1) sheet.rows.push([...row])
  }

  #closeCell(): void {
    const [sheet, row, cell] = [this.#sheet, this.#row, this.#cell]
    this.#cell = null
    if (sheet === null || row === null || cell === null) return
    const repeat = number(cell['table:number-columns-repeated'])
    const [column, value] = [this.#column, odsValue(cell, this.#text.shown)]
    this.#column = Math.min(column + repeat, Number.MAX_SAFE_INTEGER / 2)
    this.#note(sheet, cell, { column, repeat })
    if (value === '') return
    if (column + repeat > IMPORT_LIMITS.columns)
      throw new ImportFileError('tooManyColumns', {
        limit: IMPORT_LIMITS.columns,
        sheet: sheet.name,
      })
    row.cells.push({ column, repeat, value })
  }

  /** Keeps what a cell says beside its value. */
  #note(
    sheet: OdsSheet,
    cell: Attributes,
    { column, repeat }: { column: number; repeat: number },
  ): void {
    const row = this.#rowAt
    if (row > IMPORT_LIMITS.rows || column >= IMPORT_LIMITS.columns) return
    const { link, note } = this.#text
    if (link !== '') sheet.links.push({ row, column, text: link })
    if (note !== '') sheet.notes.push({ row, column, text: note })
    const [down, across] = [
      number(cell['table:number-rows-spanned']),
      number(cell['table:number-columns-spanned']),
    ]
    if (down * across > 1)
      sheet.merges.push({
        ...{ top: row, bottom: row + down - 1 },
        ...{ left: column, right: column + across - 1 },
      })
    const rule = cell['table:content-validation-name']
    if (rule !== undefined && this.#row !== null)
      this.#list({
        ...{ top: row, bottom: row + this.#row.repeat - 1 },
        ...{ left: column, right: column + repeat - 1, rule },
      })
  }

  /** Adds a range with a list, or lengthens the one that ends in the row above. */
  #list(range: OdsSheet['lists'][number]): void {
    const key = `${range.left} ${range.right} ${range.rule}`
    const above = this.#lists.get(key)
    if (above?.bottom === range.top - 1) above.bottom = range.bottom
    else {
      this.#lists.set(key, range)
      this.#sheet?.lists.push(range)
    }
  }
}

const filled = <T>(key: string, items: readonly T[]): Record<string, readonly T[]> =>
  items.length === 0 ? {} : { [key]: items }

/** The rows of ranges, which can reach far below the last filled row. */
const rowsIn = (ranges: OdsSheet['hidden'], last: number): number[] =>
  ranges.flatMap(({ from, to }) =>
    Array.from({ length: Math.max(0, Math.min(to, last) - from + 1) }, (_, at) => from + at),
  )

/** Parses an OpenDocument spreadsheet that passed the archive check. */
export const parseOds = (content: Uint8Array, manifest: Uint8Array | undefined): ParsedSheet[] => {
  if (new TextDecoder().decode(manifest).includes('encryption-data'))
    throw new ImportFileError('encrypted')
  const reader = new OdsReader()
  const parser = new SaxesParser({ xmlns: false })
  parser.on('opentag', ({ name, attributes }: { name: string; attributes: object }) =>
    reader.open(name, attributes as Attributes),
  )
  parser.on('closetag', ({ name }) => reader.close(name))
  parser.on('text', (text) => reader.text(text))
  const decoder = new TextDecoder()
  for (let at = 0; at < content.length; at += CHUNK)
    parser.write(decoder.decode(content.subarray(at, at + CHUNK), { stream: true }))
  parser.close()
  const listOf = namedLists(reader.sheets, reader)
  return reader.sheets.flatMap(({ name, rows, merges, isHidden, hidden, ...details }) => {
    if (rows.length === 0) return []
    const lists = details.lists.flatMap(({ rule, ...range }) => {
      const options = listOf(rule)
      return options.length === 0 ? [] : [{ ...range, options }]
    })
    return [
      {
        ...{ name, rows, merges },
        ...(isHidden ? { isHidden } : {}),
        ...filled('hiddenRows', rowsIn(hidden, rows.length)),
        ...filled('links', details.links),
        ...filled('notes', details.notes),
        ...filled('lists', lists),
      },
    ]
  })
}
