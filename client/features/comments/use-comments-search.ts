import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import * as v from 'valibot'
import { CommentFilter } from '#schema/entities/local-settings.ts'
import type { Started } from '#client/lib/comment-paths.ts'
import { useLocalSetting } from '#client/lib/local-settings.ts'
import { patchSearch } from '#client/lib/route-links.ts'
import { type CommentsSearch, filtersOf, parseCommentsSearch } from './threads.ts'

export type SearchPatch = { [K in keyof CommentsSearch]?: CommentsSearch[K] | undefined }
interface Listed {
  projectId: string
  type: Started
  isVendor: boolean
}

/**
 * Keeps filters and open thread in the address, so that links and the Back button restore them. If
 * the address has no filter, the last one chosen on this device applies.
 */
export function useCommentsSearch({ projectId, type, isVendor }: Listed): {
  search: CommentsSearch
  setSearch: (patch: SearchPatch, how?: 'replace' | 'push') => void
} {
  const raw = useSearch({ strict: false }) as Record<string, unknown>
  const navigate = useNavigate()
  const [kept, keep] = useLocalSetting<unknown>(`projects.${projectId}.commentFilter`, 'all')
  return {
    search: useMemo(() => {
      const said = parseCommentsSearch(raw)
      const show = said.show ?? (v.is(CommentFilter, kept) ? kept : 'all')
      const { show: _, ...rest } = said
      return show !== 'all' && filtersOf(type, isVendor).includes(show) ? { ...rest, show } : rest
    }, [raw, kept, type, isVendor]),
    setSearch: (patch, how = 'replace') => {
      if ('show' in patch) keep(patch.show ?? 'all')
      void navigate({
        to: '.',
        search: (before: object) => withoutEmpty(patchSearch(patch)(before)),
        replace: how === 'replace',
      })
    },
  }
}

const withoutEmpty = (search: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined))
