import type { ListRequest } from '#schema/api/common.ts'
import { Refusal } from '#schema/refusal.ts'

interface ListFacts {
  /** The fields of the list; absent = those of its first item. */
  fields?: readonly string[]
}

/** Fields with a fixed set of values, whose names contain each other: filters match them exactly. */
const EXACT = new Set(['state', 'status', 'kind', 'entity'])

/**
 * Filters, sorts and pages a list. A filter matches text that contains it, ignoring case, and a
 * state as a whole; an unknown field is refused.
 */
export const pageOf = <T extends object>(
  items: readonly T[],
  { pageNumber, pageSize, filters, sorts }: ListRequest,
  { fields = items[0] === undefined ? undefined : Object.keys(items[0]) }: ListFacts = {},
) => {
  for (const field of [...Object.keys(filters), ...sorts.map((sort) => sort.field)]) {
    if (fields !== undefined && !fields.includes(field))
      throw new Refusal('INPUT_INVALID', {
        field,
        detail: { field, problem: 'is no field of this list' },
      })
  }
  const found = items.filter((item) =>
    Object.entries(filters).every(([field, text]) => {
      const [value, wanted] = [textOf(item, field), text.toLowerCase()]
      return EXACT.has(field) ? value === wanted : value.includes(wanted)
    }),
  )
  const sorted = sorts.length === 0 ? found : found.toSorted((a, b) => compareBy(a, b, sorts))
  return {
    items: sorted.slice(pageNumber * pageSize, (pageNumber + 1) * pageSize),
    total: found.length,
    pageNumber,
    pageSize,
  }
}

const valueOf = (item: object, field: string): unknown => item[field as keyof typeof item]
const textOf = (item: object, field: string): string => {
  const value = valueOf(item, field)
  if (value === null || value === undefined) return ''
  return (typeof value === 'object' ? JSON.stringify(value) : String(value)).toLowerCase()
}
const compareBy = (a: object, b: object, sorts: ListRequest['sorts']): number => {
  for (const { field, direction } of sorts) {
    const [left, right] = [valueOf(a, field), valueOf(b, field)]
    const order =
      typeof left === 'number' && typeof right === 'number'
        ? left - right
        : String(left ?? '').localeCompare(String(right ?? ''))
    if (order !== 0) return direction === 'ASC' ? order : -order
  }
  return 0
}
