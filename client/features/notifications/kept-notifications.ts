import type { Notification } from '#schema/entities/notification.ts'

/** The newest notifications, as this device last got them. */
export interface KeptNotifications {
  items: readonly Notification[]
  /** Number of all notifications on the server. */
  total: number
  /** Number of unread ones on the server. */
  unread: number
  /** The projects that have any on the server; absent in what an older version kept. */
  projects?: readonly { id: string; name: string; total: number }[]
}
/** A mark of the person that the server does not know yet; `was` is what the server has. */
interface Mark {
  read: boolean
  was: boolean
}
/** By the id of the notification. */
export type Marks = Readonly<Record<string, Mark>>

export const NOTHING_KEPT: KeptNotifications = { items: [], total: 0, unread: 0 }
export const NO_MARKS: Marks = {}

/** The marks with another one for each of these notifications, as they are shown now. */
export const addMarks = (
  marks: Marks,
  shown: readonly Pick<Notification, 'id' | 'read'>[],
  read: boolean,
): Marks => ({
  ...marks,
  ...Object.fromEntries(
    shown.map(({ id, read: isRead }) => [id, { read, was: marks[id]?.was ?? isRead }]),
  ),
})

/** The notifications as the person sees them: with their marks that wait to be sent. */
export const withMarks = (
  { items, total, unread, projects = [] }: KeptNotifications,
  marks: Marks,
): Required<KeptNotifications> => {
  const kept = new Map(items.map(({ id, read }) => [id, read]))
  const marked = items.map((item) => {
    const read = marks[item.id]?.read ?? item.read
    return read === item.read ? item : { ...item, read }
  })
  // Older ones, which are not kept, count as well.
  const change = Object.entries(marks).reduce(
    (sum, [id, { read, was }]) => sum + Number(kept.get(id) ?? was) - Number(read),
    0,
  )
  return { items: marked, total, unread: Math.max(0, unread + change), projects }
}

/** The marks without those that were sent and not changed since. */
export const withoutSent = (marks: Marks, sent: Marks): Marks =>
  Object.fromEntries(
    Object.entries(marks).flatMap(([id, mark]) => {
      const known = sent[id]
      if (known === undefined) return [[id, mark]]
      return known.read === mark.read ? [] : [[id, { read: mark.read, was: known.read }]]
    }),
  )

/** The ids to mark as read and as unread. */
export const idsByMark = (marks: Marks): { read: string[]; unread: string[] } => {
  const ids = (wanted: boolean) => Object.keys(marks).filter((id) => marks[id]?.read === wanted)
  return { read: ids(true), unread: ids(false) }
}

/**
 * The kept notifications and older ones that were loaded, newest first, each once and without a gap.
 * @param loaded all that were known when the last page arrived, so that those stay which newer
 *   arrivals pushed out of the kept ones
 */
export const joinPages = (
  kept: readonly Notification[],
  loaded: readonly Notification[],
): readonly Notification[] => {
  const last = kept.at(-1)
  const [newest] = loaded
  if (last === undefined || newest === undefined) return kept
  // An id begins with the time. If more arrived than are kept, those between them are unknown.
  return newest.id < last.id ? kept : [...kept, ...loaded.filter(({ id }) => id < last.id)]
}
