import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { createPostgresDatabase, stopOwnPostgres } from './postgres.ts'

afterAll(stopOwnPostgres)

test('every test database is new, empty and a real PostgreSQL', async () => {
  const [one, two] = [await createPostgresDatabase(), await createPostgresDatabase()]
  expect(one.url).not.toBe(two.url)
  const client = new pg.Client({ connectionString: one.url })
  await client.connect()
  const version = await client.query('select version() as version')
  const tables = await client.query(
    `select table_name from information_schema.tables where table_schema = 'public'`,
  )
  await client.end()
  expect(version.rows[0].version).toMatch(/^PostgreSQL 1[6-9]/)
  expect(tables.rows).toEqual([])
  await one.drop()
  await two.drop()
}, 60_000)
