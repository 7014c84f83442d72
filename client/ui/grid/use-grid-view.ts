import { useMemo } from 'react'
import { useIsLow, useIsTouch } from '../browser/narrow.ts'
import { useTextScale } from '../browser/text-scale.ts'
import { CHECK_WIDTH } from './grid-geometry.ts'
import { gridModel } from './grid-model.ts'
import type { GridProps } from './grid-types.ts'
import { useColumnModel } from './use-column-model.ts'
import { useNarrowColumns } from './use-narrow-columns.ts'

/** Fits three lines of text on narrow screens. */
const NARROW_ROW = 46
/** Fits two lines of text, where the height is scarce. */
const LOW_ROW = 36
/** The least height that a line of text of the usual size needs. */
const LINE_ROW = 28
/** Least width and height in px for a finger. */
const TOUCH_PX = 44

/** The rows, columns and sizes of one render. */
export function useGridView<Row>(props: GridProps<Row>) {
  const { rowIds } = props
  const narrow = useNarrowColumns(props.columns, props.narrow)
  const columns = useColumnModel(narrow.columns, props.layout, props.onLayoutChange)
  const { shown } = columns
  const scale = useTextScale()
  const perWidth = narrow.isNarrow ? 1 : scale
  const widths = columns.widths.map((width) => Math.round(width * perWidth))
  const columnIds = useMemo(() => shown.map((column) => column.id), [shown])
  const model = useMemo(() => gridModel(rowIds, columnIds), [rowIds, columnIds])
  const isCheckable = props.onCheckedChange !== undefined
  const checkWidth = useIsTouch() ? TOUCH_PX : CHECK_WIDTH
  const frozenCount = shown.filter((column) => column.frozen).length
  return {
    columns: {
      ...columns,
      widths,
      // A width is kept as it is while text has its usual size.
      setWidth: (columnId: string, width: number) => columns.setWidth(columnId, width / perWidth),
    },
    model,
    isNarrow: narrow.isNarrow,
    isCheckable,
    rowHeight: useRowHeight(props.rowHeight, narrow.isNarrow, scale),
    geometry: { lead: isCheckable ? checkWidth : 0, widths, frozenCount },
  }
}

/** The chosen height, or what the text of a narrow screen or a finger needs. */
const useRowHeight = (chosen: number | undefined, isNarrow: boolean, scale: number): number => {
  const isLow = useIsLow()
  const isTouch = useIsTouch()
  const least = isNarrow ? (isLow && !isTouch ? LOW_ROW : NARROW_ROW) : scale > 1 ? LINE_ROW : 0
  return Math.max(chosen ?? 36, Math.round(least * scale), isTouch ? TOUCH_PX : 0)
}
