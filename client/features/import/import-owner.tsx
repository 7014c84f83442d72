import { useRow, useProjectState } from '../../lib/project-store.ts'
import { serverNow } from '../../lib/clock.ts'
import { projectOfferDenial } from '../../lib/offers/project-offers.ts'
import { useTeam } from '../../lib/team.ts'
import { OwnerField } from '../../ui/fields/owner-field.tsx'
import type { ImportTarget } from './run-import.ts'

interface ImportOwnerProps extends ImportTarget {
  /** Undefined = the owner stays; null = no owner. */
  ownerId: number | null | undefined
  onChange: (ownerId: number | null) => void
}

/** The owner of the document; nothing for a person who may not assign. */
export function ImportOwner({ projectId, documentId, ownerId, onChange }: ImportOwnerProps) {
  const { summary: project, actor } = useProjectState(projectId)
  const document = useRow(projectId, 'document', documentId)
  const team = useTeam(projectId)
  if (project === undefined || actor === undefined) return null
  const denial = projectOfferDenial('owners.set', { actor, project, now: serverNow() })
  if (denial !== null) return null
  const current = team.find(({ id }) => id === document?.ownerId)?.id ?? null
  return (
    <OwnerField
      team={team}
      ownerId={ownerId === undefined ? current : ownerId}
      onChange={onChange}
    />
  )
}
