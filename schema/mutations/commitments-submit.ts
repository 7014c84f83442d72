import { commitmentId } from '../entities/commitment.ts'
import type { Project, Release } from '../entities/project.ts'
import type { Requirement } from '../entities/structure.ts'
import { Refusal } from '../refusal.ts'
import { canonicalContent, submittedWith } from '../rules/commitments.ts'
import { validateAnswer } from '../rules/parameter-validation.ts'
import { answerParameters, parseDefinition } from '../rules/parameters.ts'
import { messageText } from '../tables/messages.ts'
import { emptyCommitment, openAnswers, requireAnswerable } from './commitments.ts'
import { COMMAND_INPUTS, type CommandArgs } from './inputs.ts'
import { defineMutation, type MutationTx } from './mutation.ts'

type Args = CommandArgs['commitments.submit']
interface Item { requirement: Requirement; contentHash: string; field: string }
interface Scope { project: Project; vendorId: number; releases: readonly Release[] }

async function submitOne(tx: MutationTx, { requirement, contentHash, field }: Item, { vendorId, releases }: Scope): Promise<void> {
  const stored = await tx.get('commitment', commitmentId(requirement.id, vendorId))
  const row = stored ?? emptyCommitment(requirement, vendorId, tx.actor.name)
  const where = { requirementId: requirement.id, fullId: requirement.fullId ?? '' }
  if (tx.sha256(canonicalContent(row.values)) !== contentHash) throw new Refusal('CONTENT_CHANGED', { field, detail: where })
  if (row.submitted && row.receipt?.contentHash === contentHash) return
  const definition = parseDefinition(requirement.definition)
  // What asks nothing is not among the requirements to be answered: submitted, it would count for one that is.
  if (answerParameters(definition).length === 0) throw new Refusal('INPUT_INVALID', { field, detail: { field: where.fullId, problem: 'asks nothing' } })
  const [problem] = validateAnswer(definition, row.values, releases)
  if (problem !== undefined) {
    throw new Refusal('SUBMIT_INVALID', {
      field: `${field}.${problem.field}`, detail: { ...where, problem: messageText(problem.code, problem.detail) },
    })
  }
  tx.put('commitment', submittedWith(row, { submittedOn: tx.now, by: tx.actor.name, contentHash }))
}

/** The reason why it cannot be submitted now; null = it is. */
async function problemOf(tx: MutationTx, { requirementId, contentHash }: Args['items'][number], field: string, scope: Scope): Promise<Refusal | null> {
  try {
    const requirement = await requireAnswerable(tx, scope.project, requirementId, scope.vendorId)
    await submitOne(tx, { requirement, contentHash, field }, scope)
    return null
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

/**
 * Hands in answers as the person saw them: each valid, each with the content whose SHA-256 is named. An answer of which that is no longer so stays
 * as it is, with its reason, and the others are handed in; where none can be, all is refused with the reason of the first.
 * An answer handed in before with the same content keeps its receipt.
 */
export const submitCommitments = defineMutation<Args>({
  input: COMMAND_INPUTS['commitments.submit'],
  async run(tx, { projectId, vendorId, items }) {
    const project = await openAnswers(tx, projectId, vendorId)
    const scope = { project, vendorId, releases: await tx.list('release', 'projectId', projectId) }
    const left = new Map<string, Refusal>()
    for (const [i, item] of items.entries()) {
      const problem = await problemOf(tx, item, `items.${i}`, scope)
      if (problem !== null) left.set(item.requirementId, problem)
    }
    const [first] = left.values()
    if (first !== undefined && left.size === new Set(items.map(({ requirementId }) => requirementId)).size) throw first
    for (const [requirementId, problem] of left) tx.leave({ entity: 'commitment', id: commitmentId(requirementId, vendorId) }, problem)
  },
})
