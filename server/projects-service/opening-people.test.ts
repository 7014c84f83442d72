import { afterEach, beforeEach, expect, it } from 'vitest'
import { type EmptyDatabase, NOW, openEmptyDatabase } from '../../tests/support/empty-database.ts'
import { buildProject } from '../../tests/support/project-rows.ts'
import { findAsker, readConfirmers } from './opening-people.ts'

let rows: EmptyDatabase
let [city, village, owner] = [0, 0, 0]
beforeEach(async () => {
  rows = await openEmptyDatabase()
  city = await rows.organization('City')
  village = await rows.organization('Village')
  owner = await join(city, 'owner', ['role-org-admin'])
  for (const id of ['p', 'q']) await rows.project(id, city, { owner_id: owner })
})
afterEach(() => rows.close())

type Member = Parameters<EmptyDatabase['member']>[2]
const join = async (place: number, name: string, roles: string[], member: Member = {}) => {
  const id = await rows.person(name, { active_organization_id: place, language: 'sk' })
  await rows.member(place, id, { roles: JSON.stringify(roles), ...member })
  return id
}
const work = (projectId: string, userId: number, roles: string[]) =>
  rows.database.queries
    .insertInto('project_members')
    .values({
      project_id: projectId,
      user_id: userId,
      roles: JSON.stringify(roles),
      created_on: NOW,
    })
    .execute()
const project = () =>
  buildProject({ id: 'p', organizationId: city, ownerId: owner, state: 'PUBLISHED' })

it('an opening is confirmed by administrators of the organization and of this project, by name', async () => {
  const admin = await join(city, 'zoe', ['role-org-admin'])
  const ofProject = await join(city, 'anna', [])
  await work('p', ofProject, ['role-project-admin'])
  const author = await join(city, 'author', [])
  await work('p', author, ['role-project-req-author'])
  const elsewhere = await join(city, 'elsewhere', [])
  await work('q', elsewhere, ['role-project-admin'])
  await join(city, 'member', [])
  await join(city, 'blocked', ['role-org-admin'], { state: 'BLOCKED' })
  await join(village, 'stranger', ['role-org-admin'])
  expect(await readConfirmers(rows.database.queries, project())).toEqual([
    { id: ofProject, name: 'anna Person', email: 'anna@city.example', language: 'sk' },
    { id: admin, name: 'zoe Person', email: 'zoe@city.example', language: 'sk' },
  ])
})

it('only the active owner of the project has asked for its opening', async () => {
  const other = await join(city, 'other', ['role-org-admin'])
  const { queries } = rows.database
  const asker = (askedBy: number) => findAsker(queries, project(), askedBy)
  expect(await asker(owner)).toEqual({ id: owner, name: 'owner Person' })
  expect(await asker(other)).toBeNull()
  await queries.updateTable('users').set({ blocked: 1 }).where('id', '=', owner).execute()
  expect(await asker(owner)).toBeNull()
})
