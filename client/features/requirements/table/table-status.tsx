import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { GridSort } from '#client/ui/grid/grid-sort.ts'
import type { ReadColumn } from '../filters/column-facet.ts'
import type { DocumentSearch } from '../filters/document-filters.ts'

/** A message per typed letter would drown the letters that a screen reader repeats. */
const SETTLE_MS = 700

interface TableStatusProps {
  search: DocumentSearch
  sort: readonly GridSort[]
  columns: readonly ReadColumn[]
  shown: number
  total: number
}

/** Announces what the last filter, search or sort did to the table. */
export function TableStatus({ search, sort, columns, shown, total }: TableStatusProps) {
  const { t } = useLingui()
  const [text, setText] = useState('')
  const filterKey = JSON.stringify(search)
  const sortKey = JSON.stringify(sort)
  const told = useRef({ filterKey, sortKey })
  const sortText = (): string => {
    const keys = sort.flatMap(({ columnId, direction }) => {
      const header = columns.find(({ id }) => id === columnId)?.header
      if (header === undefined) return []
      return [direction === 'asc' ? t`${header}, ascending` : t`${header}, descending`]
    })
    const order = keys.join('; ')
    return keys.length === 0 ? t`In document order` : t`Sorted by ${order}`
  }
  const tell = useEffectEvent((): void => {
    const before = told.current
    told.current = { filterKey, sortKey }
    const count = t`${shown} of ${plural(total, { one: '# requirement', other: '# requirements' })}`
    const parts = [
      ...(before.filterKey === filterKey ? [] : [count]),
      ...(before.sortKey === sortKey ? [] : [sortText()]),
    ]
    if (parts.length > 0) setText(parts.join('. '))
  })
  useEffect(() => {
    const timer = setTimeout(() => tell(), SETTLE_MS)
    return () => clearTimeout(timer)
  }, [filterKey, sortKey])
  return (
    <p className="visually-hidden" role="status" data-table-status>
      {text}
    </p>
  )
}
