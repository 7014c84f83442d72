import type { Commitment, Receipt } from '../../entities/commitment.ts'
import { canonicalContent } from './commitments.ts'
import { formatDateTime } from '../format.ts'

/** One submitted answer as its receipt shows it. */
export interface ReceiptEntry {
  /** Id of the answer. */
  answerId: string
  /** The requirement's full id. */
  label: string
  receipt: Receipt
  /**
   * The canonical content that the vendor has now: the submitted one unless it was changed since.
   */
  content: string
  isChanged: boolean
}

/** What a receipts file says of an answer, null where nothing was submitted yet. */
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
/** One line, since every line of the file is read by itself. */
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

/**
 * Receipts as a text that anybody can check: the SHA-256 of the line called content is the hash.
 * English only, since it is read by programs too.
 * @param zone IANA zone of the times shown; the instant stands beside in UTC
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

/** What the server seals: an answer, and the receipt that it gave for it. */
export const receiptSealText = (
  { projectId, id }: Pick<Commitment, 'projectId' | 'id'>,
  { submittedOn, by, contentHash }: Omit<Receipt, 'seal'>,
): string => JSON.stringify([projectId, id, submittedOn, oneLine(by), contentHash])

/**
 * `intact`: content and hash agree. `changed`: the file itself says that the content is a newer
 * draft. `broken`: they do not agree.
 */
export type ReceiptVerdict = 'intact' | 'changed' | 'broken'
export interface CheckedReceipt {
  label: string
  /** Absent in files from before receipts named their answer. */
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
 * Reads a receipts file and says of each entry whether its content has the hash that stands in it.
 * Whether the server gave that receipt, only the server can say.
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
