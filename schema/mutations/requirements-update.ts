import type { Project } from '../entities/project.ts'
import type { Requirement } from '../entities/structure.ts'
import { joinMarks } from '../rules/excel/import-marks.ts'
import { STATUS } from '../rules/project/numbering.ts'
import {
  openContent,
  requireAssigned,
  requireRow,
  settleFields,
  recordedFields,
} from './context.ts'
import { changedByText, mergeDefinition, partOfValues } from './definition-merge.ts'
import { COMMAND_INPUTS, type CommandArgs } from './inputs.ts'
import { defineMutation, type EditBase, type MutationTx } from './mutation.ts'

type Args = CommandArgs['requirements.update']
type Patch = Args['patch']

async function updateOne(
  tx: MutationTx,
  project: Project,
  { id, patch }: { id: string; patch: Patch },
): Promise<void> {
  const row = await requireRow(tx, 'requirement', { projectId: project.id, id })
  await requireAssigned(tx, { project, action: 'content.write', place: row })
  const { definition, definitionPart, imported, ...texts } = patch
  const settled = settleFields(tx, 'requirement', { row, patch: texts })
  const isDefined = definition !== undefined || definitionPart !== undefined
  const content: Requirement = isDefined
    ? { ...settled, definition: mergeDefinition(tx, row, { definition, definitionPart }) }
    : settled
  const marks = imported === undefined ? row.imported : joinMarks(row.imported, imported)
  const next = marks === row.imported ? content : { ...content, imported: marks }
  if (
    (['name', 'vendorHelp', 'evaluatorHelp', 'definition'] as const).every(
      (field) => next[field] === row[field],
    )
  ) {
    if (next.imported !== row.imported) tx.put('requirement', next)
    return
  }
  tx.put('requirement', {
    ...next,
    status: STATUS.updated[row.status],
    version: row.version + 1,
    updatedBy: tx.actor.userId,
  })
}

/** Builds the patch that restores recorded values of one requirement; null = none are recorded. */
function patchOf(id: string, values: EditBase): Patch | null {
  const own = recordedFields(values, { entity: 'requirement', id })
  if (own === null) return null
  const texts = Object.fromEntries(
    Object.entries(own).filter(([field]) => !field.startsWith('definition')),
  )
  const definitionPart = partOfValues(own)
  return definitionPart === null ? texts : { ...texts, definitionPart }
}

/** Builds the patch for undo, with only the values that the edit changed. */
function formerPatch({ id, patch }: { id: string; patch: Patch }, base: EditBase): Patch | null {
  const own = recordedFields(base, { entity: 'requirement', id })
  if (own === null || patch.definition === undefined) return patchOf(id, base)
  const changed = changedByText(patch.definition, own)
  const key = `requirement/${id}#`
  return patchOf(
    id,
    Object.fromEntries(Object.entries(changed).map(([field, value]) => [key + field, value])),
  )
}

export const updateRequirement = defineMutation<Args>({
  input: COMMAND_INPUTS['requirements.update'],
  async run(tx, { projectId, id, patch }) {
    await updateOne(tx, await openContent(tx, projectId, 'content.write'), { id, patch })
  },
  inverse(args, base) {
    const patch = formerPatch(args, base)
    return patch === null
      ? []
      : [
          {
            command: 'requirements.update',
            args: { projectId: args.projectId, id: args.id, patch },
          },
        ]
  },
  withValues({ projectId, id }, values) {
    const patch = patchOf(id, values)
    return patch === null
      ? []
      : [{ command: 'requirements.update', args: { projectId, id, patch } }]
  },
  coalesce(earlier, later) {
    const isSame = earlier.projectId === later.projectId && earlier.id === later.id
    // A part holds only changes: to combine it with a whole definition or another part, both would
    // have to be merged. Of two whole definitions, the later may lack the changes of the earlier:
    // late edits are sent again as they were written.
    const isPart =
      earlier.patch.definitionPart !== undefined || later.patch.definitionPart !== undefined
    const isTwice = earlier.patch.definition !== undefined && later.patch.definition !== undefined
    return isSame && !isPart && !isTwice
      ? { ...later, patch: { ...earlier.patch, ...later.patch } }
      : null
  },
})

type BulkArgs = CommandArgs['requirements.updateBulk']
const bulkOf = (projectId: string, items: { id: string; patch: Patch | null }[]) => {
  const found = items.filter(({ patch }) => patch !== null)
  return found.length === 0
    ? []
    : [{ command: 'requirements.updateBulk', args: { projectId, items: found } }]
}

export const updateRequirements = defineMutation<BulkArgs>({
  input: COMMAND_INPUTS['requirements.updateBulk'],
  async run(tx, { projectId, items }) {
    const project = await openContent(tx, projectId, 'content.write')
    for (const item of items) await updateOne(tx, project, item)
  },
  inverse: ({ projectId, items }, base) =>
    bulkOf(
      projectId,
      items.map((item) => ({ id: item.id, patch: formerPatch(item, base) })),
    ),
  withValues: ({ projectId, items }, values) =>
    bulkOf(
      projectId,
      items.map(({ id }) => ({ id, patch: patchOf(id, values) })),
    ),
})
