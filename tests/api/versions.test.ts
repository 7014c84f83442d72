import { afterAll, beforeEach, expect, test } from 'vitest'
import { API } from '#schema/api/index.ts'
import { buildCommitment } from '../support/project-rows.ts'
import { buildWorld, PROJECT as projectId, type World } from './world.ts'

let world: World | undefined
const params = { id: projectId }
const build = async (options: Parameters<typeof buildWorld>[0] = {}): Promise<World> => {
  world = await buildWorld(options)
  return world
}
beforeEach(async () => {
  await world?.close()
  world = undefined
})
afterAll(async () => {
  await world?.close()
})

test('[VR1] a new version continues the project in PREPARATION, and the former one is archived', async () => {
  const built = await build({ project: { state: 'EVALUATION', publishedOn: 1, version: '1' } })
  const { companies, as } = built
  const owner = await as('owner')
  const made = await owner.call(API.versions.create, { params, body: {} })
  expect(made).toMatchObject({ state: 'PREPARATION', version: '2', deadline: null })
  expect(await owner.call(API.projects.get, { params })).toMatchObject({ state: 'ARCHIVED' })
  expect(companies.alpha).toBeGreaterThan(0)
  const list = await owner.call(API.versions.list, { params })
  expect(list.map(({ version, state, isCurrent }) => [version, state, isCurrent])).toEqual([
    ['2', 'PREPARATION', true],
    ['1', 'ARCHIVED', false],
  ])
  expect(buildCommitment().submitted).toBe(false)
})

test('[VR20] a requirement and a document show what they were in a former version', async () => {
  const { as } = await build({ project: { state: 'EVALUATION', publishedOn: 1 } })
  const owner = await as('owner')
  const made = await owner.call(API.versions.create, { params, body: { version: '2.0' } })
  const found = await owner.call(API.versions.ofRequirement, { params: { id: 'r1' } })
  expect(
    found.map(({ projectId: id, version, fullId, status, isCurrent }) => [
      id,
      version,
      fullId,
      status,
      isCurrent,
    ]),
  ).toEqual([
    [made.id, '2.0', 'FUN-0001', 'OLD', true],
    [projectId, '1', 'FUN-0001', 'NEW', false],
  ])
  for (const id of [projectId, made.id]) {
    const document = await owner.call(API.versions.document, {
      params: { id },
      body: { documentPrefix: 'FUN' },
    })
    expect(document.requirements.map(({ fullId }) => fullId)).toEqual(['FUN-0001', 'FUN-0002'])
  }
})

test('[CL10] a clone is an independent project in DRAFT, whose owner is the caller', async () => {
  const { as, users } = await build()
  const colleague = await as('owner')
  const copy = await colleague.call(API.clones.project, {
    body: { id: projectId, name: 'Another', cloneId: 'copy' },
  })
  expect(copy).toMatchObject({
    id: 'copy',
    name: 'Another',
    state: 'DRAFT',
    ownerId: users.owner,
    requirementCount: 3,
  })
  expect(await colleague.call(API.versions.list, { params: { id: 'copy' } })).toHaveLength(1)
})

test('[CL20] a cloned document has requirements of its own with its own prefix', async () => {
  const { as } = await build()
  const owner = await as('owner')
  const copy = await owner.call(API.clones.document, {
    body: { id: 'd1', prefix: 'CPY', name: 'Copy' },
  })
  expect(copy).toMatchObject({ name: 'Copy', prefix: 'CPY', packageId: 'p1' })
  const { requirements } = await owner.call(API.versions.document, {
    params,
    body: { documentPrefix: 'CPY' },
  })
  expect(requirements.map(({ fullId, status }) => [fullId, status])).toEqual([
    ['CPY-0001', 'NEW'],
    ['CPY-0002', 'NEW'],
  ])
})
