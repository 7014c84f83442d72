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

/** Returns the id of the reply that counts; undefined = none is marked. */
export const officialReplyId = (comment: Pick<Comment, 'officialReplies'>): string | undefined =>
  comment.officialReplies.at(-1)?.replyId

/**
 * Marks a requestor's reply as official, so that the vendor can read it. The former official reply
 * stays in the list. Marking the current one again changes nothing.
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
 * Returns the replies that a person sees: for requestors all, for the vendor that asked its own and
 * all that were ever official.
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
 * Publishes a question with its official reply as one Q&A entry, with the texts that the publisher
 * wrote for all vendors.
 * @returns the question, which now names its publication, and the entry, of which each vendor is
 * notified once
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

/**
 * Adds a revision that is marked as a correction; the former ones stay. Equal texts change nothing.
 */
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

/** Returns the entry as vendors receive it, without publisher and author. */
export const publicationForVendors = (publication: Publication): Publication => ({
  ...publication,
  revisions: publication.revisions.map((revision) => ({ ...revision, by: 0 })),
  updatedOn: 0,
})

/**
 * Returns a question or pain point as its vendor receives it, without the people who marked its
 * replies.
 */
export const commentForAsker = <C extends Comment>(comment: C): C => ({
  ...comment,
  officialReplies: comment.officialReplies.map((mark) => ({ ...mark, by: 0 })),
})

/**
 * Returns a reply as the vendor receives it. Of a requestor's reply it hides the author and the
 * time of the draft. Null = still a draft.
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
