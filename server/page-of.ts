import type { ListRequest } from '#schema/api/common.ts'
import { Refusal } from '#schema/refusal.ts'

/**
 * Filters, sorts and pages a list. A filter matches text that contains it, ignoring case; an
 * unknown field is refused.
 */
export const pageOf = <T extends object>(
  items: readonly T[],
  { pageNumber, pageSize, filters, sorts }: ListRequest,
) => {
  const fields = items[0] === undefined ? null : Object.keys(items[0])
  for (const field of [...Object.keys(filters), ...sorts.map((sort) => sort.field)]) {
    if (fields !== null && !fields.includes(field))
      throw new Refusal('INPUT_INVALID', {
        field,
        detail: { field, problem: 'is no field of this list' },
      })
  }
  const found = items.filter((item) =>
    Object.entries(filters).every(([field, text]) =>
      textOf(item, field).includes(text.toLowerCase()),
    ),
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
  return (typeof value === 'object' ? JSON.stringify(value) : String(value ?? '')).toLowerCase()
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
