import * as v from 'valibot'
import { Comment, Place, Publication, Reply, Severity } from '../../entities/comment.ts'
import { CommentFilter } from '../../entities/local-settings.ts'
import { IdInPath, pageReplyOf, ListRequest, RowId, seen } from '../common.ts'
import { endpoints, type Endpoint } from '../endpoint.ts'

const errors = [
  'ACCESS_TO_PROJECT_IS_DENIED',
  'NOT_ALLOWED',
  'comment.state',
  'NOT_FOUND',
] as const satisfies Endpoint['errors']
const { text } = Reply.entries
const texts = { question: text, answer: text }
const type = v.picklist(['D', 'Q', 'PP'])
const place = v.strictObject({ kind: Place.entries.kind, id: RowId })
const { pageNumber, pageSize } = ListRequest.entries

/** A comment with the replies that the caller may read, oldest first. */
export const CommentThread = v.strictObject({ comment: Comment, replies: v.array(Reply) })
export type CommentThread = v.InferOutput<typeof CommentThread>

export const comments = endpoints({
  list: {
    method: 'POST',
    path: '/projects-service/projects/{id}/comments',
    access: 'user',
    summary: 'Discussions, questions or pain points with their replies, newest first',
    params: IdInPath,
    body: v.strictObject({
      type,
      filter: v.optional(CommentFilter, 'all'),
      place: v.optional(place),
      pageNumber,
      pageSize,
    }),
    reply: pageReplyOf(CommentThread),
    errors: ['ACCESS_TO_PROJECT_IS_DENIED', 'NOT_ALLOWED', 'NOT_FOUND'],
  },
  publications: {
    method: 'GET',
    path: '/projects-service/projects/{id}/publications',
    access: 'user',
    summary: 'Published pairs of question and answer, newest first',
    params: IdInPath,
    reply: v.array(Publication),
    errors: ['ACCESS_TO_PROJECT_IS_DENIED', 'NOT_ALLOWED'],
  },
  create: {
    method: 'POST',
    path: '/projects-service/projects/{id}/comments/create',
    access: 'user',
    mutation: 'comments.create',
    summary: 'Begin a discussion; as a vendor, ask a question or report a pain point',
    params: IdInPath,
    body: v.strictObject({
      id: v.optional(RowId),
      place,
      type,
      severity: v.optional(v.nullable(Severity), null),
      text,
    }),
    reply: Comment,
    errors: [...errors, 'ENTITY_ALREADY_EXISTS', 'comment.mention'],
  },
  reply: {
    method: 'POST',
    path: '/projects-service/comments/{id}/replies/create',
    access: 'user',
    mutation: 'comments.reply',
    summary: 'Reply; a vendor sees the reply once it is official',
    params: IdInPath,
    body: v.strictObject({ id: v.optional(RowId), text }),
    reply: Reply,
    errors: [...errors, 'ENTITY_ALREADY_EXISTS', 'comment.mention'],
  },
  markOfficial: {
    method: 'PUT',
    path: '/projects-service/comments/{id}/official',
    access: 'user',
    mutation: 'comments.markOfficial',
    summary: 'Make a reply the official one',
    params: IdInPath,
    body: v.strictObject({ replyId: RowId, ...seen }),
    reply: Comment,
    errors: [...errors, 'requirement.stale'],
  },
  publish: {
    method: 'POST',
    path: '/projects-service/comments/{id}/publish',
    access: 'user',
    mutation: 'comments.publish',
    summary: 'Publish a question and its answer to every vendor, without the asker',
    params: IdInPath,
    body: v.strictObject({ id: v.optional(RowId), ...seen, ...texts }),
    reply: Publication,
    errors: [...errors, 'ENTITY_ALREADY_EXISTS', 'comment.official', 'requirement.stale'],
  },
  correct: {
    method: 'PUT',
    path: '/projects-service/publications/{id}/correct',
    access: 'user',
    mutation: 'comments.correct',
    summary: 'Correct a published pair; the earlier texts stay',
    params: IdInPath,
    body: v.strictObject({ ...seen, ...texts }),
    reply: Publication,
    errors: [...errors, 'requirement.stale'],
  },
})
