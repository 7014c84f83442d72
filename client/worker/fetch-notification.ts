import type { Notification } from '#schema/entities/notification.ts'
import { LIMITS } from '#schema/tables/limits.ts'
import { serverFetch } from '#sync/browser/network/server-fetch.ts'
import { readActiveAt } from '#sync/browser/session/session-store.ts'
import { createTokens } from '#sync/browser/session/tokens.ts'

export type FoundNotification = { notification: Notification; unread: number } | null

/** Reads a notification with the session of the device; null without one, or while it is locked. */
export const fetchNotification = async (id: string): Promise<FoundNotification> => {
  // A screen that is locked after idle hours must not tell names, nor a push prolong the session.
  if (Date.now() - (await readActiveAt()) >= LIMITS.idleMs) return null
  const tokens = createTokens(() => undefined)
  let token = await tokens.current()
  for (let attempt = 0; token !== null && attempt < 2; attempt += 1) {
    const path = `/api/notification-service/notifications/${encodeURIComponent(id)}`
    const response = await serverFetch(path, {
      headers: { 'x-auth-token': token },
      signal: AbortSignal.timeout(10_000),
    })
    if (response.ok) return (await response.json()) as FoundNotification
    if (response.status !== 401) return null
    token = await tokens.renewed(token)
  }
  return null
}
