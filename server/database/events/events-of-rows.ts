import type { Comment, Publication, Reply } from '#schema/entities/comment.ts'
import { mentionsOf } from '#schema/rules/comments/mentions.ts'
import type { Entity } from '#schema/entities/rows.ts'
import type { Override } from '#schema/entities/commitment.ts'
import type { VendorPart } from '#schema/entities/vendor-part.ts'
import type { RowChange } from '../rows/write-rows.ts'
import type { NewEvent } from './write-events.ts'

type FindComment = (id: string) => Promise<Comment | undefined>

/** The notifications about comments and vendors' parts, which the project's log does not hold. */
export const eventsOfRows = async (
  changes: readonly RowChange[],
  findComment: FindComment,
): Promise<NewEvent[]> => {
  const events: NewEvent[] = []
  for (const change of changes) {
    if (isOf('comment', change)) events.push(...ofComment(change))
    else if (isOf('reply', change)) events.push(...(await ofReply(change, findComment)))
    else if (isOf('publication', change)) events.push(...ofPublication(change))
    else if (isOf('vendorPart', change)) events.push(...ofPart(change))
  }
  return [...events, ...ofOverrides(changes)]
}

const isOf = <E extends Entity>(entity: E, change: RowChange): change is RowChange<E> =>
  change.entity === entity

type Change<R> = { before: R | null; after: R | null }
const packagesOf = ({ packageId }: { packageId: string | null }) =>
  packageId === null ? null : [packageId]

const ofComment = ({ before, after }: Change<Comment>): NewEvent[] => {
  if (before !== null || after === null) return []
  if (after.type === 'D') return ofMentions(after)
  return [{ kind: after.type === 'Q' ? 'question.asked' : 'painPoint.reported' }]
}

const ofMentions = ({ text }: { text: string }): NewEvent[] => {
  const userIds = mentionsOf(text).map(({ id }) => id)
  return userIds.length === 0 ? [] : [{ kind: 'discussion.mentioned', userIds }]
}

const ofDiscussion = ({ id }: Comment, { text }: Reply): NewEvent => ({
  kind: 'discussion.replied',
  detail: { commentId: id, mentioned: mentionsOf(text).map((mention) => mention.id) },
})

const ofReply = async (
  { before, after }: Change<Reply>,
  findComment: FindComment,
): Promise<NewEvent[]> => {
  const isNew = before === null
  const isOfficial = after !== null && after.officialOn !== null && !before?.officialOn
  if (after === null || (!isNew && !isOfficial)) return []
  const comment = await findComment(after.commentId)
  if (comment === undefined) return []
  if (comment.type === 'D') return isNew ? [ofDiscussion(comment, after), ...ofMentions(after)] : []
  const isQuestion = comment.type === 'Q'
  if (isOfficial)
    return [
      {
        kind: isQuestion ? 'reply.official' : 'painPoint.replied',
        vendorId: comment.vendorId,
        packageIds: packagesOf(comment),
      },
    ]
  // Drafts of the requestors concern no one yet.
  return after.isByVendor
    ? [{ kind: isQuestion ? 'question.continued' : 'painPoint.continued' }]
    : []
}

const ofPublication = ({ before, after }: Change<Publication>): NewEvent[] => {
  if (after === null || after.revisions.length === before?.revisions.length) return []
  const isCorrected = before !== null && after.revisions.at(-1)?.isCorrection === true
  return before === null || isCorrected
    ? [
        {
          kind: isCorrected ? 'answer.corrected' : 'answer.published',
          packageIds: packagesOf(after),
        },
      ]
    : []
}

/** One event per document, however many values were overridden at once. */
const ofOverrides = (changes: readonly RowChange[]): NewEvent[] => {
  const documents = changes.flatMap((change) =>
    isOf('override', change) && change.after !== null && isOverridden(change)
      ? [change.after.documentId]
      : [],
  )
  return [...new Set(documents)].map((documentId) => ({
    kind: 'document.overridden',
    detail: { documentId },
  }))
}

const isOverridden = ({ before, after }: Change<Override>): boolean =>
  after !== null &&
  (before?.value !== after.value ||
    before.reason !== after.reason ||
    before.removed !== after.removed)

const ofPart = ({ before, after }: Change<VendorPart>): NewEvent[] => {
  if (after === null || after.userId === null || after.userId === before?.userId) return []
  const { vendorId, userId, packageId, documentId, sectionId } = after
  return [
    {
      kind: 'part.given',
      vendorId,
      packageIds: [packageId],
      userIds: [userId],
      detail: { packageId, documentId, sectionId },
    },
  ]
}
