import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { API } from '#schema/api/index.ts'
import { connectPlace, type DatabasePlace } from '#server/backup/database-place.ts'
import { digestTable } from '#server/backup/table-rows.ts'
import { readCounters, readShapes } from '#server/backup/table-shapes.ts'
import { openDatabase } from '#server/database/open.ts'
import { seedUser } from '#server/database/seed.ts'
import { hashForSignIn, signInApi } from '../support/api-client.ts'
import { operatorCommand } from '../support/operator-command.ts'
import { createPostgresDatabase, type PostgresDatabase } from '../support/postgres.ts'
import { startServer } from '../support/start-server.ts'
import {
  createTestDatabase,
  testDatabaseKind,
  type TestDatabase,
} from '../support/test-database.ts'
import { totpCode } from '../support/totp-code.ts'

const PASSWORD = 'Tenderbook-2026'

/** Counts and hashes of every table, and the counters. */
const contentOf = async (place: DatabasePlace): Promise<Record<string, unknown>> => {
  const database = connectPlace(place)
  try {
    return await database.readApart(async (tx) => {
      const shapes = await readShapes(tx, database.dialect)
      const content: Record<string, unknown> = {
        counters: await readCounters(tx, database.dialect, shapes),
      }
      for (const shape of shapes)
        content[shape.name] = await digestTable(tx, database.dialect, shape)
      return content
    })
  } finally {
    await database.close()
  }
}

const withServer = async <T>(
  { dataDir, databaseUrl }: DatabasePlace,
  work: (url: string) => Promise<T>,
): Promise<T> => {
  const server = await startServer({
    dataDir,
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
  })
  try {
    return await work(server.url)
  } finally {
    await server.stop()
  }
}
const post = async (url: string, body: object) => {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

// Both databases take part, so one of the two runs is enough.
describe.runIf(testDatabaseKind === 'postgres')('moving a database', () => {
  let place: TestDatabase
  let postgres: PostgresDatabase
  let sqlite: DatabasePlace
  let other: DatabasePlace
  beforeAll(async () => {
    place = await createTestDatabase()
    postgres = await createPostgresDatabase()
    sqlite = { dataDir: place.dataDir, databaseUrl: undefined }
    other = { dataDir: place.dataDir, databaseUrl: postgres.url }
  })
  afterAll(async () => {
    await postgres.drop()
    await place.remove()
  })
  const move = (to: 'postgres' | 'sqlite') => operatorCommand('move-database', other, ['--to', to])

  test('[BU18] from SQLite to PostgreSQL and back every table is equal, sessions go on, and one-time codes sign in', async () => {
    const { secret, client } = await withServer(sqlite, async (url) => {
      const signedIn = await signInApi(url, 'owner', PASSWORD)
      const body = {
        username: 'evaluator',
        hash: await hashForSignIn(url, 'evaluator', PASSWORD),
      }
      const init = await post(`${url}/api${API.twoFactor.init.path}`, body)
      const found = String(init.body['secret'])
      const enable = async () => {
        const otp = totpCode(found, Date.now() - 30_000)
        return (await post(`${url}/api${API.twoFactor.enable.path}`, { ...body, otp })).status
      }
      const status = await enable()
      // The code of the last half minute may end on its way.
      expect(status === 422 ? await enable() : status).toBe(200)
      const running = await move('postgres')
      expect([running.code, running.err]).toEqual([2, expect.stringContaining('stop the server')])
      return { secret: found, client: signedIn }
    })
    const before = await contentOf(sqlite)
    const moved = await move('postgres')
    expect([moved.code, moved.err]).toEqual([0, expect.any(String)])
    expect(moved.out).toContain('counts and hashes are equal')
    expect(await contentOf(other)).toEqual(before)
    expect(await readdir(place.dataDir)).not.toContain('tenderbook.sqlite')

    await withServer(other, async (url) => {
      const token = { 'x-auth-token': client.token }
      const session = await fetch(`${url}/api${API.auth.session.path}`, { headers: token })
      expect(session.status).toBe(200)
      const body = {
        username: 'evaluator',
        hash: await hashForSignIn(url, 'evaluator', PASSWORD),
        otp: totpCode(secret, Date.now()),
      }
      const signedIn = await post(`${url}/api${API.auth.authenticate.path}`, body)
      expect([signedIn.status, signedIn.body['serverId']]).toEqual([200, client.serverId])
      const running = await move('sqlite')
      expect([running.code, running.err]).toEqual([2, expect.stringContaining('stop every server')])
    })
    // The counters go on where they were.
    const database = await openDatabase(other)
    const organization = await database.queries
      .selectFrom('organizations')
      .select('id')
      .executeTakeFirstOrThrow()
    await seedUser(database, {
      username: 'newest',
      firstname: 'Newest',
      lastname: 'Person',
      password: PASSWORD,
      organizationId: organization.id,
      roles: [],
    })
    await database.close()
    const after = await contentOf(other)
    const back = await move('sqlite')
    expect([back.code, back.err]).toEqual([0, expect.any(String)])
    expect(await contentOf(sqlite)).toEqual(after)
    await withServer(sqlite, async (url) => {
      await signInApi(url, 'newest', PASSWORD)
    })
  })

  test('[BU11] a backup of SQLite restores into PostgreSQL with equal tables', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tenderbook-across-'))
    const target = await createPostgresDatabase()
    try {
      const to = join(folder, 'backup.tar')
      expect((await operatorCommand('backup', sqlite, ['--to', to])).code).toBe(0)
      const across = { dataDir: place.dataDir, databaseUrl: target.url }
      const restored = await operatorCommand('restore', across, [to])
      expect([restored.code, restored.err]).toEqual([0, expect.any(String)])
      const [before, after] = [await contentOf(sqlite), await contentOf(across)]
      expect(Object.keys(after)).toEqual(Object.keys(before))
      const changed = Object.keys(before).filter(
        (name) => !isDeepStrictEqual(before[name], after[name]),
      )
      // A restore ends sessions and gives a new server id.
      expect(changed.toSorted()).toEqual(['server_meta', 'session_tokens', 'sessions'])
    } finally {
      await target.drop()
      await rm(folder, { recursive: true })
    }
  })

  test('[BU19] a database moves only to an empty place', async () => {
    const filled = await move('postgres')
    expect([filled.code, filled.err]).toEqual([2, expect.stringContaining('is not empty')])
    expect(await readdir(place.dataDir)).toContain('tenderbook.sqlite')
  })
})
