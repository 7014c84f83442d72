import { createHash } from 'node:crypto'
import { manyText } from '#schema/rules/project/many-text.ts'
import type { Language } from '#schema/tables/languages.ts'
import type { NoticeGroup } from '#schema/tables/notice-groups.ts'
import type { ManyKind } from '#schema/tables/notice-many.ts'
import { GROUP_TEXTS, NOTICE_MAIL } from '../mail/notice-texts.ts'
import type { MailText } from '../mail/render-mail.ts'
import { unsubscribeToken } from '../security/unsubscribe-token.ts'

/** A notification that its receiver may read now. */
export interface MailedNotice {
  eventId: string
  message: string
  link: string
  projectId: string
  projectName: string
  group: NoticeGroup
  /** Set for kinds of which several in a project are told in one line. */
  many?: ManyKind
  /** Notifications of one thread come in one mail, and mails of one thread stay together. */
  thread: string
}
export interface NoticeMail {
  id: string
  eventIds: readonly string[]
  text: MailText
  headers: Record<string, string>
}
interface MailContext {
  userId: number
  language: Language
  baseUrl: string
  /** Signs the links that end mails. */
  secret: string
  settingsPath: string
}

/** The same id for the same receiver and content, so that a mail server detects a repetition. */
const idOf = (...parts: readonly (string | number)[]): string => {
  const hex = createHash('sha256').update(JSON.stringify(parts)).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20)]
    .concat(hex.slice(20, 32))
    .join('-')
}

const identity = (userId: number, notices: readonly MailedNotice[]) => {
  const eventIds = notices.map(({ eventId }) => eventId)
  return { id: idOf(userId, ...eventIds), eventIds }
}

/** One mail per thread. */
export const mailsByThread = (
  notices: readonly MailedNotice[],
  context: MailContext,
): NoticeMail[] =>
  [...Map.groupBy(notices, ({ thread }) => thread)].map(([thread, own]) =>
    threadMail(thread, own, context),
  )

const threadMail = (
  thread: string,
  notices: readonly MailedNotice[],
  context: MailContext,
): NoticeMail => {
  const [first] = notices
  if (first === undefined) throw new Error('A mail needs a notification')
  const { language, baseUrl, userId } = context
  const what = GROUP_TEXTS[first.group][language]
  const root = `<${idOf(userId, thread)}@tenderbook>`
  return {
    ...identity(userId, notices),
    text: {
      subject: `${first.projectName}: ${what}`,
      paragraphs: linesOf(notices, language).map(({ message }) => message),
      action: { label: NOTICE_MAIL[language].open, url: `${baseUrl}${first.link}` },
      footer: footerOf(context, `${first.projectName}: ${what}`, {
        projectId: first.projectId,
        groups: [first.group],
      }),
    },
    headers: {
      'In-Reply-To': root,
      References: root,
      ...unsubscribeHeaders(context, { projectId: first.projectId, groups: [first.group] }),
    },
  }
}

/** Several notifications of one kind and project are one line, which leads to the newest. */
const linesOf = (
  notices: readonly MailedNotice[],
  language: Language,
): { message: string; link: string }[] =>
  [
    ...Map.groupBy(notices, ({ many, projectId, eventId }) => `${projectId} ${many ?? eventId}`),
  ].map(([, own]) => {
    const newest = own.at(-1)
    if (newest === undefined) throw new Error('A line needs a notification')
    const { many, projectName: project, link } = newest
    return many === undefined || own.length === 1
      ? newest
      : { message: manyText(many, language, { count: own.length, project }), link }
  })

const digestSubject = (notices: readonly MailedNotice[], language: Language): string => {
  const count = NOTICE_MAIL[language].digest(notices.length)
  const names = new Map(notices.map(({ projectId, projectName }) => [projectId, projectName]))
  const [only] = names.values()
  return names.size === 1
    ? `${only}: ${count}`
    : `${count} ${NOTICE_MAIL[language].fromProjects(names.size)}`
}

/** Everything that waited in one mail, by project; a single notification is the mail of its thread. */
export const digestMail = (notices: readonly MailedNotice[], context: MailContext): NoticeMail => {
  const { language, baseUrl, userId } = context
  const [only, ...others] = notices
  if (only !== undefined && others.length === 0) return threadMail(only.thread, notices, context)
  const groups = [...new Set(notices.map(({ group }) => group))]
  const what = groups.map((group) => GROUP_TEXTS[group][language]).join(', ')
  return {
    ...identity(userId, notices),
    text: {
      subject: digestSubject(notices, language),
      paragraphs: [],
      lists: [...Map.groupBy(notices, ({ projectId }) => projectId).values()].map((own) => ({
        title: own[0]?.projectName ?? '',
        lines: linesOf(own, language).map(({ message, link }) => ({
          label: message,
          url: `${baseUrl}${link}`,
        })),
      })),
      footer: footerOf(context, what, { projectId: null, groups }),
    },
    headers: unsubscribeHeaders(context, { projectId: null, groups }),
  }
}

type Scope = { projectId: string | null; groups: readonly NoticeGroup[] }

/** One click in the mail program ends these mails (RFC 8058). */
const unsubscribeHeaders = (
  { baseUrl, secret, userId }: MailContext,
  scope: Scope,
): Record<string, string> => ({
  'List-Unsubscribe': `<${baseUrl}/api/notification-service/unsubscribe/${unsubscribeToken(secret, { userId, ...scope })}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

const footerOf = (
  { baseUrl, secret, userId, language, settingsPath }: MailContext,
  what: string,
  scope: Scope,
) => [
  {
    label: NOTICE_MAIL[language].stop(what),
    url: `${baseUrl}/unsubscribe#${unsubscribeToken(secret, { userId, ...scope })}`,
  },
  { label: NOTICE_MAIL[language].settings, url: `${baseUrl}${settingsPath}` },
]
