// Edits per second that the server's part of a push stores, statements per edit, and HOT updates:
// `npm run bench:pushes -- --database postgres`. PostgreSQL waits for the disk, as in use.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import pg from 'pg'
import { type PushMutation, SYNC_PROTOCOL } from '#schema/api/sync.ts'
import type { Commitment } from '#schema/entities/commitment.ts'
import { judgeAtOnce } from '#server/commands/judge/judge-answers.ts'
import type { Database } from '#server/database/database.ts'
import { openDatabase } from '#server/database/open.ts'
import { seedOrganization, seedProject, seedUser } from '#server/database/seed.ts'
import { push } from '#server/sync/push.ts'
import type { PushContext } from '#server/sync/push-context.ts'
import { startTcpProxy } from '../support/tcp-proxy.ts'
import { createPostgresNode } from '../support/postgres-node.ts'
import { measureSaturated } from './saturated.ts'
import { answerEdit } from './scale/answers.ts'
import { makeScale, scaleProject } from './scale-rows.ts'

const { values } = parseArgs({
  options: {
    database: { type: 'string', default: 'postgres' },
    seconds: { type: 'string', default: '10' },
    devices: { type: 'string', default: '32' },
    saturated: { type: 'boolean', default: false },
    // Round trip to PostgreSQL, ms.
    latency: { type: 'string', default: '0' },
  },
})
const SECONDS = Number(values.seconds)
const DEVICES = Number(values.devices)
const ANSWERS = 3_200
/** A connection reports its updates once a second at most. */
const STATISTICS_MS = 1_500

interface World {
  database: Database
  context: PushContext
  /** The answers of each project. */
  projects: Commitment[][]
  /** The current text of each answer that was edited, by project and id. */
  texts: Map<string, string>
}

/** One vendor with one person, invited to `count` projects. */
const buildWorld = async (database: Database, count: number): Promise<World> => {
  const organizationId = await seedOrganization(database, { name: 'Bench City' })
  const vendorId = await seedOrganization(database, {
    name: 'Bench Vendor',
    parentId: organizationId,
  })
  const person = { password: 'Bench-2026!', firstname: 'Bench', iterations: 1 }
  const ownerId = await seedUser(database, {
    ...person,
    ...{ username: 'owner', lastname: 'Owner', organizationId, roles: ['role-org-admin'] },
  })
  const userId = await seedUser(database, {
    ...person,
    ...{ username: 'vendor', lastname: 'Vendor', organizationId: vendorId },
    ...{ roles: ['role-vendor-contact'] },
  })
  const projects: Commitment[][] = []
  for (let number = 0; number < count; number += 1) {
    const answers = Math.ceil(ANSWERS / count)
    const project = scaleProject(makeScale(answers), answers, {
      ...{ projectId: `bench-${number}`, organizationId, ownerId, ownerName: 'Owner' },
      ...{ vendorId, state: 'PUBLISHED' },
    })
    await seedProject(database, { ...project, grants: [{ vendorId, userId, packageIds: null }] })
    projects.push(
      project.rows.flatMap(({ entity, row }) =>
        entity === 'commitment' ? [row as unknown as Commitment] : [],
      ),
    )
  }
  const onError = (error: unknown): void => console.error(error)
  const services = {
    ...{ database, clock: Date.now, judge: judgeAtOnce, onError },
    publish: () => undefined,
  }
  return {
    database,
    context: { services, serverId: 'bench', userId, onError },
    projects,
    texts: new Map(),
  }
}

/** Lets each device push `size` edits at a time for some seconds; */
const run = async (
  { context, projects, texts }: World,
  name: string,
  size: number,
): Promise<{ edits: number; seconds: number }> => {
  let edits = 0
  const end = performance.now() + SECONDS * 1_000
  const device = async (number: number): Promise<void> => {
    const own = (projects[number % projects.length] ?? []).filter(
      (_, index) => index % DEVICES === (projects.length > 1 ? 0 : number),
    )
    let mid = 0
    while (performance.now() < end) {
      const mutations: PushMutation[] = []
      for (let index = 0; index < size; index += 1) {
        const answer = own[mid % own.length]
        if (answer === undefined) throw new Error('No answers')
        const { id, projectId, requirementId, vendorId } = answer
        const former = answer.values['txt']
        const text = texts.get(`${projectId} ${id}`) ?? (typeof former === 'string' ? former : null)
        mid += 1
        const word = `${name} ${mid}`
        texts.set(`${projectId} ${id}`, word)
        mutations.push(answerEdit(mid, { requirementId, projectId, vendorId, text }, word))
      }
      await push(context, {
        ...{ clientId: `${name}-${number}`, schemaVersion: SYNC_PROTOCOL, serverId: 'bench' },
        mutations,
      })
      edits += size
    }
  }
  const start = performance.now()
  await Promise.all(Array.from({ length: DEVICES }, (_, number) => device(number)))
  return { edits, seconds: (performance.now() - start) / 1_000 }
}

/**
 * Rows that were updated, by table, and the share of them for which no index had to change
 * ("HOT"), of which PostgreSQL tells with a delay.
 */
const printUpdates = async ({ database }: World): Promise<void> => {
  if (database.dialect !== 'postgres') return
  await setTimeout(STATISTICS_MS)
  const { rows } = await sql<{ relname: string; n_tup_upd: number; n_tup_hot_upd: number }>`
    select relname, n_tup_upd, n_tup_hot_upd from pg_stat_user_tables
    where n_tup_upd > 100 order by relname`.execute(database.queries)
  for (const { relname, n_tup_upd: all, n_tup_hot_upd: hot } of rows)
    console.log(`  ${relname}: ${all} updates, ${Math.round((100 * hot) / all)} % of them HOT`)
}

const requireApplied = async ({ database }: World): Promise<void> => {
  const refused = await database.queries
    .selectFrom('mutation_result')
    .select(['status', 'reason', 'conflicts'])
    .where('status', '!=', 'applied')
    .limit(1)
    .execute()
  if (refused.length > 0) throw new Error(`Not all applied: ${JSON.stringify(refused)}`)
}

const dataDir = await mkdtemp(join(tmpdir(), 'tenderbook-pushes-'))
const node = values.database === 'postgres' ? await createPostgresNode() : null
await node?.start()
const latencyMs = Number(values.latency)
const proxy = node === null || latencyMs === 0 ? null : await startTcpProxy(node.port)
proxy?.setLine({ latencyMs: latencyMs / 2 })

const createDatabase = async (name: string): Promise<string | undefined> => {
  if (node === null) return undefined
  const client = new pg.Client({ connectionString: node.url() })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  const url = new URL(node.url(name))
  if (proxy !== null) url.port = String(proxy.port)
  return url.href
}
/** Statements, and those of them that were sent when none was under way on their connection. */
const sent = { statements: 0, flights: 0 }
const underWay = new WeakMap<pg.Client, number>()
const query = pg.Client.prototype.query
pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]): unknown {
  const before = underWay.get(this) ?? 0
  sent.statements += 1
  if (before === 0) sent.flights += 1
  underWay.set(this, before + 1)
  const result: unknown = Reflect.apply(query, this, args)
  const end = (): void => void underWay.set(this, (underWay.get(this) ?? 1) - 1)
  if (result instanceof Promise) result.then(end, end)
  else end()
  return result
} as typeof query

/** Saturates the first of two projects, and times pulls of the second. */
const saturate = async (): Promise<void> => {
  const databaseUrl = await createDatabase('saturated')
  const database = await openDatabase({ dataDir: join(dataDir, 'saturated'), databaseUrl })
  const world = await buildWorld(database, 2)
  const [answers = [], [other] = []] = world.projects
  await measureSaturated({
    context: world.context,
    // The devices push to the others.
    answers: answers
      .toReversed()
      .map(({ requirementId, projectId, vendorId }) => ({ requirementId, projectId, vendorId })),
    otherId: other?.projectId ?? '',
    pushAll: () => run({ ...world, projects: [answers.slice(0, ANSWERS / 4)] }, 'run', 1),
    seconds: SECONDS,
  })
  await database.close()
}

try {
  if (values.saturated) await saturate()
  for (const [count, size, label] of values.saturated
    ? []
    : ([
        [1, 1, 'one project, one edit a request'],
        [32, 1, '32 projects, one edit a request'],
        [1, 100, 'one project, 100 edits a request'],
      ] as const)) {
    const databaseUrl = await createDatabase(`b${count}x${size}`)
    const database = await openDatabase({ dataDir: join(dataDir, label), databaseUrl })
    const world = await buildWorld(database, count)
    await run(world, 'warm', size)
    Object.assign(sent, { statements: 0, flights: 0 })
    const { edits, seconds } = await run(world, 'run', size)
    const per = (count: number): string => (count / edits).toFixed(2)
    console.log(
      `${label}: ${Math.round(edits / seconds)} edits/s, an edit takes ${per(sent.statements)} statements in ${per(sent.flights)} flights`,
    )
    await printUpdates(world)
    await requireApplied(world)
    await database.close()
  }
} finally {
  await proxy?.close()
  await node?.remove()
  await rm(dataDir, { recursive: true })
}
