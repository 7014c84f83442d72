import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPostgresNode, type PostgresNode } from '../../tests/support/postgres-node.ts'
import { inviteFirstAdministrator } from '../identity/first-administrator.ts'
import { newKeys } from '../security/keys.ts'
import type { Database } from './database.ts'
import { migrate } from './migrate.ts'
import { openPostgres } from './open-postgres.ts'
import { readServerMeta } from './server-meta.ts'

const IDLE_MS = 200

let node: PostgresNode
let database: Database
beforeAll(async () => {
  node = await createPostgresNode()
  await node.start()
  const timeouts = { connectMs: 10_000, statementMs: 0, lockMs: 0, idleMs: IDLE_MS }
  database = { ...openPostgres(node.url(), () => undefined, { timeouts }), keys: newKeys() }
  await migrate(database)
})
afterAll(async () => {
  await database.close()
  await node.remove()
})

/** Stops the process between its next turns for longer than a transaction may be idle. */
const starved = async <T>(work: () => Promise<T>): Promise<T> => {
  let turns = 4
  const timer = setInterval(() => {
    if (turns > 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2 * IDLE_MS)
    turns -= 1
  }, 1)
  try {
    return await work()
  } finally {
    clearInterval(timer)
  }
}

test('[PR16] a server that is starved at its start tries again after the database ended its idle transaction', async () => {
  const { serverId } = await starved(() => readServerMeta(database))
  expect(serverId).toBe((await readServerMeta(database)).serverId)
  const invitation = { email: undefined, baseUrl: 'https://tenders.example', now: Date.now() }
  const link = await starved(() => inviteFirstAdministrator(database, invitation))
  expect(link).toContain('https://tenders.example')
  const open = await database.queries
    .selectFrom('invitations')
    .select('id')
    .where('cancelled_on', 'is', null)
    .execute()
  expect(open).toHaveLength(1)
})
