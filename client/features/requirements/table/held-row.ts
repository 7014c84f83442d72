import type { Requirement } from '#schema/entities/structure.ts'
import type { GridValue } from '#client/ui/grid/grid-types.ts'
import type { TableOrder } from '../views/column-sort.ts'

/** The focused row, with the values of the sort columns when it got the focus. */
export interface HeldRow {
  id: string
  values: ReadonlyMap<string, GridValue>
}

interface Shown {
  requirements: readonly Requirement[]
  order: TableOrder
}

/** The values of a row in the sorted columns. */
export function valuesOfRow(
  id: string,
  { requirements, order }: Shown,
): ReadonlyMap<string, GridValue> {
  const requirement = requirements.find((one) => one.id === id)
  if (!requirement) return new Map()
  const sorted = new Set(order.sort.map(({ columnId }) => columnId))
  return new Map(
    order.columns
      .filter((column) => sorted.has(column.id))
      .map((column) => [column.id, column.read(requirement)]),
  )
}

/** Whether the row no longer matches the filters, or an edit would move it. */
export function hasMoved(
  held: HeldRow,
  { matching, requirements, order }: Shown & { matching: readonly string[] },
): boolean {
  if (!matching.includes(held.id)) return true
  if (held.values.size === 0) return false
  return [...valuesOfRow(held.id, { requirements, order })].some(
    ([columnId, value]) => held.values.has(columnId) && held.values.get(columnId) !== value,
  )
}

/** A sort order in which the held row keeps its place. */
export const heldOrder = (order: TableOrder, held: HeldRow): TableOrder => ({
  ...order,
  columns: order.columns.map((column) => {
    const value = held.values.get(column.id)
    return value === undefined
      ? column
      : {
          ...column,
          read: (requirement) => (requirement.id === held.id ? value : column.read(requirement)),
        }
  }),
})
