import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createPostgresNode, type PostgresNode } from '../../tests/support/postgres-node.ts'
import {
  type PostgresFault,
  type PostgresProxy,
  startPostgresProxy,
} from '../../tests/support/postgres-proxy.ts'
import type { Queries, SqlDatabase } from './database.ts'
import { openPostgres } from './open-postgres.ts'
import { together } from './together.ts'

let node: PostgresNode
let proxy: PostgresProxy
let database: SqlDatabase
beforeAll(async () => {
  node = await createPostgresNode()
  await node.start()
  proxy = await startPostgresProxy(node.port)
  database = openPostgres(node.url(), () => undefined)
  await sql`create table notes (note text primary key)`.execute(database.queries)
})
beforeEach(() => sql`delete from notes`.execute(database.queries))
afterAll(async () => {
  await database.close()
  await proxy.close()
  await node.remove()
})

const note = (tx: Queries, text: string) => sql`insert into notes values (${text})`.execute(tx)
const read = (tx: Queries) => sql`select note from notes for update`.execute(tx)
const notes = async () =>
  (
    await sql<{ note: string }>`select note from notes order by note`.execute(database.queries)
  ).rows.map((row) => row.note)

/** Locks and reads, writes two rows, and reads one, as a push does. */
const edit = async (tx: Queries): Promise<string> => {
  await together(tx, [() => read(tx), () => read(tx)])
  await together(tx, [() => note(tx, 'a'), () => note(tx, 'b')])
  await read(tx)
  return 'done'
}

/** Runs `work` on a connection of its own with this fault. */
const through = async (
  fault: PostgresFault,
  work: (tx: Queries) => Promise<unknown>,
): Promise<'stored' | 'failed'> => {
  proxy.setFault(fault)
  const url = new URL(node.url())
  url.port = String(proxy.port)
  const own = openPostgres(url.href, () => undefined)
  const outcome = await own.writeTogether('p', work).then(
    () => 'stored' as const,
    () => 'failed' as const,
  )
  await own.close()
  return outcome
}

/** PostgreSQL may still work on what it got: waits until its session has ended. */
const restOf = async (): Promise<string[]> => {
  await expect
    .poll(async () => {
      const { rows } = await sql`
        select 1 from pg_stat_activity
        where application_name = 'tenderbook' and pid <> pg_backend_pid()
          and backend_type = 'client backend'`.execute(database.queries)
      return rows.length
    })
    .toBe(0)
  return await notes()
}

test.each(['up', 'down'] as const)(
  '[PR19] a connection that ends between any two messages %s leaves a whole edit or none',
  async (direction) => {
    let first = 0
    const counted = (tx: Queries) => {
      first = proxy.passed()[direction]
      return edit(tx)
    }
    expect([await through({}, counted), await restOf()]).toEqual(['stored', ['a', 'b']])
    const whole = proxy.passed()[direction]
    expect(whole - first).toBeGreaterThan(10)
    const seen = new Set<string>()
    for (let after = first; after < whole; after += 1) {
      await sql`delete from notes`.execute(database.queries)
      const outcome = await through({ cut: { direction, after } }, edit)
      const rest = (await restOf()).join('')
      seen.add(`${outcome} ${rest}`)
      expect(['failed ', 'failed ab', 'stored ab'], `${after} messages`).toContain(
        `${outcome} ${rest}`,
      )
    }
    // A commit whose answer is lost is stored; so is one after which only the farewell is lost.
    expect([...seen]).toContain('failed ')
    expect([...seen]).toContain(direction === 'up' ? 'stored ab' : 'failed ab')
  },
)

test('[PR19] an edit without a transaction, because its start failed, writes nothing', async () => {
  const spoil = { text: 'start transaction', by: 'stort transaction' }
  const writes = async (tx: Queries) => {
    await together(tx, [() => note(tx, 'a'), () => read(tx), () => note(tx, 'b')])
  }
  const swallows = async (tx: Queries) => {
    await read(tx).catch(() => undefined)
    await note(tx, 'c')
  }
  for (const work of [edit, writes, swallows])
    expect([await through({ spoil }, work), await restOf()]).toEqual(['failed', []])
})

test('statements run in the order of the calls, whichever of them wait for the start', async () => {
  const seen = await database.writeTogether('p', async (tx) => {
    const [before, , after] = await together(tx, [
      () => read(tx),
      () => note(tx, 'a'),
      () => read(tx),
      () => note(tx, 'b'),
    ])
    return [before.rows, after.rows]
  })
  expect(seen).toEqual([[], [{ note: 'a' }]])
})
