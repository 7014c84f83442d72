import type { Project } from '#schema/entities/project.ts'
import { recipientsOf } from '#schema/rules/project/notifications.ts'
import type { NoticeRow } from '#schema/tables/notice-row.ts'
import { NOTICES } from '#schema/tables/notices.ts'
import { activeMembers } from '../database/access/active-members.ts'
import type { Database, Queries } from '../database/database.ts'
import { inPieces } from '../database/database.ts'
import { parseRow } from '../database/entity-tables.ts'
import { type EventDetail, NO_PROJECT } from '../database/events/write-events.ts'
import { IMPORT_REST_MS } from '../database/events/import-events.ts'
import { namedDetail, peopleOf } from '../database/events/event-detail.ts'
import { queueNoticeMails } from '../database/events/queue-notice-mails.ts'
import { queuePushes } from '../database/events/queue-pushes.ts'
import { readListeners } from '../database/events/read-listeners.ts'
import { nextTurn } from '../database/in-turns.ts'
import { newId } from '../database/new-id.ts'
import type { Tables } from '../database/tables.ts'
import { remindOfDeadlines } from './remind-of-deadlines.ts'
import { startRounds } from './rounds.ts'

const TOGETHER = 100
/** An event that fails this long is given up, so that it is not tried without end. */
const GIVE_UP_MS = 86_400_000

interface DeliveryPorts {
  database: Database
  clock: () => number
  /** Called after the commit, for each event that has receivers. */
  onDelivered: (eventId: string, userIds: readonly number[]) => void
  onError: (error: unknown) => void
}

/**
 * Turns every waiting event into notifications, in the order of the events. An event leaves the
 * outbox in the transaction that writes its notifications: when several processes try, or one dies
 * halfway, each receiver still gets it once. Requests are served between two events, and an abort ends
 * the delivery there.
 */
export const deliverEvents = async (ports: DeliveryPorts, signal?: AbortSignal): Promise<void> => {
  let last = ''
  for (;;) {
    const due = await ports.database.queries
      .selectFrom('events')
      .select(['id', 'created_on'])
      .where('id', '>', last)
      // Another step of the import may follow.
      .where((eb) =>
        eb.or([
          eb('kind', '!=', 'import.finished'),
          eb('created_on', '<=', ports.clock() - IMPORT_REST_MS),
        ]),
      )
      .orderBy('id')
      .limit(TOGETHER)
      .execute()
    for (const event of due) {
      if (signal?.aborted === true) return
      await deliverOne(ports, event)
      await nextTurn()
    }
    last = due.at(-1)?.id ?? last
    if (due.length < TOGETHER) return
  }
}

const deliverOne = async (
  { database, clock, onDelivered, onError }: DeliveryPorts,
  { id, created_on: createdOn }: { id: string; created_on: number },
): Promise<void> => {
  try {
    const userIds = await database.write((tx) => deliverIn(tx, id, clock()))
    if (userIds.length > 0) onDelivered(id, userIds)
  } catch (error) {
    onError(error)
    if (clock() - createdOn > GIVE_UP_MS)
      await database.write((tx) => tx.deleteFrom('events').where('id', '=', id).execute())
  }
}

/** @returns the receivers; none if another process has delivered the event */
const deliverIn = async (tx: Queries, id: string, now: number): Promise<number[]> => {
  const event = await tx.deleteFrom('events').where('id', '=', id).returningAll().executeTakeFirst()
  if (event === undefined) return []
  const { scope }: NoticeRow = NOTICES[event.kind]
  const told = scope === undefined ? await toldOfProject(tx, event) : await toldPeople(tx, event)
  if (told === null) return []
  // An import ends when no other step follows, so later events stand before its notification.
  const at = event.kind === 'import.finished' ? now : event.created_on
  const rows = told.userIds.map((userId) => ({
    id: newId(at),
    user_id: userId,
    event_id: event.id,
    project_id: told.about?.project.id ?? NO_PROJECT,
    organization_id: told.organizationId,
    kind: event.kind,
    detail: JSON.stringify(told.detail),
    created_on: at,
    read_on: null,
  }))
  for (const piece of inPieces(rows, 100))
    await tx
      .insertInto('notifications')
      .values([...piece])
      .onConflict((conflict) => conflict.columns(['user_id', 'event_id']).doNothing())
      .execute()
  if (told.about !== null) await queueNoticeMails(tx, { ...told.about, notifications: rows })
  await queuePushes(tx, rows, now)
  return told.userIds
}

interface Told {
  userIds: number[]
  /** null = an event that no project has; accounts have mails of their own. */
  about: { project: Project; listeners: Listeners } | null
  organizationId: number | null
  detail: EventDetail
}

/** @returns null if the project was deleted */
const toldOfProject = async (tx: Queries, event: Event): Promise<Told | null> => {
  const project = await projectOf(tx, event)
  if (project === null) return null
  const row: NoticeRow = NOTICES[event.kind]
  const listeners = await readListeners(tx, project, {
    requestors: row.to.some((relation) => relation !== 'vendor'),
    vendorId: !row.to.includes('vendor') ? null : (event.vendor_id ?? 'all'),
  })
  const happening = {
    kind: event.kind,
    project,
    by: event.actor_id,
    vendorId: event.vendor_id,
    packageIds: listOf<string>(event.package_ids),
    userIds: await peopleOf(tx, event),
  }
  const detail = await namedDetail(tx, event)
  // No vendor is left to start.
  if (event.kind === 'vendors.notStarted' && detail.count === 0) return null
  return {
    userIds: recipientsOf(happening, await withUnfinished(tx, event, listeners)),
    about: { project, listeners },
    organizationId: null,
    detail,
  }
}

/** Events of an account or organization reach the people whom they name, who may still act there. */
const toldPeople = async (tx: Queries, event: Event): Promise<Told | null> => {
  const detail = JSON.parse(event.detail) as EventDetail
  const project = event.project_id === NO_PROJECT ? null : await projectOf(tx, event)
  const organizationId = detail.organizationId ?? project?.organizationId ?? null
  const { scope }: NoticeRow = NOTICES[event.kind]
  if (scope === 'organization' && organizationId === null) return null
  const named = listOf<number>(event.user_ids) ?? []
  const people =
    organizationId === null
      ? tx.selectFrom('users').where('users.blocked', '=', 0)
      : activeMembers(tx, [organizationId])
  const found = await people
    .select('users.id')
    .where('users.id', 'in', named)
    .orderBy('users.id')
    .execute()
  return {
    userIds: found.map(({ id }) => id),
    about: null,
    organizationId,
    detail: {},
  }
}

const projectOf = async (tx: Queries, { project_id: id }: Event): Promise<Project | null> => {
  const stored = await tx
    .selectFrom('projects')
    .select('body')
    .where('id', '=', id)
    .executeTakeFirst()
  return stored === undefined ? null : parseRow('project', stored.body)
}

type Event = Tables['events']
type Listeners = Awaited<ReturnType<typeof readListeners>>
const listOf = <T>(text: string | null): T[] | null =>
  text === null ? null : (JSON.parse(text) as T[])

/** Reminders skip vendors that have submitted everything. */
const withUnfinished = async (
  tx: Queries,
  { kind, project_id: projectId }: Event,
  listeners: Listeners,
): Promise<Listeners> => {
  if (!REMINDER_KINDS.includes(kind)) return listeners
  const rows = await tx
    .selectFrom('project_vendors')
    .select(['vendor_id', 'body'])
    .where('project_id', '=', projectId)
    .execute()
  const done = new Set(
    rows
      .filter(({ body }) => parseRow('projectVendor', body).allSubmitted)
      .map(({ vendor_id }) => vendor_id),
  )
  return listeners.filter(({ actor }) => actor.vendorId === null || !done.has(actor.vendorId))
}
const REMINDER_KINDS: readonly string[] = ['deadline.week', 'deadline.day', 'deadline.hours']

const POLL_MS = 2_000
/** Commits that follow each other closely share one look at the outbox. */
const GATHER_MS = 25
const REMIND_MS = 60_000

/** Delivers events shortly after `wake`, and every two seconds those of other processes. */
export const startDelivery = (
  ports: DeliveryPorts,
): { wake: () => void; stop: () => Promise<void> } => {
  const { wake, stop } = startRounds({
    round: (signal) => deliverEvents(ports, signal),
    pollMs: POLL_MS,
    gatherMs: GATHER_MS,
    onError: ports.onError,
  })
  const remind = (): void =>
    void remindOfDeadlines(ports.database, ports.clock()).then(wake).catch(ports.onError)
  const reminding = setInterval(remind, REMIND_MS).unref()
  return {
    wake,
    stop: async () => {
      clearInterval(reminding)
      await stop()
    },
  }
}
