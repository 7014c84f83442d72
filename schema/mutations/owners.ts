import { Refusal } from '../refusal.ts'
import { openProjectFor, requireRow } from './context.ts'
import { COMMAND_INPUTS, type CommandArgs } from './inputs.ts'
import {
  baseKey,
  defineMutation,
  type EditBase,
  type InverseCommand,
  type MutationTx,
} from './mutation.ts'

type Args = CommandArgs['owners.set']
const OWNER = 'ownerId'
const OWNED = [
  ['package', 'packageIds'],
  ['document', 'documentIds'],
] as const

/** Assigns packages and documents to one person. A person off the team is refused. */
async function run(tx: MutationTx, args: Args): Promise<void> {
  const { projectId, ownerId } = args
  await openProjectFor(tx, projectId, { action: 'owners.edit' })
  if (ownerId !== null && !(await tx.isOnTeam(ownerId)))
    throw new Refusal('NOT_ON_TEAM', { field: OWNER })
  for (const [entity, list] of OWNED)
    for (const id of args[list]) {
      const row = await requireRow(tx, entity, { projectId, id })
      if (!tx.settle({ entity, id }, OWNER, row.ownerId, ownerId)) continue
      if (row.ownerId !== ownerId) tx.put(entity, { ...row, ownerId })
    }
}

/** One command per person who owned some of the rows. */
function withValues(
  { projectId, packageIds, documentIds }: Args,
  values: EditBase,
): InverseCommand[] {
  const former = (entity: 'package' | 'document', ids: readonly string[]) =>
    ids.flatMap((id) => {
      const key = baseKey({ entity, id }, OWNER)
      return Object.hasOwn(values, key)
        ? [{ entity, id, ownerId: values[key] as number | null }]
        : []
    })
  const rows = [...former('package', packageIds), ...former('document', documentIds)]
  return [...Map.groupBy(rows, ({ ownerId }) => ownerId)].map(([ownerId, own]) => {
    const idsOf = (wanted: 'package' | 'document') =>
      own.filter(({ entity }) => entity === wanted).map(({ id }) => id)
    const args: Args = {
      projectId,
      ownerId,
      packageIds: idsOf('package'),
      documentIds: idsOf('document'),
    }
    return { command: 'owners.set', args }
  })
}

export const setOwners = defineMutation<Args>({
  input: COMMAND_INPUTS['owners.set'],
  run,
  inverse: withValues,
  withValues,
})
