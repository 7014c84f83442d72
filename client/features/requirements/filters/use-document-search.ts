import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import * as v from 'valibot'
import { patchSearch } from '#client/lib/route-links.ts'
import { DocumentSearch } from './document-filters.ts'

/** Keeps the filters in the address, so that a filtered table can be shared and Back works. */
export function useDocumentSearch() {
  const raw: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  const search = useMemo(() => v.parse(DocumentSearch, raw), [raw])
  const navigate = useNavigate()
  const setSearch = useCallback(
    (patch: Partial<DocumentSearch>) =>
      void navigate({
        to: '.',
        search: (before: object) => withoutEmpty(patchSearch(patch)(before)),
        replace: true,
      }),
    [navigate],
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
