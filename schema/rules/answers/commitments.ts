import type { Commitment, CommitmentValues, Receipt } from '../../entities/commitment.ts'
import type { ParameterValue } from '../../entities/parameter.ts'

/** Tells whether a value is unfilled: null, absent or only blanks. */
export const isBlank = (value: ParameterValue | undefined): boolean =>
  value === null || value === undefined || (typeof value === 'string' && value.trim() === '')

/**
 * Returns the text whose SHA-256 identifies the content of an answer: the filled fields, sorted by
 * key, so that equal answers have equal texts.
 */
export function canonicalContent(values: CommitmentValues): string {
  const filled = Object.entries(values).filter(([, value]) => !isBlank(value))
  return JSON.stringify(filled.sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** WAITING = submitted on this device and not yet accepted by the server; without a receipt. */
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
 * Returns the answer with new values. It becomes a draft; its receipt stays as proof of the earlier
 * submit.
 */
export const edited = (row: Commitment, values: CommitmentValues, by: string): Commitment => ({
  ...decided(row),
  values,
  submitted: false,
  updatedBy: by,
})

/** Returns the answer as the server accepts it. */
export const submittedWith = (row: Commitment, receipt: Receipt): Commitment => ({
  ...decided(row),
  submitted: true,
  receipt,
  updatedBy: receipt.by,
})

/**
 * Returns the answer as submitted on a device. The receipt of an earlier submit stays; only the
 * server gives a new one.
 */
export const waitingForServer = (row: Commitment, by: string): Commitment => ({
  ...row,
  submitted: true,
  isWaiting: true,
  updatedBy: by,
})

/**
 * Returns the answer after an addendum changed its requirement: content and receipt stay readable,
 * and the answer counts as open.
 */
export const reopened = (row: Commitment): Commitment => ({ ...decided(row), submitted: false })

const decided = ({ isWaiting: _isWaiting, ...row }: Commitment): Commitment => row
