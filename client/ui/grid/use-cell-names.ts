import { useLingui } from '@lingui/react/macro'
import type { GridModel } from './grid-model.ts'
import type { CellAt } from './grid-place.ts'
import type { GridProps } from './grid-types.ts'

/** Names of a cell's row (by label or position) and column (by header). */
export function useCellNames<Row>(
  { readRow, rowLabel, columns }: GridProps<Row>,
  model: GridModel,
): (cell: CellAt) => { row: string; column: string } {
  const { t } = useLingui()
  return ({ rowId, columnId }) => {
    const row = readRow(rowId)
    const place = t`Row ${model.indexOfRow(rowId) + 1}`
    const header = columns.find(({ id }) => id === columnId)?.header ?? ''
    return { row: row === undefined ? place : (rowLabel?.(row) ?? place), column: header }
  }
}
