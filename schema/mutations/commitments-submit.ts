import { type Commitment, commitmentId } from '../entities/commitment.ts'
import type { Project, Release } from '../entities/project.ts'
import type { Requirement } from '../entities/structure.ts'
import { vendorPartId } from '../entities/vendor-part.ts'
import { Refusal } from '../refusal.ts'
import { type AnswerVerdict, judgeAnswer } from '../rules/answers/answer-verdict.ts'
import { canonicalContent, submittedWith, waitingForServer } from '../rules/answers/commitments.ts'
import { maySubmitPart } from '../rules/answers/vendor-parts.ts'
import { SharedEffort } from '../rules/definition/match-effort.ts'
import { receiptSealText } from '../rules/answers/receipt.ts'
import { messageText } from '../tables/messages.ts'
import { emptyCommitment, openForAnswers, requireAnswerable } from './commitments.ts'
import { absentFile } from './answer-files.ts'
import { COMMAND_INPUTS, type CommandArgs } from './inputs.ts'
import { defineMutation, type MutationTx } from './mutation.ts'

type Args = CommandArgs['commitments.submit']
/** `field` is the item's path in the arguments, which a refusal names. */
export type SubmitItem = Args['items'][number] & { field: string }
interface Scope {
  project: Project
  vendorId: number
  releases: readonly Release[]
  shared: SharedEffort
}

function verdictOn(
  tx: MutationTx,
  { requirement, row }: { requirement: Requirement; row: Commitment },
  { releases, shared }: Scope,
): AnswerVerdict {
  if (tx.verdictOf !== undefined) return tx.verdictOf(requirement, row, releases)
  const { definition } = requirement
  const { found, isCut } = shared.check((effort) =>
    judgeAnswer({ definition, values: row.values, releases }, effort),
  )
  return isCut && found.kind === 'invalid' && found.problem.code === 'validation.effort'
    ? { kind: 'valid' }
    : found
}

/** Returns the refusal of an answer that cannot be submitted; null = it can. */
function refusalOf(
  verdict: AnswerVerdict,
  field: string,
  where: { requirementId: string; fullId: string },
): Refusal | null {
  switch (verdict.kind) {
    case 'valid':
      return null
    // A requirement without fields is not to be answered: a submitted answer to it would count as
    // the answer to another requirement.
    case 'asksNothing':
      return new Refusal('INPUT_INVALID', {
        field,
        detail: { field: where.fullId, problem: 'asks nothing' },
      })
    case 'stale':
      return new Refusal('SUBMIT_AGAIN', { field, detail: where })
    case 'unchecked':
      return new Refusal('SUBMIT_TOO_MUCH', { field, detail: where })
    case 'invalid': {
      const { problem } = verdict
      const detail = { ...where, problem: messageText(problem.code, problem.detail) }
      return new Refusal('SUBMIT_INVALID', { field: `${field}.${problem.field}`, detail })
    }
  }
}

async function submitOne(
  tx: MutationTx,
  { requirementId, contentHash, field }: SubmitItem,
  scope: Scope,
): Promise<void> {
  const requirement = await requireAnswerable(tx, scope.project, {
    requirementId,
    vendorId: scope.vendorId,
  })
  const { documentId } = requirement
  const part = await tx.get('vendorPart', vendorPartId(documentId, scope.vendorId))
  if (!maySubmitPart(tx.actor, part)) throw new Refusal('SUBMIT_APPROVAL', { field })
  const stored = await tx.get('commitment', commitmentId(requirement.id, scope.vendorId))
  const row = stored ?? emptyCommitment(requirement, scope.vendorId, tx.actor.name)
  const where = { requirementId: requirement.id, fullId: requirement.fullId ?? '' }
  if (tx.sha256(canonicalContent(row.values)) !== contentHash)
    throw new Refusal('CONTENT_CHANGED', { field, detail: where })
  if (row.submitted && (row.isWaiting === true || row.receipt?.contentHash === contentHash)) return
  const refusal = refusalOf(verdictOn(tx, { requirement, row }, scope), field, where)
  if (refusal !== null) throw refusal
  const absent = await absentFile(tx, requirement, row)
  if (absent !== undefined)
    throw new Refusal('SUBMIT_FILE', {
      field: `${field}.${absent.field}`,
      detail: { ...where, file: absent.file.name },
    })
  const by = tx.actor.name
  if (!tx.isServer) return tx.put('commitment', waitingForServer(row, by))
  const receipt = { submittedOn: tx.now, by, contentHash }
  const seal = tx.sealReceipt?.(receiptSealText(row, receipt))
  tx.put('commitment', submittedWith(row, { ...receipt, ...(seal === undefined ? {} : { seal }) }))
}

/** Submits one answer and returns its refusal; null = it is submitted. */
async function problemOf(tx: MutationTx, item: SubmitItem, scope: Scope): Promise<Refusal | null> {
  try {
    await submitOne(tx, item, scope)
    return null
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

export type RefusedAnswers = ReadonlyMap<string, Refusal>

/** Submits the valid answers. Returns the refusals of the others by requirement id. */
export async function submitItems(
  tx: MutationTx,
  { projectId, vendorId, items }: Omit<Args, 'items'> & { items: readonly SubmitItem[] },
): Promise<RefusedAnswers> {
  const project = await openForAnswers(tx, projectId, vendorId)
  const scope = {
    project,
    vendorId,
    releases: await tx.list('release', 'projectId', projectId),
    shared: new SharedEffort(),
  }
  const left = new Map<string, Refusal>()
  for (const item of items) {
    const problem = await problemOf(tx, item, scope)
    if (problem !== null) left.set(item.requirementId, problem)
  }
  return left
}

export const submitItemsOf = ({ items }: Args): SubmitItem[] =>
  items.map((item, i) => ({ ...item, field: `items.${i}` }))

/** Throws the first refusal if no answer was submitted. */
export function requireSome({ items }: Args, left: RefusedAnswers): void {
  const reasons = items.map(({ requirementId }) => left.get(requirementId))
  const [first] = reasons
  if (first !== undefined && !reasons.includes(undefined)) throw first
}

/**
 * Submits answers whose content still has the SHA-256 that the person saw. An invalid or changed
 * answer is left with its refusal while the others are submitted; if none can be, the command is
 * refused with the first refusal. An answer submitted before with the same content keeps its
 * receipt.
 */
export const submitCommitments = defineMutation<Args>({
  input: COMMAND_INPUTS['commitments.submit'],
  async run(tx, args) {
    const left = await submitItems(tx, { ...args, items: submitItemsOf(args) })
    requireSome(args, left)
    for (const [requirementId, problem] of left)
      tx.leave({ entity: 'commitment', id: commitmentId(requirementId, args.vendorId) }, problem)
  },
})
