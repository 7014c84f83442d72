import * as v from 'valibot'
import { FIELD_LIMITS } from './field-limits.ts'
import {
  contentHash,
  description,
  filledText,
  instant,
  numericId,
  rowId,
  text,
  title,
} from './fields.ts'
import { sidedId } from './sided-id.ts'

/** The bytes of an attachment, identified by their hash. */
export const StoredFile = v.strictObject({
  contentHash,
  bytes: v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(FIELD_LIMITS.fileBytes)),
  mime: filledText(FIELD_LIMITS.mime),
})
export type StoredFile = v.InferOutput<typeof StoredFile>

export const Attachment = v.strictObject({
  id: rowId,
  projectId: rowId,
  packageId: rowId,
  /** Null on a package. */
  documentId: v.nullable(rowId),
  /** Null on a package or document. */
  requirementId: v.nullable(rowId),
  /**
   * The vendor that owns the file, which is as secret as its answers; null = a file of the
   * requestors, which every vendor reads.
   */
  vendorId: v.nullable(numericId),
  file: StoredFile,
  name: title,
  alias: text(FIELD_LIMITS.title),
  description,
  /** The organization of the person who added it. */
  createdByOrg: numericId,
  createdBy: numericId,
  createdByName: text(FIELD_LIMITS.title),
  createdOn: instant,
  updatedOn: instant,
})
export type Attachment = v.InferOutput<typeof Attachment>

/** The kinds of rows that an attachment can belong to. */
export const ATTACHMENT_PLACES = ['package', 'document', 'requirement'] as const

export const attachmentId = sidedId
