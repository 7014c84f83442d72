import { Button, Group } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Document, Package } from '#schema/entities/structure.ts'
import { assignedTo } from '../../lib/assigned-to.ts'
import { useTeam } from '../../lib/team.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { assign } from './assign.ts'
import { OwnerField } from '../../ui/fields/owner-field.tsx'
import { MembersField } from './person-fields.tsx'

export type OwnedRow = { entity: 'package'; row: Package } | { entity: 'document'; row: Document }

/** Chooses the owner of a package or document, and the members of a document. */
export function AssignDialog({ owned, onClose }: { owned: OwnedRow; onClose: () => void }) {
  const { t } = useLingui()
  const { entity, row } = owned
  const { projectId, id } = row
  const team = useTeam(projectId)
  const former = assignedTo(row, team)
  const [ownerId, setOwner] = useState(former.owner?.id ?? null)
  const listed = owned.entity === 'document' ? (owned.row.members ?? []) : []
  const [before] = useState<ReadonlySet<number>>(new Set(listed))
  const [members, setMembers] = useState(before)
  const save = async () => {
    const added = [...members].filter((userId) => !before.has(userId))
    const removed = [...before].filter((userId) => !members.has(userId))
    const isSaved = await assign({
      projectId,
      ownerId: ownerId === (former.owner?.id ?? null) ? undefined : ownerId,
      packageIds: entity === 'package' ? [id] : [],
      documentIds: entity === 'document' ? [id] : [],
      memberChanges: owned.entity === 'document' ? [{ documentId: id, added, removed }] : [],
    })
    if (isSaved) onClose()
  }
  return (
    <Dialog onClose={onClose} title={t`Assign ${row.name}`}>
      <OwnerField team={team} ownerId={ownerId} onChange={setOwner} />
      {entity === 'document' && (
        <MembersField team={team} ownerId={ownerId} chosen={members} onChange={setMembers} />
      )}
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={onClose}>{t`Cancel`}</Button>
        <Button onClick={() => void save()}>{t`Save`}</Button>
      </Group>
    </Dialog>
  )
}
