import { LANGUAGES, type Language } from '#schema/tables/languages.ts'
import { NEUTRAL_PUSH, SEVERAL_PUSHES } from '#schema/tables/notice-pushes.ts'
import type { FoundNotification } from './fetch-notification.ts'

interface Push {
  id: string
  language: Language
}
/** What is stored with a notification of the system. */
export interface PushData {
  /** The page that a click opens. */
  link: string
  /** The notifications that it stands for. */
  ids: readonly string[]
}
/** A notification of the system. It replaces a shown one with the same tag. */
export interface ShownPush {
  title: string
  body: string
  tag: string
  data: PushData
  /** The number for the badge of the application; null = unknown. */
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

export const linkOf = (data: unknown): string =>
  typeof data === 'object' && data !== null && 'link' in data ? String(data.link) : HOME
const idsOf = (data: unknown): string[] =>
  typeof data === 'object' && data !== null && 'ids' in data && Array.isArray(data.ids)
    ? data.ids.map(String)
    : []

interface PushPorts {
  find(id: string): Promise<FoundNotification>
  /** The stored data of the notifications that the system shows under a tag. */
  shownAs(tag: string): Promise<readonly unknown[]>
}

/**
 * The notification that a push leads to: one for each project, which shows its newest text and how
 * many it stands for. Without a network or a session it names nothing.
 */
export const readPush = async (payload: unknown, ports: PushPorts): Promise<ShownPush> => {
  const push = isPush(payload) ? payload : { id: 'new', language: 'en' as const }
  const found = await ports.find(push.id).catch(() => null)
  if (found === null)
    return {
      title: NEUTRAL_PUSH[push.language],
      body: '',
      tag: push.id,
      data: { link: HOME, ids: [push.id] },
      unread: null,
    }
  const { project, message, link } = found.notification
  const tag = project === null ? push.id : `project-${project.id}`
  const ids = [...new Set([...(await ports.shownAs(tag)).flatMap(idsOf), push.id])]
  const several = SEVERAL_PUSHES[push.language]
  return {
    title: message,
    body:
      project === null || ids.length === 1
        ? ''
        : several.replaceAll(/\{(\w+)\}/g, (_, name) =>
            name === 'count' ? String(ids.length) : project.name,
          ),
    tag,
    data: { link: link ?? HOME, ids },
    unread: found.unread,
  }
}
