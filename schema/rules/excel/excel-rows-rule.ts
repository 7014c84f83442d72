import { type CellRows, sheetCellText, sheetWidth } from './excel-rows-cells.ts'
import { columnFacts, parameterRole } from './excel-rows-facts.ts'
import { type ColumnRole, DEFAULT_SECTION, type ImportMapping } from './excel-rows-mapping.ts'

/** The content of A1 in a sheet that starts with its column names. */
export const ID = 'ID'
const FIRST_COLUMNS = ['id', 'section', 'name'] as const

/**
 * The specification's rule for the first sheet: if A1 is not 'ID' the first row is skipped, and the
 * column names follow.
 */
export const specificationHeaderRow = (rows: CellRows): number =>
  sheetCellText(rows, 1, 0) === ID ? 1 : 2

/** Column 1 is the id, 2 the section, 3 the requirement's name; the rest are parameters. */
export const specificationMapping = (
  rows: CellRows,
  headerRow: number = specificationHeaderRow(rows),
): ImportMapping => ({
  columns: Array.from(
    { length: sheetWidth(rows) },
    (_, column): ColumnRole =>
      FIRST_COLUMNS[column] ?? parameterRole(columnFacts(rows, headerRow, column)),
  ),
  sectionFrom: 'columns',
  defaultSection: DEFAULT_SECTION,
})
