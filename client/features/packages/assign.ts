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
  memberChanges: readonly {
    documentId: string
    added: readonly number[]
    removed: readonly number[]
  }[]
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
  memberChanges,
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
    for (const { documentId: id, added, removed } of memberChanges) {
      for (const userId of added)
        await mutate('documents.addMember', { projectId, id, userId }, options)
      for (const userId of removed)
        await mutate('documents.removeMember', { projectId, id, userId }, options)
    }
    offerUndo(projectId, i18n._(msg`Assignment saved`))
    return true
  } catch (error) {
    toast.error(error)
    return false
  }
}
