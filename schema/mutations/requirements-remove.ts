import type { Requirement } from '../entities/structure.ts'
import { restoring } from './content-restore.ts'
import {
  findRow,
  openContent,
  openProjectFor,
  requireAssigned,
  requireRow,
  recordedFields,
} from './context.ts'
import { COMMAND_INPUTS, type CommandArgs } from './inputs.ts'
import { defineMutation, type RemovalRoot } from './mutation.ts'
import { removeRequirements } from './removal.ts'

const rootOf = ([id = '']: readonly string[]): RemovalRoot => ({ entity: 'requirement', id })

export const deleteRequirements = defineMutation<CommandArgs['requirements.delete']>({
  input: COMMAND_INPUTS['requirements.delete'],
  async run(tx, { projectId, ids }) {
    const project = await openContent(tx, projectId, 'content.remove')
    const rows: Requirement[] = []
    for (const id of new Set(ids)) {
      const row = await findRow(tx, 'requirement', { projectId, id })
      if (row !== undefined) rows.push(row)
    }
    const places = new Map(rows.map((row) => [row.documentId, row]))
    for (const place of places.values())
      await requireAssigned(tx, { project, action: 'content.remove', place })
    await removeRequirements(tx, rows, rootOf(ids))
  },
  inverse: ({ projectId, ids }, _base, removed) => restoring(projectId, rootOf(ids), removed),
})

type ExcludeArgs = CommandArgs['requirements.exclude']
const EXCLUDED = 'excluded'

const withValues = ({ projectId, id }: ExcludeArgs, values: Record<string, unknown>) => {
  const own = recordedFields(values, { entity: 'requirement', id })
  return own === null
    ? []
    : [{ command: 'requirements.exclude', args: { projectId, id, reason: own[EXCLUDED] ?? null } }]
}

/**
 * Excludes a requirement from the evaluation for all vendors, with a reason, or includes it again
 * (reason null).
 */
export const excludeRequirement = defineMutation<ExcludeArgs>({
  input: COMMAND_INPUTS['requirements.exclude'],
  async run(tx, { projectId, id, reason }) {
    await openProjectFor(tx, projectId, { action: 'requirement.exclude' })
    const row = await requireRow(tx, 'requirement', { projectId, id })
    const former = row.excluded?.reason ?? null
    if (!tx.settle({ entity: 'requirement', id }, EXCLUDED, former, reason) || former === reason)
      return
    tx.put('requirement', {
      ...row,
      excluded: reason === null ? null : { reason, by: tx.actor.name, on: tx.now },
      updatedBy: tx.actor.userId,
    })
  },
  inverse: withValues,
  withValues,
})
