import * as v from 'valibot'
import {
  type Comment,
  type Place,
  placeOfComment,
  type Publication,
  type Reply,
  Severity,
} from '#schema/entities/comment.ts'
import { COMMENT_FILTERS, type CommentFilter } from '#schema/entities/local-settings.ts'
import { filterComments } from '#schema/rules/comments/comments.ts'
import { plainMentions } from '#schema/rules/comments/mentions.ts'
import type { Started } from '#client/lib/comment-paths.ts'
import { foldedWords, foldText } from '#client/lib/fold-text.ts'

/**
 * A comment with its published pair, or a published pair alone if its question belongs to another
 * vendor.
 */
export type Thread = { id: string; place: Place; at: number } & (
  | { comment: Comment; publication: Publication | null }
  | { comment: null; publication: Publication }
)

/**
 * The threads of one type, newest first. A published pair is part of its question's thread if the
 * person sees that question.
 */
export function threadsOf(
  type: Started,
  comments: readonly Comment[],
  publications: readonly Publication[],
): Thread[] {
  const own = comments.filter((comment) => comment.type === type)
  const byId = new Map(publications.map((publication) => [publication.id, publication]))
  const asked = own.map((comment): Thread => {
    const publication = byId.get(comment.publicationId ?? '') ?? null
    if (publication !== null) byId.delete(publication.id)
    return {
      id: comment.id,
      place: placeOfComment(comment),
      at: comment.createdOn,
      comment,
      publication,
    }
  })
  const others =
    type === 'Q'
      ? [...byId.values()].map((publication): Thread => ({
          id: publication.id,
          place: placeOfComment(publication),
          at: publication.revisions[0]?.on ?? 0,
          comment: null,
          publication,
        }))
      : []
  return [...asked, ...others].toSorted((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1))
}

const optional = <S extends v.GenericSchema>(schema: S) =>
  v.optional(v.fallback(v.optional(schema), undefined))
/** Search parameters of a list: its filters and the open thread. */
export const CommentsSearch = v.object({
  show: optional(v.picklist(COMMENT_FILTERS.filter((filter) => filter !== 'all'))),
  vendor: optional(v.pipe(v.number(), v.integer())),
  severity: optional(Severity),
  find: optional(v.string()),
  comment: optional(v.string()),
})
export interface CommentsSearch {
  show?: Exclude<CommentFilter, 'all'>
  vendor?: number
  severity?: Severity
  /** Words to find in the texts of a thread. */
  find?: string
  comment?: string
}

export const parseCommentsSearch = (raw: Record<string, unknown>): CommentsSearch =>
  Object.fromEntries(
    Object.entries(v.parse(CommentsSearch, raw)).filter(([, value]) => value !== undefined),
  )

/**
 * The filters offered for a type of thread. Discussions have none, and only requestors can filter
 * unpublished questions.
 */
export const filtersOf = (type: Started, isVendor: boolean): CommentFilter[] =>
  type === 'D'
    ? []
    : COMMENT_FILTERS.filter((filter) => filter !== 'unpublished' || (type === 'Q' && !isVendor))

/** All texts of a thread, folded for the search. */
const saidIn = ({ comment, publication }: Thread, replies: readonly Reply[]): string => {
  const last = publication?.revisions.at(-1)
  return foldText(
    plainMentions(
      [comment?.text, last?.question, last?.answer, ...replies.map(({ text }) => text)].join(' '),
    ),
  )
}

/**
 * The threads that match the filters. The open thread always stays in the list.
 * @param replies the replies of all threads, searched for the words
 */
export function findThreads(
  threads: readonly Thread[],
  { show: chosen, vendor, severity, find = '', comment: openId }: CommentsSearch,
  replies: readonly Reply[] = [],
): Thread[] {
  const words = foldedWords(find)
  const byThread = Map.groupBy(words.length === 0 ? [] : replies, ({ commentId }) => commentId)
  const isSaid = (thread: Thread): boolean => {
    if (words.length === 0) return true
    const said = saidIn(thread, byThread.get(thread.id) ?? [])
    return words.every((word) => said.includes(word))
  }
  const show: CommentFilter = chosen ?? 'all'
  const matching = new Set(
    filterComments(
      threads.flatMap(({ comment }) => comment ?? []),
      show,
    ).map(({ id }) => id),
  )
  const isChosen = ({ id, comment }: Thread): boolean =>
    (comment === null ? show === 'all' : matching.has(id)) &&
    (vendor === undefined || comment?.vendorId === vendor) &&
    (severity === undefined || comment?.severity === severity)
  return threads.filter((thread) => thread.id === openId || (isChosen(thread) && isSaid(thread)))
}

/** Finds a thread by its own id or by the id of its published pair. */
export const findThread = (
  threads: readonly Thread[],
  id: string | undefined,
): Thread | undefined =>
  id === undefined
    ? undefined
    : threads.find((thread) => thread.id === id || thread.publication?.id === id)
