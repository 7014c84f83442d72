import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openForOperator, requireNoServer } from '#server/backup/hold-postgres.ts'
import type { Queries } from '#server/database/database.ts'
import { listenLive } from '../support/live-client.ts'
import { hasPgbouncer, startPgbouncer } from '../support/pgbouncer.ts'
import { createPostgresNode } from '../support/postgres-node.ts'
import { startServer } from '../support/start-server.ts'
import { signInOwner } from './load-world.ts'
import { checkPostgres, seedPostgres, startLoad } from './postgres-world.ts'

const DATABASE = 'tenderbook'

let clean: (() => Promise<unknown>)[]
beforeEach(() => {
  clean = []
})
afterEach(async () => {
  for (const step of clean.reverse()) await step()
})

const namesOf = async (queries: Queries): Promise<string[]> => {
  const { rows } = await sql<{ application_name: string }>`
    select application_name from pg_stat_activity where datname = current_database()`.execute(
    queries,
  )
  return rows.map(({ application_name: name }) => name)
}

test.skipIf(!hasPgbouncer)(
  '[PR15] [BU13] two servers behind pgbouncer store every edit once, hear of each other, and are found by commands while they run',
  async () => {
    const node = await createPostgresNode()
    clean.push(() => node.remove())
    await node.start()
    const dataDir = join(node.folder, 'server')
    const vendorId = await seedPostgres(node.url, DATABASE, dataDir)
    const pooler = await startPgbouncer(node, DATABASE)
    clean.push(() => pooler.stop())
    const start = async () => {
      const server = await startServer({
        dataDir,
        databaseUrl: pooler.url,
        demo: false,
        env: { DATABASE_DIRECT_URL: node.url(DATABASE) },
      })
      clean.push(() => server.dispose())
      return server
    }
    const [server, other] = await Promise.all([start(), start()])
    const live = await listenLive(other.url, (await signInOwner(other.url)).token)
    clean.push(() => live.close())
    const load = await startLoad(server.url, vendorId)
    await load.until(() => load.acknowledged() > 200)
    await load.finish()
    expect(await checkPostgres(node.url(DATABASE), load.writers)).toEqual([])
    await expect.poll(() => live.messages.length, { timeout: 20_000 }).toBeGreaterThan(0)
    for (const { log } of [server, other]) expect(log()).not.toMatch(/"level":"error"/)
    const direct = openForOperator(node.url(DATABASE))
    clean.push(() => direct.close())
    await live.close()
    await other.dispose()
    await expect(requireNoServer(direct.queries)).rejects.toThrow('stop every server first')
    await server.dispose()
    // The pooler keeps its connections.
    expect(await namesOf(direct.queries)).toContain('tenderbook-pooled')
    await requireNoServer(direct.queries)
  },
)
