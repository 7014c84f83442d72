import * as v from 'valibot'
import { FIELD_LIMITS } from './field-limits.ts'
import { date, instant, listOf, numericId, rowId } from './fields.ts'
import { sidedId } from './sided-id.ts'

/**
 * Who answers a document or one of its sections inside a vendor. Requestors and other vendors never
 * read it.
 */
export const VendorPart = v.strictObject({
  id: rowId,
  projectId: rowId,
  packageId: rowId,
  documentId: rowId,
  /** Null = the whole document. */
  sectionId: v.nullable(rowId),
  vendorId: numericId,
  /** The contact who answers; null = unassigned. */
  userId: v.nullable(numericId),
  /** The day by which the contact answers; the deadline of the project stays what it is. */
  dueOn: v.nullable(date),
  /** The contact has finished answering. */
  isReady: v.boolean(),
  /** Only the primary contact and `submitters` submit. Counts for a whole document. */
  needsApproval: v.boolean(),
  submitters: listOf(numericId, FIELD_LIMITS.members),
  updatedOn: instant,
})
export type VendorPart = v.InferOutput<typeof VendorPart>

/** The id of the part that a vendor made of a document or section. */
export const vendorPartId = sidedId
