import {
  type Cell,
  type CellRows,
  cleanText,
  fillMerged,
  type MergedRange,
  sheetCellText,
  sheetWidth,
} from './excel-rows-cells.ts'
import { helpOfRows, offeredChoices, writeLinks } from './cell-details.ts'
import { columnsWith, type ColumnRole, type ImportMapping } from './excel-rows-mapping.ts'
import { hasLetterOrDigit, headingAboveHeader, headingRows } from './headings.ts'
import type { SheetDetails } from './sheet-details.ts'

export interface ImportSheet extends SheetDetails {
  rows: CellRows
  merges: readonly MergedRange[]
}
/** A table with one header row and one row per requirement; rows keep their numbers. */
export interface PreparedTable {
  rows: CellRows
  headerRow: number
  mapping: ImportMapping
}

const put = (rows: Cell[][], [row, column]: readonly [number, number], text: Cell): void => {
  const cells = rows[row - 1]
  if (cells === undefined) return
  while (cells.length < column) cells.push('')
  cells[column] = text
}

/** Joins the two rows of a header: the group of a column stands above its name. */
const joinHeader = (rows: Cell[][], merges: readonly MergedRange[], headerRow: number): void => {
  const top = headerRow - 1
  const groups = merges.filter((range) => range.top === top && range.right > range.left)
  const groupOf = (column: number): string => {
    const range = groups.find(({ left, right }) => left <= column && column <= right)
    return sheetCellText(rows, top, range?.left ?? column)
  }
  const width = Math.max(rows[top - 1]?.length ?? 0, rows[headerRow - 1]?.length ?? 0)
  for (let column = 0; column < width; column += 1) {
    const parts = [groupOf(column), sheetCellText(rows, headerRow, column)]
    put(rows, [headerRow, column], [...new Set(parts.filter((text) => text !== ''))].join(' / '))
  }
}

/**
 * Where no row has both a section and a text, as in exports of requirement tools, the rows of
 * sections are headings. They give their text to the rows below, and are emptied.
 */
const takeHeadings = (rows: Cell[][], headerRow: number, mapping: ImportMapping): void => {
  const sections = columnsWith(mapping, 'section')
  const texts = [...columnsWith(mapping, 'name'), ...columnsWith(mapping, 'description')]
  const hasAny = (row: number, columns: readonly number[]): boolean =>
    columns.some((column) => sheetCellText(rows, row, column) !== '')
  const headings: number[] = []
  for (let row = headerRow + 1; row <= rows.length; row += 1) {
    if (!hasAny(row, sections)) continue
    if (hasAny(row, texts)) return
    headings.push(row)
  }
  const isHeading = new Set(headings)
  const above = new Map<number, Cell>()
  for (let row = headerRow + 1; row <= rows.length; row += 1)
    for (const column of sections) {
      if (isHeading.has(row)) above.set(column, rows[row - 1]?.[column] ?? '')
      else if (hasAny(row, texts)) put(rows, [row, column], above.get(column) ?? '')
    }
  for (const row of headings) rows[row - 1] = []
}

const fillDown = (rows: Cell[][], headerRow: number, columns: readonly number[]): void => {
  for (const column of columns) {
    let above: Cell = ''
    for (let row = headerRow + 1; row <= rows.length; row += 1) {
      if ((rows[row - 1] ?? []).every((cell) => cell === '')) continue
      if (sheetCellText(rows, row, column) === '') put(rows, [row, column], above)
      else above = rows[row - 1]?.[column] ?? ''
    }
  }
}

/**
 * Writes each row's heading into a column of its own, and empties the heading rows; the rows of
 * `whole` include those that are left out.
 */
const moveHeadings = (
  rows: Cell[][],
  { rows: whole, headerRow, mapping }: PreparedTable,
): ImportMapping => {
  const headings = headingRows(rows, headerRow, mapping)
  const column = Math.max(sheetWidth(rows), mapping.columns.length)
  const [idColumn = -1] = columnsWith(mapping, 'id')
  const [nameColumn = -1] = columnsWith(mapping, 'name')
  let current = headingAboveHeader(whole, headerRow, headings)
  for (let row = headerRow + 1; row <= rows.length; row += 1) {
    const heading = headings.get(row)
    if (heading !== undefined) {
      current = heading
      rows[row - 1] = []
    } else if (
      !hasLetterOrDigit(sheetCellText(rows, row, idColumn)) &&
      sheetCellText(rows, row, nameColumn) === ''
    )
      rows[row - 1] = []
    else if (current !== '') put(rows, [row, column], current)
  }
  const columns = Array.from({ length: column }, (_, at) => mapping.columns[at] ?? 'ignore')
  return { ...mapping, columns: [...columns, 'section'], sectionFrom: 'columns' }
}

const sectionText = (rows: CellRows, row: number, columns: readonly number[]): string =>
  columns
    .map((column) => sheetCellText(rows, row, column))
    .filter((text) => text !== '')
    .join(' / ')

/**
 * The rows below the header with the text of a column; an empty cell takes the text above. Blank rows
 * are left out.
 */
export function* textsByRow(
  rows: CellRows,
  headerRow: number,
  column: number,
): Generator<[row: number, text: string]> {
  let above = ''
  for (let row = headerRow + 1; row <= rows.length; row += 1) {
    if ((rows[row - 1] ?? []).every((cell) => cleanText(cell) === '')) continue
    above = sheetCellText(rows, row, column) || above
    yield [row, above]
  }
}

/** Empties the rows of other documents. */
const keepOnly = (rows: Cell[][], headerRow: number, { only }: ImportMapping): void => {
  if (only === undefined) return
  for (const [row, text] of textsByRow(rows, headerRow, only.column))
    if (text !== only.text) rows[row - 1] = []
}

/** Texts of several rows become one; other values of later rows are lost. */
const JOINED: ReadonlySet<ColumnRole> = new Set([
  ...(['name', 'description', 'text', 'longText', 'several'] as const),
])

/** Applies the rule for rows that share an id. */
const settleDuplicates = (rows: Cell[][], headerRow: number, mapping: ImportMapping): void => {
  const [idColumn = -1] = columnsWith(mapping, 'id')
  const joined = mapping.columns.flatMap((role, column) => (JOINED.has(role) ? [column] : []))
  const first = new Map<string, number>()
  const counts = new Map<string, number>()
  for (let row = headerRow + 1; row <= rows.length; row += 1) {
    const id = sheetCellText(rows, row, idColumn)
    if (id === '') continue
    const known = first.get(id)
    const count = (counts.get(id) ?? 0) + 1
    counts.set(id, count)
    if (known === undefined) first.set(id, row)
    else if (mapping.duplicates === 'number') put(rows, [row, idColumn], `${id} (${count})`)
    else {
      for (const column of joined) {
        const [above, own] = [known, row].map((at) => sheetCellText(rows, at, column))
        if (own !== undefined && own !== '' && own !== above)
          put(rows, [known, column], above === '' ? own : `${above}\n${own}`)
      }
      rows[row - 1] = []
    }
  }
}

/** The rows; those below the header that the workbook hides are empty unless they are wanted. */
export const visibleRows = (
  { rows, hiddenRows = [] }: ImportSheet,
  headerRow: number,
  { withHidden = false }: Pick<ImportMapping, 'withHidden'> = {},
): CellRows => {
  if (withHidden || hiddenRows.length === 0) return rows
  const hidden = new Set(hiddenRows)
  return rows.map((row, at) => (at >= headerRow && hidden.has(at + 1) ? [] : row))
}

/**
 * Turns what a mapping says about a sheet (two header rows, heading rows, rows left out, ids of a
 * section, several rows of one requirement) into a plain table.
 */
export const prepareTable = (
  sheet: ImportSheet,
  headerRow: number,
  mapping: ImportMapping,
): PreparedTable => {
  const { merges } = sheet
  const cells = visibleRows(sheet, headerRow, mapping)
  const isMerging = mapping.duplicates === 'merge'
  const keys = columnsWith(mapping, 'section').concat(isMerging ? columnsWith(mapping, 'id') : [])
  if (mapping.only !== undefined) keys.push(mapping.only.column)
  const rows = fillMerged(cells, merges, new Set(keys)).map((row) => [...row])
  writeLinks(rows, sheet, mapping)
  if (mapping.headerRows === 2 && headerRow > 1) joinHeader(rows, merges, headerRow)
  for (const row of mapping.skipped ?? [])
    if (row > headerRow && row <= rows.length) rows[row - 1] = []
  const choices = offeredChoices(sheet, headerRow, mapping)
  let plain: ImportMapping = {
    ...mapping,
    ...(Object.keys(choices).length > 0 ? { choices } : {}),
    ...(mapping.notesAsHelp === true ? { help: helpOfRows(sheet, headerRow) } : {}),
  }
  if (mapping.sectionFrom === 'headingRows')
    plain = moveHeadings(rows, { rows: cells, headerRow, mapping: plain })
  const sections = columnsWith(plain, 'section')
  if (mapping.fillsDown === true) {
    takeHeadings(rows, headerRow, plain)
    fillDown(rows, headerRow, sections)
  }
  // Headings say what they are only among all rows.
  keepOnly(rows, headerRow, mapping)
  const [idColumn] = columnsWith(plain, 'id')
  if (mapping.isIdOfSection === true && idColumn !== undefined)
    for (let row = headerRow + 1; row <= rows.length; row += 1) {
      const id = sheetCellText(rows, row, idColumn)
      const section = sectionText(rows, row, sections)
      if (id !== '' && section !== '') put(rows, [row, idColumn], `${section} ${id}`)
    }
  if (isMerging || mapping.duplicates === 'number') settleDuplicates(rows, headerRow, plain)
  return { rows, headerRow, mapping: plain }
}
