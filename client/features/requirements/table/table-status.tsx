import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { GridSort } from '#client/ui/grid/grid-sort.ts'
import type { ReadColumn } from '../filters/column-facet.ts'

/** A message per typed letter would drown the letters that a screen reader repeats. */
const SETTLE_MS = 700

/** The filter and the order of a table, as text to compare. */
interface Arranged {
  filter: string
  sort: string
}

interface TableStatusProps {
  /** As the table was when it was opened. */
  first: Arranged
  now: Arranged
  sort: readonly GridSort[]
  columns: readonly ReadColumn[]
  shown: number
  total: number
}

/** Announces what the last filter, search or sort did to the table. */
export function TableStatus({ first, now, sort, columns, shown, total }: TableStatusProps) {
  const { t } = useLingui()
  const [text, setText] = useState('')
  const told = useRef(first)
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
    told.current = now
    const count = t`${shown} of ${plural(total, { one: '# requirement', other: '# requirements' })}`
    const parts = [
      ...(before.filter === now.filter ? [] : [count]),
      ...(before.sort === now.sort ? [] : [sortText()]),
    ]
    if (parts.length > 0) setText(parts.join('. '))
  })
  useEffect(() => {
    const timer = setTimeout(() => tell(), SETTLE_MS)
    return () => clearTimeout(timer)
  }, [now.filter, now.sort])
  return (
    <p className="visually-hidden" role="status" data-table-status>
      {text}
    </p>
  )
}
