import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Project } from '#schema/entities/project.ts'
import {
  type EmptyDatabase,
  NOW,
  openEmptyDatabase,
} from '../../../tests/support/empty-database.ts'
import { buildProject, buildProjectVendor, buildRows } from '../../../tests/support/project-rows.ts'
import { inProject, storeRows } from '../../../tests/support/stored-project.ts'
import { readPerson } from '../access/read-actor.ts'
import { readListeners } from '../events/read-listeners.ts'
import { readHome, readSummary } from './read-home.ts'

let rows: EmptyDatabase
let [city, village, alpha, beta] = [0, 0, 0, 0]
beforeEach(async () => {
  rows = await openEmptyDatabase()
  city = await rows.organization('City')
  village = await rows.organization('Village')
  alpha = await rows.organization('Alpha', { parent_id: city })
  beta = await rows.organization('Beta', { parent_id: city })
})
afterEach(() => rows.close())
const queries = () => rows.database.queries

type Member = Parameters<EmptyDatabase['member']>[2]
const join = async (place: number, name: string, member: Member = {}) => {
  const id = await rows.person(name, { active_organization_id: place })
  await rows.member(place, id, member)
  return id
}
const work = (projectId: string, userId: number, role = 'role-project-req-author') =>
  queries()
    .insertInto('project_members')
    .values({ project_id: projectId, user_id: userId, roles: `["${role}"]`, created_on: NOW })
    .execute()
const grant = (projectId: string, vendorId: number, userId: number, packages: string | null) =>
  queries()
    .insertInto('restrictions')
    .values({ project_id: projectId, vendor_id: vendorId, user_id: userId, package_ids: packages })
    .execute()
const store = async (id: string, project: Partial<Project>, vendors: number[] = []) =>
  await storeRows(
    rows,
    inProject(
      buildRows({
        project: [
          buildProject({
            organizationId: city,
            ownerId: 0,
            state: 'PUBLISHED',
            publishedOn: 1,
            ...project,
          }),
        ],
        projectVendor: vendors.map(buildProjectVendor),
      }),
      id,
    ),
  )
const home = async (userId: number) => {
  const person = await readPerson(queries(), userId)
  return person === null ? [] : await readHome(queries(), person)
}
const idsOf = async (userId: number) => (await home(userId)).map(({ id }) => id)

describe('the projects of a requestor', () => {
  it('are those owned, joined or opened by a role, the newest change first', async () => {
    const owner = await join(city, 'anna')
    const admin = await join(city, 'boris', { roles: '["role-org-admin"]' })
    const stranger = await join(village, 'carl', { roles: '["role-org-admin"]' })
    await store('owned', { ownerId: owner, updatedOn: 5, state: 'DRAFT' })
    await store('joined', { updatedOn: 7 })
    await store('not-joined', { updatedOn: 6 })
    await store('of-village', { organizationId: village })
    for (const id of ['joined', 'of-village']) await work(id, owner)
    await work('not-joined', stranger)
    expect(await idsOf(owner)).toEqual(['joined', 'owned'])
    expect(await idsOf(admin)).toEqual(['joined', 'not-joined', 'owned'])
    expect(await idsOf(stranger)).toEqual(['of-village'])
    const person = await readPerson(queries(), owner)
    if (person === null) throw new Error('nobody')
    const one = async (id: string) => (await readSummary(queries(), person, id))?.id ?? null
    expect([await one('owned'), await one('not-joined'), await one('unknown')]).toEqual([
      'owned',
      null,
      null,
    ])
  })

  it('tell the person’s part, the team, the stars and the number of requirements', async () => {
    const owner = await join(city, 'anna')
    const member = await join(city, 'boris')
    await store('p', { ownerId: owner }, [alpha])
    await store('q', { ownerId: owner })
    await work('p', member, 'role-project-admin')
    for (const [projectId, userId] of [
      ['p', member],
      ['q', owner],
    ] as const)
      await queries()
        .insertInto('favorites')
        .values({ project_id: projectId, user_id: userId })
        .execute()
    const [summary] = await home(member)
    expect(summary).toMatchObject({
      id: 'p',
      requirementCount: 3,
      favorite: true,
      me: { relation: 'collaborator', isAdministrator: true, vendorId: null, packageIds: null },
      team: [
        { id: owner, name: 'anna Person' },
        { id: member, name: 'boris Person' },
      ],
    })
    const own = await home(owner)
    expect(
      own.map(({ id, favorite, me }) => [id, favorite, me.isAdministrator]).toSorted(),
    ).toEqual([
      ['p', false, undefined],
      ['q', true, undefined],
    ])
  })
})

describe('[IS4] the projects of a contact', () => {
  it('are published ones of the own requestor that invited the vendor and opened to the contact', async () => {
    const primary = await join(alpha, 'anna', { is_primary_contact: 1 })
    const some = await join(alpha, 'boris')
    await store('open', { updatedOn: 2 }, [alpha, beta])
    await store('not-granted', { updatedOn: 1 }, [alpha])
    await store('early', { state: 'PREPARATION', publishedOn: null }, [alpha])
    await store('uninvited', {}, [beta])
    await store('of-village', { organizationId: village }, [alpha])
    for (const id of ['open', 'early', 'uninvited', 'of-village'])
      await grant(id, alpha, some, '["p2"]')
    await grant('not-granted', beta, some, null)
    expect(await idsOf(primary)).toEqual(['open', 'not-granted'])
    expect(await idsOf(some)).toEqual(['open'])
  })

  it('tell a restricted contact of its packages alone', async () => {
    const primary = await join(alpha, 'anna', { is_primary_contact: 1 })
    const some = await join(alpha, 'boris')
    await join(beta, 'carl', { is_primary_contact: 1 })
    await store('p', { tags: ['inside'] }, [alpha, beta])
    await grant('p', alpha, some, '["p2"]')
    const [own] = await home(some)
    expect(own).toMatchObject({
      requirementCount: 1,
      me: { relation: 'vendor', vendorId: alpha, packageIds: ['p2'] },
      team: [
        { id: primary, name: 'anna Person' },
        { id: some, name: 'boris Person' },
      ],
    })
    expect(own?.team?.some((one) => 'packageIds' in one)).toBe(false)
    const [all] = await home(primary)
    expect([all?.requirementCount, all?.me.packageIds]).toEqual([3, null])
    expect(all?.team).toContainEqual({ id: some, name: 'boris Person', packageIds: ['p2'] })
    expect(JSON.stringify([own, all])).not.toContain('inside')
  })
})

it('a person on both sides sees the project with neither', async () => {
  await store('p', {}, [alpha])
  await store('q', {}, [beta])
  const anna = await join(city, 'anna', { roles: '["role-org-admin"]' })
  expect((await idsOf(anna)).toSorted()).toEqual(['p', 'q'])
  await rows.member(alpha, anna, { is_primary_contact: 1, roles: '["role-vendor-contact"]' })
  expect(await idsOf(anna)).toEqual(['q'])
  await queries()
    .updateTable('users')
    .set({ active_organization_id: alpha })
    .where('id', '=', anna)
    .execute()
  expect(await idsOf(anna)).toEqual([])
})

describe('the listeners of a project', () => {
  const listen = async (
    sides: Parameters<typeof readListeners>[2],
    project = buildProject({ id: 'p', organizationId: city, state: 'PUBLISHED', ownerId: 0 }),
  ) =>
    (await readListeners(queries(), project, sides)).map(({ actor, notificationsEnabled }) => [
      actor.userId,
      notificationsEnabled,
    ])

  it('are the team and the contacts, without people on both sides', async () => {
    const owner = await join(city, 'anna')
    const member = await join(city, 'boris')
    const admin = await join(city, 'carl', { roles: '["role-org-admin"]' })
    const blocked = await join(city, 'dora', { state: 'BLOCKED' })
    const contact = await join(alpha, 'emil', { is_primary_contact: 1 })
    const other = await join(beta, 'fred', { is_primary_contact: 1 })
    const both = await join(city, 'gina')
    await rows.member(beta, both, { is_primary_contact: 1 })
    await store('p', {}, [alpha, beta])
    await store('q', {}, [alpha])
    for (const id of [member, blocked, both]) await work('p', id)
    await work('q', admin)
    for (const [projectId, userId] of [
      ['p', contact],
      ['q', member],
    ] as const)
      await queries()
        .insertInto('muted_projects')
        .values({ project_id: projectId, user_id: userId })
        .execute()
    const project = buildProject({
      id: 'p',
      organizationId: city,
      state: 'PUBLISHED',
      ownerId: owner,
    })
    const team = [
      [owner, true],
      [member, true],
    ]
    const of = async (sides: Parameters<typeof readListeners>[2]) => await listen(sides, project)
    expect(await of({ requestors: true, vendorId: null })).toEqual(team)
    expect(await of({ requestors: false, vendorId: alpha })).toEqual([[contact, false]])
    expect(await of({ requestors: true, vendorId: 'all' })).toEqual([
      ...team,
      [contact, false],
      [other, true],
    ])
    expect(await of({ requestors: false, vendorId: null })).toEqual([])
  })
})
