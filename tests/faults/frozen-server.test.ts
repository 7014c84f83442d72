import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { SYNC_PROTOCOL } from '#schema/api/sync.ts'
import type { ApiClient } from '../support/api-client.ts'
import { createPostgresNode } from '../support/postgres-node.ts'
import { type RunningServer, startServer } from '../support/start-server.ts'
import { signInOwner } from './load-world.ts'
import { ask, checkPostgres, seedPostgres, startLoad } from './postgres-world.ts'
import type { Writer } from './writer.ts'

const DATABASE = 'tenderbook'
const PROJECT = 'draft'
/** Within which others go on; env.test.ts shows that the defaults give the same. */
const MOST_MS = 10_000
/** A third of the defaults, because a busy machine adds seconds of its own. */
const SHORTER_LIMITS = { DATABASE_IDLE_TIMEOUT_MS: '1000', DATABASE_LOCK_TIMEOUT_MS: '1600' }
const FREEZES = 3

let clean: (() => Promise<unknown>)[]
beforeEach(() => {
  clean = []
})
afterEach(async () => {
  for (const step of clean.reverse()) await step()
})

/** Whether a transaction holds the lock of the project at this moment. */
const isLocked = (url: string, projectId: string): Promise<boolean> =>
  ask(url, (client) =>
    client
      .query('select head from project_sync where project_id = $1 for update nowait', [projectId])
      .then(
        () => false,
        () => true,
      ),
  )

/** Stops the server at a moment when one of its pushes holds the project's lock. */
const freezeInPush = async (server: RunningServer, url: string): Promise<void> => {
  for (let tries = 0; tries < 500; tries++) {
    await delay(5 + (tries % 7))
    server.signal('SIGSTOP')
    // A statement that runs in the database may still end and leave the transaction idle.
    await delay(100)
    if (await isLocked(url, PROJECT)) return
    server.signal('SIGCONT')
  }
  throw new Error('No push held the lock')
}

/**
 * Sends the writer's last acknowledged edit and all later ones by another server, as a device
 * does that reconnects, and again after a temporary refusal.
 */
const sendBy = async (client: ApiClient, writer: Writer): Promise<number> => {
  const { status } = await client.raw('POST', '/sync/push', {
    serverId: client.serverId,
    clientId: writer.clientId,
    schemaVersion: SYNC_PROTOCOL,
    mutations: writer.edits.slice(Math.max(0, writer.acknowledged - 1)),
  })
  if (status !== 503) return status
  await delay(250)
  return await sendBy(client, writer)
}

test('[PR13] a server that freezes in the middle of a push holds others up for 10 seconds at most, and what it began is refused when it wakes', async () => {
  const node = await createPostgresNode()
  clean.push(() => node.remove())
  await node.start()
  const dataDir = `${node.folder}/server`
  const url = node.url(DATABASE)
  const vendorId = await seedPostgres(node.url, DATABASE, dataDir)
  const start = () => startServer({ dataDir, databaseUrl: url, demo: false, env: SHORTER_LIMITS })
  const frozen = await start()
  clean.push(() => frozen.dispose())
  const other = await start()
  clean.push(() => other.dispose())
  const load = await startLoad(frozen.url, vendorId)
  const owner = await signInOwner(other.url)

  for (let freeze = 0; freeze < FREEZES; freeze++) {
    const before = load.acknowledged()
    await load.until(() => load.acknowledged() > before + 30)
    await freezeInPush(frozen, url)
    const since = performance.now()
    const authors = load.writers.filter(({ edits }) =>
      edits.some(({ command }) => command === 'requirements.create'),
    )
    const answers = await Promise.all(authors.map((writer) => sendBy(owner, writer)))
    expect(answers, `freeze ${freeze}`).toEqual(authors.map(() => 200))
    expect(performance.now() - since, `ms of freeze ${freeze}`).toBeLessThan(MOST_MS)
    frozen.signal('SIGCONT')
  }
  await load.finish()
  expect(await checkPostgres(url, load.writers)).toEqual([])
  expect(load.writers.reduce((sum, { refused }) => sum + refused, 0)).toBeGreaterThan(0)
  expect(load.acknowledged()).toBe(load.writers.reduce((sum, { edits }) => sum + edits.length, 0))
})
