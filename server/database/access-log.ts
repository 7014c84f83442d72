import { type Database, inPieces, type Queries } from './database.ts'
import { newId } from './new-id.ts'
import { isPassing } from './passing-error.ts'
import type { Tables } from './tables.ts'

interface AccessEvent {
  userId: number | null
  organizationId: number | null
  triedName: string | null
  action: string
  object: string
  status: number
  address: string
  userAgent: string
}
export interface AccessRecorder {
  /** Queues the event; never waits and never fails. */
  record(event: AccessEvent): void
  /** Resolves when everything recorded so far is written. */
  settled(): Promise<void>
  close(): Promise<void>
}

const YEAR_MS = 365 * 86_400_000
const GATHER_MS = 500
/**
 * Limit for queued events; more are dropped, so that a flood of requests cannot exhaust the memory.
 */
const MOST_WAITING = 5_000

interface KnownPerson {
  id: number
  username: string
  name: string
  organizationId: number | null
}
type Line = Tables['access_log']

const readPeople = async (tx: Queries, events: readonly AccessEvent[]): Promise<KnownPerson[]> => {
  const query = tx
    .selectFrom('users')
    .select(['id', 'username', 'name', 'active_organization_id as organizationId'])
  const ids = [...new Set(events.flatMap(({ userId }) => userId ?? []))]
  const names = [
    ...new Set(events.flatMap(({ triedName }) => triedName?.trim().toLowerCase() ?? [])),
  ]
  const found: KnownPerson[] = []
  for (const piece of inPieces(ids)) found.push(...(await query.where('id', 'in', piece).execute()))
  for (const piece of inPieces(names))
    found.push(...(await query.where('username', 'in', piece).execute()))
  return found
}

/**
 * Turns an event into a line of the log, with the caller if known. A user name without an account
 * is not stored.
 */
const lineOf = (
  { triedName, at, ...event }: AccessEvent & { at: number },
  people: readonly KnownPerson[],
): Line => {
  const name = triedName?.trim().toLowerCase()
  const person = people.find(({ id, username }) =>
    event.userId === null ? username === name : id === event.userId,
  )
  return {
    id: newId(at),
    organization_id: event.organizationId ?? person?.organizationId ?? null,
    user_id: person?.id ?? null,
    username: person?.username ?? '',
    name: person?.name ?? '',
    action: event.action,
    object: event.object,
    result: event.status < 400 ? 'success' : 'failure',
    status: event.status,
    address: event.address,
    user_agent: event.userAgent,
    at,
  }
}

/**
 * Collects events and writes them together: a flush of the disk per event would slow down every
 * request.
 */
export const createAccessRecorder = (
  database: Database,
  clock: () => number,
  onError: (error: unknown) => void,
): AccessRecorder => {
  let waiting: (AccessEvent & { at: number })[] = []
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()
  const write = async (): Promise<void> => {
    const events = waiting
    waiting = []
    if (events.length === 0) return
    const people = await readPeople(database.queries, events)
    const lines = events.map((event) => lineOf(event, people))
    await database.write(async (tx) => {
      for (const piece of inPieces(lines, 80))
        await tx.insertInto('access_log').values(piece).execute()
    })
  }
  const flush = (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    writing = writing.then(write).catch((error: unknown) => {
      if (!isPassing(error)) onError(error)
    })
    return writing
  }
  return {
    record(event) {
      if (waiting.length >= MOST_WAITING) return
      waiting.push({ ...event, at: clock() })
      timer ??= setTimeout(() => void flush(), GATHER_MS).unref()
    },
    settled: flush,
    close: flush,
  }
}

/** Deletes entries older than a year. */
export const forgetOldAccess = async (database: Database, now: number): Promise<void> =>
  await database.write(
    async (tx) =>
      void (await tx
        .deleteFrom('access_log')
        .where('at', '<', now - YEAR_MS)
        .execute()),
  )
