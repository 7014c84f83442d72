import { randomUUIDv7 } from 'node:crypto'
import {
  type Comment,
  commentId,
  type Publication,
  type Reply,
  replyId,
} from '#schema/entities/comment.ts'
import { correctPublication, markOfficial, publishAnswer } from '#schema/rules/comments/comments.ts'
import type { DemoUsername } from './accounts.ts'
import type { ReplyPlan, ThreadPlan } from './comments-plan.ts'
import type { ContentRows } from './content-tree.ts'

/**
 * The author of a comment: a contact of a vendor, or one of the requestors if `vendorId` is null.
 */
export interface DemoSpeaker {
  readonly id: number
  readonly name: string
  readonly vendorId: number | null
}
export interface CommentRows {
  readonly comments: readonly Comment[]
  readonly replies: readonly Reply[]
  readonly publications: readonly Publication[]
}
export const NO_COMMENTS: CommentRows = { comments: [], replies: [], publications: [] }

interface Scene {
  content: ContentRows
  projectId: string
  speaker: (username: DemoUsername) => DemoSpeaker
  now: number
}
const DAY_MS = 86_400_000

/** Threads as rows, made by the same rules as those of real users. */
export const commentRows = (scene: Scene, plans: readonly ThreadPlan[]): CommentRows => {
  const threads = plans.map((plan) => threadRows(scene, plan))
  return {
    comments: threads.map(({ comment }) => comment),
    replies: threads.flatMap(({ replies }) => replies),
    publications: threads.flatMap(({ publication }) => publication ?? []),
  }
}

const threadRows = (
  scene: Scene,
  plan: ThreadPlan,
): { comment: Comment; replies: Reply[]; publication: Publication | null } => {
  let comment = startOf(scene, plan)
  const replies: Reply[] = []
  for (const replyPlan of plan.replies ?? []) {
    const reply = replyRow(scene, comment, replyPlan)
    const marked =
      replyPlan.isOfficial === true
        ? markOfficial(comment, reply, { by: reply.authorId, on: reply.createdOn })
        : { comment, reply }
    comment = marked.comment
    replies.push(marked.reply)
  }
  if (plan.published === undefined) return { comment, replies, publication: null }
  const { daysAgo, question, answer, corrected } = plan.published
  const by = scene.speaker('owner').id
  const made = publishAnswer(
    comment,
    { question, answer },
    { id: randomUUIDv7(), by, on: agoOf(scene, daysAgo) },
  )
  const publication =
    corrected === undefined
      ? made.publication
      : correctPublication(
          made.publication,
          { question, answer: corrected.answer },
          { by, on: agoOf(scene, corrected.daysAgo) },
        )
  return { comment: made.comment, replies, publication }
}

const startOf = (scene: Scene, plan: ThreadPlan): Comment => {
  const { id: authorId, name: authorName, vendorId } = scene.speaker(plan.by)
  const createdOn = agoOf(scene, plan.daysAgo)
  const started = {
    id: commentId(randomUUIDv7(), vendorId),
    projectId: scene.projectId,
    ...placeOf(scene.content, plan.at),
    text: plan.text,
    authorId,
    authorName,
    createdOn,
    updatedOn: createdOn,
    officialReplies: [],
    publicationId: null,
  }
  if (plan.type === 'D') return { ...started, type: 'D', vendorId: null, severity: null }
  if (vendorId === null) throw new Error(`${plan.by} does not ask`)
  return plan.type === 'Q'
    ? { ...started, type: 'Q', vendorId, severity: null }
    : { ...started, type: 'PP', vendorId, severity: plan.severity ?? 'MINOR' }
}

const replyRow = (
  scene: Scene,
  { id: ofId, projectId, packageId, documentId, requirementId, vendorId }: Comment,
  plan: ReplyPlan,
): Reply => {
  const author = scene.speaker(plan.by)
  const createdOn = agoOf(scene, plan.daysAgo)
  return {
    id: replyId(randomUUIDv7(), author.vendorId),
    projectId,
    commentId: ofId,
    packageId,
    documentId,
    requirementId,
    text: plan.text,
    authorId: author.id,
    authorName: author.name,
    createdOn,
    updatedOn: createdOn,
    vendorId,
    isByVendor: author.vendorId !== null,
    officialOn: null,
  }
}

const placeOf = (
  { packages, documents, requirements }: ContentRows,
  at: ThreadPlan['at'],
): Pick<Comment, 'packageId' | 'documentId' | 'requirementId'> => {
  if ('package' in at)
    return { packageId: named(packages, at.package).id, documentId: null, requirementId: null }
  if ('document' in at) {
    const { id, packageId } = named(documents, at.document)
    return { packageId, documentId: id, requirementId: null }
  }
  const requirement = requirements.find(({ sourceId }) => sourceId === at.requirement)
  if (requirement === undefined) throw new Error(`the demo has no requirement ${at.requirement}`)
  return {
    packageId: requirement.packageId,
    documentId: requirement.documentId,
    requirementId: requirement.id,
  }
}
const named = <R extends { name: string }>(rows: readonly R[], name: string): R => {
  const row = rows.find((one) => one.name === name)
  if (row === undefined) throw new Error(`the demo has no ${name}`)
  return row
}
const agoOf = ({ now }: Scene, days: number): number => now - days * DAY_MS
