import { guessTable } from '#schema/rules/excel/guess/guess-table.ts'
import type { SheetChoice } from '#client/features/import/import-steps.tsx'
import type { ParsedSheet } from '#client/features/import/parsed-file.ts'
import { outlineOf } from '#client/features/import/reader/sheet-outline.ts'
import { directReader } from './direct-reader.ts'

/** A sheet of twelve requirements in two sections. */
export const requirementSheet = (name: string): ParsedSheet => ({
  name,
  rows: [
    ['No.', 'Area', 'Requirement'],
    ...Array.from({ length: 12 }, (_, at) => [
      `${name}-${at}`,
      at < 6 ? 'Access' : 'Audit',
      `The system shows the data of a person in the form ${at}.`,
    ]),
  ],
  merges: [],
})

/** The first sheet of a workbook, with the mapping that is guessed for it. */
export const chooseFirst = (
  sheets: ParsedSheet[],
  changes: Partial<SheetChoice> = {},
): SheetChoice => {
  const { headerRow, names, mapping } = guessTable(sheets[0] ?? { rows: [], merges: [] })
  const file = {
    ...{ fileName: 'a.xlsx', kind: 'workbook' as const },
    ...{ sheets: sheets.map(outlineOf), reader: directReader(sheets) },
  }
  return { file, sheetIndex: 0, headerRow, names, mapping, ...changes }
}
