import type { Notification } from '#schema/entities/notification.ts'
import { LANGUAGES, type Language } from '#schema/tables/languages.ts'
import { LIMITS } from '#schema/tables/limits.ts'
import { NEUTRAL_PUSH } from '#schema/tables/notice-pushes.ts'
import { serverFetch } from '#sync/browser/network/server-fetch.ts'
import { readActiveAt } from '#sync/browser/session/session-store.ts'
import { createTokens } from '#sync/browser/session/tokens.ts'

interface Push {
  id: string
  language: Language
}
/** What a notification of the system shows, and the page that a click on it opens. */
export interface ShownPush {
  title: string
  tag: string
  link: string
  /** null = unknown. */
  unread: number | null
}

const isPush = (value: unknown): value is Push =>
  typeof value === 'object' &&
  value !== null &&
  'id' in value &&
  typeof value.id === 'string' &&
  'language' in value &&
  LANGUAGES.some((language) => language === value.language)

const HOME = '/'

/** Reads the notification of a push; without a network or a session the text names nothing. */
export const readPush = async (payload: unknown): Promise<ShownPush> => {
  const push = isPush(payload) ? payload : { id: 'new', language: 'en' as const }
  const found = await fetchNotification(push.id).catch(() => null)
  return found === null
    ? { title: NEUTRAL_PUSH[push.language], tag: push.id, link: HOME, unread: null }
    : {
        title: found.notification.message,
        tag: push.id,
        link: found.notification.link ?? HOME,
        unread: found.unread,
      }
}

type Found = { notification: Notification; unread: number } | null

const fetchNotification = async (id: string): Promise<Found> => {
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
    if (response.ok) return (await response.json()) as Found
    if (response.status !== 401) return null
    token = await tokens.renewed(token)
  }
  return null
}
