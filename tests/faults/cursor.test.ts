import { afterAll, expect, test } from 'vitest'
import { createPostgresDatabase, stopOwnPostgres } from '../support/postgres.ts'
import { runCursor } from './cursor-run.ts'

const ROWS = 20_000

afterAll(stopOwnPostgres)

test(`[PR11] of ${ROWS} rows that 16 writers push through two processes no reader misses one, and none comes twice`, async () => {
  const database = await createPostgresDatabase()
  const { missed, doubled, rows, pulls } = await runCursor({
    databaseUrl: database.url,
    rows: ROWS,
  })
  await database.drop()
  expect([rows, missed, doubled]).toEqual([ROWS, 0, 0])
  // Otherwise they did not read while the others wrote.
  expect(pulls).toBeGreaterThan(20)
})
