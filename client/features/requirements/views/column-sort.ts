import type { Requirement } from '#schema/entities/structure.ts'
import type { GridSort } from '#client/ui/grid/grid-sort.ts'
import type { GridValue } from '#client/ui/grid/grid-types.ts'
import type { Facet, ReadColumn } from '../filters/column-facet.ts'
import { isEmptyValue, numberOf } from '../filters/column-filter.ts'

/** The key by which a value is compared; null = empty, which sorts last in both directions. */
type SortKey = number | string | null
type Compare = (one: SortKey, other: SortKey) => number

const keyOf = (facet: Facet): ((value: GridValue) => SortKey) => {
  switch (facet.kind) {
    case 'text':
    case 'date':
      return (value) => (isEmptyValue(value) ? null : String(value))
    case 'number':
      return numberOf
    case 'tick':
      return (value) => (typeof value === 'boolean' ? Number(value) : null)
    case 'choice': {
      const places = new Map(facet.options.map(({ value }, at) => [value, at]))
      // A value that is no longer an option sorts after the options.
      return (value) => (isEmptyValue(value) ? null : (places.get(String(value)) ?? places.size))
    }
    default:
      return facet satisfies never
  }
}

const byOrder: Compare = (one, other) => (one === other ? 0 : (one ?? 0) < (other ?? 0) ? -1 : 1)

/** The sort order of a table. */
export interface TableOrder {
  columns: readonly ReadColumn[]
  sort: readonly GridSort[]
  locale: string
}

/**
 * Sorts by the sort keys, and stably by input order otherwise. Keys without a column are ignored.
 */
export function sortedRequirements(
  requirements: readonly Requirement[],
  { columns, sort, locale }: TableOrder,
): readonly Requirement[] {
  const collator = new Intl.Collator(locale, { numeric: true })
  const byText: Compare = (one, other) => collator.compare(String(one), String(other))
  const keys = sort.flatMap(({ columnId, direction }) => {
    const column = columns.find(({ id }) => id === columnId)
    if (!column) return []
    const key = keyOf(column.facet)
    const compare = column.facet.kind === 'text' ? byText : byOrder
    return [
      {
        read: (one: Requirement) => key(column.read(one)),
        compare,
        sign: direction === 'asc' ? 1 : -1,
      },
    ]
  })
  if (keys.length === 0) return requirements
  const entries = requirements.map((requirement) => ({
    requirement,
    values: keys.map(({ read }) => read(requirement)),
  }))
  entries.sort((one, other) => {
    for (const [at, { compare, sign }] of keys.entries()) {
      const order = compareKeys({
        one: one.values[at] ?? null,
        other: other.values[at] ?? null,
        compare,
        sign,
      })
      if (order !== 0) return order
    }
    return 0
  })
  return entries.map(({ requirement }) => requirement)
}

function compareKeys({
  one,
  other,
  compare,
  sign,
}: {
  one: SortKey
  other: SortKey
  compare: Compare
  sign: number
}): number {
  if (one !== null && other !== null) return sign * compare(one, other)
  return one === other ? 0 : one === null ? 1 : -1
}
