import * as v from 'valibot'
import { FIELD_LIMITS } from './field-limits.ts'
import { filledText, instant, listOf, numericId, rowId, text } from './fields.ts'
import { sidedId } from './sided-id.ts'

export const COMMENT_TYPES = ['D', 'Q', 'QA', 'PP'] as const
export const CommentType = v.picklist(COMMENT_TYPES)
export type CommentType = v.InferOutput<typeof CommentType>

export const SEVERITIES = ['MINOR', 'MAJOR', 'CRITICAL'] as const
export const Severity = v.picklist(SEVERITIES)
export type Severity = v.InferOutput<typeof Severity>

export const ENTITY_KINDS = [
  'project',
  'package',
  'document',
  'requirement',
  'Q',
  'QA',
  'PP',
] as const
export const PLACES = ['project', 'package', 'document', 'requirement'] as const
/** The row that a comment is written on. */
export const Place = v.strictObject({ kind: v.picklist(PLACES), id: rowId })
export type Place = v.InferOutput<typeof Place>

/** The row that a comment belongs to; all null = the project itself. */
const place = {
  packageId: v.nullable(rowId),
  /** Null on a package. */
  documentId: v.nullable(rowId),
  /** Null on a package or document. */
  requirementId: v.nullable(rowId),
}
const commentText = filledText(FIELD_LIMITS.commentText)
/** For vendors, a requestor is anonymous: the id is 0 and the name is empty. */
const written = {
  authorId: numericId,
  authorName: text(FIELD_LIMITS.title),
  createdOn: instant,
  updatedOn: instant,
}

const started = {
  id: rowId,
  projectId: rowId,
  ...place,
  text: commentText,
  ...written,
  /** The official replies, oldest first. The last one counts; the former ones stay readable. */
  officialReplies: listOf(
    v.strictObject({ replyId: rowId, by: numericId, on: instant }),
    FIELD_LIMITS.revisions,
  ),
  /** The published Q&A entry; null = not published. */
  publicationId: v.nullable(rowId),
}

/** A discussion among requestors. */
export const Discussion = v.strictObject({
  type: v.literal('D'),
  ...started,
  vendorId: v.null(),
  severity: v.null(),
})
/** A question of a vendor, visible to that vendor and the requestors. */
export const Question = v.strictObject({
  type: v.literal('Q'),
  ...started,
  vendorId: numericId,
  severity: v.null(),
})
/** A pain point of a vendor, which is never published. */
export const PainPoint = v.strictObject({
  type: v.literal('PP'),
  ...started,
  vendorId: numericId,
  severity: Severity,
})

export const Comment = v.variant('type', [Discussion, Question, PainPoint])
export type Comment = v.InferOutput<typeof Comment>

export const Reply = v.strictObject({
  id: rowId,
  projectId: rowId,
  commentId: rowId,
  ...place,
  text: commentText,
  ...written,
  /** The vendor that asked; null in a discussion. */
  vendorId: v.nullable(numericId),
  /** True = written by a contact of that vendor; false = by a requestor. */
  isByVendor: v.boolean(),
  /**
   * The time when it was first marked official and became visible to the vendor. Null = a draft, or
   * a reply of the vendor itself.
   */
  officialOn: v.nullable(instant),
})
export type Reply = v.InferOutput<typeof Reply>

export const PublicationRevision = v.strictObject({
  revision: v.pipe(numericId, v.minValue(1)),
  question: commentText,
  answer: commentText,
  isCorrection: v.boolean(),
  by: numericId,
  on: instant,
})
export type PublicationRevision = v.InferOutput<typeof PublicationRevision>

/** A published question with its answer. Every vendor reads it; it does not reveal who asked. */
export const Publication = v.strictObject({
  id: rowId,
  projectId: rowId,
  type: v.literal('QA'),
  ...place,
  /** Oldest first; the last one is shown. */
  revisions: v.pipe(
    v.array(PublicationRevision),
    v.minLength(1),
    v.maxLength(FIELD_LIMITS.revisions),
  ),
  updatedOn: instant,
})
export type Publication = v.InferOutput<typeof Publication>

/**
 * Ids of comments and replies differ by side, so vendors and requestors never create the same row.
 */
export const commentId = sidedId
export const replyId = sidedId

/** Returns the row that a comment, reply or publication belongs to. */
export const placeOfComment = ({
  projectId,
  packageId,
  documentId,
  requirementId,
}: Pick<Publication, 'projectId' | 'packageId' | 'documentId' | 'requirementId'>): Place => {
  if (requirementId !== null) return { kind: 'requirement', id: requirementId }
  if (documentId !== null) return { kind: 'document', id: documentId }
  return packageId === null
    ? { kind: 'project', id: projectId }
    : { kind: 'package', id: packageId }
}
