import { describe, expect, it } from 'vitest'
import type { Session } from '#schema/api/users-service/auth.ts'
import type { Person } from '#schema/rules/access/project-actor.ts'
import {
  ENDING_OFFERS,
  isExplained,
  MEMBER_OFFERS,
  organizationPlaceOf,
  personOf,
  PLACE_OFFERS,
  USER_OFFERS,
  VENDOR_OFFERS,
} from './organization-offers.ts'

const person = (changes: Partial<Person> = {}): Person => ({
  ...{ userId: 1, name: 'Ada', organizationId: 5, parentId: null, isPrimaryContact: false },
  roles: ['role-org-owner'],
  ...changes,
})
const system = person({ roles: ['role-sys-admin'], userId: 9 })
const city = { organizationId: 5, parentId: null }
const vendor = { organizationId: 7, parentId: 5 }
const ofVendor = (changes: Partial<Person> = {}) =>
  person({
    ...{ userId: 3, organizationId: 7, parentId: 5, isPrimaryContact: true },
    roles: ['role-vendor-primary-contact'],
    ...changes,
  })

type View = Parameters<(typeof MEMBER_OFFERS)['remove']>[0]
const verdict = (
  offer: keyof typeof MEMBER_OFFERS,
  member: Partial<View['member']> = {},
  more: Partial<View> = {},
) =>
  MEMBER_OFFERS[offer]({
    ...{ person: person(), place: city, isAlone: false },
    member: {
      ...{ userId: 2, roleIds: ['role-org-power-user'], state: 'ACTIVE' },
      ...{ isPrimaryContact: false, isAccountBlocked: false, otpActivated: false },
      ...{ isLastAdministrator: false, ownsProjects: false, isInvitedByYou: false },
      ...member,
    } as View['member'],
    ...more,
  })

describe('the actions on a member', () => {
  it('nothing is offered on oneself', () => {
    for (const offer of ['editProfile', 'setRoles', 'block', 'remove', 'removeAccount'] as const)
      expect(verdict(offer, { userId: 1 }), offer).toBe('self')
  })
  it('each is offered to an administrator of the organization, in the state that it needs', () => {
    expect(verdict('setRoles')).toBeNull()
    expect(verdict('block')).toBeNull()
    expect(verdict('block', { state: 'BLOCKED' })).toBe('relation')
    expect(verdict('unblock')).toBe('relation')
    expect(verdict('unblock', { state: 'BLOCKED' })).toBeNull()
    expect(verdict('unblock', { state: 'BLOCKED', isAccountBlocked: true })).toBe('relation')
    expect(verdict('prolong')).toBeNull()
    expect(verdict('remove')).toBeNull()
    expect(verdict('disableTwoFactor')).toBe('relation')
  })
  it('a stranger is offered nothing', () => {
    const stranger = { person: person({ organizationId: 6, userId: 8 }) }
    for (const offer of Object.keys(MEMBER_OFFERS) as (keyof typeof MEMBER_OFFERS)[])
      expect(verdict(offer, {}, stranger), offer).not.toBeNull()
  })
  it('the last administrator, and an owner of projects, stay', () => {
    expect(verdict('block', { isLastAdministrator: true })).toBe('otherAdministrator')
    expect(verdict('remove', { isLastAdministrator: true })).toBe('otherAdministrator')
    expect(verdict('remove', { ownsProjects: true })).toBe('theirProjects')
    expect(verdict('block', { ownsProjects: true })).toBeNull()
  })
  it('a primary contact stays while the vendor has other contacts', () => {
    const primary = { isPrimaryContact: true, roleIds: ['role-vendor-primary-contact'] as never }
    const at = { place: vendor }
    expect(verdict('remove', primary, at)).toBe('primaryContact')
    expect(verdict('remove', primary, { ...at, isAlone: true })).toBeNull()
    expect(verdict('remove', { isPrimaryContact: true }), 'no vendor').toBeNull()
    const contact = { roleIds: ['role-vendor-contact'] as never }
    expect(verdict('remove', contact, at)).toBeNull()
    expect(verdict('makePrimary', contact, at)).toBeNull()
    expect(verdict('makePrimary', primary, at)).toBe('relation')
    expect(verdict('makePrimary', { ...contact, state: 'BLOCKED' }, at)).toBe('relation')
    expect(verdict('makePrimary', contact)).toBe('relation')
    for (const offer of ['setRoles', 'prolong', 'removeAccount'] as const)
      expect(verdict(offer, contact, at), offer).toBe('relation')
  })
  it('a waiting contact is approved by another person than the one who invited them', () => {
    const waiting = { state: 'PENDING' as const, roleIds: ['role-vendor-contact'] as never }
    const at = { place: vendor }
    expect(verdict('approve', waiting, at)).toBeNull()
    expect(verdict('approve', { ...waiting, isInvitedByYou: true }, at)).toBe('ownInvitation')
    expect(verdict('refuse', { ...waiting, isInvitedByYou: true }, at)).toBeNull()
    for (const offer of ['approve', 'refuse'] as const)
      expect(verdict(offer, { ...waiting, state: 'ACTIVE' }, at)).toBe('relation')
  })
  it('a system administrator may unblock an account, and block a primary contact', () => {
    const by = { person: system }
    expect(verdict('unblock', { state: 'BLOCKED', isAccountBlocked: true }, by)).toBeNull()
    const primary = { isPrimaryContact: true, roleIds: ['role-vendor-contact'] as never }
    expect(verdict('block', primary, { ...by, place: vendor })).toBeNull()
    expect(verdict('block', primary, { place: vendor })).not.toBeNull()
    expect(verdict('disableTwoFactor', { otpActivated: true }, by)).toBeNull()
    expect(verdict('removeAccount', { ownsProjects: true }, by)).toBe('theirProjects')
    expect(verdict('removeAccount', { isLastAdministrator: true }, by)).toBe('otherAdministrator')
  })
})

it('the actions on an account are for system administrators, on others, in the right state', () => {
  const on = (offer: keyof typeof USER_OFFERS, user: object = {}, by = system) =>
    USER_OFFERS[offer]({
      person: by,
      user: {
        ...{ id: 2, state: 'ACTIVE', sessions: 0, otpActivated: false },
        ...{ isLastAdministrator: false, ownsProjects: false },
        ...user,
      } as never,
    })
  for (const offer of Object.keys(USER_OFFERS) as (keyof typeof USER_OFFERS)[]) {
    expect(on(offer, { id: 9 }), offer).toBe('self')
    expect(on(offer, { state: 'WAITING', sessions: 1, otpActivated: true }, person()), offer).toBe(
      'relation',
    )
  }
  expect([on('approve'), on('approve', { state: 'WAITING' })]).toEqual(['relation', null])
  expect([on('unblock'), on('unblock', { state: 'BLOCKED' })]).toEqual(['relation', null])
  expect([on('block'), on('block', { state: 'BLOCKED' })]).toEqual([null, 'relation'])
  expect(on('block', { isLastAdministrator: true })).toBe('otherAdministrator')
  expect([on('sessions'), on('sessions', { sessions: 1 })]).toEqual(['relation', null])
  expect([on('disableTwoFactor'), on('disableTwoFactor', { otpActivated: true })]).toEqual([
    'relation',
    null,
  ])
  expect([on('editProfile'), on('editProfile', { state: 'WAITING' })]).toEqual([null, 'relation'])
  expect(on('resetPassword')).toBeNull()
  expect(on('removeAccount')).toBeNull()
  expect(on('removeAccount', { isLastAdministrator: true, ownsProjects: true })).toBe(
    'otherAdministrator',
  )
  expect(on('removeAccount', { ownsProjects: true })).toBe('theirProjects')
})

it('a vendor is removed when it has neither contacts nor projects', () => {
  const on = (offer: keyof typeof VENDOR_OFFERS, changes: object = {}, by = person()) =>
    VENDOR_OFFERS[offer]({
      person: by,
      vendor: { id: 7, parentId: 5, contactsCount: 0, projectsCount: 0, ...changes },
    })
  for (const offer of ['edit', 'changeState', 'remove'] as const) {
    expect(on(offer), offer).toBeNull()
    expect(on(offer, { parentId: 6 }), offer).not.toBeNull()
  }
  expect(on('remove', { contactsCount: 1, projectsCount: 1 })).toBe('contacts')
  expect(on('remove', { projectsCount: 1 })).toBe('projects')
  expect(on('edit', { contactsCount: 1 })).toBeNull()
})

it('an organization is left and deleted by what the server says', () => {
  const on = (may: object, more: object = {}) => ({
    ...{ vendors: 0, projects: 0, ...more },
    may: { leave: 'allowed', remove: true, ...may } as never,
  })
  expect(
    (['allowed', 'noMember', 'lastAdministrator', 'ownsProjects'] as const).map((leave) =>
      ENDING_OFFERS.leave(on({ leave })),
    ),
  ).toEqual([null, 'relation', 'lastAdministrator', 'yourProjects'])
  expect(ENDING_OFFERS.remove(on({}))).toBeNull()
  expect(ENDING_OFFERS.remove(on({ remove: false }, { projects: 1 }))).toBe('permission')
  expect(ENDING_OFFERS.remove(on({}, { projects: 1, vendors: 1 }))).toBe('ownProjects')
  expect(ENDING_OFFERS.remove(on({}, { vendors: 1 }))).toBe('vendors')
})

it('the pages of a place are offered to those who may read them', () => {
  const on = (
    offer: keyof typeof PLACE_OFFERS,
    by = person(),
    place: typeof vendor | typeof city = city,
  ) => PLACE_OFFERS[offer]({ person: by, place })
  for (const offer of Object.keys(PLACE_OFFERS) as (keyof typeof PLACE_OFFERS)[])
    expect(on(offer, person({ organizationId: 6 })), offer).not.toBeNull()
  for (const offer of [
    'invite',
    'cancelInvitation',
    'browseMembers',
    'browseVendors',
    'createVendor',
    'edit',
    'approveContacts',
  ] as const)
    expect(on(offer), offer).toBeNull()
  expect(on('invite', person(), vendor)).toBeNull()
  expect(on('browseMembers', ofVendor(), vendor)).toBeNull()
  expect(on('approveContacts', person(), vendor)).toBeNull()
  expect(
    on('invite', ofVendor({ isPrimaryContact: false, roles: ['role-vendor-contact'] }), city),
  ).not.toBeNull()
})

it('a session becomes a person, and a page a place', () => {
  const session = {
    ...{ userId: 3, name: 'Vera', organizationId: 7, vendorId: null, roles: ['role-x'] },
    isPrimaryContact: true,
  } as unknown as Session
  expect(personOf(session)).toEqual({
    ...{ userId: 3, name: 'Vera', organizationId: 7, parentId: null, roles: ['role-x'] },
    isPrimaryContact: true,
  })
  expect(personOf({ ...session, vendorId: 7 }).parentId).toBe(-1)
  expect(organizationPlaceOf(person(), 5, false)).toEqual(city)
  expect(organizationPlaceOf(person(), 7, true)).toEqual(vendor)
  expect(organizationPlaceOf(ofVendor(), 7, true)).toEqual(vendor)
  expect(organizationPlaceOf(person(), 7, false)).toEqual({ organizationId: 7, parentId: null })
})

it('explains obstacles that a person can remove', () => {
  for (const obstacle of [
    'contacts',
    'projects',
    'ownProjects',
    'vendors',
    'primaryContact',
    'lastAdministrator',
    'otherAdministrator',
    'yourProjects',
    'theirProjects',
    'ownInvitation',
  ] as const)
    expect(isExplained(obstacle), obstacle).toBe(true)
  for (const obstacle of ['self', 'relation', 'permission'] as const)
    expect(isExplained(obstacle), obstacle).toBe(false)
})
