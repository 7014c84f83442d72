import type { CellRows } from '#schema/rules/excel/excel-rows-cells.ts'
import type { ImportMapping } from '#schema/rules/excel/excel-rows-mapping.ts'
import { guessTable } from '#schema/rules/excel/guess/guess-table.ts'
import { guessHeader } from '#schema/rules/excel/guess/header.ts'

/** The row of the column names that the import proposes for a sheet without merged cells. */
export const guessHeaderRow = (rows: CellRows): number => guessHeader(rows).row

/** The mapping that the import proposes for that header row. */
export const guessMapping = (rows: CellRows, headerRow: number): ImportMapping =>
  guessTable({ rows, merges: [] }, { row: headerRow, depth: 1 }).mapping
