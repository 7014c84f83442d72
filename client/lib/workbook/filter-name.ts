import { columnLetters } from '#schema/rules/excel/excel-rows-cells.ts'

/** LibreOffice keeps the filter of a sheet only if its range has this name. */
export const filterName = (
  sheet: string,
  { columns, rows }: { columns: readonly unknown[]; rows: readonly unknown[] },
): { name: string; scope: string; range: string } => {
  const last = columnLetters(Math.max(0, columns.length - 1))
  return {
    name: '_xlnm._FilterDatabase',
    scope: sheet,
    range: `'${sheet.replaceAll("'", "''")}'!$A$1:$${last}$${rows.length + 1}`,
  }
}
