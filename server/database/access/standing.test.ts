import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ProjectState } from '#schema/entities/project.ts'
import { type ContentTown, openContentTown } from '../../../tests/support/content-town.ts'
import { buildProject, PROJECT_ID } from '../../../tests/support/project-rows.ts'
import { actorOf, type Person, readActor, readPerson, readPersonIn } from './read-actor.ts'
import { readAudience } from './read-audience.ts'
import { readStanding, readStandingIn } from './standing.ts'
import { readTeams } from './team.ts'

let town: ContentTown
/** Project `project` of City with Alpha and Beta; `zother` of Village with the same rows. */
beforeEach(async () => {
  town = await openContentTown({ state: 'PUBLISHED', publishedOn: 1 })
})
afterEach(() => town.rows.close())
const queries = () => town.rows.database.queries
const grant = (project_id: string, vendor_id: number, user_id: number, packages: string | null) =>
  queries()
    .insertInto('restrictions')
    .values({ project_id, vendor_id, user_id, package_ids: packages })
    .execute()
const moveTo = (userId: number, place: number | null) =>
  queries()
    .updateTable('users')
    .set({ active_organization_id: place })
    .where('id', '=', userId)
    .execute()
const standing = (userId: number, projectId = PROJECT_ID) =>
  readStanding(queries(), { projectId, userId })
const project = (state: ProjectState = 'PUBLISHED', ownerId = town.olga) =>
  buildProject({ organizationId: town.city, ownerId, state, publishedOn: 1 })
const known = (person: Person | null): Person => {
  if (person === null) throw new Error('unknown')
  return person
}
const NOTHING = { memberRoles: null, invited: null, granted: null, packageIds: null }

describe('what binds a person to a project', () => {
  it('is a membership of this project and person', async () => {
    const { anna, olga, city, villager, village } = town
    await town.joins('zother', olga, 'role-project-admin')
    expect(await standing(anna)).toEqual({
      ...{ ...NOTHING, organizationId: city, isOnBothSides: false },
      memberRoles: '["role-project-req-author"]',
    })
    for (const [person, place] of [
      [olga, city],
      [villager, village],
    ] as const)
      expect(await standing(person)).toEqual({
        ...{ ...NOTHING, organizationId: place, isOnBothSides: false },
      })
    expect((await standing(olga, 'zother'))?.memberRoles).toBe('["role-project-admin"]')
  })

  it('is an invitation and a grant of this project with the active organization', async () => {
    const { vera, alpha, beta } = town
    const carl = await town.person('carl', alpha)
    await grant(PROJECT_ID, alpha, vera, '["p1"]')
    await grant(PROJECT_ID, beta, carl, null)
    await grant('zother', alpha, carl, null)
    expect(await standing(vera)).toMatchObject({
      ...{ organizationId: alpha, memberRoles: null, granted: vera, packageIds: '["p1"]' },
      invited: `${PROJECT_ID}.${alpha}`,
    })
    expect(await standing(carl)).toMatchObject({ granted: null, packageIds: null })
    await moveTo(carl, beta)
    expect(await standing(carl)).toMatchObject({
      ...{ organizationId: beta, granted: carl, packageIds: null },
      invited: `${PROJECT_ID}.${beta}`,
    })
    await moveTo(carl, null)
    expect(await standing(carl)).toEqual({
      ...{ ...NOTHING, organizationId: null, isOnBothSides: false },
    })
  })

  it('is the same in an organization that is not the active one', async () => {
    const { vera, alpha, beta, city } = town
    await grant(PROJECT_ID, beta, vera, null)
    const inPlace = (organizationId: number, userId = vera) =>
      readStandingIn(queries(), { projectId: PROJECT_ID, userId, organizationId })
    expect(await inPlace(beta)).toMatchObject({ organizationId: beta, granted: vera })
    expect(await inPlace(alpha)).toMatchObject({ organizationId: alpha, granted: null })
    expect(await inPlace(city)).toMatchObject({ organizationId: city, invited: null })
    expect(await inPlace(city, 999)).toBeNull()
  })

  it('is nothing for an unknown person, and tells who stands on both sides', async () => {
    expect(await standing(999)).toBeNull()
    await town.rows.member(town.alpha, town.anna)
    expect((await standing(town.anna))?.isOnBothSides).toBe(true)
    expect((await standing(town.anna, 'zother'))?.isOnBothSides).toBe(false)
    const person = known(await readPerson(queries(), town.anna))
    expect(await readActor(queries(), person, project())).toBeNull()
  })
})

describe('what a person is in a project', () => {
  it('follows from what was read before, unless they changed the organization since', async () => {
    const { vera, alpha, city } = town
    await town.rows.member(city, vera, { roles: '["role-org-admin"]' })
    await queries().deleteFrom('project_vendors').where('vendor_id', '=', alpha).execute()
    const before = await standing(vera)
    const inCity = known(await readPersonIn(queries(), vera, city))
    const inAlpha = known(await readPersonIn(queries(), vera, alpha))
    const act = async (person: Person, read: typeof before) =>
      (await actorOf(queries(), { person, project: project() }, read))?.relation ?? null
    expect([await act(inCity, before), await act(inAlpha, before)]).toEqual(['collaborator', null])
    // What was read counts where the organization is the same.
    const invited = { ...NOTHING, invited: 'x', organizationId: alpha, isOnBothSides: false }
    expect(await act(inAlpha, invited)).toBe('vendor')
    expect(await act(inCity, invited)).toBe('collaborator')
    expect(await act(inCity, null)).toBe('collaborator')
  })

  it('is nothing once their account is gone', async () => {
    const { anna } = town
    const person = known(await readPerson(queries(), anna))
    await queries().deleteFrom('users').where('id', '=', anna).execute()
    expect(await readActor(queries(), person, project())).toBeNull()
  })

  it.each<[ProjectState, boolean, boolean]>([
    ['DRAFT', true, false],
    ['PREPARATION', true, true],
    ['PUBLISHED', true, true],
  ])('opens a project in %s to its owner: %j, to an author: %j', async (state, owner, author) => {
    const { olga, anna } = town
    const body = JSON.stringify({ ...project(state), publishedOn: null })
    await queries()
      .updateTable('projects')
      .set({ state, body })
      .where('id', '=', PROJECT_ID)
      .execute()
    const opens = async (id: number) =>
      (await readAudience(queries(), known(await readPerson(queries(), id)), PROJECT_ID)) !== null
    expect([await opens(olga), await opens(anna)]).toEqual([owner, author])
  })
})

it('teams are read of the named projects alone, by name', async () => {
  const { city, olga, anna } = town
  await town.rows.project('q', city, { owner_id: olga })
  await town.joins('q', anna, 'role-project-req-author')
  for (const name of ['zoe', 'max', 'carl'])
    await town.joins(PROJECT_ID, await town.person(name, city), 'role-project-req-author')
  const abel = await town.person('abel', city)
  await queries()
    .updateTable('projects')
    .set({ owner_id: abel })
    .where('id', '=', PROJECT_ID)
    .execute()
  const teams = await readTeams(queries(), { organizationId: city, projectIds: [PROJECT_ID] })
  expect(
    [...teams].map(([id, team]) => [id, ...team.map(({ name }) => name.split(' ')[0])]),
  ).toEqual([[PROJECT_ID, 'abel', 'anna', 'carl', 'max', 'zoe']])
})
