import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { API } from '#schema/api/index.ts'
import { MAPPING_LIMITS, type NamedMapping } from '#schema/entities/import-mapping.ts'
import { hashForSignIn } from '../support/api-client.ts'
import { buildWorld, PASSWORD, type Username, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await buildWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  await world.database.queries.deleteFrom('import_mappings').execute()
})

const content: NamedMapping['content'] = {
  roles: { 'secret column': 'id', requirement: 'name', notes: 'ignore' },
  sectionFrom: 'columns',
  defaultSection: 'General',
  duplicates: 'merge',
}
const at = (id = world.companies.city) => ({ params: { id: String(id) } })
const saved = (id: string, more: Partial<Pick<NamedMapping, 'name' | 'isShared'>> = {}) => ({
  ...{ id, name: id, isShared: false, content },
  ...more,
})
const create = async (username: Username, id: string, more = {}) =>
  await (
    await world.as(username)
  ).call(API.importMappings.create, { ...at(), body: saved(id, more) })
const update = async (username: Username, { id, updatedOn }: NamedMapping, more = {}) =>
  await (
    await world.as(username)
  ).call(API.importMappings.update, { ...at(), body: { ...saved(id, more), updatedOn } })
const remove = async (username: Username, id: string) =>
  await (await world.as(username)).call(API.importMappings.delete, { ...at(), body: { id } })
const listed = async (username: Username, id?: number): Promise<NamedMapping[]> => [
  ...(await (await world.as(username)).call(API.importMappings.list, at(id))),
]
const namesOf = async (username: Username) => (await listed(username)).map(({ name }) => name)

test('[IX1] a private mapping is readable by its author only, even for an administrator', async () => {
  const made = await create('author', 'own')
  expect(await listed('author')).toEqual([
    { ...saved('own'), isOwn: true, isChangeable: true, updatedOn: made.updatedOn },
  ])
  for (const username of ['owner', 'admin'] as const) {
    expect(await namesOf(username)).toEqual([])
    await expect(update(username, made, { isShared: true })).rejects.toThrow('NOT_FOUND')
    await expect(remove(username, 'own')).rejects.toThrow('NOT_FOUND')
    await expect(create(username, 'own')).rejects.toThrow('NOT_FOUND')
  }
})

test('[IX1] a shared mapping is readable by those who may write documents, and by no vendor, no reviewer and no other organization', async () => {
  await create('author', 'shared', { isShared: true })
  for (const username of ['author', 'owner', 'admin'] as const)
    expect(await namesOf(username)).toEqual(['shared'])
  for (const username of ['reviewer', 'approver', 'clerk', 'alpha-primary'] as const) {
    await expect(listed(username)).rejects.toThrow('NOT_ALLOWED')
    await expect(create(username, 'foreign')).rejects.toThrow('NOT_ALLOWED')
  }
  await expect(listed('village-admin')).rejects.toThrow('NOT_FOUND')
  for (const company of ['alpha', 'village'] as const)
    await expect(listed('admin', world.companies[company])).rejects.toThrow(/NOT_/)
  await expect(listed('alpha-primary', world.companies.alpha)).rejects.toThrow('NOT_ALLOWED')
})

test('[IX2] the author and an administrator rename and delete a shared mapping; other writers only use it', async () => {
  const made = await create('author', 'shared', { isShared: true })
  expect(await listed('owner')).toMatchObject([{ isOwn: false, isChangeable: false }])
  await expect(update('owner', made, { isShared: true })).rejects.toThrow('NOT_ALLOWED')
  await expect(remove('owner', 'shared')).rejects.toThrow('NOT_ALLOWED')
  expect(await listed('admin')).toMatchObject([{ isOwn: false, isChangeable: true }])
  await expect(update('admin', made, { isShared: false })).rejects.toThrow('NOT_ALLOWED')
  const renamed = await update('admin', made, { isShared: true, name: 'Renamed' })
  expect(await namesOf('owner')).toEqual(['Renamed'])
  const hidden = await update('author', renamed, { isShared: false })
  expect(hidden).toMatchObject({ name: 'shared', isShared: false })
  expect(await namesOf('admin')).toEqual([])
  await update('author', hidden, { isShared: true })
  await remove('admin', 'shared')
  expect(await namesOf('author')).toEqual([])
})

test('[IX3] of two changes on one version one is refused, and a mapping created twice is one', async () => {
  const made = await create('author', 'twice', { isShared: true })
  const again = await create('author', 'twice', { name: 'Sent again' })
  expect(again).toEqual(made)
  let version = made
  for (let round = 0; round < 8; round += 1) {
    const both = await Promise.allSettled([
      update('author', version, { isShared: true, name: `First ${round}` }),
      update('admin', version, { isShared: true, name: `Second ${round}` }),
    ])
    const taken = both.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    const reasons = both.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []))
    expect(taken).toHaveLength(1)
    expect(reasons).toHaveLength(1)
    expect(reasons[0]).toContain('requirement.stale')
    version = taken[0] ?? version
    expect(await namesOf('author')).toEqual([version.name])
  }
})

test('[IX4] the number and the size of mappings are limited, and unknown parts are refused', async () => {
  for (let count = 0; count < MAPPING_LIMITS.ofPerson; count += 1)
    await create('author', `own-${count}`)
  const full = `"MAPPINGS_FULL"],"detail":{"count":${MAPPING_LIMITS.ofPerson}}`
  await expect(create('author', 'one-more')).rejects.toThrow(full)
  await world.database.queries
    .updateTable('import_mappings')
    .set({ is_shared: 1 })
    .where('user_id', '=', world.users.author)
    .execute()
  const rest = MAPPING_LIMITS.shared - MAPPING_LIMITS.ofPerson
  for (let count = 1; count < rest; count += 1)
    await create('admin', `shared-${count}`, { isShared: true })
  const own = await create('admin', 'own')
  await create('owner', 'last', { isShared: true })
  await expect(create('owner', 'more', { isShared: true })).rejects.toThrow('SHARED_MAPPINGS_FULL')
  await expect(update('admin', own, { isShared: true })).rejects.toThrow('SHARED_MAPPINGS_FULL')
  const names = Object.fromEntries(
    Array.from({ length: 12 }, (_, index) => [`${index} ${'x'.repeat(1_900)}`, 'text' as const]),
  )
  for (const wrong of [
    { ...content, roles: names },
    { ...content, rows: ['A row of the file'] },
    { ...content, roles: { id: 'no role' } },
  ])
    await expect(
      (await world.as('owner')).call(API.importMappings.create, {
        ...at(),
        body: { ...saved('wrong'), content: wrong as NamedMapping['content'] },
      }),
    ).rejects.toThrow('INPUT_INVALID')
})

test('[IX5] a deleted account takes its private mappings with it and leaves the shared ones', async () => {
  await create('author', 'own')
  await create('author', 'shared', { isShared: true })
  const hash = await hashForSignIn(world.url, 'author', PASSWORD)
  await (await world.as('author')).call(API.profiles.delete, { body: { hash } })
  const left = await world.database.queries.selectFrom('import_mappings').select('id').execute()
  expect(left).toEqual([{ id: 'shared' }])
  expect(await listed('owner')).toMatchObject([{ name: 'shared', isOwn: false }])
})
