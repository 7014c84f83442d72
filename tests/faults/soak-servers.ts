import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { operatorCommand } from '../support/operator-command.ts'
import { createPostgresNode, type PostgresNode } from '../support/postgres-node.ts'
import { type RunningServer, startServer } from '../support/start-server.ts'
import { createRandom, type Random } from '../sync/simulator/random.ts'
import { type Held, heldBy, TELLING_MEMORY } from './held.ts'
import { ask, checkPostgres, type Load, seedPostgres, startLoad } from './postgres-world.ts'
import { SoakReader } from './soak-reader.ts'

const DATABASE = 'tenderbook'
const WARM_MS = 15_000
/** A server that is asked to stop finishes the requests that have begun. */
const STOP_MS = 40_000
/** Longer than the limit after which PostgreSQL ends a transaction that is idle. */
const FREEZE_MS = 4_000

export interface SoakOptions {
  minutes: number
  seed: number
  onEvent: (text: string) => void
}
export interface SoakSummary {
  restarts: number
  kills: number
  freezes: number
  edits: number
  acknowledged: number
  sentAgain: number
  unknownPushes: number
  refusedPushes: number
  pulls: number
  held: { start: Held[]; end: Held[] }
  breaches: string[]
}

interface Scene {
  primary: PostgresNode
  standby: PostgresNode
  /** The node that accepts writes. */
  current: PostgresNode
  dataDir: string
  databaseUrl: string
  servers: [RunningServer, RunningServer]
  load: Load
  random: Random
  until: number
  summary: SoakSummary
  onEvent: (text: string) => void
}

/**
 * Lets devices write and read on two servers of one PostgreSQL while servers restart, die and
 * freeze. A backup is made after 40 % of the time and restored after 55 %; the primary dies and its
 * synchronous standby takes over after 75 %. Every event is followed by a comparison of the database
 * with what the devices were told.
 */
export const soakServers = async ({
  minutes,
  seed,
  onEvent,
}: SoakOptions): Promise<SoakSummary> => {
  const primary = await createPostgresNode()
  const standby = await createPostgresNode(primary)
  const ends = [() => primary.remove(), () => standby.remove()]
  try {
    const dataDir = join(primary.folder, 'server')
    const vendorId = await startNodes(primary, standby, dataDir)
    const databaseUrl = standby
      .url(DATABASE)
      .replace(`:${standby.port}`, `:${standby.port},127.0.0.1:${primary.port}`)
    const start = async (): Promise<RunningServer> => {
      const server = await startServer({
        ...{ dataDir, databaseUrl, demo: false, stopTimeoutMs: STOP_MS },
        env: TELLING_MEMORY,
      })
      ends.unshift(() => server.dispose())
      return server
    }
    const servers: Scene['servers'] = [await start(), await start()]
    const load = await startLoad([servers[0].url, servers[1].url], vendorId, { each: 4, seed })
    return await play({
      ...{ primary, standby, current: primary, dataDir, databaseUrl, servers, load, onEvent },
      random: createRandom(seed),
      until: Date.now() + minutes * 60_000,
      summary: emptySummary(),
    })
  } finally {
    for (const end of ends) await end().catch(() => undefined)
  }
}

const startNodes = async (
  primary: PostgresNode,
  standby: PostgresNode,
  dataDir: string,
): Promise<number> => {
  await writeFile(join(standby.folder, 'data/standby.signal'), '')
  await primary.start(['-c', 'synchronous_standby_names=standby', '-c', 'synchronous_commit=on'])
  await standby.start([
    '-c',
    `primary_conninfo=host=127.0.0.1 port=${primary.port} user=postgres password=postgres application_name=standby`,
  ])
  return await seedPostgres(primary.url, DATABASE, dataDir)
}

const emptySummary = (): SoakSummary => ({
  ...{ restarts: 0, kills: 0, freezes: 0, edits: 0, acknowledged: 0, sentAgain: 0 },
  ...{ unknownPushes: 0, refusedPushes: 0, pulls: 0 },
  held: { start: [], end: [] },
  breaches: [],
})

const play = async (scene: Scene): Promise<SoakSummary> => {
  const { servers, load, summary, until } = scene
  const readers = await Promise.all(servers.map(({ url }) => SoakReader.open(url, 'draft')))
  let isDone = false
  const reading = Promise.all(readers.map((reader) => reader.run(() => isDone)))
  try {
    const wholeMs = until - Date.now()
    const at = (share: number): number => until - (1 - share) * wholeMs
    await delay(WARM_MS)
    summary.held.start = await holding(servers)
    await disturb(scene, at(0.4))
    const backup = await backUp(scene)
    await disturb(scene, at(0.55))
    await restore(scene, backup)
    await disturb(scene, at(0.75))
    await failOver(scene)
    await disturb(scene, at(0.95))
  } finally {
    isDone = true
  }
  await load.finish()
  await reading
  await check(scene, 'the end')
  summary.held.end = await holding(servers)
  for (const reader of readers) {
    summary.breaches.push(...(await reader.compare()))
    summary.pulls += reader.pulls
  }
  for (const writer of load.writers) {
    summary.edits += writer.edits.length
    summary.acknowledged += writer.acknowledged
    summary.sentAgain += writer.sentAgain
    summary.unknownPushes += writer.unknown
    summary.refusedPushes += writer.refused
  }
  return summary
}

const holding = async (servers: Scene['servers']): Promise<Held[]> => {
  const held: Held[] = []
  for (const server of servers) held.push(await heldBy(server))
  return held
}

const EVENTS = ['restarts', 'kills', 'freezes'] as const
const DISTURBANCES: Record<
  (typeof EVENTS)[number],
  (server: RunningServer, scene: Scene) => Promise<void>
> = {
  restarts: async (server, scene) => {
    await server.stop()
    await startAgain(server, scene)
  },
  kills: async (server, scene) => {
    await server.kill()
    await startAgain(server, scene)
  },
  freezes: async (server, { random }) => {
    server.signal('SIGSTOP')
    await delay(FREEZE_MS + random.below(4_000))
    server.signal('SIGCONT')
  },
}

const disturb = async (scene: Scene, until: number): Promise<void> => {
  const { random, servers, summary } = scene
  while (Date.now() < until) {
    const event = EVENTS[random.below(EVENTS.length)] ?? 'kills'
    const number = random.below(servers.length)
    const server = servers[number] ?? servers[0]
    await DISTURBANCES[event](server, scene)
    summary[event] += 1
    await goOn(scene, `${event} of server ${number + 1}`)
    await delay(random.below(3_000))
  }
}

/** A start that fails is a breach; the operator's process manager starts the server again. */
const startAgain = async (server: RunningServer, { summary }: Scene): Promise<void> => {
  try {
    await server.start()
  } catch (error) {
    summary.breaches.push(`a server did not start: ${String(error).slice(-2_000)}`)
    await server.kill()
    await server.start()
  }
}

const hasBreach = ({ writers }: Load): boolean =>
  writers.some(({ breaches }) => breaches.length > 0)

/** Waits until the devices have got further, then compares. */
const goOn = async (scene: Scene, what: string): Promise<void> => {
  const { load } = scene
  const before = Date.now()
  const [acknowledged, ...behind] = [
    load.acknowledged(),
    ...load.writers.filter((writer) => writer.isBehind),
  ]
  await load.until(
    () =>
      hasBreach(load) ||
      (load.acknowledged() > acknowledged && !behind.some((writer) => writer.isBehind)),
  )
  scene.onEvent(`${what}: the devices went on after ${Date.now() - before} ms`)
  await check(scene, what)
}

/** @throws if anything acknowledged is missing, or a server or device breached the protocol */
const check = async ({ current, load, summary }: Scene, what: string): Promise<void> => {
  const found = await checkPostgres(current.url(DATABASE), load.writers)
  summary.breaches.push(...found.map((breach) => `after ${what}: ${breach}`))
  if (summary.breaches.length > 0) throw new Error(summary.breaches.slice(0, 20).join('\n'))
}

const backUp = async ({ primary, dataDir, onEvent }: Scene): Promise<string> => {
  const file = join(primary.folder, 'backup.tar')
  const place = { dataDir, databaseUrl: primary.url(DATABASE) }
  const { code, err } = await operatorCommand('backup', place, ['--to', file])
  if (code !== 0) throw new Error(`The backup failed: ${err}`)
  onEvent('backup made')
  return file
}

const restore = async (scene: Scene, file: string): Promise<void> => {
  const { primary, dataDir, servers, load } = scene
  const former = load.writers.map((writer) => writer.client.serverId)
  await Promise.all(servers.map((server) => server.stop()))
  const place = { dataDir, databaseUrl: primary.url(DATABASE) }
  const { code, err } = await operatorCommand('restore', place, [file, '--over', DATABASE])
  if (code !== 0) throw new Error(`The restore failed: ${err}`)
  await Promise.all(servers.map((server) => startAgain(server, scene)))
  await load.until(
    () =>
      hasBreach(load) ||
      load.writers.every(
        (writer, index) => writer.client.serverId !== former[index] && !writer.isBehind,
      ),
  )
  await goOn(scene, 'the restore')
}

const failOver = async (scene: Scene): Promise<void> => {
  const { primary, standby } = scene
  await primary.kill()
  await ask(standby.url(), async (client) => void (await client.query('select pg_promote()')))
  scene.current = standby
  await goOn(scene, 'the failover')
}
