import * as v from 'valibot'
import { Commitment, CommitmentValues, Receipt } from '../../entities/commitment.ts'
import { IdInPath, NumberId, RowId, seenIfThere } from '../common.ts'
import { endpoints, type Endpoint } from '../endpoint.ts'

const errors = [
  'ACCESS_TO_PROJECT_IS_DENIED',
  'NOT_ALLOWED',
  'STATE_FORBIDS',
  'NOT_FOUND',
  'DEADLINE_PASSED',
] as const satisfies Endpoint['errors']
const scope = { projectId: RowId, vendorId: NumberId }

const Shown = v.strictObject({
  answerId: RowId,
  ...Receipt.entries,
})
/**
 * `genuine` = this server issued the receipt, for the current answer. `earlier` = this server
 * issued it, and the answer was changed or submitted again since. `given` = this server issued it,
 * and the caller may not know the current answer. `unknown` = all other receipts.
 */
export const RECEIPT_STANDINGS = ['genuine', 'earlier', 'given', 'unknown'] as const
export const ReceiptStanding = v.picklist(RECEIPT_STANDINGS)
export type ReceiptStanding = v.InferOutput<typeof ReceiptStanding>

export const RECEIPTS_AT_ONCE = 500

export const commitments = endpoints({
  checkReceipts: {
    method: 'POST',
    path: '/projects-service/projects/{id}/receipts/check',
    access: 'user',
    summary: 'Whether this server issued these receipts (at most 500), in their order',
    params: IdInPath,
    body: v.strictObject({
      receipts: v.pipe(v.array(Shown), v.minLength(1), v.maxLength(RECEIPTS_AT_ONCE)),
    }),
    reply: v.array(ReceiptStanding),
    errors: ['ACCESS_TO_PROJECT_IS_DENIED'],
  },
  updateBulk: {
    method: 'POST',
    path: '/projects-service/commitments/update-bulk',
    access: 'user',
    summary: 'Change up to 200 answers at once',
    mutation: 'commitments.updateBulk',
    body: v.strictObject({
      ...scope,
      items: v.pipe(
        v.array(v.strictObject({ requirementId: RowId, values: CommitmentValues, ...seenIfThere })),
        v.minLength(1),
        v.maxLength(200),
      ),
    }),
    reply: v.array(Commitment),
    errors: [...errors, 'INPUT_INVALID', 'requirement.stale'],
  },
  submit: {
    method: 'POST',
    path: '/projects-service/commitments/submit',
    access: 'user',
    mutation: 'commitments.submit',
    summary:
      'Submit up to 500 answers, each with the SHA-256 of the content that the person saw; answers that differ stay drafts, with the reason',
    errors: [
      ...errors,
      'CONTENT_CHANGED',
      'SUBMIT_INVALID',
      'SUBMIT_FILE',
      'SUBMIT_TOO_MUCH',
      'SUBMIT_AGAIN',
      'SUBMIT_APPROVAL',
    ],
    body: v.strictObject({
      ...scope,
      items: v.pipe(
        v.array(
          v.strictObject({
            requirementId: RowId,
            contentHash: v.pipe(v.string(), v.maxLength(64)),
          }),
        ),
        v.minLength(1),
        v.maxLength(500),
      ),
    }),
    reply: v.strictObject({
      message: v.string(),
      submitted: v.array(Commitment),
      remaining: v.array(
        v.strictObject({
          requirementId: v.string(),
          message: v.string(),
          messageCodes: v.array(v.string()),
        }),
      ),
    }),
  },
})
