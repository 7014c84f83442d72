import { afterAll, beforeAll, expect, test } from 'vitest'
import { API } from '#schema/api/index.ts'
import { FIELD_LIMITS } from '#schema/entities/field-limits.ts'
import { PLAIN_ARRANGEMENT } from '#schema/entities/table-view.ts'
import { buildWorld, PROJECT, type Username, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await buildWorld({ project: { state: 'PUBLISHED', publishedOn: 0 } })
})
afterAll(() => world.close())

const content = {
  arrangement: { ...PLAIN_ARRANGEMENT, isGrouped: true },
  search: '{"q":"SECRET-WORDS"}',
}
const save = async (
  username: Username,
  viewId: string,
  { isShared = false, name = viewId, id = 'd1' } = {},
) =>
  await (
    await world.as(username)
  ).call(API.documents.saveView, { params: { id, viewId }, body: { name, isShared, content } })
const remove = async (username: Username, viewId: string) =>
  await (await world.as(username)).call(API.documents.deleteView, { params: { id: 'd1', viewId } })
const namesOf = async (username: Username): Promise<string[]> =>
  (await (await world.as(username)).call(API.documents.views, { params: { id: 'd1' } })).map(
    ({ name }) => name,
  )

test('[VW1] a private view is readable by its writer only, even within one side', async () => {
  await save('author', 'own-author')
  await save('alpha-contact', 'own-alpha')
  const [view] = await (
    await world.as('author')
  ).call(API.documents.views, { params: { id: 'd1' } })
  expect(view).toMatchObject({ name: 'own-author', isOwn: true, isShared: false, content })
  for (const username of ['owner', 'reviewer', 'alpha-primary', 'beta-primary'] as const)
    expect(await namesOf(username)).toEqual([])
  for (const username of ['owner', 'alpha-contact'] as const) {
    await expect(save(username, 'own-author', { name: 'Taken' })).rejects.toThrow('NOT_FOUND')
    await expect(remove(username, 'own-author')).rejects.toThrow('NOT_FOUND')
  }
  expect(await namesOf('author')).toEqual(['own-author'])
})

test('[VW2] a shared view is readable on its own side only: the team, or the people of one vendor', async () => {
  await save('author', 'shared-city', { isShared: true })
  await save('alpha-contact', 'shared-alpha', { isShared: true })
  expect(await namesOf('reviewer')).toEqual(['shared-city'])
  expect(await namesOf('owner')).toEqual(['shared-city'])
  expect(await namesOf('alpha-primary')).toEqual(['shared-alpha'])
  expect(await namesOf('beta-primary')).toEqual([])
  for (const username of ['beta-primary', 'owner', 'author'] as const) {
    await expect(remove(username, 'shared-alpha')).rejects.toThrow('NOT_FOUND')
    await expect(save(username, 'shared-alpha', { isShared: true })).rejects.toThrow('NOT_FOUND')
  }
})

test('[VW3] a person who may not edit content cannot share or change shared views, but can have private ones', async () => {
  await expect(save('reviewer', 'shared-reviewer', { isShared: true })).rejects.toThrow(
    'NOT_ALLOWED',
  )
  await expect(save('reviewer', 'shared-city', { isShared: true })).rejects.toThrow('NOT_ALLOWED')
  await expect(remove('reviewer', 'shared-city')).rejects.toThrow('NOT_ALLOWED')
  await save('reviewer', 'own-reviewer')
  expect(await namesOf('reviewer')).toEqual(['own-reviewer', 'shared-city'])
  await save('owner', 'shared-city', { isShared: true, name: 'renamed' })
  expect(await namesOf('reviewer')).toEqual(['own-reviewer', 'renamed'])
  // Only the writer of a shared view can make it private.
  await expect(save('owner', 'shared-city', { isShared: false })).rejects.toThrow('NOT_ALLOWED')
  await remove('owner', 'shared-city')
  expect(await namesOf('reviewer')).toEqual(['own-reviewer'])
})

test('[VW3] people of one vendor change its shared views, and none makes the view of another private', async () => {
  await save('alpha-primary', 'shared-alpha', { isShared: true, name: 'renamed' })
  expect(await namesOf('alpha-contact')).toContain('renamed')
  await expect(save('alpha-primary', 'shared-alpha', { isShared: false })).rejects.toThrow(
    'NOT_ALLOWED',
  )
  expect(await namesOf('alpha-primary')).toEqual(['renamed'])
  await save('alpha-contact', 'shared-alpha', { isShared: false })
  expect(await namesOf('alpha-primary')).toEqual([])
  await save('alpha-contact', 'shared-alpha', { isShared: true })
})

test('[VW4] only people who see the document have views of it; a restricted contact has none of another package', async () => {
  for (const username of ['gamma-primary', 'village-admin', 'alpha-restricted', 'clerk'] as const) {
    await expect(save(username, 'foreign')).rejects.toThrow('NOT_FOUND')
    await expect(namesOf(username)).rejects.toThrow('NOT_FOUND')
  }
})

test('[VW5] the number of views and their size are bounded, and the refusal says the number', async () => {
  const count = FIELD_LIMITS.tableViews
  for (let at = 0; at < count; at += 1) await save('beta-primary', `view-${at}`)
  await expect(save('beta-primary', 'one-more')).rejects.toThrow(
    `"VIEWS_FULL"],"detail":{"count":${count}}`,
  )
  await save('beta-primary', 'view-0', { name: 'changed all the same' })
  const beta = await world.as('beta-primary')
  const large = {
    name: 'x',
    isShared: false,
    content: { ...content, search: JSON.stringify({ q: 'x'.repeat(9_000) }) },
  }
  await expect(
    beta.call(API.documents.saveView, { params: { id: 'd1', viewId: 'view-1' }, body: large }),
  ).rejects.toThrow('INPUT_INVALID')
  const wrong = { name: 'x', isShared: false, content: { ...content, search: '[1]' } }
  await expect(
    beta.call(API.documents.saveView, { params: { id: 'd1', viewId: 'view-1' }, body: wrong }),
  ).rejects.toThrow('INPUT_INVALID')
})

test('[VW6] views go with their project', async () => {
  const before = await world.database.queries.selectFrom('table_views').selectAll().execute()
  expect(before.length).toBeGreaterThan(0)
  await world.setProject({ state: 'ARCHIVED' })
  await (await world.as('owner')).call(API.projects.delete, { params: { id: PROJECT } })
  expect(await world.database.queries.selectFrom('table_views').selectAll().execute()).toEqual([])
})
