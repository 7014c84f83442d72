import type { Project, ProjectState } from '../entities/project.ts'
import { Refusal } from '../refusal.ts'
import { changeDeadline, isDeadlineBinding } from '../rules/project/deadline-change.ts'
import { sameValue } from '../rules/answers/merge.ts'
import { refuseLocked, withScoringChange } from '../rules/evaluation/scoring.ts'
import { openProjectFor, settleFields, recordedFields } from './context.ts'
import { COMMAND_INPUTS, type CommandArgs } from './inputs.ts'
import { defineMutation, type MutationTx } from './mutation.ts'

type Args = CommandArgs['projects.update']

/** The seal can change in these states only: vendors rely on it once they answer. */
const SEALABLE: readonly ProjectState[] = ['DRAFT', 'PREPARATION']
const ANSWERABLE: readonly ProjectState[] = ['PUBLISHED', 'VALIDATION']

const DEADLINE = 'patch.deadline'

interface ProjectChange {
  before: Project
  /** The project with the fields of the patch. */
  settled: Project
}

function settleDeadline(
  tx: MutationTx,
  { before, settled }: ProjectChange,
  reason: string | undefined,
): Project {
  const { deadline } = settled
  if (sameValue(deadline, before.deadline)) return settled
  if (deadline !== null)
    return changeDeadline(
      { ...settled, deadline: before.deadline },
      { deadline, reason, now: tx.now },
      DEADLINE,
    )
  if (ANSWERABLE.includes(before.state) || isDeadlineBinding(before))
    throw new Refusal('DEADLINE_MISSING', { field: DEADLINE })
  return { ...settled, deadlineAt: null }
}

/** Refuses changes, after publishing, to settings that vendors rely on when they answer. */
function refuseLate(project: Project, patch: Args['patch']): void {
  if (SEALABLE.includes(project.state)) return
  for (const field of ['sealed', 'weightsPublished'] as const) {
    const isChanged = patch[field] !== undefined && patch[field] !== (project[field] ?? false)
    if (isChanged) throw new Refusal('STATE_FORBIDS', { field: `patch.${field}` })
  }
}

/**
 * Notes a change of the scoring rules in the project. Credits are locked once the weights are
 * published; whether knock-outs apply is not.
 */
function noteRules(
  tx: MutationTx,
  { before, settled }: ProjectChange,
  reason: string | undefined,
): Project {
  const [old, now] = [before.evaluation, settled.evaluation]
  if (sameValue(old, now)) return settled
  const isCredited =
    old.futureCredit !== now.futureCredit || old.unplannedCredit !== now.unplannedCredit
  if (isCredited) refuseLocked(before)
  return withScoringChange(tx, settled, { what: 'rules', reason, field: 'evaluationReason' })
}

/** What a project means that has no value in an optional field. */
const ABSENT = { language: null, weight: null, avatar: null, weightsPublished: false } as const
const OPTIONAL = Object.keys(ABSENT) as (keyof typeof ABSENT)[]

/** Fills in the optional fields that the patch sets, because undo needs values to go back to. */
const withAbsent = (project: Project, patch: Args['patch']): Project => {
  const filled = OPTIONAL.filter((field) => patch[field] !== undefined)
  return { ...Object.fromEntries(filled.map((field) => [field, ABSENT[field]])), ...project }
}

async function run(tx: MutationTx, args: Args): Promise<void> {
  const { projectId, patch, deadlineReason, evaluationReason } = args
  const project = await openProjectFor(tx, projectId, { action: 'project.edit' })
  refuseLate(project, patch)
  const row = withAbsent(project, patch)
  const settled = settleFields(tx, 'project', { row, patch })
  if (sameValue(settled, row)) return
  const noted = noteRules(tx, { before: project, settled }, evaluationReason)
  tx.put('project', settleDeadline(tx, { before: project, settled: noted }, deadlineReason))
}

type Values = Record<string, unknown>
type Reasons = Pick<Args, 'deadlineReason' | 'evaluationReason'>
const commandOf = (projectId: string, patch: Values, reasons: Reasons = {}) => {
  const given = Object.entries(reasons).filter(([, reason]) => reason !== undefined)
  return { command: 'projects.update', args: { projectId, patch, ...Object.fromEntries(given) } }
}

const withValues = ({ projectId, deadlineReason, evaluationReason }: Args, values: Values) => {
  const patch = recordedFields(values, { entity: 'project', id: projectId })
  return patch === null ? [] : [commandOf(projectId, patch, { deadlineReason, evaluationReason })]
}

/**
 * Undo leaves out an extended deadline, because an earlier deadline would open the answers early,
 * and scoring rules that were changed with a reason, because changing them back needs a reason too.
 */
const inverse = ({ projectId, deadlineReason, evaluationReason }: Args, base: Values) => {
  const { deadline, evaluation, ...others } =
    recordedFields(base, { entity: 'project', id: projectId }) ?? {}
  const patch = {
    ...others,
    ...(deadline === undefined || deadlineReason !== undefined ? {} : { deadline }),
    ...(evaluation === undefined || evaluationReason !== undefined ? {} : { evaluation }),
  }
  return Object.keys(patch).length === 0 ? [] : [commandOf(projectId, patch)]
}

export const updateProject = defineMutation<Args>({
  input: COMMAND_INPUTS['projects.update'],
  run,
  inverse,
  withValues,
  // Edits with a reason stay separate, so each reason belongs to its own change.
  coalesce: (earlier, later) =>
    earlier.projectId === later.projectId &&
    earlier.evaluationReason === undefined &&
    later.evaluationReason === undefined
      ? { ...earlier, ...later, patch: { ...earlier.patch, ...later.patch } }
      : null,
})
