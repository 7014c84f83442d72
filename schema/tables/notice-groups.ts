/** When a person gets the mail of a notification. */
export const MAIL_WAYS = ['now', 'hourly', 'daily', 'never'] as const
export type MailWay = (typeof MAIL_WAYS)[number]

interface NoticeGroupRow {
  /** The ways of a person who has chosen nothing; the panel always shows the notification. */
  mail: MailWay
  push: boolean
  /** Neither a muted project nor quiet hours hold these notifications back. */
  isUrgent?: true
  /** The person cannot choose other ways. */
  isFixed?: true
}

/** Kinds of notifications that a person chooses ways for together, in the order of the screen. */
export const NOTICE_GROUPS = {
  deadlines: { mail: 'now', push: true, isUrgent: true },
  steps: { mail: 'now', push: true },
  messages: { mail: 'now', push: true },
  replies: { mail: 'now', push: true },
  mentions: { mail: 'now', push: true },
  assignments: { mail: 'now', push: true },
  questions: { mail: 'daily', push: false },
  discussions: { mail: 'daily', push: false },
  answers: { mail: 'daily', push: false },
  exports: { mail: 'now', push: true },
  security: { mail: 'now', push: true, isUrgent: true, isFixed: true },
} as const satisfies Record<string, NoticeGroupRow>
export type NoticeGroup = keyof typeof NOTICE_GROUPS
export const NOTICE_GROUP_NAMES = Object.keys(NOTICE_GROUPS) as [NoticeGroup, ...NoticeGroup[]]

export const groupRow = (group: NoticeGroup): NoticeGroupRow => NOTICE_GROUPS[group]
