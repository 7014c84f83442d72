import type { InferOutput } from 'valibot'
import type { commitments, ReceiptStanding } from '#schema/api/projects-service/commitments.ts'
import type { Commitment } from '#schema/entities/commitment.ts'
import { receiptSealText } from '#schema/rules/answers/receipt.ts'
import { inPieces } from '../database/database.ts'
import { findRestoration } from '../database/restorations.ts'
import { parseRow } from '../database/entity-tables.ts'
import { isSameSeal, receiptSealer } from '../security/receipt-seal.ts'
import { asSeen, type OpenedProject } from './open-project.ts'
import type { Services } from '../services.ts'

type Shown = InferOutput<typeof commitments.checkReceipts.body>['receipts'][number]

/**
 * Tells for each receipt whether this server issued it. A vendor gets results for its own receipts
 * only. For a caller who may not read the answer, such as a requestor while it is sealed, only the
 * seal is checked: comparing with the stored content would let the caller guess it.
 */
export const checkReceipts = async (
  opened: OpenedProject,
  { meta }: Pick<Services, 'meta'>,
  shown: readonly Shown[],
): Promise<ReceiptStanding[]> => {
  const sealOf = receiptSealer(meta)
  const answers = await readAnswers(opened, shown)
  // Whoever made the archive may have written its receipts.
  const isRestored = (await findRestoration(opened.tx, opened.projectId)) !== null
  return shown.map((receipt): ReceiptStanding => {
    const { answerId, seal } = receipt
    if (!isForCaller(opened, answerId)) return 'unknown'
    const text = receiptSealText({ projectId: opened.projectId, id: answerId }, receipt)
    const isSealed = seal !== undefined && isSameSeal(seal, sealOf(text))
    const answer = answers.get(answerId)
    if (answer === undefined || isRestored) return isSealed ? 'given' : 'unknown'
    const isStored = isSameReceipt(answer.receipt, receipt)
    if (isStored && answer.submitted) return 'genuine'
    return isSealed || isStored ? 'earlier' : 'unknown'
  })
}

const isForCaller = ({ actor }: OpenedProject, answerId: string): boolean =>
  actor.relation !== 'vendor' || answerId.endsWith(`.${actor.vendorId}`)

const isSameReceipt = (stored: Commitment['receipt'], shown: Shown): boolean =>
  stored !== null &&
  stored.submittedOn === shown.submittedOn &&
  stored.contentHash === shown.contentHash &&
  stored.by.replace(/\s+/g, ' ').trim() === shown.by

/** The current answers that the caller may read, by id. */
const readAnswers = async (
  opened: OpenedProject,
  shown: readonly Shown[],
): Promise<Map<string, Commitment>> => {
  const found = new Map<string, Commitment>()
  for (const ids of inPieces([...new Set(shown.map(({ answerId }) => answerId))])) {
    const rows = await opened.tx
      .selectFrom('commitments')
      .select('body')
      .where('project_id', '=', opened.projectId)
      .where('id', 'in', ids)
      .execute()
    for (const { body } of rows) {
      const row = asSeen(opened, 'commitment', parseRow('commitment', body))
      if (row !== null) found.set(row.id, row)
    }
  }
  return found
}
