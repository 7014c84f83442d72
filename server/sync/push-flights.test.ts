import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SYNC_PROTOCOL } from '#schema/api/sync.ts'
import { createPostgresNode, type PostgresNode } from '../../tests/support/postgres-node.ts'
import { type PostgresProxy, startPostgresProxy } from '../../tests/support/postgres-proxy.ts'
import { buildProject, buildRows, PROJECT_ID } from '../../tests/support/project-rows.ts'
import { judgeAtOnce } from '../commands/judge/judge-answers.ts'
import type { Database } from '../database/database.ts'
import { openDatabase } from '../database/open.ts'
import { seedOrganization, seedProject, seedUser } from '../database/seed.ts'
import { push } from './push.ts'

let dataDir: string
let node: PostgresNode
let proxy: PostgresProxy
let database: Database
let userId: number
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tenderbook-flights-'))
  node = await createPostgresNode()
  await node.start()
  proxy = await startPostgresProxy(node.port)
  const databaseUrl = Object.assign(new URL(node.url()), { port: String(proxy.port) }).href
  database = await openDatabase({ dataDir, databaseUrl })
  const organizationId = await seedOrganization(database, { name: 'City' })
  userId = await seedUser(database, {
    ...{ username: 'owner', password: 'x', firstname: 'A', lastname: 'B', iterations: 1 },
    ...{ organizationId, roles: ['role-org-power-user'] },
  })
  const { project: _, ...rows } = buildRows()
  await seedProject(database, {
    project: buildProject({ organizationId, ownerId: userId }),
    rows: Object.entries(rows).flatMap(([entity, list]) =>
      list.map((row) => ({ entity, row }) as never),
    ),
  })
})
afterAll(async () => {
  await database.close()
  await proxy.close()
  await node.remove()
  await rm(dataDir, { recursive: true })
})

const services = {
  clock: Date.now,
  judge: judgeAtOnce,
  publish: () => undefined,
  onError: () => undefined,
}
let name = 'General'
const rename = async (mid: number): Promise<void> => {
  const former = name
  name = `Renamed ${mid}`
  await push(
    { services: { ...services, database }, serverId: 's', userId, onError: () => undefined },
    {
      ...{ clientId: 'device', schemaVersion: SYNC_PROTOCOL, serverId: 's' },
      mutations: [
        {
          ...{ mid, command: 'sections.update', clientAt: 0 },
          args: { projectId: PROJECT_ID, id: 's1', name },
          base: { 'section/s1#name': former },
        },
      ],
    },
  )
}

test('[PR20] an edit takes at most four round trips to PostgreSQL', async () => {
  await rename(1)
  const before = proxy.flights()
  await rename(2)
  const verdicts = await database.queries
    .selectFrom('mutation_result')
    .select(['mid', 'status'])
    .orderBy('mid')
    .execute()
  expect(verdicts).toEqual([
    { mid: 1, status: 'applied' },
    { mid: 2, status: 'applied' },
  ])
  // One of them is the read above.
  expect(proxy.flights() - before - 1).toBeLessThanOrEqual(4)
})
