import { useMemo } from 'react'
import { CHECK_WIDTH } from './grid-geometry.ts'
import { gridModel } from './grid-model.ts'
import type { GridProps } from './grid-types.ts'
import { useColumnModel } from './use-column-model.ts'
import { useNarrowColumns } from './use-narrow-columns.ts'

/** Fits three lines of text. */
const NARROW_ROW = 56

/** The rows, columns and sizes of one render. */
export function useGridView<Row>(props: GridProps<Row>) {
  const { rowIds, rowHeight = 36 } = props
  const narrow = useNarrowColumns(props.columns, props.narrow)
  const columns = useColumnModel(narrow.columns, props.layout, props.onLayoutChange)
  const { shown, widths } = columns
  const columnIds = useMemo(() => shown.map((column) => column.id), [shown])
  const model = useMemo(() => gridModel(rowIds, columnIds), [rowIds, columnIds])
  const isCheckable = props.onCheckedChange !== undefined
  const frozenCount = shown.filter((column) => column.frozen).length
  return {
    columns,
    model,
    isNarrow: narrow.isNarrow,
    isCheckable,
    rowHeight: narrow.isNarrow ? Math.max(rowHeight, NARROW_ROW) : rowHeight,
    geometry: { lead: isCheckable ? CHECK_WIDTH : 0, widths, frozenCount },
  }
}
