import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createPostgresNode, type PostgresNode } from '../../tests/support/postgres-node.ts'
import type { Queries, SqlDatabase } from './database.ts'
import { openPostgres } from './open-postgres.ts'
import { errorCode } from './passing-error.ts'

let node: PostgresNode
let one: SqlDatabase
let other: SqlDatabase
beforeAll(async () => {
  node = await createPostgresNode()
  await node.start()
  const first = openPostgres(node.url(), () => undefined)
  await sql`create table counters (id text primary key, count integer not null)`.execute(
    first.queries,
  )
  await sql`alter role postgres set deadlock_timeout = '50ms'`.execute(first.queries)
  await first.close()
  ;[one, other] = [
    openPostgres(node.url(), () => undefined),
    openPostgres(node.url(), () => undefined),
  ]
})
beforeEach(() => sql`truncate counters`.execute(one.queries))
beforeEach(() => sql`insert into counters values ('a', 0), ('b', 0)`.execute(one.queries))
afterAll(async () => {
  await one.close()
  await other.close()
  await node.remove()
})

const raise = (tx: Queries, id: string) =>
  sql`update counters set count = count + 1 where id = ${id}`.execute(tx)
const counts = async () =>
  (
    await sql<{ count: number }>`select count from counters order by id`.execute(one.queries)
  ).rows.map(({ count }) => count)

/** Two works that lock the same rows in opposite orders; in their first `meetings` runs both hold one. */
const crossing = (meetings: number) => {
  let runs = 0
  const waiting: (() => void)[] = []
  const meet = async (): Promise<void> => {
    if (runs > meetings * 2) return
    const met = new Promise<void>((done) => waiting.push(done))
    if (waiting.length === 2) for (const go of waiting.splice(0)) go()
    await met
  }
  const work = (first: string, second: string) => async (tx: Queries) => {
    runs += 1
    await raise(tx, first)
    await meet()
    await raise(tx, second)
    return `${first}${second}`
  }
  return { ab: work('a', 'b'), ba: work('b', 'a'), runs: () => runs }
}

const WRITES = {
  write: (database: SqlDatabase, work: (tx: Queries) => Promise<string>) => database.write(work),
  writeTogether: (database: SqlDatabase, work: (tx: Queries) => Promise<string>) =>
    database.writeTogether('p', work),
}

test.each(['write', 'writeTogether'] as const)(
  '[PR18] %s runs again after a deadlock, and each of the two takes effect once',
  async (kind) => {
    const { ab, ba, runs } = crossing(1)
    const done = await Promise.all([WRITES[kind](one, ab), WRITES[kind](other, ba)])
    expect([done, await counts(), runs()]).toEqual([['ab', 'ba'], [2, 2], 3])
  },
)

test('[PR18] a deadlock within a group ends the work of its own writer alone', async () => {
  const { ab, ba } = crossing(1)
  const raiseC = async (tx: Queries) => {
    await sql`insert into counters values ('c', 1)`.execute(tx)
    return 'c'
  }
  const together = [raiseC, ab].map((work) => WRITES.writeTogether(one, work))
  const done = await Promise.all([...together, WRITES.write(other, ba)])
  expect([done, await counts()]).toEqual([
    ['c', 'ab', 'ba'],
    [2, 2, 1],
  ])
})

test('[PR18] other errors, and a work that fails each time, are told at once or after three runs', async () => {
  let runs = 0
  const failing = (code: string) =>
    one
      .write(async (tx) => {
        runs += 1
        await sql.raw(`do $$ begin raise sqlstate '${code}'; end $$`).execute(tx)
      })
      .catch(errorCode)
  expect([await failing('40001'), runs]).toEqual(['40001', 3])
  expect([await failing('23505'), runs]).toEqual(['23505', 4])
})
