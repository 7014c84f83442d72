import { afterAll, beforeAll, expect, test } from 'vitest'
import { API } from '#schema/api/index.ts'
import { openSqlite } from '#server/database/open-sqlite.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { signInApi } from '../support/api-client.ts'
import { type RunningServer, startServer } from '../support/start-server.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'
import { SyncDevice } from './sync-client.ts'

const DEMO_PASSWORD = 'Tenderbook-2026'
let place: TestDatabase
let server: RunningServer
beforeAll(async () => {
  place = await createTestDatabase()
  server = await startServer({
    dataDir: place.dataDir,
    ...(place.databaseUrl === undefined ? {} : { databaseUrl: place.databaseUrl }),
  })
})
afterAll(async () => {
  await server.dispose()
  await place.remove()
})

test('[DU1] after a kill an acknowledged edit is there with its verdict, and sending it again applies it only once', async () => {
  const author = await signInApi(server.url, 'author', DEMO_PASSWORD)
  const { id: projectId } = await author.call(API.projects.create, { body: { name: 'Kill' } })
  const device = new SyncDevice(author)
  const edits = Array.from({ length: 300 }, (_, index) =>
    device.edit('packages.create', {
      projectId,
      id: `k-${index}`,
      name: `Package ${index}`,
      after: null,
    }),
  )
  let acknowledged = 0
  const pushing = (async () => {
    for (const edit of edits) {
      const answer = await device.pushRaw([edit]).catch(() => null)
      if (answer?.status !== 200) return
      acknowledged = edit.mid
    }
  })()
  while (acknowledged < 40) await new Promise((done) => setTimeout(done, 5))
  await server.kill()
  await pushing
  await server.start()
  expect(acknowledged).toBeGreaterThanOrEqual(40)
  device.client = await signInApi(server.url, 'author', DEMO_PASSWORD)
  await device.pull(projectId)
  expect(device.lastMid).toBeGreaterThanOrEqual(acknowledged)
  expect(device.lastMid - acknowledged).toBeLessThanOrEqual(1)
  for (const { mid } of edits.slice(0, acknowledged))
    expect(device.get('package', `k-${mid - 1}`), `edit ${mid}`).toBeDefined()
  await device.push(...edits.slice(Math.max(0, acknowledged - 50), acknowledged + 20))
  await device.pull(projectId)
  expect(device.results.every(({ status }) => status === 'applied')).toBe(true)
  expect(new Set(device.results.map(({ mid }) => mid)).size).toBe(device.results.length)
})

test('[DU2] SIGTERM ends the server soon, and the demo is loaded once', async () => {
  const accountsNow = async () =>
    (
      (await (await fetch(`${server.url}/api/users-service/auth/demo-accounts`)).json()) as {
        username: string
      }[]
    ).map(({ username }) => username)
  const projectsNow = async () => {
    const owner = await signInApi(server.url, 'owner', DEMO_PASSWORD)
    const { organizationId } = owner.session
    const path = `/projects-service/projects/by-organization/${organizationId}`
    const { text } = await owner.raw('POST', path, { pageSize: 200 })
    return (JSON.parse(text) as { total: number }).total
  }
  const loaded = [await accountsNow(), await projectsNow()]
  const before = Date.now()
  await server.stop()
  // Nothing that waits, as sockets, deliveries or time limits do, is waited for.
  expect(Date.now() - before).toBeLessThan(8_000)
  await server.start()
  expect(await accountsNow()).toContain('owner')
  expect([await accountsNow(), await projectsNow()]).toEqual(loaded)
})

test('[DU3] SQLite keeps synchronous = FULL on a reopened file', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'tenderbook-full-'))
  for (let round = 0; round < 2; round++) {
    const database = openSqlite(dataDir)
    const level = await database.write(
      async (tx) =>
        (await sql<{ synchronous: number }>`pragma synchronous`.execute(tx)).rows[0]?.synchronous,
    )
    const mode = await database.write(
      async (tx) =>
        (await sql<{ journal_mode: string }>`pragma journal_mode`.execute(tx)).rows[0]
          ?.journal_mode,
    )
    expect([level, mode]).toEqual([2, 'wal'])
    await database.close()
  }
  rmSync(dataDir, { recursive: true })
})

test('[DU4] the demo does not run in production', async () => {
  await expect(startServer({ env: { NODE_ENV: 'production' } })).rejects.toThrow(/production/)
})
