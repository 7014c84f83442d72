import { FIELD_LIMITS } from '#schema/entities/field-limits.ts'

export type SortDirection = 'asc' | 'desc'
/** A sort key. The first key of a list decides; the others break ties. */
export interface GridSort {
  columnId: string
  direction: SortDirection
}

const NEXT = { none: 'asc', asc: 'desc', desc: null } as const satisfies Record<
  SortDirection | 'none',
  SortDirection | null
>

/**
 * The sort keys after a click on a header, which cycles through ascending, descending and none.
 * With `isAdded`, the other keys stay and a new key goes last; a key over the limit replaces the
 * last one.
 */
export function nextSort(
  sort: readonly GridSort[],
  columnId: string,
  isAdded: boolean,
): GridSort[] {
  const direction = NEXT[sort.find((key) => key.columnId === columnId)?.direction ?? 'none']
  if (!isAdded) return direction === null ? [] : [{ columnId, direction }]
  if (direction === null) return sort.filter((key) => key.columnId !== columnId)
  const next = { columnId, direction }
  if (sort.some((key) => key.columnId === columnId)) {
    return sort.map((key) => (key.columnId === columnId ? next : key))
  }
  return [...sort.slice(0, FIELD_LIMITS.sortKeys - 1), next]
}

export const ARIA_SORT = { asc: 'ascending', desc: 'descending' } as const satisfies Record<
  SortDirection,
  'ascending' | 'descending'
>
