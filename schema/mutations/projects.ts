import type { Project, ProjectState } from '../entities/project.ts'
import { Refusal } from '../refusal.ts'
import { deadlineInstant } from '../rules/deadline.ts'
import { sameValue } from '../rules/merge.ts'
import { openProject, settleFields, valuesOf } from './context.ts'
import { COMMAND_INPUTS, type CommandArgs } from './inputs.ts'
import { defineMutation, type MutationTx } from './mutation.ts'

type Args = CommandArgs['projects.update']

/** Vendors trusted the seal when they answered, so it is set before the publishing. */
const SEALABLE: readonly ProjectState[] = ['DRAFT', 'PREPARATION']
const ANSWERABLE: readonly ProjectState[] = ['PUBLISHED', 'VALIDATION']

function requireDeadline(tx: MutationTx, project: Project): Project {
  const deadlineAt = project.deadline === null ? null : deadlineInstant(project.deadline)
  if (ANSWERABLE.includes(project.state)) {
    if (deadlineAt === null) throw new Refusal('DEADLINE_MISSING', { field: 'patch.deadline' })
    if (deadlineAt <= tx.now) throw new Refusal('DEADLINE_PAST', { field: 'patch.deadline' })
  }
  return { ...project, deadlineAt }
}

async function run(tx: MutationTx, { projectId, patch }: Args): Promise<void> {
  const project = await openProject(tx, projectId, 'project.edit')
  if (patch.sealed !== undefined && patch.sealed !== project.sealed && !SEALABLE.includes(project.state)) {
    throw new Refusal('STATE_FORBIDS', { field: 'patch.sealed' })
  }
  const settled = settleFields(tx, 'project', project, patch)
  if (sameValue(settled, project)) return
  tx.put('project', sameValue(settled.deadline, project.deadline) ? settled : requireDeadline(tx, settled))
}

const withValues = ({ projectId }: Args, values: Record<string, unknown>) => {
  const patch = valuesOf(values, { entity: 'project', id: projectId })
  return patch === null ? [] : [{ command: 'projects.update', args: { projectId, patch } }]
}

export const updateProject = defineMutation<Args>({
  input: COMMAND_INPUTS['projects.update'],
  run,
  inverse: withValues,
  withValues,
  coalesce: (earlier, later) =>
    earlier.projectId === later.projectId ? { projectId: later.projectId, patch: { ...earlier.patch, ...later.patch } } : null,
})
