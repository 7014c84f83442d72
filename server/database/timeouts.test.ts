import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPostgresNode, type PostgresNode } from '../../tests/support/postgres-node.ts'
import type { SqlDatabase } from './database.ts'
import { openPostgres } from './open-postgres.ts'
import { isPassing } from './passing-error.ts'
import { UNHURRIED } from './timeouts.ts'

let node: PostgresNode
let database: SqlDatabase
beforeAll(async () => {
  node = await createPostgresNode()
  await node.start()
  const timeouts = { connectMs: 10_000, statementMs: 400, lockMs: 200, idleMs: 300 }
  database = openPostgres(node.url(), () => undefined, { timeouts })
})
afterAll(async () => {
  await database.close()
  await node.remove()
})

const sleepMs = (ms: number) => sql`select pg_sleep(${ms}::float / 1000)`
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))
const errorOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  )

test('a statement, a lock and a pause that exceed their limits end as temporary failures', async () => {
  const statement = await errorOf(sleepMs(3_000).execute(database.queries))
  const lock = sql`select pg_advisory_xact_lock(1)`
  const held = openPostgres(node.url(), () => undefined, { timeouts: UNHURRIED })
  const blocked = await held.write(async (tx) => {
    await lock.execute(tx)
    return await errorOf(database.write((other) => lock.execute(other)))
  })
  await held.close()
  const idle = await errorOf(
    database.write(async (tx) => {
      await sleepMs(1).execute(tx)
      await pause(900)
      await sleepMs(1).execute(tx)
    }),
  )
  expect([statement, blocked, idle].map(isPassing)).toEqual([true, true, true])
})

test('a read apart may take longer and pause, for an export or a backup', async () => {
  const read = database.readApart(async (tx) => {
    await sleepMs(900).execute(tx)
    await pause(900)
    await sleepMs(1).execute(tx)
  })
  expect(await errorOf(read)).toBe(null)
  // The connection keeps its limits for the next transaction.
  expect(isPassing(await errorOf(sleepMs(3_000).execute(database.queries)))).toBe(true)
})
