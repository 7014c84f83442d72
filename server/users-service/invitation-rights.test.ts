import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Refusal } from '#schema/refusal.ts'
import { type EmptyDatabase, NOW, openEmptyDatabase } from '../../tests/support/empty-database.ts'
import { readPerson } from '../database/access/read-actor.ts'
import {
  fitsPlace,
  permissionsInAll,
  refuseForeignGrants,
  refuseMember,
  subjectOf,
} from './invitation-rights.ts'

let rows: EmptyDatabase
let [city, alpha, beta] = [0, 0, 0]
beforeEach(async () => {
  rows = await openEmptyDatabase()
  city = await rows.organization('City')
  alpha = await rows.organization('Alpha', { parent_id: city })
  beta = await rows.organization('Beta', { parent_id: city })
  for (const id of ['p', 'q']) {
    await rows.project(id, city)
    await rows.package(id, `${id}1`)
  }
  await rows.package('p', 'p2')
  await rows.invited('p', alpha)
  await rows.invited('q', beta)
})
afterEach(() => rows.close())

const outcomeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'taken',
    ({ code, field }: Refusal) => `${code} ${field ?? ''}`.trim(),
  )

it('an organization is read as the subject of a rule, an unknown one is refused', async () => {
  const { queries } = rows.database
  expect(await subjectOf(queries, alpha)).toEqual({ organizationId: alpha, parentId: city })
  expect(await subjectOf(queries, city)).toEqual({ organizationId: city, parentId: null })
  expect(await outcomeOf(subjectOf(queries, 999))).toBe('NOT_FOUND')
})

it.each([
  ['every package of an invited project', 'p', null, 'taken'],
  ['no package', 'p', [], 'taken'],
  ['packages of the project, one named twice', 'p', ['p1', 'p2', 'p1'], 'taken'],
  ['a project that only another vendor is invited to', 'q', null, 'NOT_FOUND restrictions'],
  ['an unknown project', 'x', null, 'NOT_FOUND restrictions'],
  ['a package of another project', 'p', ['p1', 'q1'], 'NOT_FOUND packageIds'],
  ['an unknown package', 'p', ['x'], 'NOT_FOUND packageIds'],
])('a grant may name %s: %s %o → %s', async (_, project, packageIds, outcome) => {
  const { queries } = rows.database
  const grants = [
    { project: 'p', packageIds: ['p1'] },
    { project, packageIds },
  ]
  expect(await outcomeOf(refuseForeignGrants(queries, grants, alpha))).toBe(outcome)
})

it('an address is a member only in its own organization', async () => {
  const anna = await rows.person('anna', { email: 'anna@x.example' })
  await rows.member(alpha, anna)
  const { queries } = rows.database
  const refused = 'ENTITY_ALREADY_EXISTS email'
  expect(await outcomeOf(refuseMember(queries, 'anna@x.example', alpha))).toBe(refused)
  expect(await outcomeOf(refuseMember(queries, 'anna@x.example', beta))).toBe('taken')
  expect(await outcomeOf(refuseMember(queries, 'other@x.example', alpha))).toBe('taken')
})

it('roles of vendors fit vendors, the others fit organizations', () => {
  const vendor = { organizationId: alpha, parentId: city }
  const organization = { organizationId: city, parentId: null }
  for (const [role, ofVendor] of [
    ['role-vendor-contact', true],
    ['role-org-admin', false],
    ['role-sys-admin', false],
    ['role-project-req-author', false],
  ] as const)
    expect([fitsPlace(role, vendor), fitsPlace(role, organization)]).toEqual([ofVendor, !ofVendor])
})

it('only permissions held in every named project count', async () => {
  const { queries } = rows.database
  const anna = await rows.person('anna', { active_organization_id: city })
  await rows.member(city, anna)
  for (const [project, roles] of [
    ['p', '["role-project-req-author","role-project-admin"]'],
    ['q', '["role-project-req-author"]'],
  ] as const)
    await queries
      .insertInto('project_members')
      .values({ project_id: project, user_id: anna, roles, created_on: NOW })
      .execute()
  const person = await readPerson(queries, anna)
  if (person === null) throw new Error('no person')
  const inAll = (...projects: string[]) => permissionsInAll(queries, person, projects)
  const [p, q] = [await inAll('p'), await inAll('q')]
  expect(q.length).toBeGreaterThan(0)
  expect(p.length).toBeGreaterThan(q.length)
  const both = p.filter((permission) => q.includes(permission)).toSorted()
  expect((await inAll('p', 'q')).toSorted()).toEqual(both)
  expect((await inAll('q', 'p')).toSorted()).toEqual(both)
  expect(await inAll('p', 'unknown')).toEqual([])
  expect(await inAll()).toEqual([])
})
