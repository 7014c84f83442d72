import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import * as v from 'valibot'
import type { Document } from '#schema/entities/structure.ts'
import { patchSearch } from '#client/lib/route-links.ts'
import { DocumentSearch } from './document-filters.ts'
import { keepFilters } from './kept-filters.ts'

/**
 * Keeps the filters in the address, so that a filtered table can be shared and Back works, and on
 * the device, for when the document is opened again.
 */
export function useDocumentSearch({ id, projectId }: Pick<Document, 'id' | 'projectId'>) {
  const raw: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  const search = useMemo(() => v.parse(DocumentSearch, raw), [raw])
  const navigate = useNavigate()
  const setSearch = useCallback(
    (patch: Partial<DocumentSearch>) =>
      void navigate({
        to: '.',
        search: (before: object) => {
          const next = withoutEmpty(patchSearch(patch)(before))
          // Before the page sees an address without filters: it would restore the cleared ones.
          keepFilters({ projectId, documentId: id }, next)
          return next
        },
        replace: true,
      }),
    [navigate, projectId, id],
  )
  return { raw, search, setSearch }
}

const withoutEmpty = (search: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(search).filter(
      ([, value]) =>
        value !== undefined &&
        value !== '' &&
        value !== false &&
        !(Array.isArray(value) && value.length === 0),
    ),
  )
