import type { Project } from '#schema/entities/project.ts'
import { mailDueAt } from '#schema/rules/project/notice-times.ts'
import { hasOwnMail, isUrgent, waysOf } from '#schema/rules/project/notice-ways.ts'
import type { Listener } from '#schema/rules/project/notifications.ts'
import { inPieces, type Queries } from '../database.ts'
import type { Tables } from '../tables.ts'
import { readWays } from './read-ways.ts'

interface Delivered {
  project: Project
  listeners: readonly Listener[]
  notifications: readonly Tables['notifications'][]
}

/** Lets the notifications that their receivers want by mail wait until the mail is due. */
export const queueNoticeMails = async (
  tx: Queries,
  { project, listeners, notifications }: Delivered,
): Promise<void> => {
  const relations = new Map(listeners.map(({ actor }) => [actor.userId, actor.relation]))
  const wanted = notifications.filter(({ kind, user_id: userId }) => {
    const relation = relations.get(userId)
    return relation !== undefined && !hasOwnMail(kind, relation, project)
  })
  const ways = await readWays(
    tx,
    wanted.map((row) => row.user_id),
    project.id,
  )
  const rows = wanted.flatMap(({ id, user_id, event_id, project_id, kind, created_on }) => {
    const own = ways.get(user_id)
    if (own === undefined) return []
    const { mail } = waysOf(kind, project_id, own)
    const due_on = mailDueAt(mail, created_on, { times: own.times, isUrgent: isUrgent(kind) })
    if (due_on === null) return []
    return [
      { user_id, event_id, project_id, notification_id: id, kind, created_on, due_on, tries: 0 },
    ]
  })
  for (const piece of inPieces(rows, 100))
    await tx
      .insertInto('waiting_notices')
      .values([...piece])
      .onConflict((conflict) => conflict.columns(['user_id', 'event_id']).doNothing())
      .execute()
}
