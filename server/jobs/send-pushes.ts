import type { Database, Queries } from '../database/database.ts'
import { ofActiveOrganization } from '../database/events/of-active-organization.ts'
import { lastingSessions } from '../database/sessions/sessions-of-people.ts'
import type { Log } from '../log.ts'
import type { PushOutcome, SendPush } from '../push/send-push.ts'
import { startRounds } from './rounds.ts'

const MINUTE = 60_000
/** Waiting time after each failed attempt. After about a day the push is given up. */
const WAITS_MS = [MINUTE, 5 * MINUTE, 15 * MINUTE, ...Array<number>(6).fill(240 * MINUTE)]
/** The longest wait that a push service can ask for. */
const LONGEST_WAIT_MS = 240 * MINUTE
/** While one process sends a push, no other process takes it for this long. */
const RESERVED_MS = MINUTE
const AT_ONCE = 40
/** Pushes that one process sends at the same time. */
const LANES = 8
const POLL_MS = 2_000

interface PushPorts {
  database: Database
  clock: () => number
  send: SendPush
  /** Whether this process knows that the person looks at the application. */
  isLooking: (userId: number) => boolean
  log: Log
}
interface DuePush {
  notification_id: string
  session_id: string
  next_try_on: number
  tries: number
}

/** Sends every push that is due. */
export const sendDuePushes = async (ports: PushPorts, signal?: AbortSignal): Promise<void> => {
  for (;;) {
    const due = await ports.database.queries
      .selectFrom('pushes')
      .select(['notification_id', 'session_id', 'next_try_on', 'tries'])
      .where('next_try_on', '<=', ports.clock())
      .orderBy('next_try_on')
      .orderBy('notification_id')
      .limit(AT_ONCE)
      .execute()
    const left = [...due]
    const lane = async (): Promise<void> => {
      for (let push = left.shift(); push !== undefined; push = left.shift()) {
        if (signal?.aborted === true) return
        await sendOne(ports, push).catch((error: unknown) => ports.log.error('push.failed', error))
      }
    }
    await Promise.all(Array.from({ length: LANES }, lane))
    if (due.length < AT_ONCE || signal?.aborted === true) return
  }
}

const sendOne = async (ports: PushPorts, push: DuePush): Promise<void> => {
  const { database, clock, send } = ports
  // The process whose update succeeds owns the push. If it dies now, the push is due again after
  // RESERVED_MS.
  const taken = await database.write((tx) =>
    tx
      .updateTable('pushes')
      .set({ next_try_on: clock() + RESERVED_MS, tries: push.tries + 1 })
      .where('notification_id', '=', push.notification_id)
      .where('session_id', '=', push.session_id)
      .where('next_try_on', '=', push.next_try_on)
      .returning('session_id')
      .executeTakeFirst(),
  )
  if (taken === undefined) return
  const device = await readDevice(database.queries, push, clock())
  const isSeen =
    device === undefined || device.seenUntil > clock() || ports.isLooking(device.userId)
  if (isSeen) return await forget(database, push)
  const text = JSON.stringify({ id: push.notification_id, language: device.language })
  await settle(ports, push, await send({ ...device, text }, clock()))
}

/** The device, if its session lasts, the notification is unread, and it is of this organization. */
const readDevice = (tx: Queries, push: DuePush, now: number) =>
  lastingSessions(tx, now)
    .innerJoin('push_subscriptions', 'push_subscriptions.session_id', 'sessions.id')
    .innerJoin('notifications', 'notifications.user_id', 'push_subscriptions.user_id')
    .leftJoin('projects', 'projects.id', 'notifications.project_id')
    .select(['endpoint', 'p256dh', 'auth', 'users.language', 'users.id as userId'])
    .select('seen_until as seenUntil')
    .where('sessions.id', '=', push.session_id)
    .where('notifications.id', '=', push.notification_id)
    .where('read_on', 'is', null)
    .where(ofActiveOrganization)
    .executeTakeFirst()

const settle = async (ports: PushPorts, push: DuePush, outcome: PushOutcome): Promise<void> => {
  const { database, clock, log } = ports
  switch (outcome.kind) {
    case 'gone':
      return await database.write((tx) => forgetDevices(tx, [push.session_id]))
    case 'sent':
      return await forget(database, push)
    case 'refused':
      log.info({ event: 'push.refused', push: push.notification_id, status: outcome.status })
      return await forget(database, push)
    case 'later': {
      const wait = WAITS_MS[push.tries]
      log.info({ event: 'push.later', push: push.notification_id, reason: outcome.reason })
      if (wait === undefined) return await forget(database, push)
      const waitMs = Math.min(Math.max(wait, outcome.afterMs ?? 0), LONGEST_WAIT_MS)
      await database.write((tx) =>
        tx
          .updateTable('pushes')
          .set({ next_try_on: clock() + waitMs })
          .where('notification_id', '=', push.notification_id)
          .where('session_id', '=', push.session_id)
          .execute(),
      )
    }
  }
}

const forget = async (database: Database, push: DuePush): Promise<void> => {
  await database.write((tx) =>
    tx
      .deleteFrom('pushes')
      .where('notification_id', '=', push.notification_id)
      .where('session_id', '=', push.session_id)
      .execute(),
  )
}

const forgetDevices = async (tx: Queries, sessionIds: readonly string[]): Promise<void> => {
  for (const table of ['pushes', 'push_subscriptions'] as const)
    await tx
      .deleteFrom(table as 'pushes')
      .where('session_id', 'in', sessionIds)
      .execute()
}

/** Removes the subscriptions of sessions that have ended, and of people who are locked out. */
export const forgetEndedDevices = async (database: Database, now: number): Promise<void> => {
  const ended = await database.queries
    .selectFrom('push_subscriptions')
    .select('session_id')
    .where('session_id', 'not in', lastingSessions(database.queries, now).select('sessions.id'))
    .execute()
  if (ended.length === 0) return
  const ids = ended.map(({ session_id: id }) => id)
  await database.write((tx) => forgetDevices(tx, ids))
}

/** Sends due pushes every two seconds. */
export const startPushes = (ports: PushPorts): { stop: () => Promise<void> } =>
  startRounds({
    round: (signal) => sendDuePushes(ports, signal),
    pollMs: POLL_MS,
    onError: (error) => ports.log.error('background', error),
  })
