import type { Project, ProjectState } from '../entities/project.ts'
import { Refusal } from '../refusal.ts'
import { deadlineInstant } from '../rules/deadline.ts'
import { sameValue } from '../rules/merge.ts'
import { refuseLocked, withScoringChange } from '../rules/scoring.ts'
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

/** What vendors rely on when they answer is settled before the publishing. */
function refuseLate(project: Project, patch: Args['patch']): void {
  if (SEALABLE.includes(project.state)) return
  for (const field of ['sealed', 'weightsPublished'] as const) {
    const isChanged = patch[field] !== undefined && patch[field] !== (project[field] ?? false)
    if (isChanged) throw new Refusal('STATE_FORBIDS', { field: `patch.${field}` })
  }
}

/** Credits are part of what is published with the weights; knock-outs are applied or not. */
function noteRules(tx: MutationTx, former: Project, settled: Project, reason?: string): Project {
  const [old, now] = [former.evaluation, settled.evaluation]
  if (sameValue(old, now)) return settled
  const isCredited = old.futureCredit !== now.futureCredit || old.unplannedCredit !== now.unplannedCredit
  if (isCredited) refuseLocked(former)
  return withScoringChange(tx, settled, { what: 'rules', reason })
}

async function run(tx: MutationTx, { projectId, patch, reason }: Args): Promise<void> {
  const project = await openProject(tx, projectId, 'project.edit')
  refuseLate(project, patch)
  const patched = settleFields(tx, 'project', project, patch)
  if (sameValue(patched, project)) return
  const settled = noteRules(tx, project, patched, reason)
  tx.put('project', sameValue(settled.deadline, project.deadline) ? settled : requireDeadline(tx, settled))
}

const withValues = ({ projectId, reason }: Args, values: Record<string, unknown>) => {
  const patch = valuesOf(values, { entity: 'project', id: projectId })
  const why = reason === undefined ? {} : { reason }
  return patch === null ? [] : [{ command: 'projects.update', args: { projectId, patch, ...why } }]
}

export const updateProject = defineMutation<Args>({
  input: COMMAND_INPUTS['projects.update'],
  run,
  // What was changed with a reason is changed back with one of its own.
  inverse: (args, values) => (args.reason === undefined ? withValues(args, values) : []),
  withValues,
  coalesce: (earlier, later) =>
    earlier.projectId === later.projectId && earlier.reason === undefined && later.reason === undefined
      ? { projectId: later.projectId, patch: { ...earlier.patch, ...later.patch } }
      : null,
})
