import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Place } from '#schema/entities/comment.ts'
import type { Started } from '#client/lib/comment-paths.ts'
import { useProjectState, useRows } from '#client/lib/project-store.ts'
import { useCommand } from '#client/ui/keyboard/commands.ts'
import { WORDS } from './comment-words.ts'
import { isBegun } from './start-keep.ts'
import { findThread, findThreads } from './threads.ts'
import { useCommentRights } from './use-comment-rights.ts'
import { useCommentsSearch } from './use-comments-search.ts'
import { useThreads } from './use-threads.ts'

export interface CommentsListInput {
  projectId: string
  type: Started
  isGeneral: boolean
}

/** State of a list: the filtered threads, the open one, and the commands of the list. */
export const useCommentsList = ({ projectId, type, isGeneral }: CommentsListInput) => {
  const { actor } = useProjectState(projectId)
  const vendorId = actor?.vendorId ?? null
  const { search, setSearch } = useCommentsSearch({ projectId, type, isVendor: vendorId !== null })
  const replies = useRows(projectId, 'reply', {
    projectId: search.find === undefined ? '' : projectId,
  })
  const { threads: all, isRead } = useThreads(projectId, type)
  const place: Place = { kind: 'project', id: projectId }
  const [started, setStarted] = useState<'before' | 'now' | null>(() =>
    isBegun(place, type) ? 'before' : null,
  )
  const right = useCommentRights(projectId, { type, vendorId, packageId: null, documentId: null })(
    'comment.create',
  )
  const threads = isGeneral ? all.filter((thread) => thread.place.kind === 'project') : all
  const found = findThreads(threads, search, replies)
  const open = findThread(all, search.comment)
  const start = () => {
    setStarted('now')
    setSearch({ comment: undefined }, 'push')
  }
  const at = found.findIndex((thread) => thread.id === open?.id)
  const step = (by: 1 | -1) => setSearch({ comment: found[at + by]?.id })
  useThreadCommands({
    type,
    start: right !== 'hidden' && right.reason === null ? start : null,
    next: at < found.length - 1 ? () => step(1) : null,
    previous: at > 0 ? () => step(-1) : null,
  })
  return {
    search,
    setSearch,
    vendorId,
    right,
    place,
    /** All threads of the page, unfiltered. */
    threads,
    /** The threads that pass the filters. */
    found,
    isRead,
    open,
    isStartShown: started !== null && right !== 'hidden' && search.comment === undefined,
    start: { isFocused: started === 'now', open: start, close: () => setStarted(null) },
  }
}

interface ThreadCommands {
  type: Started
  /** Null = no thread can be started now. */
  start: (() => void) | null
  next: (() => void) | null
  previous: (() => void) | null
}

const useThreadCommands = ({ type, start, next, previous }: ThreadCommands): void => {
  const { i18n, t } = useLingui()
  const words = WORDS[type]
  useCommand({
    id: 'comments.start',
    group: i18n._(words.title),
    label: i18n._(words.start),
    keys: 'n',
    run: () => start?.(),
    when: start !== null,
  })
  useCommand({
    id: 'comments.next',
    group: i18n._(words.title),
    label: t`Next in the list`,
    keys: 'alt+arrowdown',
    run: () => next?.(),
    when: next !== null,
  })
  useCommand({
    id: 'comments.previous',
    group: i18n._(words.title),
    label: t`Previous in the list`,
    keys: 'alt+arrowup',
    run: () => previous?.(),
    when: previous !== null,
  })
}
