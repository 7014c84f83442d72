import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { CommandArgs, CommandName } from '#schema/mutations/index.ts'
import { mutate, undo } from '../../lib/mutate.ts'
import { mutateTyped, type TypedEdit } from '../../ui/feedback/tell-replaced-fields.ts'
import { toast } from '../../ui/feedback/toast.tsx'

/**
 * Sends an edit of the structure and shows a refusal.
 * @returns whether it was saved
 */
export const editStructure = async <N extends CommandName>(
  name: N,
  args: CommandArgs[N],
  label: string,
): Promise<boolean> =>
  trySave(() => mutate(name, args, { scope: args.projectId, undoLabel: label }))

/** Renames a part of the structure; tells of a name that was replaced unseen. */
export const renameStructure = <N extends CommandName>(
  projectId: string,
  edit: TypedEdit<N>,
  label: string,
): Promise<boolean> => trySave(() => mutateTyped(edit, { scope: projectId, undoLabel: label }))

const trySave = async (save: () => Promise<void>): Promise<boolean> => {
  toast.withdrawUndo()
  try {
    await save()
    return true
  } catch (error) {
    toast.error(error)
    return false
  }
}

export const offerUndo = (projectId: string, text: string): void => {
  toast.success(text, {
    undo: async () => {
      const label = await undo(projectId)
      if (label !== null) toast.success(i18n._(msg`Undone: ${label}`))
    },
  })
}
