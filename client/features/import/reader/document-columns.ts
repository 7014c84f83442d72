import { prepareTable, textsByRow } from '#schema/rules/excel/prepare-table.ts'
import type { ParsedSheet } from '../parsed-file.ts'
import type { SheetReading } from './questions.ts'

const MOST_DOCUMENTS = 50

/** The rows of the sheet as they are without a choice of documents. */
const wholeTable = (sheet: ParsedSheet, { headerRow, mapping }: SheetReading) => {
  const { only: _only, ...whole } = mapping
  return prepareTable(sheet, headerRow, { ...whole, duplicates: 'refuse' })
}

/** The texts of a column; one more than the most documents means too many. */
const documentsIn = (
  { rows, headerRow }: ReturnType<typeof wholeTable>,
  column: number,
): Set<string> => {
  const texts = new Set<string>()
  for (const [, text] of textsByRow(rows, headerRow, column)) {
    texts.add(text)
    if (texts.size > MOST_DOCUMENTS) break
  }
  return texts
}

/** The columns of a sheet whose texts can name documents: few texts for many rows. */
export const documentColumns = (
  sheet: ParsedSheet,
  reading: SheetReading & { names: readonly string[] },
): { column: number; name: string }[] => {
  const table = wholeTable(sheet, reading)
  const roles = reading.mapping.columns
  return reading.names.flatMap((name, column) => {
    const role = roles[column] ?? 'ignore'
    if (name === '' || role === 'id' || role === 'name' || role === 'description') return []
    const texts = documentsIn(table, column)
    const isFew = texts.size >= 2 && texts.size <= MOST_DOCUMENTS
    const isLong = [...texts].some((text) => text.length > 200)
    return isFew && !isLong ? [{ column, name }] : []
  })
}

/** The texts of a column that names documents, in their order. */
export const documentTexts = (
  sheet: ParsedSheet,
  reading: SheetReading & { column: number },
): string[] => [...documentsIn(wholeTable(sheet, reading), reading.column)]
