import { inPieces, type Database } from '../database/database.ts'
import { ofActiveOrganization } from '../database/events/of-active-organization.ts'
import type { LiveHub } from '../sync/hub.ts'
import { readActors } from './read-actors.ts'
import { notificationsOf, toNotification } from './read-notifications.ts'

interface LivePorts {
  database: Database
  hub: LiveHub
}

/** Sends the notifications of a delivered event to the receivers connected to this process. */
export const sendDelivered = async ({ database, hub }: LivePorts, eventId: string) => {
  for (const userIds of inPieces(hub.connected())) {
    const rows = await notificationsOf(database.queries)
      .where('notifications.event_id', '=', eventId)
      .where('notifications.user_id', 'in', userIds)
      .where(ofActiveOrganization)
      .execute()
    const actors = await readActors(database.queries, rows)
    hub.sendItems(
      new Map(rows.map((row) => [row.userId, JSON.stringify(toNotification(row, actors))])),
    )
  }
}
