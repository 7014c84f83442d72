import { restoring } from './content-restore.ts'
import {
  openContent,
  findRow,
  isCreated,
  requireAssigned,
  requireParent,
  requireRow,
  settleFields,
  recordedFields,
} from './context.ts'
import { COMMAND_INPUTS, type CommandArgs } from './inputs.ts'
import { moveBack, moveRow } from './move-row.ts'
import { defineMutation } from './mutation.ts'
import { removeSection } from './removal.ts'
import { rankAfter } from './siblings.ts'

export const createSection = defineMutation<CommandArgs['sections.create']>({
  input: COMMAND_INPUTS['sections.create'],
  async run(tx, { projectId, id, documentId, name, after }) {
    const project = await openContent(tx, projectId, 'content.write')
    const document = await requireParent(tx, 'document', { projectId, id: documentId })
    await requireAssigned(tx, {
      project,
      action: 'content.write',
      place: {
        packageId: document.packageId,
        documentId,
      },
    })
    if (await isCreated(tx, 'section', { id, projectId, documentId, name })) return
    const rank = rankAfter(await tx.list('section', 'documentId', documentId), after)
    tx.put('section', {
      id,
      projectId,
      packageId: document.packageId,
      documentId,
      name,
      rank,
      updatedOn: 0,
    })
  },
  inverse: ({ projectId, id }) => [{ command: 'sections.delete', args: { projectId, id } }],
})

type UpdateArgs = CommandArgs['sections.update']
const withValues = ({ projectId, id }: UpdateArgs, values: Record<string, unknown>) => {
  const own = recordedFields(values, { entity: 'section', id })
  return own === null
    ? []
    : [{ command: 'sections.update', args: { projectId, id, name: own['name'] } }]
}

export const updateSection = defineMutation<UpdateArgs>({
  input: COMMAND_INPUTS['sections.update'],
  async run(tx, { projectId, id, name }) {
    const project = await openContent(tx, projectId, 'content.write')
    const row = await requireRow(tx, 'section', { projectId, id })
    await requireAssigned(tx, { project, action: 'content.write', place: row })
    const settled = settleFields(tx, 'section', { row, patch: { name } })
    if (settled.name !== row.name) tx.put('section', settled)
  },
  inverse: withValues,
  withValues,
  coalesce: (earlier, later) =>
    earlier.projectId === later.projectId && earlier.id === later.id ? later : null,
})

/** Moves a section with its requirements, inside its document only. */
export const moveSection = defineMutation<CommandArgs['sections.move']>({
  input: COMMAND_INPUTS['sections.move'],
  async run(tx, { projectId, id, after }) {
    const project = await openContent(tx, projectId, 'content.write')
    const row = await requireRow(tx, 'section', { projectId, id })
    await requireAssigned(tx, { project, action: 'content.write', place: row })
    moveRow(tx, 'section', {
      row,
      siblings: await tx.list('section', 'documentId', row.documentId),
      after,
    })
  },
  inverse: (args, base) => moveBack({ command: 'sections.move', entity: 'section' }, args, base),
})

export const deleteSection = defineMutation<CommandArgs['sections.delete']>({
  input: COMMAND_INPUTS['sections.delete'],
  async run(tx, { projectId, id }) {
    const project = await openContent(tx, projectId, 'content.remove')
    const row = await findRow(tx, 'section', { projectId, id })
    if (row === undefined) return
    await requireAssigned(tx, { project, action: 'content.remove', place: row })
    await removeSection(tx, row)
  },
  inverse: ({ projectId, id }, _base, removed) =>
    restoring(projectId, { entity: 'section', id }, removed),
})
