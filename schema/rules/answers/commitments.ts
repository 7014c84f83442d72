import type { Commitment, CommitmentValues, Receipt } from '../../entities/commitment.ts'
import type { ParameterValue } from '../../entities/parameter.ts'

/** Nothing filled in: null, absent, or text of blanks only. */
export const isBlank = (value: ParameterValue | undefined): boolean =>
  value === null || value === undefined || (typeof value === 'string' && value.trim() === '')

/**
 * The text whose SHA-256 names the content of an answer: filled fields only, sorted by key, so that
 * equal answers have equal text.
 */
export function canonicalContent(values: CommitmentValues): string {
  const filled = Object.entries(values).filter(([, value]) => !isBlank(value))
  return JSON.stringify(filled.sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** WAITING: submitted on this device, not taken by the server yet; it has no receipt. */
export const COMMITMENT_STATUSES = ['OPEN', 'DRAFT', 'WAITING', 'SUBMITTED'] as const
export type CommitmentStatus = (typeof COMMITMENT_STATUSES)[number]

export function commitmentStatus(
  commitment: Pick<Commitment, 'submitted' | 'values' | 'isWaiting'> | undefined,
): CommitmentStatus {
  if (commitment === undefined) return 'OPEN'
  if (commitment.submitted) return commitment.isWaiting === true ? 'WAITING' : 'SUBMITTED'
  return Object.values(commitment.values).every(isBlank) ? 'OPEN' : 'DRAFT'
}

/**
 * Another content: what was submitted is saved only again. The receipt stays, since it proves what
 * was submitted before.
 */
export const edited = (row: Commitment, values: CommitmentValues, by: string): Commitment => ({
  ...decided(row),
  values,
  submitted: false,
  updatedBy: by,
})

/** What the server took. */
export const submittedWith = (row: Commitment, receipt: Receipt): Commitment => ({
  ...decided(row),
  submitted: true,
  receipt,
  updatedBy: receipt.by,
})

/**
 * What a device will send: the receipt of an earlier submit stays, a new one is the server's to
 * give.
 */
export const waitingForServer = (row: Commitment, by: string): Commitment => ({
  ...row,
  submitted: true,
  isWaiting: true,
  updatedBy: by,
})

/**
 * After an addendum changed the question: content and receipt stay readable, and the answer counts
 * as open.
 */
export const reopened = (row: Commitment): Commitment => ({ ...decided(row), submitted: false })

const decided = ({ isWaiting: _isWaiting, ...row }: Commitment): Commitment => row
