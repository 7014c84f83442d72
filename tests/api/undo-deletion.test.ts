import { afterEach, beforeEach, expect, test } from 'vitest'
import { compactLog } from '#server/jobs/compact-log.ts'
import { API } from '#schema/api/index.ts'
import { SyncDevice } from './sync-client.ts'
import { buildWorld, PROJECT as projectId, type Username, type World } from './world.ts'

const MONTH_MS = 30 * 86_400_000
let world: World
beforeEach(async () => {
  world = await buildWorld({ project: { state: 'PUBLISHED', publishedOn: 0 } })
})
afterEach(() => world.close())

const VENDORS = { alpha: 'alpha-primary', beta: 'beta-primary' } as const
type Vendor = keyof typeof VENDORS
const answer = async (vendor: Vendor): Promise<void> => {
  const device = new SyncDevice(await world.as(VENDORS[vendor]))
  await device.push(
    device.edit('commitments.update', {
      projectId,
      requirementId: 'r1',
      vendorId: world.companies[vendor],
      values: { note: `Answer of ${vendor}` },
    }),
  )
  await device.pull(projectId)
  expect(device.results).toMatchObject([{ status: 'applied' }])
}
const noteOf = async (vendor: Vendor): Promise<unknown> => {
  await world.setProject({ state: 'PUBLISHED' })
  const device = new SyncDevice(await world.as(VENDORS[vendor]))
  await device.pull(projectId)
  const row = device.get('commitment', `r1.${world.companies[vendor]}`)
  return (row as { values?: { note?: string } } | undefined)?.values?.note ?? null
}
const notes = async () => [await noteOf('alpha'), await noteOf('beta')]
const remove = async (): Promise<void> => {
  await world.setProject({ state: 'PREPARATION' })
  await (await world.as('author')).call(API.sections.delete, { body: { id: 's1' } })
}
const restore = async (username: Username): Promise<number> => {
  await world.setProject({ state: 'PREPARATION' })
  const path = `/projects-service/projects/${projectId}/restore`
  const body = { entity: 'section', entityId: 's1' }
  return (await (await world.as(username)).raw('POST', path, body)).status
}

test('[SY21] undoing a deletion brings back the answers of every vendor, for its author only', async () => {
  for (const vendor of ['alpha', 'beta'] as const) await answer(vendor)
  const written = ['Answer of alpha', 'Answer of beta']
  expect(await notes()).toEqual(written)
  await remove()
  expect(await notes()).toEqual([null, null])
  for (const username of ['owner', 'admin'] as const)
    expect([username, await restore(username)]).toEqual([username, 409])
  for (const username of ['reviewer', 'alpha-primary', 'village-admin'] as const)
    expect([403, 404, 409], username).toContain(await restore(username))
  expect(await notes()).toEqual([null, null])
  expect(await restore('author')).toBe(200)
  expect(await notes()).toEqual(written)
})

test('[SY21] a deletion can be undone for 30 days, and not a moment longer', async () => {
  await remove()
  world.clock.now += MONTH_MS
  await compactLog(world.database, () => world.clock.now)
  expect(await restore('author')).toBe(200)
  await remove()
  world.clock.now += MONTH_MS + 1
  await compactLog(world.database, () => world.clock.now)
  expect(await restore('author')).toBe(409)
})
