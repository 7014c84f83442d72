import { commitmentId } from '../entities/commitment.ts'
import type { Release } from '../entities/project.ts'
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

async function submitOne(tx: MutationTx, { requirement, contentHash, field }: Item, vendorId: number, releases: readonly Release[]): Promise<void> {
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

/**
 * Hands in answers as the person saw them: each valid, each with the content whose SHA-256 is named. All or none.
 * An answer handed in before with the same content keeps its receipt.
 */
export const submitCommitments = defineMutation<Args>({
  input: COMMAND_INPUTS['commitments.submit'],
  async run(tx, { projectId, vendorId, items }) {
    const project = await openAnswers(tx, projectId, vendorId)
    const releases = await tx.list('release', 'projectId', projectId)
    for (const [i, { requirementId, contentHash }] of items.entries()) {
      const requirement = await requireAnswerable(tx, project, requirementId, vendorId)
      await submitOne(tx, { requirement, contentHash, field: `items.${i}` }, vendorId, releases)
    }
  },
})
