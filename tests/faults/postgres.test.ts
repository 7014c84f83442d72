import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createPostgresNode, type PostgresNode } from '../support/postgres-node.ts'
import { startServer } from '../support/start-server.ts'
import { createRandom } from '../sync/simulator/random.ts'
import { ask, checkPostgres, seedPostgres, startLoad } from './postgres-world.ts'

const KILLS = 8
const DATABASE = 'tenderbook'

let clean: (() => Promise<unknown>)[]
beforeEach(() => {
  clean = []
})
afterEach(async () => {
  for (const step of clean.reverse()) await step()
})
const keep = <T>(thing: T, end: (thing: T) => Promise<unknown>): T => {
  clean.push(() => end(thing))
  return thing
}
/** Lies inside the node's folder and is removed with it. */
const dataDirOf = (node: PostgresNode): string => join(node.folder, 'server')
const newNode = async (copyOf?: PostgresNode): Promise<PostgresNode> =>
  keep(await createPostgresNode(copyOf), (node) => node.remove())

test(`[PR9] after ${KILLS} kills of PostgreSQL under load the server recovers by itself and has every acknowledged edit exactly once`, async () => {
  const node = await newNode()
  await node.start()
  const vendorId = await seedPostgres(node.url, DATABASE, dataDirOf(node))
  const server = keep(
    await startServer({ dataDir: dataDirOf(node), databaseUrl: node.url(DATABASE), demo: false }),
    (one) => one.dispose(),
  )
  const load = await startLoad(server.url, vendorId)
  const random = createRandom(9)
  for (let kill = 0; kill < KILLS; kill++) {
    const before = load.acknowledged()
    await load.until(() => load.acknowledged() > before + 30)
    await delay(random.below(200))
    // Kill either the whole server or one backend process; in the second case PostgreSQL ends the
    // others and restarts by itself.
    if (kill % 2 === 0) await node.kill().then(() => node.start())
    else await killBackend(node)
    expect(await checkPostgres(node.url(DATABASE), load.writers), `kill ${kill}`).toEqual([])
  }
  await load.finish()
  expect(await checkPostgres(node.url(DATABASE), load.writers)).toEqual([])
  expect(load.acknowledged()).toBe(load.writers.reduce((sum, { edits }) => sum + edits.length, 0))
})

const killBackend = async (node: PostgresNode): Promise<void> => {
  const pid = await ask(
    node.url(DATABASE),
    async (client) =>
      (
        await client.query<{ pid: number }>(
          `select pid from pg_stat_activity where application_name = 'tenderbook' order by state, random() limit 1`,
        )
      ).rows[0]?.pid,
  )
  if (pid === undefined) throw new Error('The server is not connected')
  process.kill(pid, 'SIGKILL')
  for (let tries = 0; tries < 100; tries++) {
    await delay(50)
    if (await ask(node.url(DATABASE), () => Promise.resolve(true)).catch(() => false)) return
  }
}

test('[PR10] [PR14] when the primary is lost and its synchronous standby takes over, no acknowledged edit is missing and the server goes on', async () => {
  const primary = await newNode()
  const standby = await newNode(primary)
  await writeFile(join(standby.folder, 'data/standby.signal'), '')
  await primary.start(['-c', 'synchronous_standby_names=standby', '-c', 'synchronous_commit=on'])
  await standby.start([
    '-c',
    `primary_conninfo=host=127.0.0.1 port=${primary.port} user=postgres password=postgres application_name=standby`,
  ])
  const vendorId = await seedPostgres(primary.url, DATABASE, dataDirOf(primary))
  // The standby comes first, and accepts no writes until it takes over.
  const { port } = primary
  const databaseUrl = standby
    .url(DATABASE)
    .replace(`:${standby.port}`, `:${standby.port},127.0.0.1:${port}`)
  const server = keep(
    await startServer({ dataDir: dataDirOf(primary), databaseUrl, demo: false }),
    (one) => one.dispose(),
  )
  const load = await startLoad(server.url, vendorId)
  await load.until(() => load.acknowledged() > 300)

  await primary.kill()
  await ask(standby.url(), async (client) => void (await client.query('select pg_promote()')))
  expect(await checkPostgres(standby.url(DATABASE), load.writers)).toEqual([])
  const before = load.acknowledged()
  await load.until(() => load.acknowledged() > before + 100)
  await load.finish()
  expect(await checkPostgres(standby.url(DATABASE), load.writers)).toEqual([])
})
