import type { Notification } from '#schema/entities/notification.ts'

/** The newest notifications, as this device last got them. */
export interface KeptNotifications {
  items: readonly Notification[]
  /** Number of all notifications on the server. */
  total: number
  /** Number of unread ones on the server. */
  unread: number
}
/** Id → read or unread, as the person marked it and the server does not know yet. */
export type Marks = Readonly<Record<string, boolean>>

export const NOTHING_KEPT: KeptNotifications = { items: [], total: 0, unread: 0 }
export const NO_MARKS: Marks = {}

/** The notifications as the person sees them: with their marks that wait to be sent. */
export const withMarks = (
  { items, total, unread }: KeptNotifications,
  marks: Marks,
): KeptNotifications => {
  const marked = items.map((item) => {
    const read = marks[item.id] ?? item.read
    return read === item.read ? item : { ...item, read }
  })
  const change = marked.reduce(
    (sum, item, index) => sum + Number(items[index]?.read) - Number(item.read),
    0,
  )
  return { items: marked, total, unread: Math.max(0, unread + change) }
}

/** The marks without those that were sent and not changed since. */
export const withoutSent = (marks: Marks, sent: Marks): Marks =>
  Object.fromEntries(Object.entries(marks).filter(([id, read]) => sent[id] !== read))

/** The ids to mark as read and as unread. */
export const idsByMark = (marks: Marks): { read: string[]; unread: string[] } => {
  const ids = (wanted: boolean) => Object.keys(marks).filter((id) => marks[id] === wanted)
  return { read: ids(true), unread: ids(false) }
}

export interface NoticeGroup {
  /** The newest one, which the group shows. */
  first: Notification
  /** All of them, newest first. */
  ids: readonly string[]
  isRead: boolean
}

/** Joins neighbours with the same text, link and state into one line. */
export const groupAlike = (items: readonly Notification[]): NoticeGroup[] => {
  const groups: { first: Notification; ids: string[]; isRead: boolean }[] = []
  for (const item of items) {
    const last = groups.at(-1)
    const isAlike =
      last !== undefined &&
      last.first.message === item.message &&
      last.first.link === item.link &&
      last.isRead === item.read
    if (isAlike) last.ids.push(item.id)
    else groups.push({ first: item, ids: [item.id], isRead: item.read })
  }
  return groups
}

/** The projects that the notifications name, each once, by name. */
export const projectsOf = (items: readonly Notification[]): { value: string; label: string }[] =>
  [
    ...new Map(
      items.flatMap(({ project }) => (project === null ? [] : [[project.id, project.name]])),
    ),
  ]
    .map(([value, label]) => ({ value, label }))
    .toSorted((one, other) => one.label.localeCompare(other.label))
