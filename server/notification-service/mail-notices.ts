import { isManyKind } from '#schema/rules/project/many-text.ts'
import { waysOf } from '#schema/rules/project/notice-ways.ts'
import { maySeeNotice } from '#schema/rules/project/notifications.ts'
import type { Language } from '#schema/tables/languages.ts'
import { NOTICES } from '#schema/tables/notices.ts'
import { readActorsOf } from '../database/access/read-actors-of.ts'
import type { Database, Queries } from '../database/database.ts'
import { parseRow } from '../database/entity-tables.ts'
import { readWays } from '../database/events/read-ways.ts'
import { nextTurn } from '../database/in-turns.ts'
import type { EventDetail } from '../database/events/write-events.ts'
import type { Tables } from '../database/tables.ts'
import { startRounds } from '../jobs/rounds.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { notificationsOf, toNotification } from './read-notifications.ts'
import { digestMail, type MailedNotice, mailsByThread } from './compose-notice-mail.ts'

/** What waited longer than this comes in one mail instead of one per thread. */
const LATE_MS = 600_000
const AT_ONCE = 100
/** Mails are composed only as fast as they are sent, so that their content is of this moment. */
const MOST_QUEUED = 100

interface NoticePorts {
  database: Database
  clock: () => number
  baseUrl: string
  /** Signs the links that end mails. */
  secret: string
  /** Called after a commit that queued mails. */
  onQueued: () => void
  onError: (error: unknown) => void
}
type Waiting = Tables['waiting_notices']

/**
 * Writes a mail for every person whose notifications are due. The notifications stop waiting in
 * the transaction that writes the mail: of several processes one succeeds, and after a crash
 * nothing was written.
 */
export const mailDueNotices = async (ports: NoticePorts, signal?: AbortSignal): Promise<void> => {
  const { database, clock, onQueued, onError } = ports
  for (;;) {
    const people = await duePeople(database, clock())
    let composed = 0
    for (const userId of people) {
      if (signal?.aborted === true) return
      try {
        composed += await database.write((tx) => composeFor(tx, ports, userId))
      } catch (error) {
        onError(error)
      }
      await nextTurn()
    }
    if (composed > 0) onQueued()
    if (composed === 0 || people.length < AT_ONCE) return
  }
}

const duePeople = async (database: Database, now: number): Promise<number[]> => {
  const { count } = await database.queries
    .selectFrom('mails')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('notices', 'is not', null)
    .where('sent_on', 'is', null)
    .where('failed_on', 'is', null)
    .executeTakeFirstOrThrow()
  if (Number(count) >= MOST_QUEUED) return []
  const rows = await database.queries
    .selectFrom('waiting_notices')
    .select((eb) => ['user_id', eb.fn.min('due_on').as('first')])
    .where('due_on', '<=', now)
    .groupBy('user_id')
    .orderBy('first')
    .limit(AT_ONCE)
    .execute()
  return rows.map((row) => row.user_id)
}

/** @returns the number of mails written */
const composeFor = async (tx: Queries, ports: NoticePorts, userId: number): Promise<number> => {
  const now = ports.clock()
  // While a former mail to the person waits for its next attempt, newer notifications join it.
  const attempt = await tx
    .selectFrom('waiting_notices')
    .select('due_on')
    .where('user_id', '=', userId)
    .where('tries', '>', 0)
    .where('due_on', '>', now)
    .orderBy('due_on')
    .executeTakeFirst()
  const due = tx
    .updateTable('waiting_notices')
    .where('user_id', '=', userId)
    .where('due_on', '<=', now)
  if (attempt !== undefined) {
    await due.set({ due_on: attempt.due_on }).execute()
    return 0
  }
  const waiting = await tx
    .deleteFrom('waiting_notices')
    .where('user_id', '=', userId)
    .where('due_on', '<=', now)
    .returningAll()
    .execute()
  const person = await tx
    .selectFrom('users')
    .leftJoin('organizations', 'organizations.id', 'users.active_organization_id')
    .select(['email', 'language', 'organizations.parent_id as parentId'])
    .where('users.id', '=', userId)
    .where('blocked', '=', 0)
    .where('approval', '=', 'APPROVED')
    .executeTakeFirst()
  if (person === undefined || person.email === '') return 0
  const notices = await readable(tx, userId, waiting)
  if (notices.length === 0) return 0
  const isLate = waiting.some(
    ({ tries, created_on, due_on }) =>
      tries > 0 || due_on > created_on || now - created_on > LATE_MS,
  )
  const context = {
    ...ports,
    userId,
    language: person.language as Language,
    settingsPath: person.parentId === null ? '/settings/projects' : '/vendor/dashboard/notices',
  }
  const mails = isLate ? [digestMail(notices, context)] : mailsByThread(notices, context)
  const byEvent = new Map(waiting.map((row) => [row.event_id, row]))
  for (const { eventIds, ...mail } of mails)
    await queueMail(tx, {
      ...mail,
      to: person.email,
      language: context.language,
      now,
      notices: { userId, rows: eventIds.flatMap((id) => byEvent.get(id) ?? []) },
    })
  return mails.length
}

/** The notifications that the person may and wants to read now and has not read, oldest first. */
const readable = async (
  tx: Queries,
  userId: number,
  waiting: readonly Waiting[],
): Promise<MailedNotice[]> => {
  const notices: MailedNotice[] = []
  for (const [projectId, own] of Map.groupBy(waiting, (row) => row.project_id)) {
    const rows = await notificationsOf(tx)
      .select('notifications.event_id as eventId')
      .where(
        'notifications.id',
        'in',
        own.map((row) => row.notification_id),
      )
      .where('notifications.user_id', '=', userId)
      .where('notifications.read_on', 'is', null)
      .orderBy('notifications.id')
      .execute()
    const [first] = rows
    if (first === undefined || first.project === null) continue
    const project = parseRow('project', first.project)
    const actors = await readActorsOf(tx, userId, project)
    const ways = (await readWays(tx, [userId], projectId)).get(userId)
    if (ways === undefined) continue
    for (const row of rows) {
      const detail = JSON.parse(row.detail) as EventDetail
      const packageIds = detail.packageId == null ? null : [detail.packageId]
      const { kind } = row
      const isSeen = actors.some((actor) => maySeeNotice({ kind, project, packageIds }, actor))
      if (!isSeen || waysOf(kind, projectId, ways).mail === 'never') continue
      const { message, link } = toNotification(row)
      const { group } = NOTICES[kind]
      const about = detail.commentId ?? detail.documentId ?? ''
      notices.push({
        eventId: row.eventId,
        message,
        link: link ?? '/',
        projectId,
        projectName: project.name,
        group,
        ...(isManyKind(kind) ? { many: kind } : {}),
        thread: JSON.stringify([projectId, group, about]),
      })
    }
  }
  return notices
}

const POLL_MS = 5_000

/** Composes mails shortly after `wake`, and every five seconds those that have become due. */
export const startNoticeMails = (
  ports: NoticePorts,
): { wake: () => void; stop: () => Promise<void> } =>
  startRounds({
    round: (signal) => mailDueNotices(ports, signal),
    pollMs: POLL_MS,
    onError: ports.onError,
  })
