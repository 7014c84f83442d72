import type { Document } from '../entities/structure.ts'
import { Refusal } from '../refusal.ts'
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
import { defineMutation, type MutationTx } from './mutation.ts'
import { requireFreePrefix } from './free-prefix.ts'
import { removeDocument } from './removal.ts'
import { rankAfter } from './siblings.ts'

export const createDocument = defineMutation<CommandArgs['documents.create']>({
  input: COMMAND_INPUTS['documents.create'],
  async run(tx, { projectId, id, packageId, name, prefix, after }) {
    const project = await openContent(tx, projectId, 'content.write')
    await requireAssigned(tx, { project, action: 'content.write', place: { packageId } })
    await requireParent(tx, 'package', { projectId, id: packageId })
    if (await isCreated(tx, 'document', { id, projectId, packageId, name, prefix })) return
    const documents = await tx.list('document', 'projectId', projectId)
    await requireFreePrefix(tx, { projectId, id, prefix }, 'prefix')
    const rank = rankAfter(
      documents.filter((document) => document.packageId === packageId),
      after,
    )
    tx.put('document', {
      id,
      projectId,
      packageId,
      name,
      prefix,
      weight: null,
      rank,
      ownerId: null,
      updatedOn: 0,
    })
  },
  inverse: ({ projectId, id }) => [{ command: 'documents.delete', args: { projectId, id } }],
})

/**
 * Refuses a new prefix once a requirement has a number: full ids start with the prefix and never
 * change.
 */
async function requirePrefixChange(
  tx: MutationTx,
  document: Document,
  prefix: string,
): Promise<void> {
  await requireFreePrefix(tx, { ...document, prefix }, 'patch.prefix')
  const requirements = await tx.list('requirement', 'documentId', document.id)
  if (requirements.some(({ fullId }) => fullId !== null)) {
    throw new Refusal('INPUT_INVALID', {
      field: 'patch.prefix',
      detail: { field: 'prefix', problem: 'requirements are already numbered with it' },
    })
  }
}

type UpdateArgs = CommandArgs['documents.update']
const withValues = ({ projectId, id }: UpdateArgs, values: Record<string, unknown>) => {
  const patch = recordedFields(values, { entity: 'document', id })
  return patch === null ? [] : [{ command: 'documents.update', args: { projectId, id, patch } }]
}

export const updateDocument = defineMutation<UpdateArgs>({
  input: COMMAND_INPUTS['documents.update'],
  async run(tx, { projectId, id, patch }) {
    const project = await openContent(tx, projectId, 'content.write')
    const row = await requireRow(tx, 'document', { projectId, id })
    await requireAssigned(tx, {
      project,
      action: 'content.write',
      place: {
        packageId: row.packageId,
        documentId: id,
      },
    })
    const settled = settleFields(tx, 'document', { row, patch })
    if (settled.prefix !== row.prefix) await requirePrefixChange(tx, row, settled.prefix)
    if (settled.prefix !== row.prefix || settled.name !== row.name) tx.put('document', settled)
  },
  inverse: withValues,
  withValues,
  coalesce: (earlier, later) =>
    earlier.projectId === later.projectId && earlier.id === later.id
      ? { ...later, patch: { ...earlier.patch, ...later.patch } }
      : null,
})

/** Moves a document inside its package only. */
export const moveDocument = defineMutation<CommandArgs['documents.move']>({
  input: COMMAND_INPUTS['documents.move'],
  async run(tx, { projectId, id, after }) {
    const project = await openContent(tx, projectId, 'content.write')
    const row = await requireRow(tx, 'document', { projectId, id })
    await requireAssigned(tx, {
      project,
      action: 'content.write',
      place: {
        packageId: row.packageId,
        documentId: id,
      },
    })
    moveRow(tx, 'document', {
      row,
      siblings: await tx.list('document', 'packageId', row.packageId),
      after,
    })
  },
  inverse: (args, base) => moveBack({ command: 'documents.move', entity: 'document' }, args, base),
})

export const deleteDocument = defineMutation<CommandArgs['documents.delete']>({
  input: COMMAND_INPUTS['documents.delete'],
  async run(tx, { projectId, id }) {
    const project = await openContent(tx, projectId, 'content.remove')
    const row = await findRow(tx, 'document', { projectId, id })
    if (row === undefined) return
    await requireAssigned(tx, {
      project,
      action: 'content.remove',
      place: {
        packageId: row.packageId,
        documentId: id,
      },
    })
    await removeDocument(tx, row)
  },
  inverse: ({ projectId, id }, _base, removed) =>
    restoring(projectId, { entity: 'document', id }, removed),
})
