import * as v from 'valibot'
import { FIELD_LIMITS } from './field-limits.ts'
import {
  contentHash,
  filledText,
  instant,
  listOf,
  numericId,
  reason,
  recordOf,
  rowId,
  text,
} from './fields.ts'
import { ParameterValue } from './parameter.ts'

/**
 * Field key → value. A statement has two fields: `<parameterId>` (0..100, an option's key or a
 * boolean) and `<parameterId>.release`.
 */
export const CommitmentValues = recordOf(
  text(FIELD_LIMITS.answerField),
  ParameterValue,
  FIELD_LIMITS.answerFields,
)
export type CommitmentValues = v.InferOutput<typeof CommitmentValues>

export const Receipt = v.strictObject({
  /** Server time, ms. */
  submittedOn: instant,
  by: text(FIELD_LIMITS.title),
  /** SHA-256 in hex of the canonical text of the submitted values. */
  contentHash,
  /**
   * The server's HMAC, in hex, over the whole receipt, which proves that a downloaded receipt is
   * genuine. Receipts made before seals existed have none.
   */
  seal: v.optional(contentHash),
})
export type Receipt = v.InferOutput<typeof Receipt>

/**
 * A vendor's answer to one requirement. Its id is derived from both, so that colleagues who work
 * offline create the same row.
 */
export const Commitment = v.strictObject({
  id: rowId,
  projectId: rowId,
  packageId: rowId,
  documentId: rowId,
  requirementId: rowId,
  vendorId: numericId,
  values: CommitmentValues,
  submitted: v.boolean(),
  /** The receipt of the last submit that the server accepted; a device never writes it. */
  receipt: v.nullable(Receipt),
  /** Only on a device: submitted here, and not yet decided by the server. */
  isWaiting: v.optional(v.literal(true)),
  updatedBy: text(FIELD_LIMITS.title),
  updatedOn: instant,
})
export type Commitment = v.InferOutput<typeof Commitment>

export const commitmentId = (requirementId: string, vendorId: number): string =>
  `${requirementId}.${vendorId}`
export const releaseField = (parameterId: string): string => `${parameterId}.release`

const overrideEntry = {
  value: ParameterValue,
  reason,
  modifiedBy: v.strictObject({ id: numericId, name: text(FIELD_LIMITS.title) }),
  modifiedOn: instant,
}

/**
 * The evaluator's value that replaces the vendor's, one per commitment and field. Only those of
 * statements count in scores. It is never sent to a vendor.
 */
export const Override = v.strictObject({
  id: rowId,
  projectId: rowId,
  packageId: rowId,
  documentId: rowId,
  requirementId: rowId,
  vendorId: numericId,
  parameterId: filledText(FIELD_LIMITS.parameterKey),
  ...overrideEntry,
  originalValue: ParameterValue,
  originalKey: v.nullable(text(FIELD_LIMITS.parameterKey)),
  /** Former values, newest first. `removed` marks the removal of the override. */
  history: listOf(
    v.strictObject({ ...overrideEntry, removed: v.optional(v.boolean()) }),
    FIELD_LIMITS.history,
  ),
  removed: v.boolean(),
  updatedOn: instant,
})
export type Override = v.InferOutput<typeof Override>

export const overrideId = (requirementId: string, vendorId: number, parameterId: string): string =>
  `${requirementId}.${vendorId}.${parameterId}`
