import { type Command, executeTogether } from '../commands/execute.ts'
import type { SignedInContext } from '../route.ts'
import { openProject, requireRow } from './open-project.ts'

interface Update {
  place: { projectId: string; entity: 'package' | 'document'; id: string }
  updatedOn: number
  /** Undefined = not in the body; null = unassigned. */
  ownerData: { id: number } | null | undefined
  /** The command for the other fields of the body; null = there are none. */
  update: Command | null
}

/** Updates a row and its owner in one transaction. An unchanged owner needs no permission. */
export const updateOwned = async (
  context: SignedInContext,
  { place: { projectId, entity, id }, updatedOn, ownerData, update }: Update,
): Promise<void> => {
  const commands: Command[] = update === null ? [] : [update]
  if (ownerData !== undefined) {
    const ownerId = ownerData?.id ?? null
    const row = await requireRow(await openProject(context, projectId), entity, id)
    const [packageIds, documentIds] = entity === 'package' ? [[id], []] : [[], [id]]
    if (row.ownerId !== ownerId)
      commands.push({
        command: 'owners.set',
        args: { projectId, ownerId, packageIds, documentIds },
      })
  }
  await executeTogether(
    context.commands,
    { userId: context.caller.userId, projectId },
    {
      commands,
      precondition: [{ entity, id, updatedOn }],
    },
  )
}
