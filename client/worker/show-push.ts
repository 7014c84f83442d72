import { LANGUAGES, type Language } from '#schema/tables/languages.ts'
import { NEUTRAL_PUSH } from '#schema/tables/notice-pushes.ts'
import { NEUTRAL_TAG } from '../lib/shown-pushes.ts'
import type { Fetched } from './fetch-notification.ts'
import { pushTexts } from './push-texts.ts'

const ICON = '/icons/icon-192.png'

interface Push {
  id: string
  language: Language
}
/** What a notification of the system keeps with it. */
interface PushData {
  /** The notifications that it stands for, the newest last. */
  ids: readonly string[]
  /** The page that a click opens; null = the one that is open. */
  link: string | null
  language: Language
}
export interface ShownPush {
  readonly tag: string
  readonly data: unknown
  close(): void
}
/** The notifications of the system that belong to this browser's registration. */
export interface PushShelf {
  showNotification(title: string, options: object): Promise<void>
  getNotifications(filter?: { tag: string }): Promise<readonly ShownPush[]>
}
export interface PushPorts {
  shelf: PushShelf
  fetchNotification(id: string): Promise<Fetched>
  isSignedIn(sessionId: string): Promise<boolean>
  setBadge(unread: number): void
  /** The language of the device, for a push that cannot be read. */
  language: Language
}

const isPush = (value: unknown): value is Push =>
  typeof value === 'object' &&
  value !== null &&
  'id' in value &&
  typeof value.id === 'string' &&
  'language' in value &&
  LANGUAGES.some((language) => language === value.language)

const readPayload = (text: string | undefined): Push | null => {
  try {
    const value: unknown = JSON.parse(text ?? '')
    return isPush(value) ? value : null
  } catch {
    return null
  }
}

/** Written by this worker only, perhaps by a former version. */
const dataOf = ({ data }: ShownPush): PushData | null =>
  typeof data === 'object' && data !== null && 'ids' in data ? (data as PushData) : null

/**
 * Shows a push, with one notification of the system per project. Pushes are shown in turn, because
 * each counts those before it.
 * @returns whether the text has to be read later
 */
export const showPush = async (
  ports: PushPorts,
  text: string | undefined,
): Promise<{ isLater: boolean }> => {
  const push = readPayload(text)
  if (push === null) {
    await addNeutral(ports, [], ports.language)
    return { isLater: false }
  }
  const fetched = await ports.fetchNotification(push.id)
  if (fetched.kind === 'locked') await hideNamed(ports)
  if (fetched.kind === 'found') await showFound(ports, push, { ...fetched, isSilent: false })
  else await addNeutral(ports, fetched.kind === 'none' ? [] : [push.id], push.language)
  return { isLater: fetched.kind === 'later' }
}

/**
 * Replaces the neutral notification by the texts that can be read now.
 * @param isSeen a tab is visible, where the bell tells everything
 * @returns whether some text has to be read later
 */
export const showWaiting = async (
  ports: PushPorts,
  isSeen: boolean,
): Promise<{ isLater: boolean }> => {
  const neutral = await neutralOf(ports)
  if (neutral === null || neutral.ids.length === 0) return { isLater: false }
  if (isSeen) {
    await hideNeutral(ports)
    return { isLater: false }
  }
  const left: string[] = []
  let isLater = false
  for (const id of neutral.ids) {
    const fetched = await ports.fetchNotification(id)
    const push = { id, language: neutral.language }
    if (fetched.kind === 'found') await showFound(ports, push, { ...fetched, isSilent: true })
    else if (fetched.kind !== 'none') left.push(id)
    isLater ||= fetched.kind === 'later'
  }
  if (left.length === 0) await hideNeutral(ports)
  else if (left.length < neutral.ids.length)
    await showNeutral(ports, { ...neutral, ids: left }, { isSilent: true })
  return { isLater }
}

interface Found extends Extract<Fetched, { kind: 'found' }> {
  isSilent: boolean
}

const showFound = async (
  ports: PushPorts,
  { id, language }: Push,
  { notification, unread, sessionId, isSilent }: Found,
): Promise<void> => {
  const tag = notification.project === null ? 'account' : `project-${notification.project.id}`
  const former = (await ports.shelf.getNotifications({ tag })).flatMap(
    (shown) => dataOf(shown)?.ids ?? [],
  )
  const ids = [...former.filter((one) => one !== id), id]
  // The person may have signed out while the text was on its way, and also while it is shown.
  if (!(await ports.isSignedIn(sessionId))) return await addNeutral(ports, [], language)
  const data: PushData = { ids, link: notification.link, language }
  const { title, ...body } = pushTexts(notification, ids.length, language)
  await showSurely(ports, title, {
    ...{ ...body, tag, icon: ICON, data },
    silent: isSilent,
    renotify: !isSilent,
  })
  if (await ports.isSignedIn(sessionId)) return ports.setBadge(unread)
  await hideNamed(ports)
  await addNeutral(ports, [], language)
}

/** How often a notification is shown that the browser dropped. */
const MOST_TRIES = 3

/**
 * Chromium 156 drops a notification without an error if one with its tag has just been clicked or
 * closed. What is there already is not announced again.
 */
const showSurely = async (
  { shelf }: PushPorts,
  title: string,
  { renotify, ...options }: { tag: string; renotify: boolean; [name: string]: unknown },
): Promise<void> => {
  for (let tried = 0; tried < MOST_TRIES; tried += 1) {
    await shelf.showNotification(title, { ...options, renotify: renotify && tried === 0 })
    if ((await shelf.getNotifications({ tag: options.tag })).length > 0) return
  }
}

const hideNamed = async ({ shelf }: PushPorts): Promise<void> => {
  for (const shown of await shelf.getNotifications()) if (shown.tag !== NEUTRAL_TAG) shown.close()
}

const neutralOf = async ({ shelf }: PushPorts): Promise<PushData | null> => {
  const [shown] = await shelf.getNotifications({ tag: NEUTRAL_TAG })
  return shown === undefined ? null : dataOf(shown)
}
const hideNeutral = async ({ shelf }: PushPorts): Promise<void> => {
  for (const shown of await shelf.getNotifications({ tag: NEUTRAL_TAG })) shown.close()
}

/** Shows the neutral notification, which stands for these texts too. */
const addNeutral = async (
  ports: PushPorts,
  ids: readonly string[],
  language: Language,
): Promise<void> => {
  const former = (await neutralOf(ports))?.ids ?? []
  const data = { ids: [...new Set([...former, ...ids])], link: null, language }
  await showNeutral(ports, data, { isSilent: false })
}
const showNeutral = (
  ports: PushPorts,
  data: PushData,
  { isSilent }: { isSilent: boolean },
): Promise<void> =>
  showSurely(ports, NEUTRAL_PUSH[data.language], {
    ...{ tag: NEUTRAL_TAG, icon: ICON, data },
    silent: isSilent,
    renotify: !isSilent,
  })
