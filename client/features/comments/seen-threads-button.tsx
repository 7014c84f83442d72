import type { Started } from '#client/lib/comment-paths.ts'
import { useProjectState } from '#client/lib/project-store.ts'
import { useTeam } from '#client/lib/team.ts'
import { ExportSeenButton } from '#client/ui/elements/export-seen-button.tsx'
import type { Thread } from './threads.ts'
import { useAuthors } from './use-authors.ts'

interface SeenThreadsButtonProps {
  projectId: string
  type: Started
  /** The threads that the filters leave. */
  threads: readonly Thread[]
}

/** Offers to export a list of threads as it is shown. */
export function SeenThreadsButton({ projectId, type, threads }: SeenThreadsButtonProps) {
  const { summary, actor } = useProjectState(projectId)
  const authorOf = useAuthors(projectId)
  const team = useTeam(projectId)
  const vendorUserId = actor?.relation === 'vendor' ? actor.userId : null
  const projectName = summary?.name ?? ''
  return (
    <ExportSeenButton
      read={() =>
        import('./seen-threads.ts').then((part) =>
          part.seenThreads({
            ...{ projectId, projectName, type, threads },
            ...{ authorOf, vendorUserId, team },
          }),
        )
      }
    />
  )
}
