import { afterEach, beforeEach, expect, it } from 'vitest'
import { type ContentTown, openContentTown } from '../../tests/support/content-town.ts'
import { PROJECT_ID } from '../../tests/support/project-rows.ts'
import { withObjects } from './access-objects.ts'
import { readPlace } from './places.ts'

let town: ContentTown
beforeEach(async () => {
  town = await openContentTown()
})
afterEach(() => town.rows.close())
type Line = Parameters<typeof withObjects>[2][number]
const line = (object: string, result: Line['result'] = 'success') =>
  ({ id: object, action: 'users.get', object, result }) as unknown as Line
/** The kind, id and name of each object, as a person reads the log of this organization. */
const named = async (by: number, organization: number, ...lines: Line[]) => {
  const place = await readPlace(town.rows.database.queries, organization)
  return (await withObjects(await town.calls.by(by), place, lines)).map(({ object }) =>
    object === null ? null : [object.kind, object.id, object.name],
  )
}

it('people of the organization and of its vendors have names, others have none', async () => {
  const { olga, anna, vera, villager, city } = town
  const found = await named(
    olga,
    city,
    ...[anna, vera, villager, 999].map((id) => line(`person/${id}`)),
  )
  expect(found).toEqual([
    ['person', `${anna}`, 'anna Person'],
    ['person', `${vera}`, 'vera Person'],
    ['person', `${villager}`, null],
    ['person', '999', null],
  ])
  await town.rows.member(city, villager)
  expect(await named(olga, city, line(`person/${villager}`))).toEqual([
    ['person', `${villager}`, 'villager Person'],
  ])
})

it('a person without an organization has a name only if a call reached them', async () => {
  const alone = await town.rows.person('alone')
  const other = await town.rows.person('other')
  const { olga, city } = town
  const told = line(`person/${alone}`)
  expect(await named(olga, city, line(`person/${alone}`, 'failure'))).toEqual([
    ['person', `${alone}`, null],
  ])
  expect(
    await named(olga, city, told, line(`person/${other}`, 'failure'), line(`project/${other}`)),
  ).toEqual([
    ['person', `${alone}`, 'alone Person'],
    ['person', `${other}`, null],
    ['project', `${other}`, null],
  ])
})

it('the organization, its vendors and its requestor have names, others have none', async () => {
  const { olga, vera, city, village, alpha, beta } = town
  const all = [city, village, alpha, beta].map((id) => line(`organization/${id}`))
  const names = async (by: number, place: number) =>
    (await named(by, place, ...all)).map((object) => object?.[2])
  expect(await names(olga, city)).toEqual(['City', null, 'Alpha', 'Beta'])
  expect(await names(vera, alpha)).toEqual(['City', null, 'Alpha', null])
})

it('projects have names for those who see them, in the log of their own organization', async () => {
  const { olga, city, village } = town
  const lines = [PROJECT_ID, 'zother', 'unknown'].map((id) => line(`project/${id}`))
  const names = async (by: number, place: number) =>
    (await named(by, place, ...lines)).map((object) => object?.[2])
  expect(await names(olga, city)).toEqual(['Groupware', null, null])
  expect(await names(olga, village)).toEqual([null, null, null])
  const plain = await town.person('plain', city)
  expect(await names(plain, city)).toEqual([null, null, null])
})

it('a file has no name, and an object of an unknown kind is none', async () => {
  const { olga, anna, city } = town
  const lines = ['file/f', '', `${anna}`, 'thing/1', 'person'].map((object) => line(object))
  expect(await named(olga, city, ...lines)).toEqual([
    ['file', 'f', null],
    ...[null, null, null, null],
  ])
})
