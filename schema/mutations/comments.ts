import { type Comment, commentId, type Publication, replyId } from '../entities/comment.ts'
import type { Project } from '../entities/project.ts'
import { Refusal } from '../refusal.ts'
import { commentDenial, type CommentAction } from '../rules/comments/comment-rules.ts'
import { mentionsOf } from '../rules/comments/mentions.ts'
import { correctPublication, markOfficial, publishAnswer } from '../rules/comments/comments.ts'
import { refuse } from '../rules/access/denial.ts'
import { findRow, requireProject } from './context.ts'
import { COMMAND_INPUTS, type CommandArgs } from './inputs.ts'
import { defineMutation, type MutationTx } from './mutation.ts'

type CreateArgs = CommandArgs['comments.create']
type At = Pick<Comment, 'packageId' | 'documentId' | 'requirementId'>

/** A missing place is refused like a place in a package that the contact may not read. */
async function findPlace(
  tx: MutationTx,
  { projectId, place: { kind, id } }: CreateArgs,
): Promise<At> {
  const row = await findRow(tx, kind, { projectId, id })
  if (row === undefined) throw new Refusal('NOT_FOUND')
  if (kind === 'project') return { packageId: null, documentId: null, requirementId: null }
  if (kind === 'package') return { packageId: id, documentId: null, requirementId: null }
  const packageId = 'packageId' in row ? row.packageId : null
  return 'documentId' in row
    ? { packageId, documentId: row.documentId, requirementId: id }
    : { packageId, documentId: id, requirementId: null }
}

const written = (tx: MutationTx) => ({
  authorId: tx.actor.userId,
  authorName: tx.actor.name,
  createdOn: tx.now,
  updatedOn: 0,
})

/**
 * Tells whether the same person has written the row before with the same content. Throws
 * ENTITY_ALREADY_EXISTS if the id has another author or content.
 */
function isKnown<R extends { authorId: number }>(
  row: R | undefined,
  content: Partial<R>,
  { actor }: MutationTx,
): boolean {
  if (row === undefined) return false
  const fields = Object.keys(content) as (keyof R)[]
  if (row.authorId === actor.userId && fields.every((field) => row[field] === content[field]))
    return true
  throw new Refusal('ENTITY_ALREADY_EXISTS', { field: 'id' })
}

/**
 * Refuses a mention of a person who may not read the comment. Only discussions have mentions: in
 * other comments a name would tell one side who works on the other.
 */
async function requireMentions(tx: MutationTx, type: Comment['type'], text: string): Promise<void> {
  for (const { id, name } of mentionsOf(text))
    if (type !== 'D' || (await tx.readsDiscussions?.(id)) === false)
      throw new Refusal('comment.mention', { field: 'text', detail: { name } })
}

/** A requestor starts a discussion; a vendor contact asks or reports a pain point. */
export const createComment = defineMutation<CreateArgs>({
  input: COMMAND_INPUTS['comments.create'],
  async run(tx, args) {
    const { projectId, type, text } = args
    const project = await requireProject(tx, projectId)
    const { vendorId } = tx.actor
    const subject = {
      state: project.state,
      type,
      vendorId,
      now: tx.now,
      deadlineAt: project.deadlineAt,
    }
    refuse(commentDenial(tx.actor, 'comment.create', subject))
    await requireMentions(tx, type, text)
    const at = await findPlace(tx, args)
    refuse(commentDenial(tx.actor, 'comment.create', { ...subject, packageId: at.packageId }))
    const id = commentId(args.id, vendorId)
    const kind = kindOf(args, vendorId)
    if (isKnown(await tx.get('comment', id), { projectId, ...at, ...kind, text }, tx)) return
    tx.put('comment', {
      id,
      projectId,
      ...at,
      text,
      ...written(tx),
      officialReplies: [],
      publicationId: null,
      ...kind,
    })
  },
})

type Kind =
  | { type: 'D'; vendorId: null; severity: null }
  | { type: 'Q'; vendorId: number; severity: null }
  | { type: 'PP'; vendorId: number; severity: 'MINOR' | 'MAJOR' | 'CRITICAL' }

/** A pain point has a severity; other comments have none. */
function kindOf({ type, severity }: CreateArgs, vendorId: number | null): Kind {
  if ((type === 'PP') !== (severity !== null))
    throw new Refusal('INPUT_INVALID', {
      field: 'severity',
      detail: {
        field: 'severity',
        problem: type === 'PP' ? 'is missing' : 'is for pain points only',
      },
    })
  if (type === 'D' && vendorId === null) return { type, vendorId, severity: null }
  if (type === 'Q' && vendorId !== null) return { type, vendorId, severity: null }
  if (type === 'PP' && vendorId !== null && severity !== null) return { type, vendorId, severity }
  throw new Refusal('NOT_ALLOWED')
}

interface Found {
  project: Project
  comment: Comment
}

/**
 * Returns the comment if the person may do the action with it. A comment that the person may not
 * read is refused like a missing one.
 */
async function openComment(
  tx: MutationTx,
  action: CommentAction,
  { projectId, id }: { projectId: string; id: string },
): Promise<Found> {
  const project = await requireProject(tx, projectId)
  const comment = await findRow(tx, 'comment', { projectId, id })
  if (comment === undefined) throw new Refusal('NOT_FOUND')
  const { type, vendorId, packageId, documentId } = comment
  const ownsDocument = await ownsThe(tx, documentId)
  refuse(
    commentDenial(tx.actor, action, {
      state: project.state,
      type,
      vendorId,
      packageId,
      ownsDocument,
      now: tx.now,
      deadlineAt: project.deadlineAt,
    }),
  )
  return { project, comment }
}

const ownsThe = async (tx: MutationTx, documentId: string | null): Promise<boolean> =>
  documentId !== null && (await tx.get('document', documentId))?.ownerId === tx.actor.userId

export const replyToComment = defineMutation<CommandArgs['comments.reply']>({
  input: COMMAND_INPUTS['comments.reply'],
  async run(tx, { projectId, id: bareId, commentId: ofId, text }) {
    const {
      comment: { type, packageId, documentId, requirementId, vendorId },
    } = await openComment(tx, 'comment.reply', { projectId, id: ofId })
    await requireMentions(tx, type, text)
    const isByVendor = tx.actor.relation === 'vendor'
    const id = replyId(bareId, tx.actor.vendorId)
    if (isKnown(await tx.get('reply', id), { projectId, commentId: ofId, text }, tx)) return
    tx.put('reply', {
      id,
      projectId,
      commentId: ofId,
      packageId,
      documentId,
      requirementId,
      text,
      ...written(tx),
      vendorId,
      isByVendor,
      officialOn: null,
    })
  },
})

/** If two people mark different replies, the later mark counts; the other reply stays readable. */
export const markReplyOfficial = defineMutation<CommandArgs['comments.markOfficial']>({
  input: COMMAND_INPUTS['comments.markOfficial'],
  async run(tx, { projectId, id, replyId: markedId }) {
    const { comment } = await openComment(tx, 'comment.markOfficial', { projectId, id })
    const reply = await findRow(tx, 'reply', { projectId, id: markedId })
    if (reply === undefined) throw new Refusal('NOT_FOUND')
    const marked = markOfficial(comment, reply, { by: tx.actor.userId, on: tx.now })
    if (marked.comment === comment) return
    tx.put('comment', marked.comment)
    tx.put('reply', marked.reply)
  },
})

export const publishComment = defineMutation<CommandArgs['comments.publish']>({
  input: COMMAND_INPUTS['comments.publish'],
  async run(tx, { projectId, id: publicationId, commentId: ofId, question, answer }) {
    const { comment } = await openComment(tx, 'comment.publish', { projectId, id: ofId })
    const known = await tx.get('publication', publicationId)
    if (
      comment.publicationId === publicationId &&
      known !== undefined &&
      saysFirst(known, question, answer)
    )
      return
    if (known !== undefined) throw new Refusal('ENTITY_ALREADY_EXISTS', { field: 'id' })
    const made = publishAnswer(
      comment,
      { question, answer },
      { id: publicationId, by: tx.actor.userId, on: tx.now },
    )
    tx.put('comment', made.comment)
    tx.put('publication', made.publication)
  },
})

const saysFirst = (
  { revisions: [first] }: Publication,
  question: string,
  answer: string,
): boolean => first?.question === question && first.answer === answer

export const correctAnswer = defineMutation<CommandArgs['comments.correct']>({
  input: COMMAND_INPUTS['comments.correct'],
  async run(tx, { projectId, id, question, answer }) {
    const project = await requireProject(tx, projectId)
    const publication = await findRow(tx, 'publication', { projectId, id })
    if (publication === undefined) throw new Refusal('NOT_FOUND')
    const ownsDocument = await ownsThe(tx, publication.documentId)
    refuse(
      commentDenial(tx.actor, 'comment.correct', {
        state: project.state,
        type: 'QA',
        vendorId: null,
        packageId: publication.packageId,
        ownsDocument,
      }),
    )
    const corrected = correctPublication(
      publication,
      { question, answer },
      { by: tx.actor.userId, on: tx.now },
    )
    if (corrected !== publication) tx.put('publication', corrected)
  },
})
