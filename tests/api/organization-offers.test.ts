import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  ENDING_OFFERS,
  MEMBER_OFFERS,
  type MemberOffer,
  personOf,
  PLACE_OFFERS,
  type PlaceOffer,
  organizationPlaceOf,
  USER_OFFERS,
  type UserOffer,
  VENDOR_OFFERS,
  type VendorOffer,
} from '#client/lib/offers/organization-offers.ts'
import { API } from '#schema/api/index.ts'
import type { Endpoint } from '#schema/api/endpoint.ts'
import type { ListedUser } from '#schema/api/users-service/administration.ts'
import type { Session } from '#schema/api/users-service/auth.ts'
import type { OrganizationInfo } from '#schema/api/users-service/organization-settings.ts'
import type { Member } from '#schema/api/users-service/members.ts'
import type { VendorSummary } from '#schema/api/users-service/vendors.ts'
import { testDatabaseKind } from '../support/test-database.ts'
import type { Name } from './authorization/cast.ts'
import type { Attempt } from './authorization/matrix-row.ts'
import { buildMatrixWorld, type MatrixWorld } from './authorization/matrix-world.ts'
import { INVITED } from './authorization/seed-identity.ts'
import { askAs, faultOf } from './offers/ask-as.ts'

const PEOPLE = [
  'owner',
  'org-owner',
  'org-admin',
  'member-manager',
  'vendor-manager',
  'project-admin',
  'sys-admin',
  'alpha-primary',
  'alpha-contact',
] as const satisfies readonly Name[]
/** Rights are decided before any row is read, so a few people suffice on PostgreSQL. */
const ASKED =
  testDatabaseKind === 'postgres'
    ? PEOPLE.filter((name) => /^(org-admin|alpha-primary)$/.test(name))
    : PEOPLE
/** The listed people on whom the actions are tried. */
const SUBJECTS = new Set([
  'colleague',
  'owner',
  'org-owner',
  'org-admin',
  'reviewer',
  'author',
  'sys-admin',
  'alpha-primary',
  'alpha-contact',
  'gamma-primary',
  'waiting-contact',
])

let world: MatrixWorld
beforeAll(async () => {
  world = await buildMatrixWorld()
  // Every person gets a second factor; one person of City and one of Alpha is blocked.
  await world.database.write(async (tx) => {
    await tx
      .updateTable('users')
      .set({ otp_active: 1 })
      .where('username', 'in', ['colleague', 'org-owner', 'alpha-contact'])
      .execute()
    for (const username of ['reviewer', 'alpha-restricted'] as const) {
      await tx
        .updateTable('organization_members')
        .set({ state: 'BLOCKED' })
        .where('user_id', '=', world.ids.users[username])
        .execute()
    }
    await tx
      .updateTable('invitations')
      .set({ organization_id: world.ids.companies.alpha })
      .where('email', '=', INVITED('beta'))
      .execute()
    await tx.updateTable('users').set({ blocked: 1 }).where('username', '=', 'author').execute()
  })
})
afterAll(async () => {
  await world.close()
})

type Call = readonly [row: Endpoint, input: Pick<Attempt, 'params' | 'query' | 'body'>]
interface At {
  placeId: number
  member: Member
}
/** The person who asks, by number. */
let asked = 0
const MEMBER_CALLS: {
  readonly [O in MemberOffer]: { call: (at: At) => Call; withheld?: (at: At) => string | undefined }
} = {
  setRoles: {
    call: ({ placeId, member }) => [
      API.members.setRoles,
      { params: { id: placeId }, body: { userId: member.userId, roleIds: member.roleIds } },
    ],
    withheld: ({ placeId }) =>
      placeId === world.ids.companies.city
        ? undefined
        : 'contacts have one role, which makePrimary gives',
  },
  makePrimary: {
    call: ({ placeId, member }) => [
      API.vendors.setPrimaryContact,
      { body: { id: placeId, userId: member.userId, isPrimaryContact: true } },
    ],
    withheld: ({ member }) =>
      member.isPrimaryContact || member.userId === world.ids.users['alpha-primary']
        ? 'is the primary contact already'
        : undefined,
  },
  prolong: {
    call: ({ member }) => [
      API.members.prolong,
      { params: { id: member.userId }, body: { expiresOn: null } },
    ],
    withheld: ({ placeId }) =>
      placeId === world.ids.companies.city
        ? undefined
        : 'contacts belong to a vendor without an end',
  },
  unblock: {
    call: ({ member }) => [API.members.unblock, { params: { id: member.userId } }],
    withheld: ({ member }) =>
      member.state === 'BLOCKED' && !member.isAccountBlocked ? undefined : 'would change nothing',
  },
  block: {
    call: ({ member }) => [API.members.block, { params: { id: member.userId } }],
    withheld: ({ member }) => (member.state === 'ACTIVE' ? undefined : 'is kept out already'),
  },
  disableTwoFactor: {
    call: ({ member }) => [API.twoFactor.disableFor, { params: { id: member.userId } }],
    withheld: ({ member }) => (member.otpActivated ? undefined : 'is off already'),
  },
  approve: {
    call: ({ member }) => [API.invitations.approve, { params: { id: member.userId }, body: {} }],
  },
  refuse: {
    call: ({ member }) => [API.contactApproval.refuse, { params: { id: member.userId } }],
  },
  editProfile: {
    call: ({ member }) => [API.users.update, { body: { id: member.userId, lastname: 'Renamed' } }],
    withheld: ({ member }) =>
      member.userId === asked ? 'a person edits their own profile in their settings' : undefined,
  },
  resetPassword: {
    call: ({ member }) => [API.users.resetPassword, { params: { id: member.userId } }],
  },
  removeAccount: {
    call: ({ member }) => [API.users.remove, { params: { id: member.userId } }],
    withheld: ({ placeId }) =>
      placeId === world.ids.companies.city ? undefined : 'a contact is removed from the vendor',
  },
  remove: {
    call: ({ placeId, member }) => [
      API.members.remove,
      { params: { id: placeId }, body: { userIds: [member.userId] } },
    ],
  },
}

const sessionOf = async (as: Name): Promise<Session> =>
  JSON.parse((await askAs(world, as, API.auth.session, {})).text) as Session
const membersOf = async (as: Name, placeId: number): Promise<readonly Member[]> => {
  const { status, text } = await askAs(world, as, API.members.list, {
    params: { id: placeId },
    body: { pageSize: 200 },
  })
  return status >= 400 ? [] : (JSON.parse(text) as { items: Member[] }).items
}

test.each(ASKED)(
  '[OF2] for each member %s is offered every action that the server accepts, and none that it always refuses',
  async (as) => {
    const faults: string[] = []
    const person = personOf(await sessionOf(as))
    asked = person.userId
    const { city, alpha, beta, gamma } = world.ids.companies
    const before = await world.tables.look()
    for (const placeId of [city, alpha, beta, gamma]) {
      const people = await membersOf(as, placeId)
      const place = organizationPlaceOf(person, placeId, placeId !== city)
      for (const member of people.filter(({ username }) => SUBJECTS.has(username))) {
        for (const offer of Object.keys(MEMBER_OFFERS) as MemberOffer[]) {
          const isOffered =
            MEMBER_OFFERS[offer]({ person, place, member, isAlone: people.length === 1 }) === null
          const { call, withheld } = MEMBER_CALLS[offer]
          const at = { placeId, member }
          const answer = await askAs(world, as, ...(await withVersion(as, call(at))))
          const fault = faultOf(`${offer} of ${member.username}`, isOffered, answer, withheld?.(at))
          if (fault !== null) faults.push(fault)
          await world.tables.restore(before)
        }
      }
    }
    expect(faults).toEqual([])
  },
)

const profile = { name: 'Renamed', description: '', zone: 'Europe/Bratislava' }
const VENDOR_CALLS: { readonly [O in VendorOffer]: (vendor: VendorSummary) => Call } = {
  edit: ({ id }) => [API.vendors.update, { body: { id, updatedOn: 0, ...profile } }],
  changeState: ({ id }) => [API.vendors.setState, { body: { id, state: 'INACTIVE' } }],
  remove: ({ id }) => [API.vendors.remove, { body: { id } }],
}
const PLACE_CALLS: { readonly [O in PlaceOffer]: (placeId: number) => Call } = {
  invite: (placeId) => [
    API.invitations.invite,
    {
      body: {
        email: 'new@place.example',
        organizationId: placeId,
        roles: [],
        isPrimaryContact: false,
      },
    },
  ],
  cancelInvitation: (placeId) => [
    API.invitations.cancel,
    {
      body: {
        emailTo: INVITED(placeId === world.ids.companies.city ? 'city' : 'beta'),
        organizationId: placeId,
      },
    },
  ],
  browseMembers: (placeId) => [API.members.list, { params: { id: placeId }, body: {} }],
  browseVendors: (placeId) => [API.vendors.list, { params: { id: placeId }, body: {} }],
  createVendor: (placeId) => [API.vendors.create, { params: { id: placeId }, body: profile }],
  browseLog: (placeId) => [
    API.organizationSettings.accessLog,
    { params: { id: placeId }, body: {} },
  ],
  administerVendors: (placeId) => [
    API.contactApproval.setPolicy,
    { params: { id: placeId }, body: { isRequired: true } },
  ],
  approveContacts: (placeId) => [API.contactApproval.waiting, { params: { id: placeId } }],
  edit: (placeId) => [
    API.organizationSettings.update,
    { body: { id: placeId, updatedOn: 0, ...profile } },
  ],
}

test.each(ASKED)(
  '[OF2] for organization and vendors %s is offered what the server accepts',
  async (as) => {
    const faults: string[] = []
    const person = personOf(await sessionOf(as))
    const { city, alpha } = world.ids.companies
    const before = await world.tables.look()
    const placeId = as.startsWith('alpha') ? alpha : city
    const tryOne = async (name: string, isOffered: boolean, call: Call) => {
      const fault = faultOf(name, isOffered, await askAs(world, as, ...call))
      if (fault !== null) faults.push(fault)
      await world.tables.restore(before)
    }
    for (const offer of Object.keys(PLACE_OFFERS) as PlaceOffer[]) {
      // A vendor's own page has none of these.
      if (placeId === alpha && !/invite|cancel|browseMembers/i.test(offer)) continue
      const verdict = PLACE_OFFERS[offer]({
        person,
        place: organizationPlaceOf(person, placeId, placeId === alpha),
      })
      await tryOne(offer, verdict === null, PLACE_CALLS[offer](placeId))
    }
    const listed = await askAs(world, as, API.vendors.list, { params: { id: city }, body: {} })
    const vendors =
      listed.status >= 400 ? [] : (JSON.parse(listed.text) as { items: VendorSummary[] }).items
    for (const vendor of vendors) {
      for (const offer of Object.keys(VENDOR_OFFERS) as VendorOffer[]) {
        await tryOne(
          `${offer} ${vendor.name}`,
          VENDOR_OFFERS[offer]({ person, vendor }) === null,
          VENDOR_CALLS[offer](vendor),
        )
      }
    }
    expect(faults).toEqual([])
  },
)

test('[OF3] a caller cannot turn off the second factor of a person above them', async () => {
  const before = await world.tables.look()
  const turnOff = async (as: Name) =>
    (
      await askAs(world, as, API.twoFactor.disableFor, {
        params: { id: world.ids.users['org-owner'] },
      })
    ).status
  expect(await turnOff('org-admin')).toBe(403)
  expect(await turnOff('sys-admin')).toBe(204)
  await world.tables.restore(before)
})

test.each(['sys-admin', 'org-admin', 'owner', 'village-admin'] as const)(
  '[OF4] %s learns whether they may leave, and whether the organization can be deleted',
  async (as) => {
    const { city, village } = world.ids.companies
    const id = as === 'village-admin' ? village : city
    const before = await world.tables.look()
    const { text } = await askAs(world, as, API.organizationSettings.info, { params: { id } })
    const info = JSON.parse(text) as OrganizationInfo
    const left = await askAs(world, as, API.members.leave, { params: { id } })
    expect(faultOf('leave', ENDING_OFFERS.leave(info) === null, left)).toBeNull()
    await world.tables.restore(before)
    const removed = await askAs(world, as, API.organizationSettings.remove, { body: { id } })
    expect(faultOf('remove', ENDING_OFFERS.remove(info) === null, removed)).toBeNull()
    await world.tables.restore(before)
  },
)

/** An edit of a profile names the version that the caller saw. */
const withVersion = async (as: Name, [endpoint, request]: Call): Promise<Call> => {
  if (endpoint !== API.users.update) return [endpoint, request]
  const body = request.body as { id: number }
  const { text } = await askAs(world, as, API.users.get, { params: { id: body.id } })
  const { updatedOn = 0 } = JSON.parse(text) as { updatedOn?: number }
  return [endpoint, { ...request, body: { ...body, updatedOn } }]
}

const USER_CALLS: { readonly [O in UserOffer]: (user: ListedUser) => Call } = {
  approve: ({ id }) => [API.invitations.approve, { params: { id }, body: {} }],
  unblock: ({ id }) => [API.members.unblock, { params: { id } }],
  block: ({ id }) => [API.members.block, { params: { id } }],
  sessions: ({ id }) => [API.sessions.ofUser, { params: { id } }],
  disableTwoFactor: ({ id }) => [API.twoFactor.disableFor, { params: { id } }],
  editProfile: ({ id }) => [API.users.update, { body: { id, lastname: 'Renamed' } }],
  resetPassword: ({ id }) => [API.users.resetPassword, { params: { id } }],
  removeAccount: ({ id }) => [API.users.remove, { params: { id } }],
}

test('[OF2] for each account an administrator of the system is offered what the server accepts', async () => {
  const as = 'sys-admin'
  const person = personOf(await sessionOf(as))
  const before = await world.tables.look()
  const { text } = await askAs(world, as, API.administration.users, { query: { pageSize: '200' } })
  const users = (JSON.parse(text) as { items: ListedUser[] }).items
  expect(users.length).toBeGreaterThan(20)
  const faults: string[] = []
  for (const user of users) {
    for (const offer of (Object.keys(USER_OFFERS) as UserOffer[]).filter(
      (one) => USER_OFFERS[one]({ person, user }) === null,
    )) {
      const fault = faultOf(
        `${offer} of ${user.username}`,
        true,
        await askAs(world, as, ...(await withVersion(as, USER_CALLS[offer](user)))),
      )
      if (fault !== null) faults.push(fault)
      await world.tables.restore(before)
    }
  }
  expect(faults).toEqual([])
})
