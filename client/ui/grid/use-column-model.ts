import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { GridColumn, GridLayout } from './grid-types.ts'
import { isColumnShown } from './shown-columns.ts'

type Widths = GridLayout['widths']

export const MIN_WIDTH = 48
const MAX_WIDTH = 1_200

export type ColumnModel<Row> = ReturnType<typeof useColumnModel<Row>>

/** The visible columns with widths in the person's order, and functions to change both. */
export function useColumnModel<Row>(
  columns: readonly GridColumn<Row>[],
  layout: GridLayout,
  onLayoutChange: (layout: GridLayout) => void,
) {
  const [sizing, setSizing] = useState<Widths>(() => ({ ...layout.widths }))
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
  // Owners make new layouts with the same columns; the grid draws all cells again for a new list.
  const shownKey = shownIds(columns, layout).join('\u0000')
  const shown = useMemo(
    () => shownKey.split('\u0000').flatMap((id) => byId.get(id) ?? []),
    [byId, shownKey],
  )
  const widths = shown.map((column) => withinBounds(column, sizing[column.id] ?? column.width))

  return {
    shown,
    widths,
    setWidth: (columnId: string, width: number) => {
      const column = byId.get(columnId)
      if (column !== undefined)
        setSizing((before) => ({ ...before, [columnId]: Math.round(withinBounds(column, width)) }))
    },
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

/** The visible columns in the person's order, frozen ones first. */
const shownIds = <Row>(columns: readonly GridColumn<Row>[], layout: GridLayout): string[] => {
  const idsOf = (isChosen: (column: GridColumn<Row>) => boolean): Set<string> =>
    new Set(columns.filter(isChosen).map(({ id }) => id))
  const visible = idsOf((column) => isColumnShown(column, layout))
  const frozen = idsOf((column) => column.frozen === true)
  const order = [...new Set(completeOrder(columns, layout.order))].filter((id) => visible.has(id))
  return [...order.filter((id) => frozen.has(id)), ...order.filter((id) => !frozen.has(id))]
}

const withinBounds = <Row>({ minWidth, maxWidth }: GridColumn<Row>, width: number): number =>
  Math.max(minWidth ?? MIN_WIDTH, Math.min(width, maxWidth ?? MAX_WIDTH))

const sameWidths = (one: Widths, other: Widths): boolean =>
  Object.keys(one).length === Object.keys(other).length &&
  Object.entries(one).every(([id, width]) => other[id] === width)
