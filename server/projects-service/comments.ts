import type { comments } from '#schema/api/projects-service/comments.ts'
import { commentId, placeOfComment, replyId } from '#schema/entities/comment.ts'
import { commentDenial } from '#schema/rules/comments/comment-rules.ts'
import { filterComments } from '#schema/rules/comments/comments.ts'
import { refuse } from '#schema/rules/access/denial.ts'
import { newId } from '../database/new-id.ts'
import type { Handlers } from '../route.ts'
import { findProjectOf, listRows, openProject, type OpenedProject } from './open-project.ts'
import { readAfterCommand, run, seenRow } from './structure.ts'

const requireReading = ({ actor, project }: OpenedProject, type: 'D' | 'Q' | 'PP' | 'QA'): void =>
  refuse(
    commentDenial(actor, 'comment.read', { state: project.state, type, vendorId: actor.vendorId }),
  )

const byTime = (
  a: { createdOn: number; id: string },
  b: { createdOn: number; id: string },
): number => a.createdOn - b.createdOn || (a.id < b.id ? -1 : 1)

export const commentHandlers: Handlers<typeof comments> = {
  list: async ({ params, body: { type, filter, place, pageNumber, pageSize } }, context) => {
    const opened = await openProject(context, params.id)
    requireReading(opened, type)
    const ofType = (await listRows(opened, 'comment')).filter((comment) => comment.type === type)
    const there =
      place === undefined
        ? ofType
        : ofType.filter(
            (comment) =>
              placeOfComment(comment).kind === place.kind &&
              placeOfComment(comment).id === place.id,
          )
    const found = filterComments(there, filter).toSorted((a, b) => byTime(b, a))
    const page = found.slice(pageNumber * pageSize, (pageNumber + 1) * pageSize)
    const replies = Map.groupBy(
      page.length === 0 ? [] : (await listRows(opened, 'reply')).toSorted(byTime),
      (reply) => reply.commentId,
    )
    return {
      items: page.map((comment) => ({ comment, replies: replies.get(comment.id) ?? [] })),
      total: found.length,
      pageNumber,
      pageSize,
    }
  },
  publications: async ({ params }, context) => {
    const opened = await openProject(context, params.id)
    requireReading(opened, 'QA')
    const on = ({ revisions: [first] }: { revisions: { on: number }[] }): number => first?.on ?? 0
    return (await listRows(opened, 'publication')).toSorted(
      (a, b) => on(b) - on(a) || (a.id < b.id ? 1 : -1),
    )
  },
  create: async ({ params, body: { id = newId(), ...rest } }, context) => {
    await run(context, { command: 'comments.create', args: { projectId: params.id, id, ...rest } })
    const { actor } = await openProject(context, params.id)
    return await readAfterCommand(context, params.id, {
      entity: 'comment',
      id: commentId(id, actor.vendorId),
    })
  },
  reply: async ({ params, body: { id = newId(), text } }, context) => {
    const projectId = await findProjectOf(context, 'comment', params.id)
    await run(context, {
      command: 'comments.reply',
      args: { projectId, id, commentId: params.id, text },
    })
    const { actor } = await openProject(context, projectId)
    return await readAfterCommand(context, projectId, {
      entity: 'reply',
      id: replyId(id, actor.vendorId),
    })
  },
  markOfficial: async ({ params, body }, context) => {
    const projectId = await findProjectOf(context, 'comment', params.id)
    await run(context, {
      command: 'comments.markOfficial',
      args: { projectId, id: params.id, replyId: body.replyId },
      precondition: seenRow('comment', params.id, body.updatedOn),
    })
    return await readAfterCommand(context, projectId, { entity: 'comment', id: params.id })
  },
  publish: async ({ params, body: { id = newId(), updatedOn, ...texts } }, context) => {
    const projectId = await findProjectOf(context, 'comment', params.id)
    await run(context, {
      command: 'comments.publish',
      args: { projectId, id, commentId: params.id, ...texts },
      precondition: seenRow('comment', params.id, updatedOn),
    })
    return await readAfterCommand(context, projectId, { entity: 'publication', id })
  },
  correct: async ({ params, body: { updatedOn, ...texts } }, context) => {
    const projectId = await findProjectOf(context, 'publication', params.id)
    await run(context, {
      command: 'comments.correct',
      args: { projectId, id: params.id, ...texts },
      precondition: seenRow('publication', params.id, updatedOn),
    })
    return await readAfterCommand(context, projectId, { entity: 'publication', id: params.id })
  },
}
