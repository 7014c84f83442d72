import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import Papa from 'papaparse'
import { type CellObject, utils, type WorkBook, type WorkSheet, write } from 'xlsx'
import { type Habit, type HabitSheet, isTextFile } from './habit.ts'

const decorate = (sheet: WorkSheet, habit: HabitSheet): void => {
  const cellAt = (row: number, column: number): CellObject => {
    const cell = sheet[utils.encode_cell({ r: row - 1, c: column })] as CellObject | undefined
    if (cell === undefined) throw new Error(`No cell in row ${row}, column ${column}`)
    return cell
  }
  for (const { row, column, value, format } of habit.formats ?? [])
    Object.assign(cellAt(row, column), { t: 'n', v: value, z: format })
  for (const { row, column, text } of habit.links ?? []) cellAt(row, column).l = { Target: text }
  for (const { row, column, text } of habit.notes ?? [])
    cellAt(row, column).c = [{ a: 'Buyer', t: text }]
  for (const column of habit.hiddenColumns ?? []) {
    const columns = (sheet['!cols'] ??= [])
    columns[column] = { hidden: true }
  }
  if (habit.hiddenRows !== undefined) {
    const rows: { hidden: boolean }[] = []
    for (const row of habit.hiddenRows) rows[row - 1] = { hidden: true }
    sheet['!rows'] = rows
  }
}

const worksheetOf = (habit: HabitSheet): WorkSheet => {
  const { rows, merges = [] } = habit
  // An empty text would become a cell; the cells of a real sheet are absent.
  const sheet = utils.aoa_to_sheet(
    rows.map((row) => row.map((cell) => (cell === '' ? null : cell))),
  )
  sheet['!merges'] = merges.map(({ top, bottom, left, right }) => ({
    s: { r: top - 1, c: left },
    e: { r: bottom - 1, c: right },
  }))
  decorate(sheet, habit)
  return sheet
}

/** Adds drop-down lists, which the writer cannot write. */
const withLists = (bytes: Uint8Array, sheets: readonly HabitSheet[]): Uint8Array => {
  if (sheets.every(({ lists }) => lists === undefined)) return bytes
  const parts = unzipSync(bytes)
  for (const [at, { lists = [] }] of sheets.entries()) {
    const path = `xl/worksheets/sheet${at + 1}.xml`
    const xml = strFromU8(parts[path] ?? new Uint8Array())
    const rules = lists.map(
      ({ range, formula }) =>
        `<dataValidation type="list" sqref="${range}"><formula1>${formula}</formula1></dataValidation>`,
    )
    const place = /<(hyperlinks|pageMargins|ignoredErrors|legacyDrawing)|<\/worksheet>/.exec(xml)
    const end = place?.index ?? xml.length
    parts[path] = strToU8(
      `${xml.slice(0, end)}<dataValidations>${rules.join('')}</dataValidations>${xml.slice(end)}`,
    )
  }
  return zipSync(parts)
}

const bookOf = ({ sheets, kind }: Habit): Uint8Array => {
  const book: WorkBook = utils.book_new()
  for (const sheet of sheets) utils.book_append_sheet(book, worksheetOf(sheet), sheet.name)
  book.Workbook = {
    Sheets: sheets.map(({ name, isHidden }) => ({ name, Hidden: isHidden === true ? 1 : 0 })),
  }
  // Use shared strings: for inline strings, the reader decodes entities twice.
  const bookType = kind === 'xls' || kind === 'ods' ? kind : 'xlsx'
  const bytes = write(book, { type: 'array', bookType, bookSST: true }) as ArrayBuffer
  return withLists(new Uint8Array(bytes), sheets)
}

const encoded = (text: string, encoding: string): Uint8Array => {
  const letters = [
    ...new TextDecoder(encoding).decode(Uint8Array.from({ length: 256 }, (_, at) => at)),
  ]
  return Uint8Array.from([...text].map((letter) => letters.indexOf(letter)))
}

const csvOf = ({ sheets, delimiter = ',', hasBom = false, encoding }: Habit): Uint8Array => {
  const [sheet] = sheets
  if (sheet === undefined || sheets.length > 1) throw new Error('A CSV has one sheet')
  const text = Papa.unparse(sheet.rows, { delimiter, newline: '\r\n' })
  if (encoding !== undefined) return encoded(text, encoding)
  return new TextEncoder().encode(`${hasBom ? '\ufeff' : ''}${text}`)
}

/** Writes the habit as the bytes of a real file. */
export const workbookOf = (habit: Habit): { fileName: string; bytes: Uint8Array } => ({
  fileName: `${habit.name.replaceAll('/', ' or ')}.${habit.kind}`,
  bytes: isTextFile(habit) ? csvOf(habit) : bookOf(habit),
})
