import type { Commitment, CommitmentValues, Receipt } from '../entities/commitment.ts'
import type { ParameterValue } from '../entities/parameter.ts'

/** Nothing filled in: null, absent, or text of blanks only. */
export const isBlank = (value: ParameterValue | undefined): boolean =>
  value === null || value === undefined || (typeof value === 'string' && value.trim() === '')

/** The text whose SHA-256 names the content of an answer: filled fields only, sorted by key, so that equal answers have equal text. */
export function canonicalContent(values: CommitmentValues): string {
  const filled = Object.entries(values).filter(([, value]) => !isBlank(value))
  return JSON.stringify(filled.sort(([a], [b]) => (a < b ? -1 : 1)))
}

export type CommitmentStatus = 'OPEN' | 'DRAFT' | 'SUBMITTED'

export function commitmentStatus(commitment: Pick<Commitment, 'submitted' | 'values'> | undefined): CommitmentStatus {
  if (commitment === undefined) return 'OPEN'
  if (commitment.submitted) return 'SUBMITTED'
  return Object.values(commitment.values).every(isBlank) ? 'OPEN' : 'DRAFT'
}

/** Another content: what was submitted is saved only again. The receipt stays, since it proves what was submitted before. */
export const edited = (row: Commitment, values: CommitmentValues, by: string): Commitment => ({ ...row, values, submitted: false, updatedBy: by })

export const submittedWith = (row: Commitment, receipt: Receipt): Commitment => ({ ...row, submitted: true, receipt, updatedBy: receipt.by })

/** After an addendum changed what is asked: content and receipt stay to be looked at, and nobody has written anything. */
export const reopened = (row: Commitment): Commitment => ({ ...row, submitted: false })
