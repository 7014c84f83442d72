import type { Document, Package } from '#schema/entities/structure.ts'
import { type AssignedFilter, isDocumentShown } from '../../lib/assigned-filter.ts'
import { useProjectState, useRows } from '../../lib/project-store.ts'
import { useTeam } from '../../lib/team.ts'

/** The documents of a package that the filter shows, in their order. */
export const useShownDocuments = (
  projectId: string,
  inPackage: Package | undefined,
  filter: AssignedFilter | undefined,
): readonly Document[] => {
  const documents = useRows(projectId, 'document', { packageId: inPackage?.id ?? '' })
  const team = useTeam(projectId)
  const userId = useProjectState(projectId).actor?.userId ?? 0
  if (inPackage === undefined) return []
  return documents.filter((inDocument) =>
    isDocumentShown(filter, { inPackage, inDocument }, { userId, team }),
  )
}
