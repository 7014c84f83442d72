import type { Notification } from '#schema/entities/notification.ts'
import { isManyKind, manyText } from '#schema/rules/project/many-text.ts'
import type { Language } from '#schema/tables/languages.ts'

export interface NoticeGroup {
  /** Stays the same while newer ones join the group and older ones are loaded. */
  key: string
  /** The newest one, where the group stands. */
  first: Notification
  /** All of them, newest first. */
  items: readonly Notification[]
  /** Number of unread ones. */
  unread: number
}

/** A group reaches back this far from its newest, so that older pages change only recent groups. */
const GROUP_MS = 7 * 24 * 3_600_000

/** What notifications of one group have in common: kind, project and person, or else the text. */
const keyOf = ({ kind, message, link, project, actor }: Notification): string =>
  JSON.stringify(
    isManyKind(kind)
      ? [kind, project?.id, actor?.id]
      : [null, message, link, project?.id, actor?.id],
  )

/** Joins notifications of one kind, project and person within a week; newest first. */
export const groupNotices = (items: readonly Notification[]): NoticeGroup[] => {
  const groups: (NoticeGroup & { items: Notification[] })[] = []
  const numbers = new Map<string, number>()
  const open = new Map<string, (typeof groups)[number]>()
  for (const item of items) {
    const key = keyOf(item)
    const known = open.get(key)
    if (known !== undefined && known.first.createdOn - item.createdOn <= GROUP_MS) {
      known.items.push(item)
      known.unread += Number(!item.read)
      continue
    }
    const number = (numbers.get(key) ?? 0) + 1
    numbers.set(key, number)
    const group = {
      ...{ key: `${number}/${key}`, first: item },
      ...{ items: [item], unread: Number(!item.read) },
    }
    open.set(key, group)
    groups.push(group)
  }
  return groups
}

/** The text of a group: how often it happened, or the text that all of them have. */
export const groupText = ({ first, items }: NoticeGroup, language: Language): string =>
  items.length > 1 && isManyKind(first.kind)
    ? manyText(first.kind, language, { count: items.length, project: first.project?.name ?? '' })
    : first.message
