import { afterAll, beforeAll, expect, test } from 'vitest'
import { requirementCounts } from '#server/database/migrations/0009-requirement-counts.ts'
import { buildDefinition } from '../support/project-rows.ts'
import { wrongCounts } from './fuzz/invariants.ts'
import { SyncDevice } from './sync-client.ts'
import { buildWorld, PROJECT as projectId, type Username, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await buildWorld()
})
afterAll(async () => {
  await world.close()
})

const countFor = async (username: Username): Promise<number | undefined> => {
  const device = new SyncDevice(await world.as(username))
  await device.pull(projectId)
  return device.home?.projects[0]?.requirementCount
}

test('[SY22] the list of projects counts requirements correctly after every accepted and every refused edit', async () => {
  const author = new SyncDevice(await world.as('author'))
  const create = (id: string) =>
    author.edit('requirements.create', {
      projectId,
      id,
      sectionId: 's1',
      after: null,
      name: id,
      definition: buildDefinition(),
    })
  const steps = [
    { edits: [create('c1'), create('c2')], count: 5 },
    {
      edits: [create('c3'), author.edit('requirements.delete', { projectId, ids: ['c3'] })],
      count: 5,
    },
    { edits: [author.edit('requirements.delete', { projectId, ids: ['c1', 'r3'] })], count: 3 },
    {
      edits: [
        author.edit('content.restore', { projectId, root: { entity: 'requirement', id: 'c1' } }),
      ],
      count: 5,
    },
    {
      edits: [
        author.edit('requirements.create', {
          projectId,
          id: 'c4',
          sectionId: 'nowhere',
          after: null,
          name: 'c4',
          definition: buildDefinition(),
        }),
      ],
      count: 5,
    },
    { edits: [author.edit('packages.delete', { projectId, id: 'p1' })], count: 1 },
    {
      edits: [author.edit('content.restore', { projectId, root: { entity: 'package', id: 'p1' } })],
      count: 5,
    },
    {
      edits: [
        author.edit('sections.delete', { projectId, id: 's1' }),
        author.edit('content.restore', { projectId, root: { entity: 'section', id: 's1' } }),
      ],
      count: 5,
    },
    {
      edits: [
        author.edit(
          'packages.update',
          { projectId, id: 'p1', name: 'Kernel' },
          { 'package/p1#name': 'Core' },
        ),
      ],
      count: 5,
    },
  ]
  for (const { edits, count } of steps) {
    await author.push(...edits)
    expect(
      [await countFor('reviewer'), await wrongCounts(world.database.queries)],
      JSON.stringify(edits),
    ).toEqual([count, []])
  }
  await author.pull(projectId)
  expect(author.results.filter(({ status }) => status !== 'applied')).toMatchObject([
    { status: 'refused' },
  ])
})

test('[SY22] a database from before the counters shows the same counts after an upgrade', async () => {
  const before = await countFor('reviewer')
  await world.database.write(async (tx) => {
    await tx.schema.alterTable('packages').dropColumn('requirement_count').execute()
    await requirementCounts().up(tx)
  })
  expect([await countFor('reviewer'), await wrongCounts(world.database.queries)]).toEqual([
    before,
    [],
  ])
  expect(before).toBeGreaterThan(0)
})
