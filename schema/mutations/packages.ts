import { restoring } from './content-restore.ts'
import {
  openContent,
  findRow,
  isCreated,
  requireAssigned,
  requireRow,
  settleFields,
  recordedFields,
} from './context.ts'
import { COMMAND_INPUTS, type CommandArgs } from './inputs.ts'
import { moveBack, moveRow } from './move-row.ts'
import { defineMutation } from './mutation.ts'
import { removePackage } from './removal.ts'
import { rankAfter } from './siblings.ts'

export const createPackage = defineMutation<CommandArgs['packages.create']>({
  input: COMMAND_INPUTS['packages.create'],
  async run(tx, { projectId, id, name, after }) {
    const project = await openContent(tx, projectId, 'content.write')
    await requireAssigned(tx, { project, action: 'content.write', place: null })
    if (await isCreated(tx, 'package', { id, projectId, name })) return
    const rank = rankAfter(await tx.list('package', 'projectId', projectId), after)
    tx.put('package', { id, projectId, name, weight: null, rank, ownerId: null, updatedOn: 0 })
  },
  inverse: ({ projectId, id }) => [{ command: 'packages.delete', args: { projectId, id } }],
})

type UpdateArgs = CommandArgs['packages.update']
const withValues = ({ projectId, id }: UpdateArgs, values: Record<string, unknown>) => {
  const own = recordedFields(values, { entity: 'package', id })
  return own === null
    ? []
    : [{ command: 'packages.update', args: { projectId, id, name: own['name'] } }]
}

export const updatePackage = defineMutation<UpdateArgs>({
  input: COMMAND_INPUTS['packages.update'],
  async run(tx, { projectId, id, name }) {
    const project = await openContent(tx, projectId, 'content.write')
    const row = await requireRow(tx, 'package', { projectId, id })
    await requireAssigned(tx, { project, action: 'content.write', place: { packageId: id } })
    const settled = settleFields(tx, 'package', { row, patch: { name } })
    if (settled.name !== row.name) tx.put('package', settled)
  },
  inverse: withValues,
  withValues,
  coalesce: (earlier, later) =>
    earlier.projectId === later.projectId && earlier.id === later.id ? later : null,
})

export const movePackage = defineMutation<CommandArgs['packages.move']>({
  input: COMMAND_INPUTS['packages.move'],
  async run(tx, { projectId, id, after }) {
    const project = await openContent(tx, projectId, 'content.write')
    const row = await requireRow(tx, 'package', { projectId, id })
    await requireAssigned(tx, { project, action: 'content.write', place: { packageId: id } })
    moveRow(tx, 'package', {
      row,
      siblings: await tx.list('package', 'projectId', projectId),
      after,
    })
  },
  inverse: (args, base) => moveBack({ command: 'packages.move', entity: 'package' }, args, base),
})

export const deletePackage = defineMutation<CommandArgs['packages.delete']>({
  input: COMMAND_INPUTS['packages.delete'],
  async run(tx, { projectId, id }) {
    const project = await openContent(tx, projectId, 'content.remove')
    const row = await findRow(tx, 'package', { projectId, id })
    // The package is already deleted, as the person wanted.
    if (row === undefined) return
    await requireAssigned(tx, { project, action: 'content.remove', place: { packageId: id } })
    await removePackage(tx, row)
  },
  inverse: ({ projectId, id }, _base, removed) =>
    restoring(projectId, { entity: 'package', id }, removed),
})
