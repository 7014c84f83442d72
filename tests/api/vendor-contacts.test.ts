import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { API } from '#schema/api/index.ts'
import type { ApiClient } from '../support/api-client.ts'
import { expectRefused, newPerson, type NewPerson } from './people.ts'
import { buildWorld, PROJECT as projectId, type World } from './world.ts'

let world: World
let second: NewPerson
beforeAll(async () => {
  world = await buildWorld()
  second = await newPerson(world, 'gamma', ['role-vendor-contact'])
})
afterAll(async () => {
  await world.close()
})
const params = { id: projectId }
const gammaPath = () => ({ id: projectId, vendorId: String(world.companies.gamma) })
const grants = async () =>
  (
    await world.database.queries
      .selectFrom('restrictions')
      .select('user_id')
      .where('vendor_id', '=', world.companies.gamma)
      .orderBy('user_id')
      .execute()
  ).map((row) => row.user_id)
const invited = () =>
  world.database.queries
    .selectFrom('project_vendors')
    .select('id')
    .where('vendor_id', '=', world.companies.gamma)
    .execute()

beforeEach(async () => {
  await world.setProject({ state: 'PREPARATION', publishedOn: null })
  await world.database.write(async (tx) => {
    await tx.deleteFrom('restrictions').where('vendor_id', '=', world.companies.gamma).execute()
    await tx.deleteFrom('project_vendors').where('vendor_id', '=', world.companies.gamma).execute()
  })
})

const CALLS = [
  ['PREPARATION', API.stateTransitions.addVendor],
  ['DRAFT', API.stateTransitions.moveToPreparation],
] as const

describe.each(CALLS)('in %s', (state, call) => {
  const add = async (userIds?: number[], vendorId = world.companies.gamma) => {
    await world.setProject({ state, publishedOn: null })
    const { gamma } = world.companies
    return await (
      await world.as('owner')
    ).call(call, {
      params,
      body: {
        vendorIds: [gamma],
        ...(userIds === undefined ? {} : { contacts: [{ vendorId, userIds }] }),
      },
    })
  }

  test('[VE10] the vendor gets all active contacts by default, else the chosen ones', async () => {
    const primary = world.users['gamma-primary']
    await add()
    expect(await grants()).toEqual([primary, second.id].toSorted((a, b) => a - b))
  })

  test('[VE10] the vendor gets only the chosen contacts', async () => {
    await add([second.id])
    expect(await grants()).toEqual([second.id])
  })

  test('[VE10] no contact, a foreign person or a vendor not added is refused, and nothing is added', async () => {
    await expectRefused(add([]), 'INVALID_INPUT')
    await expectRefused(add([world.users['alpha-contact']]), 'INPUT_INVALID')
    await expectRefused(add([second.id], world.companies.alpha), 'INPUT_INVALID')
    expect(await grants()).toEqual([])
    expect(await invited()).toEqual([])
  })

  test('[VE10] a blocked contact does not count, an invitation to the first one does', async () => {
    const admin = await world.as('admin')
    const { id } = await admin.call(API.vendors.create, {
      params: { id: String(world.companies.city) },
      body: { name: `New ${state}`, description: '', zone: 'UTC' },
    })
    const addNew = async () => {
      await world.setProject({ state, publishedOn: null })
      const owner = await world.as('owner')
      return await owner.call(call, { params, body: { vendorIds: [id] } })
    }
    await expectRefused(addNew(), 'INVALID_INPUT')
    // Closed invitations do not count: the contact has left since, or never came.
    for (const closed of ['accepted_on', 'cancelled_on'] as const) {
      await world.database.queries
        .insertInto('invitations')
        .values({
          id: `${closed} ${state}`,
          hash: `${closed} ${state}`,
          email: 'left@new.example',
          organization_id: id,
          roles: '["role-vendor-contact"]',
          is_primary_contact: 0,
          restrictions: null,
          project_id: null,
          project_roles: '[]',
          invited_by: null,
          created_on: 0,
          expires_on: world.clock.now,
          accepted_on: null,
          accepted_by: null,
          cancelled_on: null,
          [closed]: 1,
        })
        .execute()
      await expectRefused(addNew(), 'INVALID_INPUT')
    }
    await admin.call(API.invitations.invite, {
      body: {
        email: `first-${state.toLowerCase()}@new.example`,
        organizationId: id,
        roles: ['role-vendor-primary-contact'],
      },
    })
    expect((await addNew()).state).toBe('PREPARATION')
  })
})

test('[VE10] the choice of vendors names the active contacts of each', async () => {
  const vendors = await (
    await world.as('owner')
  ).call(API.organizations.vendors, { params: { id: String(world.companies.city) } })
  const gamma = vendors.find(({ value }) => value === world.companies.gamma)
  expect(gamma?.people.map(({ userId }) => userId).toSorted((a, b) => a - b)).toEqual(
    [world.users['gamma-primary'], second.id].toSorted((a, b) => a - b),
  )
})

test('[VE11] the team reads who of a vendor sees what, the primary contact and managers change it, and another vendor reads nothing', async () => {
  const owner = await world.as('owner')
  await owner.call(API.stateTransitions.addVendor, {
    params,
    body: {
      vendorIds: [world.companies.gamma],
      contacts: [{ vendorId: world.companies.gamma, userIds: [second.id] }],
    },
  })
  await world.setProject({ state: 'PUBLISHED', publishedOn: 0 })
  const found = await owner.call(API.restrictions.get, { params: gammaPath() })
  expect(found.users).toEqual([{ userId: second.id, packageIds: null }])
  expect(found.contacts.find(({ userId }) => userId === world.users['gamma-primary'])).toEqual({
    userId: world.users['gamma-primary'],
    name: 'gamma-primary Person',
    isPrimaryContact: true,
    isActive: true,
  })
  await expectRefused(
    owner.call(API.restrictions.set, { params, body: { vendorId: found.vendorId, users: [] } }),
    'NOT_ALLOWED',
  )
  const set = (client: ApiClient, users: typeof found.users) =>
    client.call(API.restrictions.set, { params, body: { vendorId: found.vendorId, users } })
  for (const name of ['alpha-primary', 'beta-primary'] as const) {
    const client = await world.as(name)
    await expectRefused(client.call(API.restrictions.get, { params: gammaPath() }), 'NOT_FOUND')
    await expectRefused(set(client, []), 'NOT_FOUND')
  }
  await expectRefused(set(await second.signIn(), []), 'NOT_ALLOWED')
  await expectRefused(set(await world.as('author'), []), 'NOT_ALLOWED')
  expect(await grants()).toEqual([second.id])
  await set(await world.as('gamma-primary'), [])
  expect(await grants()).toEqual([])
  await set(await world.as('admin'), found.users)
  expect(await grants()).toEqual([second.id])
})
