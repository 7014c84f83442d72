import type { Comment, Publication, PublicationRevision, Reply } from '../entities/comment.ts'
import type { CommentFilter } from '../entities/local-settings.ts'
import type { ProjectActor } from '../mutations/mutation.ts'
import { Refusal } from '../refusal.ts'

interface Act { by: number; on: number }
interface PublicTexts { question: string; answer: string }

/** The reply that counts; undefined until one is marked. */
export const officialReplyId = (comment: Pick<Comment, 'officialReplies'>): string | undefined => comment.officialReplies.at(-1)?.replyId

/** Makes a requestor's reply the official one. The former one stays in the list, and marking the one that counts again changes nothing. */
export function markOfficial<C extends Comment>(comment: C, reply: Reply, { by, on }: Act): C {
  if (reply.commentId !== comment.id) throw new Refusal('NOT_FOUND')
  if (reply.vendorId !== null) throw new Refusal('NOT_ALLOWED')
  if (officialReplyId(comment) === reply.id) return comment
  return { ...comment, officialReplies: [...comment.officialReplies, { replyId: reply.id, by, on }], updatedOn: on }
}

/** The replies that a person sees: requestors all, the asking vendor its own and what was ever official. */
export function visibleReplies(comment: Comment, replies: readonly Reply[], actor: Pick<ProjectActor, 'relation' | 'vendorId'>): Reply[] {
  const own = replies.filter(({ commentId }) => commentId === comment.id)
  if (actor.relation !== 'vendor') return own
  if (comment.vendorId === null || comment.vendorId !== actor.vendorId) return []
  return own.filter(({ id, vendorId }) => vendorId === actor.vendorId || comment.officialReplies.some(({ replyId }) => replyId === id))
}

const revisionOf = ({ question, answer }: PublicTexts, { by, on }: Act, revision: number): PublicationRevision =>
  ({ revision, question, answer, isCorrection: revision > 1, by, on })

/**
 * Publishes a question with its official reply as one QA, both texts as the publisher wrote them for the public.
 * @returns the question, which now names its publication, and the QA, of which every vendor is told once
 */
export function publishAnswer(comment: Comment, texts: PublicTexts, act: Act & { id: string }): { comment: Comment; publication: Publication } {
  if (comment.type !== 'Q') throw new Refusal('NOT_ALLOWED')
  if (comment.publicationId !== null) throw new Refusal('ENTITY_ALREADY_EXISTS')
  if (officialReplyId(comment) === undefined) throw new Refusal('comment.official')
  const { projectId, place } = comment
  return {
    comment: { ...comment, publicationId: act.id, updatedOn: act.on },
    publication: { id: act.id, projectId, type: 'QA', place, revisions: [revisionOf(texts, act, 1)], updatedOn: act.on },
  }
}

/** A new revision, marked so; the former ones stay. The same texts change nothing. */
export function correctPublication(publication: Publication, texts: PublicTexts, act: Act): Publication {
  const { revisions } = publication
  const last = revisions.at(-1)
  if (last?.question === texts.question && last.answer === texts.answer) return publication
  return { ...publication, revisions: [...revisions, revisionOf(texts, act, revisions.length + 1)], updatedOn: act.on }
}

/** The pair as vendors get it: nobody sees who published it, and the asker was never in it. */
export const publicationForVendors = (publication: Publication): Publication =>
  ({ ...publication, revisions: publication.revisions.map((revision) => ({ ...revision, by: 0 })) })

const isOfficiallyAnswered = (comment: Comment): boolean => officialReplyId(comment) !== undefined
const FILTERS: { readonly [F in CommentFilter]: (comment: Comment) => boolean } = {
  all: () => true,
  'without official reply': (comment) => comment.type !== 'D' && !isOfficiallyAnswered(comment),
  unpublished: (comment) => comment.type === 'Q' && comment.publicationId === null,
}
export const filterComments = (comments: readonly Comment[], filter: CommentFilter): Comment[] => comments.filter(FILTERS[filter])
