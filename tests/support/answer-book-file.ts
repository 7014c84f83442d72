import { type BookRecord, readRecord, RECORD_SHEET } from '#schema/rules/answer-book/book-record.ts'
import type { AnswerBook } from '#schema/rules/answer-book/make-book.ts'
import type { Cell } from '#schema/rules/excel/excel-rows-cells.ts'
import { sha256 } from '#sync/engine/outbox/sha256.ts'

export interface FileSheet {
  name: string
  rows: Cell[][]
}

/** The sheets as a reader finds them in the written workbook, for tests to edit. */
export const fileOf = ({ sheets, record }: AnswerBook): FileSheet[] => [
  ...sheets.map(({ name, columns, rows }) => ({
    name,
    rows: [columns.map(({ header }): Cell => header), ...rows.map((row) => [...row])],
  })),
  { name: RECORD_SHEET, rows: record.map((row) => [...row]) },
]

export const recordIn = (sheets: Parameters<typeof readRecord>[0]): BookRecord => {
  const record = readRecord(sheets, sha256)
  if (typeof record === 'string') throw new Error(record)
  return record
}
