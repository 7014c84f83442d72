import type { Comment, Publication, PublicationRevision, Reply } from '../../entities/comment.ts'
import { FIELD_LIMITS } from '../../entities/field-limits.ts'
import type { CommentFilter } from '../../entities/local-settings.ts'
import type { ProjectActor } from '../../mutations/mutation.ts'
import { Refusal } from '../../refusal.ts'

interface Act {
  by: number
  on: number
}
interface PublicTexts {
  question: string
  answer: string
}

/** The reply that counts; undefined until one is marked. */
export const officialReplyId = (comment: Pick<Comment, 'officialReplies'>): string | undefined =>
  comment.officialReplies.at(-1)?.replyId

/**
 * Makes a requestor's reply the official one, which its vendor reads from then on. The former one
 * stays in the list, and marking the one that counts again changes nothing.
 */
export function markOfficial<C extends Comment>(
  comment: C,
  reply: Reply,
  { by, on }: Act,
): { comment: C; reply: Reply } {
  if (reply.commentId !== comment.id) throw new Refusal('NOT_FOUND')
  if (reply.isByVendor) throw new Refusal('NOT_ALLOWED')
  if (officialReplyId(comment) === reply.id) return { comment, reply }
  requireRoom(comment.officialReplies, 'replyId')
  return {
    comment: {
      ...comment,
      officialReplies: [...comment.officialReplies, { replyId: reply.id, by, on }],
      updatedOn: on,
    },
    reply: { ...reply, officialOn: reply.officialOn ?? on },
  }
}

function requireRoom({ length }: readonly unknown[], field: string): void {
  const most = FIELD_LIMITS.revisions
  if (length >= most)
    throw new Refusal('INPUT_INVALID', {
      field,
      detail: { field, problem: `was changed ${most} times already` },
    })
}

/**
 * The replies that a person sees: requestors all, the asking vendor its own and what was ever
 * official.
 */
export function visibleReplies(
  comment: Comment,
  replies: readonly Reply[],
  actor: Pick<ProjectActor, 'relation' | 'vendorId'>,
): Reply[] {
  const own = replies.filter(({ commentId }) => commentId === comment.id)
  if (actor.relation !== 'vendor') return own
  if (comment.vendorId === null || comment.vendorId !== actor.vendorId) return []
  return own.filter(({ isByVendor, officialOn }) => isByVendor || officialOn !== null)
}

const revisionOf = (
  { question, answer }: PublicTexts,
  { by, on }: Act,
  revision: number,
): PublicationRevision => ({ revision, question, answer, isCorrection: revision > 1, by, on })

/**
 * Publishes a question with its official reply as one QA, both texts as the publisher wrote them
 * for the public.
 * @returns the question, which now names its publication, and the QA, of which every vendor is told
 * once
 */
export function publishAnswer(
  comment: Comment,
  texts: PublicTexts,
  act: Act & { id: string },
): { comment: Comment; publication: Publication } {
  if (comment.type !== 'Q') throw new Refusal('NOT_ALLOWED')
  if (comment.publicationId !== null) throw new Refusal('ENTITY_ALREADY_EXISTS')
  if (officialReplyId(comment) === undefined) throw new Refusal('comment.official')
  const { projectId, packageId, documentId, requirementId } = comment
  return {
    comment: { ...comment, publicationId: act.id, updatedOn: act.on },
    publication: {
      id: act.id,
      projectId,
      type: 'QA',
      packageId,
      documentId,
      requirementId,
      revisions: [revisionOf(texts, act, 1)],
      updatedOn: act.on,
    },
  }
}

/** A new revision, marked so; the former ones stay. The same texts change nothing. */
export function correctPublication(
  publication: Publication,
  texts: PublicTexts,
  act: Act,
): Publication {
  const { revisions } = publication
  const last = revisions.at(-1)
  if (last?.question === texts.question && last.answer === texts.answer) return publication
  requireRoom(revisions, 'id')
  return {
    ...publication,
    revisions: [...revisions, revisionOf(texts, act, revisions.length + 1)],
    updatedOn: act.on,
  }
}

/** The pair as vendors get it: it reveals neither publisher nor asker. */
export const publicationForVendors = (publication: Publication): Publication => ({
  ...publication,
  revisions: publication.revisions.map((revision) => ({ ...revision, by: 0 })),
  updatedOn: 0,
})

/** A question or pain point as its vendor gets it, without the people who marked its replies. */
export const commentForAsker = <C extends Comment>(comment: C): C => ({
  ...comment,
  officialReplies: comment.officialReplies.map((mark) => ({ ...mark, by: 0 })),
})

/**
 * A reply as the vendor gets it: of a requestor's neither who wrote it nor how long it had been a
 * draft. Null = still a draft.
 */
export function replyForAsker(reply: Reply): Reply | null {
  if (reply.isByVendor) return reply
  return reply.officialOn === null
    ? null
    : { ...reply, authorId: 0, authorName: '', createdOn: reply.officialOn }
}

const isOfficiallyAnswered = (comment: Comment): boolean => officialReplyId(comment) !== undefined
const FILTERS: { readonly [F in CommentFilter]: (comment: Comment) => boolean } = {
  all: () => true,
  'without official reply': (comment) => comment.type !== 'D' && !isOfficiallyAnswered(comment),
  unpublished: (comment) => comment.type === 'Q' && comment.publicationId === null,
}
export const filterComments = (comments: readonly Comment[], filter: CommentFilter): Comment[] =>
  comments.filter(FILTERS[filter])
