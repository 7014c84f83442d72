import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type EmptyDatabase, openEmptyDatabase } from '../tests/support/empty-database.ts'
import { Draining } from './draining.ts'
import { FolderStore } from './files/folder-store.ts'
import { createHealthServer, type HealthPorts, readReadiness } from './health.ts'
import { createLog } from './log.ts'

let rows: EmptyDatabase
let filesDir: string
let lines: string[]
let ports: HealthPorts
beforeEach(async () => {
  rows = await openEmptyDatabase()
  lines = []
  const log = createLog((line) => void lines.push(line))
  filesDir = join(rows.dataDir, 'files')
  const blobs = new FolderStore(filesDir)
  ports = { database: rows.database, blobs, draining: new Draining(), log }
})
afterEach(() => rows.close())

const OK = { database: 'ok', migrations: 'ok', files: 'ok' }

it('[HE1] a server is ready while database, migrations and file store work', async () => {
  expect(await readReadiness(ports)).toEqual({ isReady: true, checks: OK, isDraining: false })
  expect(lines).toEqual([])
})

it('[HE1] a database of another version is not ready', async () => {
  const { queries } = rows.database
  await sql`insert into kysely_migration (name, timestamp) values ('9999-later', '')`.execute(
    queries,
  )
  const checks = { ...OK, migrations: 'failed' }
  expect(await readReadiness(ports)).toEqual({ isReady: false, checks, isDraining: false })
})

it('[HE1] a file store that cannot be written is not ready, and the log says why', async () => {
  await rm(filesDir, { recursive: true, force: true })
  await writeFile(filesDir, 'a file in place of the folder')
  const checks = { ...OK, files: 'failed' }
  expect(await readReadiness(ports)).toEqual({ isReady: false, checks, isDraining: false })
  expect(lines.join('')).toContain('EEXIST')
})

it('[HE1] a database that does not answer is not ready', async () => {
  const silent = Object.create(rows.database.queries, {
    selectFrom: {
      value: () => {
        throw new Error('no connection')
      },
    },
  }) as HealthPorts['database']['queries']
  const database = { dialect: rows.database.dialect, queries: silent }
  const { isReady, checks } = await readReadiness({ ...ports, database })
  expect([isReady, checks.database]).toEqual([false, 'failed'])
})

describe('[HE1] the server for monitors', () => {
  const metrics = {
    contentType: 'text/plain; version=0.0.4',
    read: async () => 'one 1\n',
    close: () => undefined,
  } as never
  const ask = async (url: string) => {
    const app = createHealthServer(ports, metrics)
    const { statusCode, headers, body } = await app.inject(url)
    await app.close()
    return { statusCode, cache: headers['cache-control'], body }
  }

  it('answers 200 while the server is ready, and 503 once it is not', async () => {
    const ready = await ask('/readyz')
    expect(ready).toMatchObject({ statusCode: 200, cache: 'no-store' })
    expect(JSON.parse(ready.body)).toEqual({ isReady: true, checks: OK, isDraining: false })
    await rm(filesDir, { recursive: true, force: true })
    await writeFile(filesDir, 'a file in place of the folder')
    const failed = await ask('/readyz')
    expect(failed).toMatchObject({ statusCode: 503, cache: 'no-store' })
    expect(failed.body).not.toContain('EEXIST')
  })

  it('is alive also while it is not ready, and tells its metrics', async () => {
    await rm(filesDir, { recursive: true, force: true })
    await writeFile(filesDir, 'a file in place of the folder')
    expect(await ask('/livez')).toMatchObject({ statusCode: 200, body: '{"isAlive":true}' })
    expect(await ask('/metrics')).toMatchObject({ statusCode: 200, body: 'one 1\n' })
    expect((await ask('/')).statusCode).toBe(404)
  })
})
