import {
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  functionalUpdate,
  tableFeatures,
  useTable,
  type ColumnSizingState,
} from '@tanstack/react-table'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { EMPTY_LAYOUT, type GridColumn, type GridLayout } from './grid-types.ts'
import { isColumnShown } from './shown-columns.ts'

const features = tableFeatures({
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnVisibilityFeature,
})
/**
 * TanStack Table models only the columns. The virtualizer asks for rows by id, so no row objects
 * are created for 10,000 rows.
 */
const NO_ROWS: object[] = []
export const MIN_WIDTH = 48
const MAX_WIDTH = 1_200

export type ColumnModel<Row> = ReturnType<typeof useColumnModel<Row>>

/** The visible columns with widths in the person's order, and functions to change both. */
export function useColumnModel<Row>(
  columns: readonly GridColumn<Row>[],
  layout: GridLayout,
  onLayoutChange: (layout: GridLayout) => void,
) {
  const [sizing, setSizing] = useState<ColumnSizingState>(() => ({ ...layout.widths }))
  const definitions = useMemo(
    () =>
      columns.map((column) => ({
        id: column.id,
        header: column.header,
        size: column.width,
        minSize: column.minWidth ?? MIN_WIDTH,
        maxSize: column.maxWidth ?? MAX_WIDTH,
        accessorFn: () => null,
      })),
    [columns],
  )
  const { hidden, shown: chosen } = layout
  const state = useMemo(
    () => ({
      columnOrder: completeOrder(columns, layout.order),
      columnVisibility: Object.fromEntries(
        columns.map((column) => [
          column.id,
          isColumnShown(column, { ...EMPTY_LAYOUT, hidden, shown: chosen }),
        ]),
      ),
      columnPinning: {
        start: columns.filter((column) => column.frozen).map((column) => column.id),
        end: [],
      },
      columnSizing: sizing,
    }),
    [columns, layout.order, hidden, chosen, sizing],
  )
  const table = useTable({
    features,
    columns: definitions,
    data: NO_ROWS,
    state,
    onColumnSizingChange: (updater) => setSizing((before) => functionalUpdate(updater, before)),
  })

  const latest = useRef({ layout, onLayoutChange })
  useLayoutEffect(() => {
    latest.current = { layout, onLayoutChange }
  })
  useEffect(() => {
    if (sizing === latest.current.layout.widths || sameWidths(sizing, latest.current.layout.widths))
      return
    const timer = setTimeout(
      () => latest.current.onLayoutChange({ ...latest.current.layout, widths: sizing }),
      300,
    )
    return () => clearTimeout(timer)
  }, [sizing])

  const widthsKey = JSON.stringify(layout.widths)
  useEffect(() => {
    setSizing((before) =>
      sameWidths(before, latest.current.layout.widths)
        ? before
        : { ...latest.current.layout.widths },
    )
  }, [widthsKey])

  const byId = useMemo(() => new Map(columns.map((column) => [column.id, column])), [columns])
  const leaves = [...table.getStartVisibleLeafColumns(), ...table.getCenterVisibleLeafColumns()]
  const shownKey = leaves.map((leaf) => leaf.id).join('\u0000')
  const shown = useMemo(
    () => shownKey.split('\u0000').flatMap((id) => byId.get(id) ?? []),
    [byId, shownKey],
  )
  const widths = leaves.map((leaf) => leaf.getSize())

  return {
    shown,
    widths,
    setWidth: (columnId: string, width: number) =>
      setSizing((before) => ({
        ...before,
        [columnId]: Math.round(
          Math.max(
            byId.get(columnId)?.minWidth ?? MIN_WIDTH,
            Math.min(width, byId.get(columnId)?.maxWidth ?? MAX_WIDTH),
          ),
        ),
      })),
    move: (columnId: string, direction: 1 | -1) =>
      onLayoutChange({ ...layout, order: movedOrder(columns, layout, { columnId, direction }) }),
    place: (columnId: string, beforeId: string | null) => {
      const rest = completeOrder(columns, layout.order).filter((id) => id !== columnId)
      const at = beforeId === null ? rest.length : rest.indexOf(beforeId)
      onLayoutChange({ ...layout, order: rest.toSpliced(at < 0 ? rest.length : at, 0, columnId) })
    },
  }
}

/** The person's order, completed with columns that it lacks, each after its default predecessor. */
export function completeOrder<Row>(
  columns: readonly GridColumn<Row>[],
  order: readonly string[],
): string[] {
  const known = new Set(columns.map((column) => column.id))
  const result = order.filter((id) => known.has(id))
  for (const [index, column] of columns.entries()) {
    if (result.includes(column.id)) continue
    const before = columns.slice(0, index).findLast((one) => result.includes(one.id))
    result.splice(before ? result.indexOf(before.id) + 1 : 0, 0, column.id)
  }
  return result
}

/** The order after moving a column past the next visible one of its kind (frozen or not). */
export function movedOrder<Row>(
  columns: readonly GridColumn<Row>[],
  layout: GridLayout,
  { columnId, direction }: { columnId: string; direction: 1 | -1 },
): string[] {
  const order = completeOrder(columns, layout.order)
  const find = (id: string) => columns.find((column) => column.id === id)
  const isFrozen = (id: string) => find(id)?.frozen === true
  const movable = order.filter((id) => {
    const column = find(id)
    return (
      isFrozen(id) === isFrozen(columnId) &&
      (id === columnId || (column !== undefined && isColumnShown(column, layout)))
    )
  })
  const neighbour = movable[movable.indexOf(columnId) + direction]
  if (neighbour === undefined) return order
  const rest = order.filter((id) => id !== columnId)
  return rest.toSpliced(rest.indexOf(neighbour) + (direction > 0 ? 1 : 0), 0, columnId)
}

const sameWidths = (
  one: Readonly<Record<string, number>>,
  other: Readonly<Record<string, number>>,
): boolean =>
  Object.keys(one).length === Object.keys(other).length &&
  Object.entries(one).every(([id, width]) => other[id] === width)
