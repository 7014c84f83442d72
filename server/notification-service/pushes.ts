import { createECDH } from 'node:crypto'
import type { pushes } from '#schema/api/notification-service/pushes.ts'
import { Refusal } from '#schema/refusal.ts'
import { pushTarget } from '../push/push-services.ts'
import type { Handlers } from '../route.ts'
import { countOwn, isOwn, visibleIds } from './own-notifications.ts'
import { notificationsOf, toNotification } from './read-notifications.ts'

const invalid = (field: string, problem: string): Refusal =>
  new Refusal('INPUT_INVALID', { field, detail: { field, problem } })

const isPoint = (p256dh: string): boolean => {
  const curve = createECDH('prime256v1')
  curve.generateKeys()
  try {
    curve.computeSecret(Buffer.from(p256dh, 'base64url'))
    return true
  } catch {
    return false
  }
}

export const pushHandlers: Handlers<typeof pushes> = {
  key: async (_input, { services: { push } }) => ({
    key: push.services.length === 0 ? null : push.keys.publicKey,
  }),

  subscribe: async ({ body: { endpoint, p256dh, auth } }, { services, caller }) => {
    if (pushTarget(endpoint, services.push.services) === null)
      throw invalid('endpoint', 'is at no push service that this server knows')
    if (!isPoint(p256dh)) throw invalid('p256dh', 'is no public key')
    const row = {
      session_id: caller.sessionId,
      user_id: caller.userId,
      endpoint,
      p256dh,
      auth,
      created_on: services.clock(),
      seen_until: 0,
    }
    await services.database.write(async (tx) => {
      // One device has one endpoint: a later sign-in on it takes the place of the earlier one.
      await tx
        .deleteFrom('push_subscriptions')
        .where((eb) =>
          eb.or([eb('endpoint', '=', endpoint), eb('session_id', '=', caller.sessionId)]),
        )
        .execute()
      await tx.insertInto('push_subscriptions').values(row).execute()
    })
  },

  unsubscribe: async (_input, { services, caller }) => {
    await services.database.write(async (tx) => {
      for (const table of ['pushes', 'push_subscriptions'] as const)
        await tx
          .deleteFrom(table as 'pushes')
          .where('session_id', '=', caller.sessionId)
          .execute()
    })
  },

  notification: async ({ params }, { services, person }) => {
    const tx = services.database.queries
    const own = { person, projectIds: await visibleIds(tx, person) }
    const row = await notificationsOf(tx)
      .where('notifications.id', '=', params.id)
      .where(isOwn(own))
      .executeTakeFirst()
    if (row === undefined) throw new Refusal('NOT_FOUND')
    return { notification: toNotification(row), unread: await countOwn(tx, own, true) }
  },
}
