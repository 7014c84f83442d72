import type { Project, ProjectState } from '../entities/project.ts'
import { Refusal } from '../refusal.ts'
import { changeDeadline } from '../rules/deadline-change.ts'
import { sameValue } from '../rules/merge.ts'
import { openProject, settleFields, valuesOf } from './context.ts'
import { COMMAND_INPUTS, type CommandArgs } from './inputs.ts'
import { defineMutation, type MutationTx } from './mutation.ts'

type Args = CommandArgs['projects.update']

/** Vendors trusted the seal when they answered, so it is set before the publishing. */
const SEALABLE: readonly ProjectState[] = ['DRAFT', 'PREPARATION']
const ANSWERABLE: readonly ProjectState[] = ['PUBLISHED', 'VALIDATION']

const DEADLINE = 'patch.deadline'

/** @param settled the project as it stood before, but with the fields of the patch */
function settleDeadline(tx: MutationTx, before: Project, settled: Project, reason: string | undefined): Project {
  const { deadline } = settled
  if (sameValue(deadline, before.deadline)) return settled
  if (deadline !== null) return changeDeadline({ ...settled, deadline: before.deadline }, { deadline, reason, now: tx.now }, DEADLINE)
  if (ANSWERABLE.includes(before.state)) throw new Refusal('DEADLINE_MISSING', { field: DEADLINE })
  return { ...settled, deadlineAt: null }
}

async function run(tx: MutationTx, { projectId, patch, deadlineReason }: Args): Promise<void> {
  const project = await openProject(tx, projectId, 'project.edit')
  if (patch.sealed !== undefined && patch.sealed !== project.sealed && !SEALABLE.includes(project.state)) {
    throw new Refusal('STATE_FORBIDS', { field: 'patch.sealed' })
  }
  const settled = settleFields(tx, 'project', project, patch)
  if (sameValue(settled, project)) return
  tx.put('project', settleDeadline(tx, project, settled, deadlineReason))
}

type Values = Record<string, unknown>
const commandOf = (projectId: string, patch: Values, deadlineReason?: string) =>
  ({ command: 'projects.update', args: { projectId, patch, ...(deadlineReason === undefined ? {} : { deadlineReason }) } })

const withValues = ({ projectId, deadlineReason }: Args, values: Values) => {
  const patch = valuesOf(values, { entity: 'project', id: projectId })
  return patch === null ? [] : [commandOf(projectId, patch, deadlineReason)]
}

/** An extended deadline stays: bringing it forward would open the answers early. */
const inverse = ({ projectId, deadlineReason }: Args, base: Values) => {
  const { deadline, ...others } = valuesOf(base, { entity: 'project', id: projectId }) ?? {}
  const patch = deadline === undefined || deadlineReason !== undefined ? others : { ...others, deadline }
  return Object.keys(patch).length === 0 ? [] : [commandOf(projectId, patch)]
}

export const updateProject = defineMutation<Args>({
  input: COMMAND_INPUTS['projects.update'],
  run,
  inverse,
  withValues,
  coalesce: (earlier, later) =>
    earlier.projectId === later.projectId ? { ...earlier, ...later, patch: { ...earlier.patch, ...later.patch } } : null,
})
