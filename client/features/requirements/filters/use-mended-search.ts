import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { loadRows } from '#client/lib/project-store.ts'
import { toast } from '#client/ui/feedback/toast.tsx'
import type { ReadColumn } from './column-facet.ts'
import type { DocumentSearch } from './document-filters.ts'
import { NO_FILTERS } from './no-filters.ts'
import { fittingSearch, unreadableFilters } from './table-search.ts'

interface MendedSearchInput {
  projectId: string
  documentId: string
  /** The search parameters before parsing. */
  raw: Readonly<Record<string, unknown>>
  search: DocumentSearch
  setSearch: (patch: Partial<DocumentSearch>) => void
  columns: readonly ReadColumn[]
}

/** Removes filters that do not fit the document from the address, and reports how many. */
export function useMendedSearch({
  projectId,
  documentId,
  raw,
  search,
  setSearch,
  columns,
}: MendedSearchInput): void {
  const { t } = useLingui()
  const [loadedId, setLoadedId] = useState<string | null>(null)
  useEffect(() => {
    let isOver = false
    // Wait for all rows before removing filters, since the rows determine the columns.
    void loadRows(projectId, 'requirement', { documentId }).then(() => {
      if (!isOver) setLoadedId(documentId)
    })
    return () => {
      isOver = true
    }
  }, [projectId, documentId])
  useEffect(() => {
    if (loadedId !== documentId) return
    const fitting = fittingSearch(search, columns)
    const count = fitting.ignored + unreadableFilters(raw)
    if (count === 0) return
    setSearch({ ...NO_FILTERS, ...fitting.search })
    toast.error(
      t`${plural(count, {
        one: '# filter of this address does not fit this document and was left out',
        other: '# filters of this address do not fit this document and were left out',
      })}`,
    )
    // Check each address once: a later change of columns must not repeat the notification.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [raw, loadedId])
}
