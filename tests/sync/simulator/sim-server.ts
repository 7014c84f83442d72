import type SQLite from 'better-sqlite3'
import type {
  CompareReply,
  CompareRequest,
  LiveChange,
  PullPage,
  PullRequest,
  PushReply,
  PushRequest,
} from '#schema/api/sync.ts'
import type { CommandServices } from '#server/commands/execute.ts'
import { judgeAtOnce } from '#server/commands/judge/judge-answers.ts'
import { ENTITIES } from '#schema/entities/rows.ts'
import { Refusal } from '#schema/refusal.ts'
import { readPerson } from '#server/database/access/read-actor.ts'
import type { Database, Queries } from '#server/database/database.ts'
import { ENTITY_TABLES, parseRow } from '#server/database/entity-tables.ts'
import { bucketBodies } from '#server/database/rows/buckets.ts'
import { type Piece, receivePiece, type Received, UploadTurns } from '#server/files/receive.ts'
import { silentLog } from '#server/log.ts'
import { BucketDigests } from '#server/sync/bucket-digests.ts'
import { compare } from '#server/sync/compare.ts'
import { LiveHub } from '#server/sync/hub.ts'
import { pull } from '#server/sync/pull.ts'
import { push } from '#server/sync/push.ts'
import { PROJECT_ID } from '../../support/project-rows.ts'
import { createMemoryParts, type MemoryParts } from './files/memory-parts.ts'
import { readReader } from './may-hold.ts'
import { openMemory } from './memory-database.ts'
import type { ServerPlant } from './plant.ts'
import type { Template } from './template.ts'

const QUOTA_BYTES = 1_000_000_000
export const START = Date.parse('2027-03-01T08:00:00Z')

export interface SimServer {
  readonly database: Database
  readonly connection: SQLite.Database
  /** The same database without crashes, for the admin. */
  readonly services: CommandServices
  readonly hub: LiveHub
  readonly parts: MemoryParts
  readonly serverId: string
  /** Most rows in one page of a pull. */
  pageRows: number
  /** Called after every commit, answered or not. */
  onCommit: (tx: Queries) => Promise<void>
  /** Called with every committed verdict, each time it is committed. */
  onVerdict: (clientId: string, mid: number, status: string) => void
  /** Called with every text that leaves for a person. */
  onAnswer: (userId: number, text: string, kind: 'pull' | 'live') => void
  /** Throws before or after the commit where the crash is armed. */
  push(userId: number, request: PushRequest): Promise<PushReply>
  pull(userId: number, request: PullRequest): AsyncGenerator<PullPage>
  compare(userId: number, request: CompareRequest): Promise<CompareReply>
  sendFile(userId: number, piece: Piece): Promise<Received>
  subscribe(userId: number, hear: (change: LiveChange) => void): () => void
  /** Crashes at the next commit; null = not. */
  crashNext(when: 'beforeCommit' | 'afterCommit' | null): void
  /** Call it at the end of the history. */
  close(): void
}

type Verdict = [clientId: string, mid: number, status: string]

const INSERTED = /^(?:insert|replace) into "mutation_result" \(([^)]+)\)/
/** The verdicts that a statement writes, taken from its parameters. */
const verdictsOf = (sql: string, parameters: readonly unknown[]): Verdict[] => {
  const columns =
    INSERTED.exec(sql)?.[1]
      ?.split(', ')
      .map((name) => name.slice(1, -1)) ?? []
  const at = (name: string, row: number): unknown =>
    parameters[row * columns.length + columns.indexOf(name)]
  return Array.from(
    { length: columns.length === 0 ? 0 : parameters.length / columns.length },
    (_, row) => [String(at('client_id', row)), Number(at('mid', row)), String(at('status', row))],
  )
}

export const openServer = (
  template: Pick<Template, 'image'> & Partial<Pick<Template, 'stage'>> & { parts?: MemoryParts },
  clock: () => number,
  plant: ServerPlant = {},
  serverId = 'server',
): SimServer => {
  const written: Verdict[] = []
  const {
    database: plain,
    connection,
    close,
    runLate,
  } = openMemory(template, {
    ...(plant.statement === undefined ? {} : { rewrite: plant.statement }),
    write: (sql, parameters) => {
      written.push(...verdictsOf(sql, parameters))
      return plant.isLate?.(sql) ?? false
    },
    committed: (tx) => server.onCommit(tx),
  })
  let armed: 'beforeCommit' | 'afterCommit' | null = null
  const isStruck = (when: typeof armed): boolean => {
    if (armed !== when) return false
    armed = null
    return true
  }
  // The error of a broken connection to the database: a dead process tries nothing else.
  const crash = (): never => {
    throw Object.assign(new Error('The server crashed'), { code: 'ECRASHED' })
  }
  const write: Database['write'] = async (work) => {
    const result = await plain.write(async (tx) => {
      written.length = 0
      const value = await work(tx)
      if (isStruck('beforeCommit')) crash()
      return value
    })
    for (const verdict of written.splice(0)) server.onVerdict(...verdict)
    const isLost = isStruck('afterCommit')
    runLate(isLost)
    if (isLost) crash()
    return result
  }
  const database: Database = { ...plain, write, writeTogether: (_, work) => write(work) }
  const hub = new LiveHub(database, serverId, (error) => {
    throw error
  })
  const publish: CommandServices['publish'] = (commit) => hub.publish(commit)
  const others = {
    clock,
    publish,
    judge: judgeAtOnce,
    onError: (error: unknown) => {
      throw error
    },
  }
  const digests = new BucketDigests(database.dialect)
  const parts = template.parts ?? createMemoryParts()
  const files = { database, blobs: parts, clock, quotaBytes: QUOTA_BYTES, turns: new UploadTurns() }
  const server: SimServer = {
    database,
    connection,
    close,
    hub,
    parts,
    serverId,
    services: { database: plain, ...others },
    pageRows: 500,
    onCommit: async () => undefined,
    onVerdict: () => undefined,
    onAnswer: () => undefined,
    async push(userId, request) {
      const sent = plant.push === undefined ? request : await plant.push(request, server, userId)
      return await push(
        {
          ...{ services: { database, ...others }, serverId, userId, onError: () => undefined },
          betweenParts: () => Promise.resolve(),
        },
        structuredClone(sent),
      )
    },
    async *pull(userId, request) {
      const asked = plant.pull?.(request) ?? request
      for await (const line of pull(
        { database, serverId, userId, clock, pageRows: server.pageRows },
        structuredClone(asked),
      )) {
        server.onAnswer(userId, line, 'pull')
        yield JSON.parse(line) as PullPage
      }
    },
    compare: (userId, request) =>
      compare(
        {
          database,
          digests,
          serverId,
          userId,
          schemaVersion: request.schemaVersion,
          log: silentLog,
          rest: async () => undefined,
        },
        structuredClone(request),
      ),
    async sendFile(userId, piece) {
      const person = await readPerson(database.queries, userId)
      if (person === null) throw new Refusal('WRONG_TOKEN')
      return await receivePiece(files, { userId, organizationId: person.organizationId }, piece)
    },
    subscribe: (userId, hear) =>
      hub.subscribe({
        userId,
        sessionId: `session-${userId}`,
        end: () => undefined,
        sendItem: () => undefined,
        send: (text) => {
          server.onAnswer(userId, text, 'live')
          hear(JSON.parse(text) as LiveChange)
        },
      }),
    crashNext(when) {
      armed = when
    },
  }
  return server
}

export interface ServerView {
  reads(bucket: string): boolean
  rows: Map<string, string>
}
/** What the product must have written for a reader of the bucket, and has not. */
const NOTHING_WRITTEN = 'nothing, because the server writes no such row'
/**
 * The rows that the person may hold, computed from the tables and not from the log; null = no
 * access. Which rows is decided by `may-hold.ts`; their texts are the product's.
 */
export const serverView = (server: SimServer, userId: number): Promise<ServerView | null> =>
  server.database.read(async (tx) => {
    const reader = readReader(server.connection, userId, PROJECT_ID)
    if (reader === null) return null
    const rows = new Map<string, string>()
    for (const entity of ENTITIES) {
      const key = entity === 'project' ? 'id' : 'project_id'
      const found = await tx
        .selectFrom(ENTITY_TABLES[entity] as 'releases')
        .select(['id', 'body'])
        .where(key, '=', PROJECT_ID)
        .execute()
      for (const { id, body } of found) {
        const row = parseRow(entity, body)
        const texts = bucketBodies(entity, row, body)
        for (const bucket of reader.bucketsOf(entity, row))
          rows.set(`${bucket} ${entity}/${id}`, texts.get(bucket) ?? NOTHING_WRITTEN)
      }
    }
    return { reads: (bucket) => reader.reads(bucket), rows }
  })
