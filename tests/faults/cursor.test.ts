import { afterAll, expect, test } from 'vitest'
import { createPostgresDatabase, stopOwnPostgres } from '../support/postgres.ts'
import { runCursor } from './cursor-run.ts'

const ROWS = 20_000

afterAll(stopOwnPostgres)

test(`[PR11] of ${ROWS} rows that 16 writers push through two processes, no reader misses one or receives one twice`, async () => {
  const database = await createPostgresDatabase()
  const { missed, doubled, rows, pulls } = await runCursor({
    databaseUrl: database.url,
    rows: ROWS,
  })
  await database.drop()
  expect([rows, missed, doubled]).toEqual([ROWS, 0, 0])
  // Fewer pulls would mean that the readers did not read while the writers wrote.
  expect(pulls).toBeGreaterThan(20)
})
