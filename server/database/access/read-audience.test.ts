import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Project, ProjectState } from '#schema/entities/project.ts'
import {
  type EmptyDatabase,
  NOW,
  openEmptyDatabase,
} from '../../../tests/support/empty-database.ts'
import {
  buildPackage,
  buildProject,
  buildProjectVendor,
  buildRows,
  PROJECT_ID,
} from '../../../tests/support/project-rows.ts'
import { inProject, storeRows } from '../../../tests/support/stored-project.ts'
import { openAudience } from './open-audience.ts'
import { readActor, readPerson, readPersonIn } from './read-actor.ts'
import { readActorsOf } from './read-actors-of.ts'
import { readAudience } from './read-audience.ts'
import { readVendorContacts } from './vendor-contacts.ts'

let rows: EmptyDatabase
let [city, village, alpha, beta, gamma] = [0, 0, 0, 0, 0]
const queries = () => rows.database.queries
/** City's project with vendors Alpha and Beta; the same ids in a project of Village with Gamma. */
beforeEach(async () => {
  rows = await openEmptyDatabase()
  city = await rows.organization('City')
  village = await rows.organization('Village')
  alpha = await rows.organization('Alpha', { parent_id: city })
  beta = await rows.organization('Beta', { parent_id: city })
  gamma = await rows.organization('Gamma', { parent_id: village })
})
afterEach(() => rows.close())

const projectOf = (changes: Partial<Project> = {}) =>
  buildProject({ organizationId: city, ownerId: 0, state: 'PUBLISHED', publishedOn: 1, ...changes })
const store = async (changes: Partial<Project> = {}) => {
  await storeRows(
    rows,
    buildRows({
      project: [projectOf(changes)],
      projectVendor: [buildProjectVendor(alpha), buildProjectVendor(beta)],
    }),
  )
  const theirs = buildRows({
    project: [projectOf({ organizationId: village })],
    projectVendor: [buildProjectVendor(gamma)],
    package: [buildPackage({ id: 'theirs' })],
  })
  await storeRows(rows, inProject(theirs, 'other'))
}
const setProject = (project: Project) =>
  queries()
    .updateTable('projects')
    .set({ state: project.state, owner_id: project.ownerId, body: JSON.stringify(project) })
    .where('id', '=', PROJECT_ID)
    .execute()
type Member = Parameters<EmptyDatabase['member']>[2]
const join = async (place: number, name: string, member: Member = {}) => {
  const id = await rows.person(name, { active_organization_id: place })
  await rows.member(place, id, member)
  return id
}
const contact = (place: number, name: string, member: Member = {}) =>
  join(place, name, { roles: '["role-vendor-contact"]', ...member })
const work = (projectId: string, userId: number, role = 'role-project-req-reviewer') =>
  queries()
    .insertInto('project_members')
    .values({ project_id: projectId, user_id: userId, roles: `["${role}"]`, created_on: NOW })
    .execute()
const grant = (projectId: string, vendorId: number, userId: number, packages: string | null) =>
  queries()
    .insertInto('restrictions')
    .values({ project_id: projectId, vendor_id: vendorId, user_id: userId, package_ids: packages })
    .execute()
const personOf = async (id: number) => {
  const person = await readPerson(queries(), id)
  if (person === null) throw new Error(`${id} cannot act`)
  return person
}
const bucketsOf = async (id: number, projectId = PROJECT_ID) =>
  (await readAudience(queries(), await personOf(id), projectId))?.buckets ?? null
const opens = async (id: number, projectId = PROJECT_ID) => {
  try {
    return (await openAudience(queries(), await personOf(id), projectId)).project.id
  } catch (error) {
    return (error as Error).message
  }
}

describe('a requestor', () => {
  it('reads the project as owner, member or by a role, and no project of others', async () => {
    await store()
    const owner = await join(city, 'anna')
    const member = await join(city, 'boris')
    const plain = await join(city, 'carl')
    const admin = await join(city, 'dora', { roles: '["role-org-admin"]' })
    const stranger = await join(village, 'emil', { roles: '["role-org-admin"]' })
    await setProject(projectOf({ ownerId: owner }))
    await work(PROJECT_ID, member)
    await work('other', plain)
    await work(PROJECT_ID, stranger, 'role-project-admin')
    const relations = []
    for (const id of [owner, member, plain, admin, stranger]) {
      const actor = await readActor(queries(), await personOf(id), projectOf({ ownerId: owner }))
      relations.push(actor?.relation ?? null)
    }
    expect(relations).toEqual(['owner', 'collaborator', null, 'collaborator', null])
    for (const id of [plain, stranger]) expect(await opens(id)).toBe('ACCESS_TO_PROJECT_IS_DENIED')
    expect(await opens(member)).toBe(PROJECT_ID)
    expect(await opens(member, 'other')).toBe('ACCESS_TO_PROJECT_IS_DENIED')
    expect(await opens(member, 'unknown')).toBe('ACCESS_TO_PROJECT_IS_DENIED')
    expect(await opens(stranger, 'other')).toBe('other')
  })

  it('[IS1] gets buckets of answers only once they are open, after those of the structure', async () => {
    await store()
    const owner = await join(city, 'anna')
    const at = async (state: ProjectState) => {
      await setProject(projectOf({ ownerId: owner, state }))
      return await bucketsOf(owner)
    }
    const structure = ['*:int', 'p1:int', 'p2:int']
    const comments = ['*:talk']
    expect(await at('PUBLISHED')).toEqual([...structure, ...comments])
    const answers = ['p1', 'p2'].flatMap((id) => [
      `${id}:v${alpha}`,
      `${id}:v${beta}`,
      `${id}:over`,
    ])
    expect(await at('EVALUATION')).toEqual([...structure, ...answers, ...comments])
  })
})

describe('a contact of a vendor', () => {
  it('[IS7] gets the packages of its grant, the primary one all', async () => {
    await store()
    const primary = await contact(alpha, 'anna', { is_primary_contact: 1 })
    const some = await contact(alpha, 'boris')
    const none = await contact(alpha, 'carl')
    await grant(PROJECT_ID, alpha, some, '["p2"]')
    await grant('other', alpha, none, null)
    await grant(PROJECT_ID, beta, none, null)
    await grant(PROJECT_ID, alpha, primary, '["p2"]')
    const of = (id: string) => [`${id}:pub`, `${id}:v${alpha}`, `${id}:w${alpha}`]
    const own = (await bucketsOf(some)) ?? []
    expect(own[0]).toBe('*:pub')
    expect(own.filter((bucket) => bucket.startsWith('p1'))).toEqual([])
    for (const bucket of of('p2')) expect(own).toContain(bucket)
    const all = (await bucketsOf(primary)) ?? []
    for (const bucket of [...of('p1'), ...of('p2')]) expect(all).toContain(bucket)
    for (const bucket of [...own, ...all]) expect(bucket).not.toMatch(/int|over|talk/)
    expect(await bucketsOf(none)).toBeNull()
  })

  it('[IS11] reads nothing before the publication, and nothing of a project of others', async () => {
    await store({ state: 'PREPARATION', publishedOn: null })
    const invited = await contact(alpha, 'anna', { is_primary_contact: 1 })
    const stranger = await contact(gamma, 'boris', { is_primary_contact: 1 })
    await grant(PROJECT_ID, gamma, stranger, null)
    const uninvited = await rows.organization('Delta', { parent_id: city })
    const other = await contact(uninvited, 'carl', { is_primary_contact: 1 })
    await grant(PROJECT_ID, uninvited, other, null)
    for (const id of [invited, stranger, other])
      expect(await opens(id)).toBe('ACCESS_TO_PROJECT_IS_DENIED')
    await setProject(projectOf())
    expect([await opens(invited), await opens(stranger), await opens(other)]).toEqual([
      PROJECT_ID,
      'ACCESS_TO_PROJECT_IS_DENIED',
      'ACCESS_TO_PROJECT_IS_DENIED',
    ])
    await rows.invited(PROJECT_ID, gamma)
    expect(await opens(stranger), 'a vendor of another organization').toBe(
      'ACCESS_TO_PROJECT_IS_DENIED',
    )
  })

  it('without the consent opens nothing, and learns why only of projects that it may see', async () => {
    await store()
    const asks = (id: number) =>
      queries()
        .updateTable('organizations')
        .set({ documentation_version: 1, documentation_text: 'Rules' })
        .where('id', '=', id)
        .execute()
    const first = await contact(alpha, 'anna', { is_primary_contact: 1 })
    const uninvited = await rows.organization('Delta', { parent_id: city })
    const other = await contact(uninvited, 'boris', { is_primary_contact: 1 })
    const requestor = await join(city, 'carl', { roles: '["role-org-admin"]' })
    await asks(village)
    expect(await opens(first)).toBe(PROJECT_ID)
    await asks(city)
    expect([await opens(first), await opens(other), await opens(requestor)]).toEqual([
      'NO_CONSENT',
      'ACCESS_TO_PROJECT_IS_DENIED',
      PROJECT_ID,
    ])
    expect(await opens(first, 'other')).toBe('ACCESS_TO_PROJECT_IS_DENIED')
    await queries()
      .insertInto('consents')
      .values({ vendor_id: alpha, version: 1, user_id: first, accepted_on: NOW })
      .execute()
    expect(await opens(first)).toBe(PROJECT_ID)
  })
})

it('a person on both sides sees the project with neither organization', async () => {
  await store()
  const anna = await contact(alpha, 'anna', { is_primary_contact: 1 })
  await rows.member(city, anna, { roles: '["role-org-admin"]' })
  const act = async (organizationId: number) => {
    const person = await readPersonIn(queries(), anna, organizationId)
    return person === null ? 'nobody' : await readActor(queries(), person, projectOf())
  }
  expect([await act(alpha), await act(city)]).toEqual([null, null])
  expect(await act(village)).toBe('nobody')
  expect(await readActorsOf(queries(), anna, projectOf())).toEqual([])
})

it('a person is read in an organization in which they are active', async () => {
  const anna = await contact(alpha, 'anna')
  await rows.member(village, anna, { roles: '["role-org-admin"]' })
  await rows.member(city, anna, { state: 'BLOCKED' })
  const closed = await rows.organization('Closed', { state: 'INACTIVE' })
  await rows.member(closed, anna)
  await join(village, 'boris')
  const named = async (organizationId: number, userId = anna) =>
    (await readPersonIn(queries(), userId, organizationId))?.organizationName ?? null
  expect(await named(alpha)).toBe('Alpha')
  expect(await named(village)).toBe('Village')
  for (const place of [city, closed, beta]) expect(await named(place)).toBeNull()
  await queries().updateTable('users').set({ blocked: 1 }).where('id', '=', anna).execute()
  expect(await named(village)).toBeNull()
})

it('all actors of a person are read, each with its own organization', async () => {
  await store()
  const anna = await contact(alpha, 'anna', { is_primary_contact: 1 })
  const relations = async (id: number) =>
    (await readActorsOf(queries(), id, projectOf())).map(({ relation, vendorId }) => [
      relation,
      vendorId,
    ])
  await rows.member(beta, anna, { roles: '["role-vendor-contact"]', is_primary_contact: 1 })
  await rows.member(gamma, anna, { is_primary_contact: 1 })
  const boris = await contact(alpha, 'boris', { is_primary_contact: 1 })
  expect(await relations(anna)).toEqual([
    ['vendor', alpha],
    ['vendor', beta],
  ])
  const setMember = (state: 'ACTIVE' | 'BLOCKED') =>
    queries()
      .updateTable('organization_members')
      .set({ state })
      .where('organization_id', '=', beta)
      .execute()
  await setMember('BLOCKED')
  expect(await relations(anna)).toEqual([['vendor', alpha]])
  await setMember('ACTIVE')
  const close = (id: number) =>
    queries().updateTable('organizations').set({ state: 'INACTIVE' }).where('id', '=', id).execute()
  await close(alpha)
  expect([await relations(anna), await relations(boris)]).toEqual([[['vendor', beta]], []])
  for (const change of [{ blocked: 1 }, { blocked: 0, approval: 'WAITING' as const }]) {
    await queries().updateTable('users').set(change).where('id', '=', anna).execute()
    expect(await relations(anna)).toEqual([])
  }
})

describe('the contacts who can open the project', () => {
  const contacts = async (vendorId: number | 'all') =>
    (await readVendorContacts(queries(), projectOf(), vendorId)).map(({ actor, email }) => [
      email.split('@')[0],
      actor.vendorId,
      actor.packageIds,
    ])

  it('are active ones with access, of all invited vendors or of one', async () => {
    await store()
    const state = { is_primary_contact: 1 } as const
    await contact(alpha, 'primary', state)
    const some = await contact(alpha, 'some')
    const none = await contact(alpha, 'none')
    await contact(beta, 'other', state)
    await contact(gamma, 'foreign', state)
    await contact(alpha, 'blocked', { ...state, state: 'BLOCKED' })
    const out = await contact(alpha, 'out', state)
    const waiting = await contact(alpha, 'waiting', state)
    const closed = await rows.organization('Closed', { parent_id: city, state: 'INACTIVE' })
    await contact(closed, 'closed', state)
    await rows.invited(PROJECT_ID, closed)
    await queries().updateTable('users').set({ blocked: 1 }).where('id', '=', out).execute()
    await queries()
      .updateTable('users')
      .set({ approval: 'WAITING' })
      .where('id', '=', waiting)
      .execute()
    await grant(PROJECT_ID, alpha, some, '["p2"]')
    await grant('other', alpha, none, null)
    await grant(PROJECT_ID, beta, none, null)
    const ofAlpha = [
      ['primary', alpha, null],
      ['some', alpha, ['p2']],
    ]
    expect(await contacts('all')).toEqual([...ofAlpha, ['other', beta, null]])
    expect(await contacts(alpha)).toEqual(ofAlpha)
    expect(await contacts(gamma)).toEqual([])
    const [first] = await readVendorContacts(queries(), projectOf(), 'all')
    expect(first?.language).toBe('en')
  })
})
