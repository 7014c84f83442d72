import type { LiveChange } from '#schema/api/sync.ts'
import { LIVE_ROWS_BYTES } from '#schema/api/sync.ts'
import type { ProjectCommit } from '../commands/project-unit.ts'
import { readAudience } from '../database/access/read-audience.ts'
import { readPerson } from '../database/access/read-actor.ts'
import type { Database } from '../database/database.ts'
import { measure } from '../measures.ts'
import type { LogRow } from '../database/rows/write-rows.ts'
import { type LiveSession } from '../database/sessions/require-session.ts'
import { readOpenSessions } from '../database/sessions/open-sessions.ts'
import { Concerned } from './concerned.ts'
import { epochOf } from './epoch.ts'
import { NewestTold } from './newest-told.ts'
import { type Standing, Standings } from './standings.ts'
import { type Subscriber, Subscribers } from './subscribers.ts'

/**
 * Limit for remembered standings, one per person and project. A removed standing is read again with
 * the next change.
 */
const MOST_STANDINGS = 20_000
/**
 * Limit for commits waiting to be sent. Beyond it commits are skipped, and all devices are told to
 * pull once the queue is empty.
 */
const MOST_UNTOLD = 1_000

/**
 * Tells connected people what changed. Each change is serialized once per set of buckets, with its
 * rows if they are small. A person whose buckets have no changed row gets no message, so that the
 * socket does not reveal when others work.
 */
export class LiveHub {
  readonly #database: Database
  readonly #serverId: string
  readonly #onError: (error: unknown) => void
  readonly #subscribers = new Subscribers()
  /**
   * A standing is valid until the project's visibility changes; `visibility` also detects changes
   * made by another process.
   */
  readonly #standings = new Standings(MOST_STANDINGS)
  readonly #concerned: Concerned
  readonly #newest: NewestTold
  /** userId → number of changes of rights at the time when the person's standings were read. */
  readonly #accessVersions = new Map<number, number>()
  #queue: Promise<void> = Promise.resolve()
  #untold = 0
  #hasSkipped = false

  constructor(database: Database, serverId: string, onError: (error: unknown) => void) {
    this.#database = database
    this.#serverId = serverId
    this.#onError = onError
    this.#newest = new NewestTold(database)
    this.#concerned = new Concerned({
      queries: database.queries,
      isConnected: (userId) => this.#subscribers.has(userId),
    })
  }

  /** @returns a function that ends the subscription */
  subscribe(subscriber: Subscriber): () => void {
    // While a person was away, they may have changed to another organization.
    if (this.#subscribers.add(subscriber)) this.#forgetStandings(subscriber.userId)
    return () => {
      this.#subscribers.delete(subscriber)
      if (!this.#subscribers.isEmpty) return
      this.#standings.clear()
      this.#concerned.clear()
      this.#accessVersions.clear()
      this.#newest.clear()
    }
  }

  /** Number of open sockets of the session and of its person. */
  countOf({ sessionId, userId }: LiveSession): { ofSession: number; ofPerson: number } {
    const ofPerson = [...this.#subscribers.of(userId)]
    const ofSession = ofPerson.filter((subscriber) => subscriber.sessionId === sessionId)
    return { ofSession: ofSession.length, ofPerson: ofPerson.length }
  }

  /** Closes the sockets of a session that was signed out. */
  endSession(sessionId: string): void {
    for (const subscriber of [...this.#subscribers.all()])
      if (subscriber.sessionId === sessionId) subscriber.end()
  }

  /** Closes the sockets of a person who was blocked. */
  endPerson(userId: number): void {
    for (const subscriber of [...this.#subscribers.of(userId)]) subscriber.end()
  }

  /** Forgets the buckets of a person whose rights changed, and makes the person's devices pull. */
  forgetPerson(userId: number): void {
    this.#forgetStandings(userId)
    this.pokeHome([userId])
  }

  #forgetStandings(userId: number): void {
    this.#standings.forgetPerson(userId)
    this.#concerned.arrive(userId)
  }

  /**
   * Closes the sockets of sessions that were signed out by another process, blocked or have
   * expired, and applies changes of rights made by another process. Uses one statement for all
   * connections.
   */
  async guardSessions(now: number): Promise<void> {
    const ids = [...new Set([...this.#subscribers.all()].map(({ sessionId }) => sessionId))]
    if (ids.length === 0) return
    const alive = await readOpenSessions(this.#database.queries, ids, now)
    const known = new Set(alive.map(({ id }) => id))
    const people = new Set(alive.map(({ userId }) => userId))
    for (const userId of this.#accessVersions.keys()) {
      if (!people.has(userId)) this.#accessVersions.delete(userId)
    }
    for (const id of ids) if (!known.has(id)) this.endSession(id)
    for (const { userId, accessVersion } of alive) {
      const noted = this.#accessVersions.get(userId)
      if (noted !== accessVersion) this.#forgetStandings(userId)
      if (noted !== undefined && noted !== accessVersion) this.pokeHome([userId])
      this.#accessVersions.set(userId, accessVersion)
    }
  }

  /**
   * Sends commits in the order of the calls; never throws.
   * @param committedOn time of the commit, in ms
   */
  publish(commit: ProjectCommit, committedOn = Date.now()): void {
    if (this.#subscribers.isEmpty || (commit.rows.length === 0 && !commit.isVisibilityChanged))
      return
    if (this.#untold >= MOST_UNTOLD) {
      this.#hasSkipped = true
      return
    }
    this.#untold += 1
    this.#queue = this.#queue
      .then(() => this.#tell(commit))
      .then(() => measure('fanoutLag', Math.max(0, Date.now() - committedOn) / 1_000))
      .catch(this.#onError)
      .finally(() => this.#told())
  }

  #told(): void {
    this.#untold -= 1
    if (this.#untold > 0 || !this.#hasSkipped) return
    this.#hasSkipped = false
    this.pokeHome(this.#subscribers.people())
  }

  /**
   * Makes devices pull after a change that no row describes: members of the project, their grants,
   * the person's project list.
   */
  pokeHome(userIds: readonly number[]): void {
    const poke = changeText({ project: null, epoch: 0, prev: 0, seq: 0, rows: null })
    for (const userId of new Set(userIds))
      for (const subscriber of this.#subscribers.of(userId)) subscriber.send(poke, poke)
  }

  /** The people who are connected to this process. */
  connected(): number[] {
    return this.#subscribers.people()
  }

  /** Sends each person a notification; people who are not connected get none. */
  sendItems(texts: ReadonlyMap<number, string>): void {
    for (const [userId, text] of texts)
      for (const subscriber of this.#subscribers.of(userId)) subscriber.sendItem(text)
  }

  /** Resolves when everything published so far has been sent. */
  async settled(): Promise<void> {
    await this.#queue
  }

  async #tell(commit: ProjectCommit): Promise<void> {
    const texts = new Map<string, { text: string; poke: string } | null>()
    const known = this.#standings.of(commit.projectId)
    const people = await this.#concerned.by(commit, known.keys())
    // The author already sees the change.
    const authorLast = [...people].toSorted(
      (a, b) => Number(a === commit.actorId) - Number(b === commit.actorId),
    )
    for (const userId of authorLast) {
      const before = known.get(userId)
      const isKnown =
        before !== undefined &&
        !commit.isVisibilityChanged &&
        before.visibility >= commit.visibility
      const now = isKnown ? before : await this.#readStanding(userId, commit)
      if (now.buckets.length === 0) this.#concerned.dismiss(commit.projectId, userId)
      const isListChanged =
        (before !== undefined && before.epoch !== now.epoch) ||
        (before === undefined &&
          commit.isVisibilityChanged &&
          (now.buckets.length > 0 || now.isColleague))
      const key = now.buckets.join(' ')
      if (!texts.has(key)) texts.set(key, await this.#textOf(commit, now))
      const message = texts.get(key)
      if (message !== undefined && message !== null)
        for (const subscriber of this.#subscribers.of(userId))
          subscriber.send(message.text, message.poke)
      if (
        isListChanged ||
        (message !== null && commit.rows.some(({ entity }) => entity === 'project'))
      )
        this.pokeHome([userId])
    }
    this.#newest.pass(commit)
  }

  async #readStanding(userId: number, { projectId, visibility }: ProjectCommit): Promise<Standing> {
    const standing = await this.#database.read(async (tx) => {
      const person = await readPerson(tx, userId)
      if (person === null) return null
      const audience = await readAudience(tx, person, projectId)
      const project =
        audience === null && person.parentId === null
          ? await tx
              .selectFrom('projects')
              .select('organization_id')
              .where('id', '=', projectId)
              .executeTakeFirst()
          : undefined
      return { audience, isColleague: project?.organization_id === person.organizationId }
    })
    const { buckets = [] } = standing?.audience ?? {}
    const kept = {
      buckets,
      epoch: epochOf(this.#serverId, buckets),
      visibility,
      isColleague: standing?.isColleague ?? false,
    }
    this.#standings.set(projectId, userId, kept)
    return kept
  }

  async #textOf(
    commit: ProjectCommit,
    { buckets, epoch }: Standing,
  ): Promise<{ text: string; poke: string } | null> {
    const { projectId, rows } = commit
    const seen = rowsInBuckets(rows, buckets)
    const last = seen.at(-1)
    if (last === undefined) return null
    const prev = await this.#newest.before(commit, buckets)
    const change = { project: projectId, epoch, prev, seq: last.seq } as const
    const poke = changeText({ ...change, rows: null })
    const size = seen.reduce((sum, { body }) => sum + (body?.length ?? 0), 0)
    if (size > LIVE_ROWS_BYTES) return { text: poke, poke }
    return { text: `${poke.slice(0, -'null}'.length)}[${seen.map(rowText).join(',')}]}`, poke }
  }
}

const rowsInBuckets = (rows: readonly LogRow[], buckets: readonly string[]): LogRow[] =>
  rows.filter(({ bucket }) => buckets.includes(bucket))

const changeText = (change: LiveChange): string => JSON.stringify(change)
const rowText = ({ bucket, entity, id, body }: LogRow): string =>
  `{"bucket":${JSON.stringify(bucket)},"entity":"${entity}","id":${JSON.stringify(id)},"row":${body ?? 'null'}}`
