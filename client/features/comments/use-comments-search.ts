import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { type CommentsSearch, parseCommentsSearch } from './threads.ts'

export type SearchPatch = { [K in keyof CommentsSearch]?: CommentsSearch[K] | undefined }

/** The filters and what is open, in the address: it can be sent to a colleague, and Back works. */
export function useCommentsSearch(): { search: CommentsSearch; setSearch: (patch: SearchPatch, how?: 'replace' | 'push') => void } {
  const raw = useSearch({ strict: false }) as Record<string, unknown>
  const navigate = useNavigate()
  return {
    search: useMemo(() => parseCommentsSearch(raw), [raw]),
    setSearch: (patch, how = 'replace') =>
      void navigate({ to: '.', search: ((before: object) => withoutEmpty({ ...before, ...patch })) as never, replace: how === 'replace' }),
  }
}

const withoutEmpty = (search: Record<string, unknown>): Record<string, unknown> => Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined))
