import {
  commitments,
  RECEIPTS_AT_ONCE,
  type ReceiptStanding,
} from '#schema/api/projects-service/commitments.ts'
import { type CheckedReceipt, checkReceipts } from '#schema/rules/answers/receipt.ts'
import { callsOf } from '../../lib/api.ts'
import { contentHash } from '../../lib/content-hash.ts'

const calls = callsOf(commitments)

/** Larger than the receipts of 10,000 long answers. */
export const MOST_BYTES = 20_000_000

export class FileTooLarge extends Error {}

/**
 * Reads a receipt file. Throws FileTooLarge, or the browser's error if the file no longer exists.
 */
export const readReceiptFile = async (file: File): Promise<string> => {
  if (file.size > MOST_BYTES) throw new FileTooLarge()
  return await file.text()
}

/**
 * Result of checking a receipt.
 * - `genuine`: issued by this server; its content is the current submitted answer.
 * - `earlier`: issued by this server for an earlier submission.
 * - `given`: issued by this server; the person may not see the current answer.
 * - `newer`: issued by this server, but the file holds a newer draft.
 * - `altered`: issued by this server, but the file holds other content.
 * - `unknown`: not issued by this server.
 */
export const RECEIPT_FINDINGS = [
  'genuine',
  'earlier',
  'given',
  'newer',
  'altered',
  'unknown',
] as const
export type ReceiptFindingKind = (typeof RECEIPT_FINDINGS)[number]
export interface ReceiptFinding {
  label: string
  submittedOn: number
  by: string
  verdict: ReceiptFindingKind
}

export const findingOf = (
  { verdict }: Pick<CheckedReceipt, 'verdict'>,
  standing: ReceiptStanding,
): ReceiptFindingKind => {
  if (standing === 'unknown') return 'unknown'
  if (verdict === 'broken') return 'altered'
  return verdict === 'changed' ? 'newer' : standing
}

type Named = CheckedReceipt & { answerId: string }
const isNamed = (receipt: CheckedReceipt): receipt is Named =>
  receipt.answerId !== null && Number.isFinite(receipt.submittedOn)

/** Checks every receipt in the text with the server. Throws Refusal or OfflineError. */
export const askForReceipts = async (
  projectId: string,
  text: string,
): Promise<{ findings: ReceiptFinding[]; leftOut: number }> => {
  const all = checkReceipts(text, contentHash)
  const named = all.filter(isNamed)
  const findings: ReceiptFinding[] = []
  for (let at = 0; at < named.length; at += RECEIPTS_AT_ONCE) {
    const some = named.slice(at, at + RECEIPTS_AT_ONCE)
    const receipts = some.map(({ answerId, submittedOn, by, contentHash: hash, seal }) => ({
      answerId,
      submittedOn,
      by,
      contentHash: hash,
      ...(seal === null ? {} : { seal }),
    }))
    const standings = await calls.checkReceipts({ params: { id: projectId }, body: { receipts } })
    some.forEach((receipt, i) => {
      const { label, submittedOn, by } = receipt
      findings.push({
        label,
        submittedOn,
        by,
        verdict: findingOf(receipt, standings[i] ?? 'unknown'),
      })
    })
  }
  return { findings, leftOut: all.length - named.length }
}
