import { useMemo } from 'react'
import type { Reply } from '#schema/entities/comment.ts'
import { officialReplyId } from '#schema/rules/comments/comments.ts'
import type { Started } from '#client/lib/comment-paths.ts'
import { isLoading, useRows } from '#client/lib/project-store.ts'
import { type Thread, threadsOf } from './threads.ts'

export interface Threads {
  threads: Thread[]
  isRead: boolean
}

/** All threads of one type in the project. */
export function useThreads(projectId: string, type: Started): Threads {
  const comments = useRows(projectId, 'comment', { projectId })
  const publications = useRows(projectId, 'publication', { projectId })
  const threads = useMemo(
    () => threadsOf(type, comments, publications),
    [type, comments, publications],
  )
  return { threads, isRead: !isLoading(comments) && !isLoading(publications) }
}

/** The replies of a comment, oldest first. */
export function useReplies(projectId: string, commentId: string): readonly Reply[] {
  const rows = useRows(projectId, 'reply', { commentId })
  return useMemo(
    () => rows.toSorted((a, b) => a.createdOn - b.createdOn || (a.id < b.id ? -1 : 1)),
    [rows],
  )
}

export type ThreadState = 'open' | 'answered' | 'published' | 'none'
/** The state of a thread. A discussion has none, as it is never answered. */
export const threadState = ({ comment, publication }: Thread): ThreadState => {
  if (publication !== null) return 'published'
  if (comment === null || comment.type === 'D') return 'none'
  return officialReplyId(comment) === undefined ? 'open' : 'answered'
}
