import { expect, test } from 'vitest'
import { API } from '#schema/api/index.ts'
import { openDatabase } from '#server/database/open.ts'
import { openSqlite } from '#server/database/open-sqlite.ts'
import { seedProject, type NewProject } from '#server/database/seed.ts'
import { signInApi } from '../support/api-client.ts'
import {
  buildCommitment,
  buildProject,
  buildProjectVendor,
  buildRequirement,
  buildRows,
} from '../support/project-rows.ts'
import { startServer } from '../support/start-server.ts'
import { createTestDatabase, testDatabaseKind } from '../support/test-database.ts'

const DEMO_PASSWORD = 'Tenderbook-2026'
const COUNT = 4_000

/** A large project in evaluation, of the owner of the demo and one of their vendors. */
const seedLarge = async (dataDir: string): Promise<void> => {
  const database = await openDatabase({ dataDir })
  const { id: ownerId, organizationId } = await database.queries
    .selectFrom('users')
    .select(['id', 'active_organization_id as organizationId'])
    .where('username', '=', 'owner')
    .executeTakeFirstOrThrow()
  const { id: vendorId } = await database.queries
    .selectFrom('organizations')
    .select('id')
    .where('parent_id', '=', organizationId)
    .executeTakeFirstOrThrow()
  const ids = Array.from({ length: COUNT }, (_, i) => `r${i}`)
  const content = {
    ...buildRows(),
    project: [],
    projectVendor: [buildProjectVendor(vendorId)],
    requirement: ids.map((id, i) => buildRequirement({ id, fullId: `FUN-${1_000 + i}` })),
    commitment: ids.map((requirementId) => buildCommitment({ requirementId, vendorId })),
  }
  await seedProject(database, {
    project: buildProject({
      state: 'EVALUATION',
      publishedOn: 1,
      organizationId: organizationId ?? 0,
      ownerId,
    }),
    rows: Object.entries(content).flatMap(([entity, rows]) =>
      rows.map((row) => ({ entity, row })),
    ) as unknown as NewProject['rows'],
  })
  await database.close()
}

test.skipIf(testDatabaseKind === 'postgres')(
  '[VR10] after a kill in the middle the former version goes on, and a new one can be made',
  async () => {
    const place = await createTestDatabase()
    const server = await startServer({ dataDir: place.dataDir })
    try {
      await server.stop()
      await seedLarge(place.dataDir)
      await server.start()
      const params = { id: 'project' }
      const owner = await signInApi(server.url, 'owner', DEMO_PASSWORD)
      const answer = owner.call(API.versions.create, { params, body: {} }).catch(() => null)
      const looking = openSqlite(place.dataDir)
      const unfinished = async () =>
        await looking.queries
          .selectFrom('projects')
          .innerJoin('commitments', 'commitments.project_id', 'projects.id')
          .select('projects.id')
          .where('projects.state', '=', 'INITIALIZING')
          .limit(1)
          .execute()
      await expect.poll(unfinished, { timeout: 30_000, interval: 5 }).toHaveLength(1)
      await server.kill()
      expect(await answer).toBe(null)
      expect(await unfinished()).toHaveLength(1)
      await server.start()
      await expect.poll(unfinished, { timeout: 30_000 }).toEqual([])
      await looking.close()
      const again = await signInApi(server.url, 'owner', DEMO_PASSWORD)
      expect(await again.call(API.projects.get, { params })).toMatchObject({ state: 'EVALUATION' })
      await expect
        .poll(async () => (await again.call(API.versions.list, { params })).length)
        .toBe(1)
      const made = await again.call(API.versions.create, { params, body: {} })
      expect(made).toMatchObject({ state: 'PREPARATION', requirementCount: COUNT })
      expect(await again.call(API.versions.list, { params })).toHaveLength(2)
    } finally {
      await server.dispose()
      await place.remove()
    }
  },
)
