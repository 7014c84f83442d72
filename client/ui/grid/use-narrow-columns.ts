import { useMemo } from 'react'
import { useIsNarrow } from '../browser/narrow.ts'
import type { GridColumn, GridNarrow } from './grid-types.ts'

/** Leaves more than half of a width of 390 px to the scrolling columns. */
const LEAD_WIDTH = 150

/** The columns, rearranged by `narrow` on narrow screens. */
export const useNarrowColumns = <Row>(
  columns: readonly GridColumn<Row>[],
  narrow: GridNarrow | undefined,
) => {
  const isNarrow = useIsNarrow() && narrow !== undefined
  const shown = useMemo(
    () => (isNarrow ? narrowColumns(columns, narrow) : columns),
    [columns, isNarrow, narrow],
  )
  return { columns: shown, isNarrow }
}

export const narrowColumns = <Row>(
  columns: readonly GridColumn<Row>[],
  { lead, last }: GridNarrow,
): GridColumn<Row>[] => {
  const placeOf = ({ id }: GridColumn<Row>): number => (id === lead ? -1 : last.indexOf(id) + 1)
  return columns
    .toSorted((one, other) => placeOf(one) - placeOf(other))
    .map((column) => {
      const isLead = column.id === lead
      return {
        ...column,
        frozen: isLead,
        ...(isLead ? { width: LEAD_WIDTH, maxWidth: LEAD_WIDTH } : {}),
      }
    })
}
