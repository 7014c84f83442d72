import type { AssignedFilter } from '../../lib/assigned-filter.ts'
import { useProjectState } from '../../lib/project-store.ts'
import { useTeam } from '../../lib/team.ts'
import { ExportSeenButton } from '../../ui/elements/export-seen-button.tsx'

interface SeenPackagesButtonProps {
  projectId: string
  assigned: AssignedFilter | undefined
}

/** Offers to export packages and documents with people, counts and weights. */
export function SeenPackagesButton({ projectId, assigned }: SeenPackagesButtonProps) {
  const team = useTeam(projectId)
  const { actor } = useProjectState(projectId)
  const isVendor = actor?.relation === 'vendor'
  const userId = actor?.userId ?? 0
  return (
    <ExportSeenButton
      read={() =>
        import('./seen-packages.ts').then((part) =>
          part.seenPackages({ projectId, isVendor, assigned, userId, team }),
        )
      }
    />
  )
}
