import type { Notification } from '#schema/entities/notification.ts'
import { LIMITS } from '#schema/tables/limits.ts'
import { serverFetch } from '#sync/browser/network/server-fetch.ts'
import { readActiveAt, readSession } from '#sync/browser/session/session-store.ts'
import { createTokens } from '#sync/browser/session/tokens.ts'

export type Fetched =
  | { kind: 'found'; notification: Notification; unread: number; sessionId: string }
  /** The person of this device may not read it, or it is gone. */
  | { kind: 'none' }
  /** Without a network. */
  | { kind: 'later' }
  /** Signed out, or the password is due again. */
  | { kind: 'locked' }

const TIMEOUT_MS = 10_000

/** Whether the session is still the one of this device, and needs no password. */
export const isSignedIn = async (sessionId: string): Promise<boolean> => {
  const stored = await readSession()
  return stored?.sessionId === sessionId && !stored.isExpired
}

/** Reads a notification with the session of the device. */
export const fetchNotification = async (id: string): Promise<Fetched> => {
  try {
    // A screen that is locked after idle hours must not tell names, nor a push prolong the session.
    if (Date.now() - (await readActiveAt()) >= LIMITS.idleMs) return { kind: 'locked' }
    return await fetchWith(id)
  } catch {
    return { kind: 'later' }
  }
}

const fetchWith = async (id: string): Promise<Fetched> => {
  const tokens = createTokens(() => undefined)
  const path = `/api/notification-service/notifications/${encodeURIComponent(id)}`
  let token = await tokens.current()
  for (let attempt = 0; token !== null && attempt < 2; attempt += 1) {
    const response = await serverFetch(path, {
      headers: { 'x-auth-token': token },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (response.ok) {
      const found = (await response.json()) as { notification: Notification; unread: number }
      return { kind: 'found', ...found, sessionId: (await readSession())?.sessionId ?? '' }
    }
    if (response.status === 404) return { kind: 'none' }
    if (response.status !== 401) return { kind: 'later' }
    token = await tokens.renewed(token)
  }
  return { kind: 'locked' }
}
