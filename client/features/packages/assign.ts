import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { mutate, newId } from '../../lib/mutate.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { offerUndo } from './edit-structure.ts'

export interface Assignment {
  projectId: string
  /** Undefined = the owners stay; null = no owner. */
  ownerId: number | null | undefined
  packageIds: readonly string[]
  documentIds: readonly string[]
  /** The document whose members change; null = none. */
  members: { documentId: string; added: readonly number[]; removed: readonly number[] } | null
}

/**
 * Writes an assignment as one undo and shows a refusal.
 * @returns whether it was saved
 */
export const assign = async ({
  projectId,
  ownerId,
  packageIds,
  documentIds,
  members,
}: Assignment): Promise<boolean> => {
  const options = {
    scope: projectId,
    undoGroup: newId(),
    undoLabel: i18n._(msg`Assignment`),
  }
  toast.withdrawUndo()
  try {
    if (ownerId !== undefined)
      await mutate(
        'owners.set',
        { projectId, ownerId, packageIds: [...packageIds], documentIds: [...documentIds] },
        options,
      )
    if (members !== null) {
      const id = members.documentId
      for (const userId of members.added)
        await mutate('documents.addMember', { projectId, id, userId }, options)
      for (const userId of members.removed)
        await mutate('documents.removeMember', { projectId, id, userId }, options)
    }
    offerUndo(projectId, i18n._(msg`Assignment saved`))
    return true
  } catch (error) {
    toast.error(error)
    return false
  }
}
