import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { ProjectCommit } from '../commands/project-unit.ts'
import { CONNECTION_NAMES } from '../database/connection-names.ts'
import type { Database } from '../database/database.ts'
import { PostgresHosts } from '../database/postgres-hosts.ts'
import { FIRST_SEQ_PER_MS } from '../database/project-lock.ts'
import { DATABASE_TIMEOUTS } from '../database/timeouts.ts'
import type { LiveHub } from './hub.ts'

const CHANNEL = 'tenderbook_changes'
/** Marks the announcement of an event, which other announcements of a project lack. */
const EVENT = 'event'
const POLL_MS = 2_000
const RETRY_MS = 1_000
/** Limit per project. If an own commit is no longer listed, it is told twice, which is harmless. */
const MOST_OWN_RANGES = 200
/** Rows read from the log with one query. */
const MOST_ROWS = 300

interface FanoutOptions {
  /** Without a pooler, which would give the listening connection to others. */
  url: string
  database: Database
  hub: LiveHub
  /** Time to open a connection, in ms. */
  connectMs?: number | undefined
  /** Another process delivered this event. */
  onEvent: (eventId: string) => void
  onError: (error: unknown) => void
}

/**
 * Lets several server processes share one PostgreSQL. Announces commits by NOTIFY on a separate
 * connection, after the commit; a poll of the heads finds lost announcements. Reads commits of other
 * processes from the log and passes them to this process's hub.
 */
export class PostgresFanout {
  readonly #options: FanoutOptions
  readonly #hosts: PostgresHosts
  /** Distinguishes this process's announcements from those of others. */
  readonly #origin = randomUUID()
  /** projectId → position up to which the log was searched for commits of other processes. */
  readonly #heads = new Map<string, number>()
  readonly #versions = new Map<string, number>()
  /** projectId → ranges of positions that this process has already published. */
  readonly #own = new Map<string, [first: number, last: number][]>()
  /** Payloads that are not sent yet. */
  readonly #unannounced = new Set<string>()
  #sending: Promise<void> | null = null
  #connection: pg.Client | null = null
  #catching: Promise<void> = Promise.resolve()
  #timer: NodeJS.Timeout | undefined
  #retry: NodeJS.Timeout | undefined
  #isStopped = false

  constructor(options: FanoutOptions) {
    this.#options = options
    this.#hosts = new PostgresHosts(options.url)
  }

  async start(): Promise<void> {
    for (const { project_id: id, head, visibility_version: version } of await this.#readHeads()) {
      this.#heads.set(id, head)
      this.#versions.set(id, version)
    }
    await this.#hosts.open(() => this.#connect())
    this.#timer = setInterval(() => void this.#poll().catch(this.#options.onError), POLL_MS)
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    clearInterval(this.#timer)
    clearTimeout(this.#retry)
    await this.#catching
    await this.#sending
    await this.#connection?.end()
  }

  /**
   * Call it after the commit. The announcement is sent at once, before this process tells its own
   * connections; while one is under way, further commits wait and share the next one.
   */
  announce({ projectId, firstSeq, head, rows, isVisibilityChanged }: ProjectCommit): void {
    if (rows.length > 0) {
      const former = (this.#own.get(projectId) ?? []).slice(1 - MOST_OWN_RANGES)
      this.#own.set(projectId, [...former, [firstSeq, head]])
    }
    if (isVisibilityChanged) this.#versions.set(projectId, (this.#versions.get(projectId) ?? 0) + 1)
    this.#send(`${this.#origin} ${projectId}`)
  }

  /** Tells other processes that an event was delivered; a lost announcement costs only the push. */
  announceEvent(eventId: string): void {
    this.#send(`${this.#origin} ${eventId} ${EVENT}`)
  }

  #send(payload: string): void {
    this.#unannounced.add(payload)
    // A connection runs one statement at a time; the next one sends what has been added.
    this.#sending ??= this.#flush().catch(this.#options.onError)
  }

  async #flush(): Promise<void> {
    try {
      while (this.#unannounced.size > 0) {
        const payloads = [...this.#unannounced]
        this.#unannounced.clear()
        await this.#connection?.query(
          `SELECT pg_notify('${CHANNEL}', payload) FROM unnest($1::text[]) AS payload`,
          [payloads],
        )
      }
    } finally {
      this.#sending = null
    }
  }

  async #connect(): Promise<void> {
    const fresh = new this.#hosts.Client({
      application_name: CONNECTION_NAMES.live,
      connectionTimeoutMillis: this.#options.connectMs ?? DATABASE_TIMEOUTS.connectMs,
    })
    fresh.on('error', () => this.#reconnect(fresh))
    fresh.on('notification', ({ payload = '' }) => {
      const [origin, id, kind] = payload.split(' ')
      if (origin === this.#origin || id === undefined) return
      if (kind === EVENT) this.#options.onEvent(id)
      else this.#queueCatchUp(id)
    })
    try {
      await fresh.connect()
      await fresh.query(`LISTEN ${CHANNEL}`)
    } catch (error) {
      this.#reconnect(fresh)
      throw error
    }
    this.#connection = fresh
  }

  /**
   * Schedules one new attempt. A broken connection may emit several errors, and a failed connect
   * both emits an error and throws.
   */
  #reconnect(broken: pg.Client): void {
    if (
      this.#isStopped ||
      this.#retry !== undefined ||
      (this.#connection !== null && this.#connection !== broken)
    )
      return
    this.#connection = null
    broken.end().catch(() => undefined)
    this.#retry = setTimeout(() => {
      this.#retry = undefined
      if (!this.#isStopped) this.#connect().catch(() => undefined)
    }, RETRY_MS).unref()
  }

  #readHeads() {
    return this.#options.database.queries
      .selectFrom('project_sync')
      .select(['project_id', 'head', 'visibility_version'])
      .execute()
  }

  async #poll(): Promise<void> {
    const rows = await this.#readHeads()
    for (const { project_id: id, head, visibility_version: version } of rows) {
      if (head > (this.#heads.get(id) ?? 0) || this.#versions.get(id) !== version)
        this.#queueCatchUp(id)
    }
    const alive = new Set(rows.map((row) => row.project_id))
    for (const id of this.#versions.keys()) if (!alive.has(id)) this.#queueCatchUp(id)
  }

  #queueCatchUp(projectId: string): void {
    this.#catching = this.#catching
      .then(() => this.#catchUp(projectId))
      .catch(this.#options.onError)
  }

  async #catchUp(projectId: string): Promise<void> {
    const { queries } = this.#options.database
    const sync = await queries
      .selectFrom('project_sync')
      .select(['head', 'visibility_version'])
      .where('project_id', '=', projectId)
      .executeTakeFirst()
    if (sync === undefined) return this.#forget(projectId)
    const seen = this.#heads.get(projectId) ?? 0
    const isVisibilityChanged = this.#versions.get(projectId) !== sync.visibility_version
    if (sync.head <= seen && !isVisibilityChanged) return
    const found = await queries
      .selectFrom('sync_row')
      .select(['seq', 'bucket', 'entity', 'entity_id as id', 'body'])
      .where('project_id', '=', projectId)
      .where('seq', '>', seen)
      .orderBy('seq')
      .limit(MOST_ROWS)
      .execute()
    const isMore = found.length === MOST_ROWS
    const reached = isMore ? (found.at(-1)?.seq ?? seen) : sync.head
    const own = this.#own.get(projectId) ?? []
    const rows = found.filter(
      ({ seq }) => !own.some(([first, last]) => seq >= first && seq <= last),
    )
    this.#heads.set(projectId, reached)
    this.#versions.set(projectId, sync.visibility_version)
    this.#own.set(
      projectId,
      own.filter(([, last]) => last > reached),
    )
    const commit = {
      projectId,
      firstSeq: rows[0]?.seq ?? seen + 1,
      headBefore: null,
      actorId: null,
      head: reached,
      rows,
      isVisibilityChanged,
      visibility: sync.visibility_version,
    }
    // A position in the log begins with the time of its transaction.
    const last = rows.at(-1)?.seq
    const committedOn = last === undefined ? Date.now() : last / FIRST_SEQ_PER_MS
    this.#options.hub.publish(commit, committedOn)
    if (isMore) this.#queueCatchUp(projectId)
  }

  /** Publishes that the project was deleted, possibly by another process. */
  #forget(projectId: string): void {
    if (!this.#versions.delete(projectId)) return
    this.#options.hub.publish({
      projectId,
      firstSeq: 0,
      headBefore: null,
      actorId: null,
      head: 0,
      rows: [],
      isVisibilityChanged: true,
      visibility: 0,
    })
    for (const map of [this.#heads, this.#own]) map.delete(projectId)
  }
}
