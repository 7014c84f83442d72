import type { notifications } from '#schema/api/notification-service/notifications.ts'
import { Refusal } from '#schema/refusal.ts'
import { isOpenToVendors } from '#schema/rules/access/access.ts'
import { projectDenial } from '#schema/rules/access/access-project.ts'
import { refuse } from '#schema/rules/access/denial.ts'
import { changeProject } from '../commands/execute.ts'
import type { Queries } from '../database/database.ts'
import { type NewEvent, writeEvents } from '../database/events/write-events.ts'
import type { Handlers } from '../route.ts'
import { keepFirstZone } from './notice-settings.ts'
import {
  countByProject,
  countOwn,
  idsOf,
  isOwn,
  visibleIds,
  visibleProjects,
} from './own-notifications.ts'
import { keepMessage, listMessages } from './project-messages.ts'
import { readActors } from './read-actors.ts'
import { notificationsOf, toNotification } from './read-notifications.ts'

export const notificationHandlers: Handlers<typeof notifications> = {
  list: async ({ body }, { services, person }) => {
    const { pageNumber, pageSize, projectId, before, zone } = body
    const tx = services.database.queries
    const { userId } = person
    if (zone !== undefined) await keepFirstZone(services.database, userId, zone)
    const projects = await visibleProjects(tx, person)
    const seen = idsOf(projects)
    if (projectId !== undefined && !seen.includes(projectId))
      throw new Refusal('ACCESS_TO_PROJECT_IS_DENIED')
    const own = { person, projectIds: projectId === undefined ? seen : [projectId] }
    const ofPage = notificationsOf(tx).where(isOwn(own))
    // An id begins with the time of its notification.
    const rows = await (
      before === undefined ? ofPage : ofPage.where('notifications.id', '<', before)
    )
      .orderBy('notifications.id', 'desc')
      .offset(pageNumber * pageSize)
      .limit(pageSize)
      .execute()
    const actors = await readActors(tx, rows)
    const totals = await countByProject(tx, { person, projectIds: seen })
    return {
      items: rows.map((row) => toNotification(row, actors)),
      total: await countOwn(tx, own, false),
      pageNumber,
      pageSize,
      projects: projects.flatMap(({ id, name }) => {
        const total = totals.get(id)
        return total === undefined ? [] : [{ id, name, total }]
      }),
      unread: await countOwn(tx, { person, projectIds: seen }, true),
    }
  },

  markRead: async ({ body }, { services, person }) => {
    const { database, clock, hub } = services
    const { userId } = person
    const ids = typeof body.id === 'string' ? [body.id] : body.id
    const changed = await database.write((tx) =>
      tx
        .updateTable('notifications')
        .set({ read_on: body.read ? clock() : null })
        .where('user_id', '=', userId)
        .where('id', 'in', ids)
        .where('read_on', body.read ? 'is' : 'is not', null)
        .returning('id')
        .execute(),
    )
    const tx = database.queries
    const own = { person, projectIds: await visibleIds(tx, person) }
    const [first] = changed
    if (first !== undefined) {
      const row = await notificationsOf(tx)
        .where('notifications.id', '=', first.id)
        .where(isOwn(own))
        .executeTakeFirst()
      // The person's other devices read the list again when they get one of the changed ones.
      if (row === undefined) return { unread: await countOwn(tx, own, true) }
      const item = toNotification(row, await readActors(tx, [row]))
      hub.sendItems(new Map([[userId, JSON.stringify(item)]]))
    }
    return { unread: await countOwn(tx, own, true) }
  },

  send: async ({ params, body }, context) => {
    const { person, services } = context
    await services.moveDueProjects()
    await changeProject(
      context.commands,
      { userId: person.userId, projectId: params.id },
      async (unit, actor, tx) => {
        const project = await unit.rows.get('project', params.id)
        if (project === undefined) throw new Refusal('ACCESS_TO_PROJECT_IS_DENIED')
        refuse(
          projectDenial({ person, inProject: actor }, 'notification.send', {
            project,
            now: unit.now,
          }),
        )
        const { text, team, vendors } = body
        if (!team && vendors === undefined) throw invalid('vendors', 'or the team is needed')
        if (vendors !== undefined && !isOpenToVendors(project))
          throw invalid('vendors', 'can be told once the project is published')
        const invited = vendors === undefined ? [] : await readInvited(tx, params.id)
        const vendorIds = vendors === 'all' ? invited : [...new Set(vendors)]
        if (vendorIds.some((vendorId) => !invited.includes(vendorId)))
          throw invalid('vendors', 'has a vendor that is not invited')
        await keepMessage(tx, {
          projectId: params.id,
          sender: { id: person.userId, name: person.name },
          text,
          receivers: { team, isToAllVendors: vendors === 'all', vendorIds },
          now: unit.now,
        })
        await writeEvents(
          tx,
          { projectId: params.id, actorId: person.userId, now: unit.now },
          eventsOf(body),
        )
      },
    )
    return { done: true }
  },

  messages: listMessages,
}

type Sent = Parameters<Handlers<typeof notifications>['send']>[0]['body']
/** The events of a message: each chosen vendor has one of its own. */
const eventsOf = ({ text, team, vendors }: Sent): NewEvent[] => {
  const told = { detail: { text } }
  const toVendors: NewEvent[] =
    vendors === 'all'
      ? [{ kind: 'message.vendors', ...told }]
      : [...new Set(vendors)].map((vendorId) => ({ kind: 'message.vendor', vendorId, ...told }))
  return team ? [{ kind: 'message.team', ...told }, ...toVendors] : toVendors
}

const invalid = (field: string, problem: string): Refusal =>
  new Refusal('INPUT_INVALID', { field, detail: { field, problem } })

const readInvited = async (tx: Queries, projectId: string): Promise<number[]> => {
  const rows = await tx
    .selectFrom('project_vendors')
    .select('vendor_id')
    .where('project_id', '=', projectId)
    .orderBy('vendor_id')
    .execute()
  return rows.map((row) => row.vendor_id)
}
