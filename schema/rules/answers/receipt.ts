import type { Commitment, Receipt } from '../../entities/commitment.ts'
import { canonicalContent } from './commitments.ts'
import { formatDateTime } from '../format.ts'

/** One submitted answer, as its receipt shows it. */
export interface ReceiptEntry {
  /** The id of the answer. */
  answerId: string
  /** The requirement's full id. */
  label: string
  receipt: Receipt
  /** The vendor's current canonical content: the submitted content unless it changed since. */
  content: string
  isChanged: boolean
}

/** Returns the entry of an answer in a receipts file; null = never submitted. */
export const receiptEntry = (
  label: string,
  {
    id,
    receipt,
    submitted,
    isWaiting,
    values,
  }: Pick<Commitment, 'id' | 'receipt' | 'submitted' | 'isWaiting' | 'values'>,
): ReceiptEntry | null => {
  if (receipt === null) return null
  const isChanged = !submitted || isWaiting === true
  return { answerId: id, label, receipt, content: canonicalContent(values), isChanged }
}

const HEADING = 'Receipts: '
const CHANGED = ' (changed since; the content below is the newer draft)'
/** Joins lines, because a receipts file is parsed line by line. */
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

/**
 * Writes receipts as a text that can be checked: the SHA-256 of the content line is the hash. The
 * text is always English, because programs read it too.
 * @param zone IANA zone of the times shown; the instant is added in UTC
 */
export function receiptsText(
  title: string,
  entries: readonly ReceiptEntry[],
  zone?: string,
): string {
  const lines = entries.flatMap(({ answerId, label, receipt, content, isChanged }) => [
    `${oneLine(label)}${isChanged ? CHANGED : ''}`,
    `  time:    ${formatDateTime(receipt.submittedOn, zone)} (${new Date(receipt.submittedOn).toISOString()})`,
    `  by:      ${oneLine(receipt.by)}`,
    `  sha-256: ${receipt.contentHash}`,
    `  answer:  ${answerId}`,
    ...(receipt.seal === undefined ? [] : [`  seal:    ${receipt.seal}`]),
    `  content: ${content}`,
    '',
  ])
  return [`${HEADING}${oneLine(title)}`, '', ...lines].join('\n')
}

/** Returns the text that the server seals: an answer with its receipt. */
export const receiptSealText = (
  { projectId, id }: Pick<Commitment, 'projectId' | 'id'>,
  { submittedOn, by, contentHash }: Omit<Receipt, 'seal'>,
): string => JSON.stringify([projectId, id, submittedOn, oneLine(by), contentHash])

/**
 * `intact` = content and hash agree; `changed` = the file states that the content is a newer draft;
 * `broken` = they disagree.
 */
export type ReceiptVerdict = 'intact' | 'changed' | 'broken'
export interface CheckedReceipt {
  label: string
  /** Null in files written before receipts named their answer. */
  answerId: string | null
  submittedOn: number
  by: string
  contentHash: string
  seal: string | null
  verdict: ReceiptVerdict
}

const ENTRY =
  /(?:^|\n)(?! )([^\n]+)\n {2}time: {4}[^\n]*\(([^\n]+)\)\n {2}by: {6}([^\n]*)\n {2}sha-256: ([0-9a-f]{64})(?:\n {2}answer: {2}([^\n]*))?(?:\n {2}seal: {4}([0-9a-f]{64}))?\n {2}content: ([^\n]*)/g

/**
 * Reads a receipts file and compares each content with its hash. Only the server can tell whether
 * it issued a receipt.
 */
export function checkReceipts(text: string, sha256: (content: string) => string): CheckedReceipt[] {
  const found = [...text.replace(/\r\n?/g, '\n').matchAll(ENTRY)]
  return found.map(
    ([, head = '', time = '', by = '', contentHash = '', answerId, seal, content = '']) => {
      const isChanged = head.endsWith(CHANGED)
      const verdict = sha256(content) === contentHash ? 'intact' : isChanged ? 'changed' : 'broken'
      return {
        label: isChanged ? head.slice(0, -CHANGED.length) : head,
        answerId: answerId ?? null,
        submittedOn: Date.parse(time),
        by,
        contentHash,
        seal: seal ?? null,
        verdict,
      }
    },
  )
}
