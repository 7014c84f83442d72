import * as v from 'valibot'
import { type Comment, type Place, placeOf, type Publication, Severity } from '#schema/entities/comment.ts'
import { COMMENT_FILTERS, type CommentFilter } from '#schema/entities/local-settings.ts'
import { filterComments } from '#schema/rules/comments.ts'
import type { Started } from '#client/lib/comment-paths.ts'

/** A comment with what was published of it, or a published pair whose question belongs to somebody else. */
export type Thread = { id: string; place: Place; at: number } & ({ comment: Comment; publication: Publication | null } | { comment: null; publication: Publication })

/** The threads of one kind, newest first. A pair stands with its question where the person sees that. */
export function threadsOf(type: Started, comments: readonly Comment[], publications: readonly Publication[]): Thread[] {
  const own = comments.filter((comment) => comment.type === type)
  const byId = new Map(publications.map((publication) => [publication.id, publication]))
  const asked = own.map((comment): Thread => {
    const publication = byId.get(comment.publicationId ?? '') ?? null
    if (publication !== null) byId.delete(publication.id)
    return { id: comment.id, place: placeOf(comment), at: comment.createdOn, comment, publication }
  })
  const others = type === 'Q' ? [...byId.values()].map((publication): Thread => ({ id: publication.id, place: placeOf(publication), at: publication.revisions[0]?.on ?? 0, comment: null, publication })) : []
  return [...asked, ...others].toSorted((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1))
}

const optional = <S extends v.GenericSchema>(schema: S) => v.optional(v.fallback(v.optional(schema), undefined))
/** Filters of a list and what is open beside it; they live in the address. */
export const CommentsSearch = v.object({
  show: optional(v.picklist(COMMENT_FILTERS.filter((filter) => filter !== 'all'))), vendor: optional(v.pipe(v.number(), v.integer())), severity: optional(Severity), comment: optional(v.string()),
})
export interface CommentsSearch { show?: Exclude<CommentFilter, 'all'>; vendor?: number; severity?: Severity; comment?: string }

export const parseCommentsSearch = (raw: Record<string, unknown>): CommentsSearch =>
  Object.fromEntries(Object.entries(v.parse(CommentsSearch, raw)).filter(([, value]) => value !== undefined))

/** Those that match; what is open stays in sight, even if the filter no longer matches. */
export function findThreads(threads: readonly Thread[], { show: chosen, vendor, severity, comment: openId }: CommentsSearch): Thread[] {
  const show: CommentFilter = chosen ?? 'all'
  const matching = new Set(filterComments(threads.flatMap(({ comment }) => comment ?? []), show).map(({ id }) => id))
  return threads.filter(({ id, comment }) => id === openId
    || ((comment === null ? show === 'all' : matching.has(id)) && (vendor === undefined || comment?.vendorId === vendor) && (severity === undefined || comment?.severity === severity)))
}

/** By its own id, or by that of the pair made of it. */
export const findThread = (threads: readonly Thread[], id: string | undefined): Thread | undefined => threads.find((thread) => thread.id === id || thread.publication?.id === id)
