import { type ComponentProps, Suspense, useState } from 'react'
import { useEver } from '#client/ui/browser/use-ever.ts'
import { lazyHint, lazyPart } from '#client/ui/pages/lazy-part.tsx'
import type { FilterChips as Chips } from '../filters/filter-chips.tsx'
import { hasFilter } from '../filters/document-filters.ts'

/** A table that is neither sorted nor filtered has no chips, and loads nothing for them. */
const FilterChips = lazyPart(() =>
  import('../filters/filter-chips.tsx').then((part) => part.FilterChips),
)

/** Says what changed, once something has. */
const TableStatus = lazyHint(() => import('./table-status.tsx').then((part) => part.TableStatus))

interface TableChipsProps extends ComponentProps<typeof Chips> {
  /** Number of requirements that the filters leave, and of all. */
  shown: number
  total: number
}

/** The chips of filters and order, and a message of what their last change did. */
export function TableChips({ shown, total, ...chips }: TableChipsProps) {
  const { search, sort, columns, opened } = chips
  const now = { filter: JSON.stringify(search), sort: JSON.stringify(sort) }
  const [first] = useState(now)
  const isRearranged = useEver(now.filter !== first.filter || now.sort !== first.sort)
  return (
    <>
      {isRearranged && (
        <Suspense fallback={null}>
          <TableStatus {...{ first, now, sort, columns, shown, total }} />
        </Suspense>
      )}
      {(hasFilter(search) || opened !== null || sort.length > 0) && (
        <Suspense fallback={null}>
          <FilterChips {...chips} />
        </Suspense>
      )}
    </>
  )
}
