import { type Commitment, commitmentId, type CommitmentValues } from '../entities/commitment.ts'
import type { Project } from '../entities/project.ts'
import type { Requirement } from '../entities/structure.ts'
import { Refusal } from '../refusal.ts'
import { requireAllowed } from '../rules/access/access.ts'
import { edited } from '../rules/answers/commitments.ts'
import { sameValue } from '../rules/answers/merge.ts'
import { fieldProblem } from '../rules/definition/parameter-values.ts'
import { answerFields, parseDefinition } from '../rules/definition/parameters.ts'
import { messageText } from '../tables/messages.ts'
import { openProjectFor, requireRow, recordedFields } from './context.ts'
import { COMMAND_INPUTS, type CommandArgs } from './inputs.ts'
import { defineMutation, type EditBase, type MutationTx } from './mutation.ts'

/** Returns the project if the person may answer for the vendor now. */
export const openForAnswers = (
  tx: MutationTx,
  projectId: string,
  vendorId: number,
): Promise<Project> => openProjectFor(tx, projectId, { action: 'commitment.write', vendorId })

/** Returns the requirement if the person may answer it: contacts can be limited to packages. */
export async function requireAnswerable(
  tx: MutationTx,
  project: Project,
  { requirementId, vendorId }: { requirementId: string; vendorId: number },
): Promise<Requirement> {
  const requirement = await requireRow(tx, 'requirement', {
    projectId: project.id,
    id: requirementId,
  })
  const { state, deadlineAt } = project
  requireAllowed(tx.actor, 'commitment.write', {
    state,
    deadlineAt,
    now: tx.now,
    vendorId,
    packageId: requirement.packageId,
  })
  return requirement
}

export const emptyCommitment = (
  requirement: Requirement,
  vendorId: number,
  by: string,
): Commitment => ({
  id: commitmentId(requirement.id, vendorId),
  projectId: requirement.projectId,
  packageId: requirement.packageId,
  documentId: requirement.documentId,
  requirementId: requirement.id,
  vendorId,
  values: {},
  submitted: false,
  receipt: null,
  updatedBy: by,
  updatedOn: 0,
})

/**
 * Refuses unknown fields and values of the wrong type. A draft may hold values out of range.
 */
function requireFields(requirement: Requirement, values: CommitmentValues): void {
  const fields = new Map(
    answerFields(parseDefinition(requirement.definition)).map((field) => [field.key, field]),
  )
  for (const [key, value] of Object.entries(values)) {
    const field = fields.get(key)
    const code = field === undefined ? 'validation.field' : fieldProblem(field, value)
    if (code === null) continue
    // A field that the requirement no longer has is unnamed, so the message names the requirement.
    const name = field?.parameter.name ?? requirement.fullId ?? requirement.name
    const detail = {
      field: name,
      problem:
        field === undefined ? 'has no such field any more' : messageText(code, { field: name }),
    }
    throw new Refusal('INPUT_INVALID', { field: `values.${key}`, detail })
  }
}

interface Item {
  requirementId: string
  values: CommitmentValues
}

async function writeValues(
  tx: MutationTx,
  project: Project,
  { requirementId, values, vendorId }: Item & { vendorId: number },
): Promise<void> {
  const requirement = await requireAnswerable(tx, project, { requirementId, vendorId })
  requireFields(requirement, values)
  const id = commitmentId(requirementId, vendorId)
  const former = await tx.get('commitment', id)
  const next: CommitmentValues = { ...former?.values }
  for (const [field, mine] of Object.entries(values)) {
    if (!tx.settle({ entity: 'commitment', id }, `values.${field}`, next[field] ?? null, mine))
      continue
    if (mine === null) delete next[field]
    else next[field] = mine
  }
  if (sameValue(next, former?.values ?? {})) return
  const row = former ?? emptyCommitment(requirement, vendorId, tx.actor.name)
  tx.put('commitment', edited(row, next, tx.actor.name))
}

const FIELD = /^values\./

/** Returns the recorded values of one answer; null = none are recorded. */
function itemOf(requirementId: string, vendorId: number, values: EditBase): Item | null {
  const own = recordedFields(values, {
    entity: 'commitment',
    id: commitmentId(requirementId, vendorId),
  })
  if (own === null) return null
  const fields = Object.entries(own).map(([field, value]) => [
    field.replace(FIELD, ''),
    value ?? null,
  ])
  return { requirementId, values: Object.fromEntries(fields) as CommitmentValues }
}

type Args = CommandArgs['commitments.update']
const withValues = ({ projectId, requirementId, vendorId }: Args, values: EditBase) => {
  const item = itemOf(requirementId, vendorId, values)
  return item === null
    ? []
    : [{ command: 'commitments.update', args: { projectId, vendorId, ...item } }]
}

export const updateCommitment = defineMutation<Args>({
  input: COMMAND_INPUTS['commitments.update'],
  async run(tx, { projectId, vendorId, requirementId, values }) {
    await writeValues(tx, await openForAnswers(tx, projectId, vendorId), {
      requirementId,
      values,
      vendorId,
    })
  },
  inverse: withValues,
  withValues,
  coalesce(earlier, later) {
    const isSame =
      earlier.projectId === later.projectId &&
      earlier.requirementId === later.requirementId &&
      earlier.vendorId === later.vendorId
    return isSame ? { ...later, values: { ...earlier.values, ...later.values } } : null
  },
})

type BulkArgs = CommandArgs['commitments.updateBulk']
const bulkWithValues = ({ projectId, vendorId, items }: BulkArgs, values: EditBase) => {
  const found = items.flatMap(({ requirementId }) => itemOf(requirementId, vendorId, values) ?? [])
  return found.length === 0
    ? []
    : [{ command: 'commitments.updateBulk', args: { projectId, vendorId, items: found } }]
}

export const updateCommitments = defineMutation<BulkArgs>({
  input: COMMAND_INPUTS['commitments.updateBulk'],
  async run(tx, { projectId, vendorId, items }) {
    const project = await openForAnswers(tx, projectId, vendorId)
    for (const item of items) await writeValues(tx, project, { ...item, vendorId })
  },
  inverse: bulkWithValues,
  withValues: bulkWithValues,
})
