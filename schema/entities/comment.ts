import * as v from 'valibot'
import { FIELD_LIMITS } from './field-limits.ts'
import { filledText, instant, listOf, numericId, rowId, title } from './fields.ts'

export const COMMENT_TYPES = ['D', 'Q', 'QA', 'PP'] as const
export const CommentType = v.picklist(COMMENT_TYPES)
export type CommentType = v.InferOutput<typeof CommentType>

export const SEVERITIES = ['MINOR', 'MAJOR', 'CRITICAL'] as const
export const Severity = v.picklist(SEVERITIES)
export type Severity = v.InferOutput<typeof Severity>

export const ENTITY_KINDS = ['project', 'package', 'document', 'requirement', 'Q', 'QA', 'PP'] as const
/** What a comment hangs on. */
export const PLACES = ['project', 'package', 'document', 'requirement'] as const
export const Place = v.strictObject({
  kind: v.picklist(PLACES),
  id: rowId,
  /** The package around it, for contacts who see some packages only; null on the project itself. */
  packageId: v.nullable(rowId),
  documentId: v.nullable(rowId),
})
export type Place = v.InferOutput<typeof Place>

const commentText = filledText(FIELD_LIMITS.commentText)
const written = { authorId: numericId, authorName: title, createdOn: instant, updatedOn: instant }

const started = {
  id: rowId,
  projectId: rowId,
  place: Place,
  text: commentText,
  ...written,
  /** Marked official, oldest first; the last one counts, the former ones stay readable. */
  officialReplies: listOf(v.strictObject({ replyId: rowId, by: numericId, on: instant }), FIELD_LIMITS.revisions),
  /** The QA made of it; null until somebody publishes. */
  publicationId: v.nullable(rowId),
}

/** Inside the requestor's organization. */
export const Discussion = v.strictObject({ type: v.literal('D'), ...started, vendorId: v.null(), severity: v.null() })
/** A vendor's question, for that vendor and the requestors. */
export const Question = v.strictObject({ type: v.literal('Q'), ...started, vendorId: numericId, severity: v.null() })
/** A vendor's pain point, never published. */
export const PainPoint = v.strictObject({ type: v.literal('PP'), ...started, vendorId: numericId, severity: Severity })

export const Comment = v.variant('type', [Discussion, Question, PainPoint])
export type Comment = v.InferOutput<typeof Comment>

export const Reply = v.strictObject({
  id: rowId, projectId: rowId, commentId: rowId, text: commentText, ...written,
  /** The vendor whose contact wrote it; null = a requestor. */
  vendorId: v.nullable(numericId),
})
export type Reply = v.InferOutput<typeof Reply>

export const PublicationRevision = v.strictObject({
  revision: v.pipe(numericId, v.minValue(1)), question: commentText, answer: commentText, isCorrection: v.boolean(), by: numericId, on: instant,
})
export type PublicationRevision = v.InferOutput<typeof PublicationRevision>

/** A published pair of question and answer: every vendor sees it, and nobody sees in it who asked. */
export const Publication = v.strictObject({
  id: rowId, projectId: rowId, type: v.literal('QA'), place: Place,
  /** Oldest first; the last one is what is shown. */
  revisions: v.pipe(v.array(PublicationRevision), v.minLength(1), v.maxLength(FIELD_LIMITS.revisions)),
  updatedOn: instant,
})
export type Publication = v.InferOutput<typeof Publication>
