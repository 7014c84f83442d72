import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Insertable } from 'kysely'
import { Refusal } from '#schema/refusal.ts'
import {
  type EmptyDatabase,
  NOW,
  openEmptyDatabase,
} from '../../../tests/support/empty-database.ts'
import type { Tables } from '../tables.ts'
import {
  findNewBothSides,
  readBothSidesOf,
  readContactsOnTeam,
  refuseBothSides,
  refuseContact,
  refuseContactAddress,
  refuseTeamMember,
  refuseTeamOf,
  standsOnBothSides,
} from './both-sides.ts'

let rows: EmptyDatabase
let [city, village, alpha, beta, gamma] = [0, 0, 0, 0, 0]
let [anna, boris] = [0, 0]
/** Project p of City invites Alpha, project q Beta, and project r of Village Gamma. */
beforeEach(async () => {
  rows = await openEmptyDatabase()
  city = await rows.organization('City')
  village = await rows.organization('Village')
  alpha = await rows.organization('Alpha', { parent_id: city })
  beta = await rows.organization('Beta', { parent_id: city })
  gamma = await rows.organization('Gamma', { parent_id: village })
  anna = await rows.person('anna')
  boris = await rows.person('boris')
  for (const id of ['p', 'q']) await rows.project(id, city, { owner_id: boris })
  await rows.project('r', village, { owner_id: boris })
  await rows.invited('p', alpha)
  await rows.invited('q', beta)
  await rows.invited('r', gamma)
})
afterEach(() => rows.close())

const queries = () => rows.database.queries
const work = (projectId: string, userId: number) =>
  queries()
    .insertInto('project_members')
    .values({ project_id: projectId, user_id: userId, roles: '[]', created_on: NOW })
    .execute()
const own = (projectId: string, userId: number) =>
  queries().updateTable('projects').set({ owner_id: userId }).where('id', '=', projectId).execute()
const bothOf = async (userId: number) => [...(await readBothSidesOf(queries(), userId))].toSorted()

/** What a refusal says, or null. */
const said = async (call: Promise<unknown>) => {
  try {
    await call
    return null
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return [error.code, error.field, error.detail['name'], error.detail['vendor']]
  }
}

describe('a contact of an invited vendor', () => {
  it.each<[string, string[], () => Promise<unknown>]>([
    ['who is no member of the requestor', [], () => work('p', anna)],
    ['who is a plain member', [], () => rows.member(city, anna)],
    [
      'whose role opens no project',
      [],
      () => rows.member(city, anna, { roles: '["role-org-member-manager"]' }),
    ],
    [
      'who is a member of another project',
      [],
      async () => {
        await rows.member(city, anna)
        await work('q', anna)
      },
    ],
    [
      'whose colleague is a member',
      [],
      async () => {
        await rows.member(city, anna)
        await rows.member(city, boris)
        await work('p', boris)
      },
    ],
    [
      'who administers another organization',
      [],
      () => rows.member(village, anna, { roles: '["role-org-admin"]' }),
    ],
    [
      'who is a member of the project',
      ['p'],
      async () => {
        await rows.member(city, anna)
        await work('p', anna)
      },
    ],
    [
      'who owns the project',
      ['p'],
      async () => {
        await rows.member(city, anna)
        await own('p', anna)
      },
    ],
    [
      'whose role opens every project',
      ['p'],
      () => rows.member(city, anna, { roles: '["role-org-admin"]' }),
    ],
    [
      'whose membership is blocked',
      ['p'],
      () => rows.member(city, anna, { roles: '["role-org-admin"]', state: 'BLOCKED' }),
    ],
  ])('%s stands on both sides of %j', async (_, expected, set) => {
    await rows.member(alpha, anna)
    await set()
    expect(await bothOf(anna)).toEqual(expected)
    const stands = async (userId: number) =>
      await Promise.all(['p', 'q', 'r'].map((id) => standsOnBothSides(queries(), id, userId)))
    expect(await stands(anna)).toEqual([expected.includes('p'), false, false])
    expect(await stands(boris)).toEqual([false, false, false])
    const named = async (id: string) => [...(await readContactsOnTeam(queries(), id))]
    expect(await named('p')).toEqual(expected.map(() => [anna, 'Alpha']))
    expect(await named('q')).toEqual([])
  })

  it('cannot join the team of that project alone, and the refusal names the vendor', async () => {
    await rows.member(alpha, anna)
    const join = (projectId: string, userId: number) =>
      said(refuseContact(queries(), { projectId, userId }, 'userId'))
    expect(await join('p', anna)).toEqual(['BOTH_SIDES', 'userId', 'anna Person', 'Alpha'])
    expect([await join('q', anna), await join('p', boris)]).toEqual([null, null])
  })
})

describe('an address invited to a team', () => {
  const address = (email: string, projectId = 'p', now = NOW) =>
    said(refuseContactAddress(queries(), { projectId, email, now }))
  let invitations = 0
  const invite = (email: string, row: Partial<Insertable<Tables['invitations']>> = {}) => {
    const id = `invitation-${(invitations += 1)}`
    return queries()
      .insertInto('invitations')
      .values({
        id,
        hash: id,
        email,
        organization_id: alpha,
        roles: '[]',
        is_primary_contact: 0,
        restrictions: null,
        project_id: null,
        project_roles: '[]',
        invited_by: boris,
        created_on: NOW,
        expires_on: NOW + 1,
        accepted_on: null,
        accepted_by: null,
        cancelled_on: null,
        ...row,
      })
      .execute()
  }

  it('is refused for a contact of an invited vendor', async () => {
    await rows.member(alpha, anna)
    expect(await address('anna@city.example')).toEqual([
      'BOTH_SIDES',
      'email',
      'anna Person',
      'Alpha',
    ])
    expect(await address('anna@city.example', 'q')).toBeNull()
    expect(await address('boris@city.example')).toBeNull()
  })

  it('is refused while it is invited as a contact of an invited vendor', async () => {
    await invite('carl@city.example')
    const refusal = ['BOTH_SIDES', 'email', 'carl@city.example', 'Alpha']
    expect(await address('carl@city.example')).toEqual(refusal)
    expect(await address('carl@city.example', 'q')).toBeNull()
    expect(await address('carl@city.example', 'p', NOW + 1)).toBeNull()
    expect(await address('dora@city.example')).toBeNull()
    await invite('dora@city.example', { accepted_on: NOW })
    await invite('dora@city.example', { cancelled_on: NOW })
    await invite('dora@city.example', { organization_id: beta })
    expect(await address('dora@city.example')).toBeNull()
  })
})

describe('vendors invited to a project', () => {
  const invite = (vendorIds: number[], ownerId = 0) =>
    said(refuseTeamOf(queries(), { id: 'p', organizationId: city, ownerId }, vendorIds))

  it('are refused if a contact of one of them is on its team', async () => {
    await rows.member(alpha, anna)
    await rows.member(beta, boris)
    await rows.member(city, anna)
    await rows.member(village, boris, { roles: '["role-org-admin"]' })
    await work('q', anna)
    expect(await invite([alpha, beta])).toBeNull()
    expect(await invite([beta, alpha], anna)).toEqual([
      'BOTH_SIDES',
      'vendorIds',
      'anna Person',
      'Alpha',
    ])
    await rows.member(city, boris)
    await work('p', boris)
    expect(await invite([alpha])).toBeNull()
    expect(await invite([alpha, beta])).toEqual(['BOTH_SIDES', 'vendorIds', 'boris Person', 'Beta'])
    await work('p', anna)
    expect(await invite([alpha, beta]), 'the first person is named').toEqual([
      'BOTH_SIDES',
      'vendorIds',
      'anna Person',
      'Alpha',
    ])
  })

  it('are refused by the first person, in whichever vendor and order they joined', async () => {
    for (const person of [boris, anna]) {
      await rows.member(person === boris ? alpha : beta, person)
      await rows.member(city, person)
      await work('p', person)
    }
    expect(await invite([alpha, beta])).toEqual(['BOTH_SIDES', 'vendorIds', 'anna Person', 'Beta'])
  })
})

describe('an address invited as a contact', () => {
  const invite = (vendorId: number, email: string) =>
    said(refuseTeamMember(queries(), { vendorId, email }))

  it('is refused if it belongs to the team of a project of that vendor', async () => {
    await rows.member(city, anna)
    await rows.member(city, boris)
    await work('p', anna)
    expect(await invite(alpha, 'anna@city.example')).toEqual([
      'BOTH_SIDES',
      'email',
      'anna Person',
      'Alpha',
    ])
    expect(await invite(beta, 'anna@city.example')).toBeNull()
    expect(await invite(beta, 'boris@city.example'), 'the owner').toEqual([
      'BOTH_SIDES',
      'email',
      'boris Person',
      'Beta',
    ])
    expect(await invite(gamma, 'boris@city.example'), 'no member there').toBeNull()
    await work('p', boris)
    await own('p', 0)
    await own('q', 0)
    expect(await invite(beta, 'boris@city.example')).toBeNull()
  })
})

it('a new membership is refused for the projects of its organization, on either side', async () => {
  await rows.member(alpha, anna)
  await rows.member(city, anna)
  await work('p', anna)
  const found = async (organizationId: number, userId = anna) => {
    const both = await findNewBothSides(queries(), userId, organizationId)
    return both === null ? null : [both.projectId, both.vendor]
  }
  expect([await found(alpha), await found(city)]).toEqual([
    ['p', 'Alpha'],
    ['p', 'Alpha'],
  ])
  expect([await found(beta), await found(village), await found(city, boris)]).toEqual([
    null,
    null,
    null,
  ])
  const both = await findNewBothSides(queries(), anna, city)
  expect(() => refuseBothSides(both, 'roles')).toThrow('BOTH_SIDES')
  expect(() => refuseBothSides(null, 'roles')).not.toThrow()
})
