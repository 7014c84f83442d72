import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createPostgresNode, type PostgresNode } from '../../tests/support/postgres-node.ts'
import type { Queries, SqlDatabase } from './database.ts'
import { openPostgres } from './open-postgres.ts'
import { isPassing } from './passing-error.ts'
import { together } from './together.ts'

let node: PostgresNode
let database: SqlDatabase
beforeAll(async () => {
  node = await createPostgresNode()
  await node.start()
  database = openPostgres(node.url(), () => undefined)
  await sql`create table notes (note text primary key)`.execute(database.queries)
})
beforeEach(() => sql`delete from notes`.execute(database.queries))
afterAll(async () => {
  await database.close()
  await node.remove()
})

const note = (tx: Queries, text: string) => sql`insert into notes values (${text})`.execute(tx)
const notes = async () =>
  (
    await sql<{ note: string }>`select note from notes order by note`.execute(database.queries)
  ).rows.map((row) => row.note)
const transactionOf = async (tx: Queries) =>
  (await sql<{ id: string }>`select pg_current_xact_id()::text as id`.execute(tx)).rows[0]?.id
const outcomes = async (works: Promise<unknown>[]) =>
  (await Promise.allSettled(works)).map(({ status }) => status)

test('writers of one key share transactions, and one that fails leaves nothing behind', async () => {
  // A group commits early when it has taken long, which a busy machine may make of it.
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0)
  const ids: (string | undefined)[] = []
  const write = (text: string) =>
    database.writeTogether('p', async (tx) => {
      await note(tx, text)
      ids.push(await transactionOf(tx))
      if (text.startsWith('bad')) await note(tx, text)
    })
  expect(await outcomes(['a', 'b', 'bad', 'c'].map(write))).toEqual([
    'fulfilled',
    'fulfilled',
    'rejected',
    'fulfilled',
  ])
  expect(await notes()).toEqual(['a', 'b', 'c'])
  clock.mockRestore()
  // The first runs alone: no other writer waits when it begins.
  expect(new Set(ids.slice(1)).size).toBe(1)
})

test('a first writer that fails leaves the other writers alone', async () => {
  const write = (text: string) =>
    database.writeTogether('p', async (tx) => {
      await note(tx, text)
      if (text === 'bad') throw new Error('no')
    })
  expect(await outcomes(['bad', 'a', 'b'].map(write))).toEqual([
    'rejected',
    'fulfilled',
    'fulfilled',
  ])
  expect(await notes()).toEqual(['a', 'b'])
})

test('writers of different keys do not wait for each other', async () => {
  let release = (): void => undefined
  const isReleased = new Promise<void>((done) => (release = done))
  const held = database.writeTogether('p', async (tx) => {
    await note(tx, 'p')
    await isReleased
  })
  await database.writeTogether('q', (tx) => note(tx, 'q'))
  expect(await notes()).toEqual(['q'])
  release()
  await held
  expect(await notes()).toEqual(['p', 'q'])
})

test('statements that are sent at once run in the order of the calls', async () => {
  const [, seen] = await database.writeTogether('p', (tx) =>
    together(tx, [
      () => note(tx, 'a'),
      () => sql<{ note: string }>`select note from notes`.execute(tx),
      () => sql`update notes set note = 'b' where note = 'a'`.execute(tx),
    ]),
  )
  expect([seen.rows, await notes()]).toEqual([[{ note: 'a' }], ['b']])
})

test('a transaction that the database has given up is not reported as stored', async () => {
  const swallowed = database.writeTogether('p', async (tx) => {
    await note(tx, 'a')
    await note(tx, 'a').catch(() => undefined)
  })
  await expect(swallowed).rejects.toThrow('rolled back')
  expect(await notes()).toEqual([])
})

test('a connection serves the next write, also after one that failed', async () => {
  const own = openPostgres(node.url(), () => undefined)
  const used: unknown[] = []
  const write = (isRefused: boolean) =>
    own.writeTogether('p', async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
      used.push(rows[0]?.pid)
      if (isRefused) throw new Error('no')
    })
  expect(await outcomes([write(false)])).toEqual(['fulfilled'])
  expect(await outcomes([write(true)])).toEqual(['rejected'])
  expect(await outcomes([write(false)])).toEqual(['fulfilled'])
  expect(used).toEqual([used[0], used[0], used[0]])
  await own.close()
})

test('a connection that ends within a transaction is a temporary failure, and the next write works', async () => {
  const error: unknown = await database
    .writeTogether('p', async (tx) => {
      await note(tx, 'a')
      await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx)
    })
    .catch((caught: unknown) => caught)
  expect(isPassing(error)).toBe(true)
  await database.writeTogether('p', (tx) => note(tx, 'b'))
  expect(await notes()).toEqual(['b'])
})

test('a connection that ends while nothing uses it is told once', async () => {
  const told: Error[] = []
  const idle = openPostgres(node.url(), (error) => void told.push(error), { name: 'idle' })
  await sql`select 1`.execute(idle.queries)
  const end = sql`
    select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'idle'`
  await end.execute(database.queries)
  await vi.waitFor(() => expect(idle.connections()?.idle).toBe(0))
  expect(told).toHaveLength(1)
  await idle.close()
})

const countPrepared = async (url: string) => {
  const other = openPostgres(url, () => undefined)
  const counted = await other.writeTogether('p', async (tx) => {
    await note(tx, url)
    await note(tx, `${url} again`)
    return await sql<{
      count: number
    }>`select count(*) as count from pg_prepared_statements`.execute(tx)
  })
  await other.close()
  return counted.rows[0]?.count
}
test('statements with values are prepared once, unless the URL says that the pooler cannot', async () => {
  expect([
    await countPrepared(node.url()),
    await countPrepared(`${node.url()}?prepare=false`),
  ]).toEqual([1, 0])
})
