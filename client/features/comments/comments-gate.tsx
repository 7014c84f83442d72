import type { ReactNode } from 'react'
import type { Started } from '#client/lib/comment-paths.ts'
import { mayBrowseComments } from '#client/lib/project-access.ts'
import { useProjectState } from '#client/lib/project-store.ts'
import { LeaveLost } from '#client/ui/pages/go-to.tsx'

/** Redirects to the home page if the person may not read comments of this type. */
export function CommentsGate({
  projectId,
  type,
  children,
}: {
  projectId: string
  type: Started
  children: ReactNode
}) {
  const { actor } = useProjectState(projectId)
  if (actor === undefined) return null
  return mayBrowseComments(actor, type) ? children : <LeaveLost to="/" />
}
