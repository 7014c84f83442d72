import Papa from 'papaparse'
import { utils, type WorkBook, type WorkSheet, write } from 'xlsx'
import type { Habit, HabitSheet } from './habit.ts'

const worksheetOf = ({ rows, merges = [] }: HabitSheet): WorkSheet => {
  // An empty text would become a cell; the cells of a real sheet are absent.
  const sheet = utils.aoa_to_sheet(
    rows.map((row) => row.map((cell) => (cell === '' ? null : cell))),
  )
  sheet['!merges'] = merges.map(({ top, bottom, left, right }) => ({
    s: { r: top - 1, c: left },
    e: { r: bottom - 1, c: right },
  }))
  return sheet
}

const xlsxOf = ({ sheets }: Habit): Uint8Array => {
  const book: WorkBook = utils.book_new()
  for (const sheet of sheets) utils.book_append_sheet(book, worksheetOf(sheet), sheet.name)
  book.Workbook = {
    Sheets: sheets.map(({ name, isHidden }) => ({ name, Hidden: isHidden === true ? 1 : 0 })),
  }
  // Use shared strings: for inline strings, the reader decodes entities twice.
  const bytes = write(book, { type: 'array', bookType: 'xlsx', bookSST: true }) as ArrayBuffer
  return new Uint8Array(bytes)
}

const csvOf = ({ sheets, delimiter = ',', hasBom = false }: Habit): Uint8Array => {
  const [sheet] = sheets
  if (sheet === undefined || sheets.length > 1) throw new Error('A CSV has one sheet')
  const text = Papa.unparse(sheet.rows, { delimiter, newline: '\r\n' })
  return new TextEncoder().encode(`${hasBom ? '\ufeff' : ''}${text}`)
}

/** Writes the habit as the bytes of a real file. */
export const workbookOf = (habit: Habit): { fileName: string; bytes: Uint8Array } => ({
  fileName: `${habit.name.replaceAll('/', ' or ')}.${habit.kind}`,
  bytes: habit.kind === 'csv' ? csvOf(habit) : xlsxOf(habit),
})
