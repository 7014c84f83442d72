import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readlink, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, expect, it } from 'vitest'
import type { Database } from './database.ts'
import { openSqlite } from './open-sqlite.ts'
import { openDatabase } from './open.ts'

let database: Database
let dataDir: string
afterEach(async () => {
  await database.close()
  await rm(dataDir, { recursive: true, force: true })
})

it('a full disk is reported although SQLite rolled back by itself, and writing continues once there is room', async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tenderbook-open-'))
  database = await openDatabase({ dataDir, databaseUrl: undefined })
  const limit = (pages: number) =>
    database.write(
      async (tx) => void (await sql`pragma max_page_count = ${sql.lit(pages)}`.execute(tx)),
    )
  const fill = (key: string) =>
    database.write(async (tx) => {
      for (let index = 0; index < 200; index++)
        await tx
          .insertInto('server_meta')
          .values({ key: `${key}-${index}`, value: 'x'.repeat(4_000) })
          .execute()
    })
  await limit(120)
  await expect(fill('first')).rejects.toMatchObject({ code: 'SQLITE_FULL' })
  await limit(1_000_000)
  await fill('second')
  const rows = await database.queries
    .selectFrom('server_meta')
    .select('key')
    .where('key', 'like', '%-%')
    .execute()
  expect(rows.filter(({ key }) => key.startsWith('first'))).toEqual([])
  expect(rows.filter(({ key }) => key.startsWith('second'))).toHaveLength(200)
})

it('writers that wait together share a commit, and a failing one rolls back only its own changes', async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tenderbook-open-'))
  database = await openDatabase({ dataDir, databaseUrl: undefined })
  const order: number[] = []
  const add = (n: number) =>
    database
      .write(async (tx) => {
        await tx
          .insertInto('server_meta')
          .values({ key: `group-${n}`, value: '' })
          .execute()
        if (n % 10 === 3) throw new Error(`no ${n}`)
        return n
      })
      .then((value) => {
        order.push(value)
        return value
      })
  const outcomes = await Promise.allSettled(Array.from({ length: 120 }, (_, n) => add(n)))
  expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(12)
  expect(order).toEqual(Array.from({ length: 120 }, (_, n) => n).filter((n) => n % 10 !== 3))
  const rows = await database.queries
    .selectFrom('server_meta')
    .select('key')
    .where('key', 'like', 'group-%')
    .execute()
  expect(rows).toHaveLength(108)
})

it('a write is reported as done only after others can read it', async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tenderbook-open-'))
  database = await openDatabase({ dataDir, databaseUrl: undefined })
  const seen = await Promise.all(
    Array.from({ length: 30 }, async (_, n) => {
      await database.write(
        async (tx) =>
          void (await tx
            .insertInto('server_meta')
            .values({ key: `seen-${n}`, value: '' })
            .execute()),
      )
      return (
        await database.queries
          .selectFrom('server_meta')
          .select('key')
          .where('key', '=', `seen-${n}`)
          .executeTakeFirst()
      )?.key
    }),
  )
  expect(seen).toEqual(Array.from({ length: 30 }, (_, n) => `seen-${n}`))
})

it('a full disk that rolls back the whole transaction rejects every writer in it, and later ones continue', async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tenderbook-open-'))
  database = await openDatabase({ dataDir, databaseUrl: undefined })
  const limit = (pages: number) =>
    database.write(
      async (tx) => void (await sql`pragma max_page_count = ${sql.lit(pages)}`.execute(tx)),
    )
  const add = (key: string, size: number) =>
    database.write(async (tx) => {
      for (let at = 0; at < size; at += 1)
        await tx
          .insertInto('server_meta')
          .values({ key: `${key}-${at}`, value: 'x'.repeat(4_000) })
          .execute()
    })
  await limit(120)
  const outcomes = await Promise.allSettled([add('small', 1), add('large', 300), add('after', 1)])
  expect(outcomes[1]?.status).toBe('rejected')
  const rows = await database.queries
    .selectFrom('server_meta')
    .select('key')
    .where('key', 'like', '%-0')
    .execute()
  const kept = ['small', 'large', 'after']
    .filter((_, n) => outcomes[n]?.status === 'fulfilled')
    .map((key) => `${key}-0`)
  expect(rows.map(({ key }) => key).toSorted()).toEqual(kept.toSorted())
})

it('a database that was only read, or not used at all, leaves no WAL behind when it is closed', async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tenderbook-open-'))
  await openSqlite(dataDir).close()
  const reading = openSqlite(dataDir)
  await sql`select 1`.execute(reading.queries)
  await reading.close()
  expect(await readdir(dataDir)).toEqual(['tenderbook.sqlite'])
  database = await openDatabase({ dataDir, databaseUrl: undefined })
})

it.runIf(existsSync('/proc/self/fd'))(
  'a read on a connection of its own leaves none open, even if it fails',
  async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'tenderbook-open-'))
    database = await openDatabase({ dataDir, databaseUrl: undefined })
    const openFiles = async (): Promise<number> => {
      const links = (await readdir('/proc/self/fd')).map((name) =>
        readlink(`/proc/self/fd/${name}`).catch(() => ''),
      )
      const names = await Promise.all(links)
      return names.filter((name) => name === join(dataDir, 'tenderbook.sqlite')).length
    }
    const readTwice = async (): Promise<void> => {
      await database.readApart((tx) => sql`select 1`.execute(tx))
      const failing = database.readApart(() => Promise.reject(new Error('a bug')))
      await expect(failing).rejects.toThrow('a bug')
    }
    // SQLite may keep the file of the first open for the next connection.
    await readTwice()
    const first = await openFiles()
    await readTwice()
    expect(await openFiles()).toBe(first)
  },
)
