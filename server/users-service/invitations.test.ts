import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Calls, NO_INPUT, openCalls, outcomeOf } from '../../tests/support/call-context.ts'
import { watchRows } from '../../tests/support/changed-rows.ts'
import { type EmptyDatabase, NOW, openEmptyDatabase } from '../../tests/support/empty-database.ts'
import { invite, type NewInvitation } from '../identity/invite.ts'
import { invitationHandlers as handlers } from './invitations.ts'

const NEW = 'new@city.example'
const CONTACT = 'role-vendor-contact'
let rows: EmptyDatabase
let calls: Calls
let [city, village, alpha, beta] = [0, 0, 0, 0]
let [admin, root, anna, vera, waiting] = [0, 0, 0, 0, 0]
let changes: () => Promise<string[]>
/** Alpha is invited to project p, Beta to none. Olga waits for the operator. */
beforeEach(async () => {
  rows = await openEmptyDatabase()
  calls = await openCalls(rows)
  city = await rows.organization('City')
  village = await rows.organization('Village')
  alpha = await rows.organization('Alpha', { parent_id: city })
  beta = await rows.organization('Beta', { parent_id: city })
  await rows.project('p', city)
  await rows.package('p', 'p1')
  await rows.invited('p', alpha)
  const person = async (name: string, place: number, role?: string) => {
    const id = await rows.person(name, { active_organization_id: place })
    const isPrimary = Number(role === 'role-vendor-primary-contact')
    const roles = JSON.stringify(role === undefined ? [] : [role])
    await rows.member(place, id, { roles, is_primary_contact: isPrimary })
    return id
  }
  admin = await person('admin', city, 'role-org-admin')
  root = await person('root', village, 'role-sys-admin')
  anna = await person('anna', city)
  vera = await person('vera', alpha, 'role-vendor-primary-contact')
  waiting = await rows.person('olga', {
    approval: 'WAITING',
    requested_organization: 'Olga Ltd',
    updated_on: NOW - 9,
  })
  await rows.person('sven', { approval: 'WAITING' })
  changes = await watchRows(rows.database)
})
afterEach(() => rows.close())

const mail = (to: string, subject: string) =>
  `mails … + to_address=${to} subject=${subject} created_on=now next_try_on=now`
const stored = async (more: Partial<NewInvitation> = {}) =>
  await invite(rows.database.queries, {
    email: NEW,
    organizationId: city,
    roles: [],
    invitedBy: { userId: admin, name: 'Admin' },
    language: 'en',
    baseUrl: '',
    now: NOW - 1,
    ...more,
  })
const WEEK = 'expires_on=now+604800000'

describe('inviting', () => {
  type Body = Parameters<typeof handlers.invite>[0]['body']
  const send = async (by: number, body: Partial<Body>) =>
    await handlers.invite(
      {
        ...NO_INPUT,
        body: {
          email: ' New@city.example ',
          organizationId: city,
          roles: ['role-org-power-user'],
          isPrimaryContact: false,
          language: 'en',
          ...body,
        },
      },
      await calls.by(by),
    )

  it('[RG2] writes and mails the invitation', async () => {
    await send(admin, {})
    expect(await changes()).toEqual([
      `invitations … + email=${NEW} organization_id=City roles=["role-org-power-user"] invited_by=admin created_on=now ${WEEK}`,
      mail(NEW, 'Invitation to City'),
    ])
    expect(calls.told).toEqual(['mails'])
  })

  it('[RG2] a contact gets grants in projects to which the vendor is invited', async () => {
    const restrictions = [{ project: 'p', packageIds: ['p1'] }]
    await send(admin, { organizationId: alpha, roles: [CONTACT], restrictions })
    expect((await changes())[0]).toContain(
      `organization_id=Alpha roles=["${CONTACT}"] restrictions=[{"project":"p","packageIds":["p1"]}]`,
    )
  })

  it.each<[string, string, () => [number, Partial<Body>]]>([
    ['without the right', 'NOT_ALLOWED', () => [anna, {}]],
    ['into another organization', 'NOT_FOUND', () => [admin, { organizationId: village }]],
    ['into an unknown organization', 'NOT_FOUND', () => [admin, { organizationId: 999 }]],
    ['by a contact into the requestor', 'NOT_ALLOWED', () => [vera, {}]],
    [
      'by a contact into another vendor',
      'NOT_FOUND',
      () => [vera, { organizationId: beta, roles: [CONTACT] }],
    ],
    ['with a role of vendors', 'NOT_ALLOWED roles', () => [admin, { roles: [CONTACT] }]],
    [
      'as a contact with a role of organizations',
      'NOT_ALLOWED roles',
      () => [admin, { organizationId: alpha }],
    ],
    ['with a role above the own', 'NOT_ALLOWED', () => [admin, { roles: ['role-sys-admin'] }]],
    ['a member', 'ENTITY_ALREADY_EXISTS email', () => [admin, { email: 'Anna@city.example' }]],
    [
      'with a grant in a project without the vendor',
      'NOT_FOUND restrictions',
      () => [
        admin,
        {
          organizationId: beta,
          roles: [CONTACT],
          restrictions: [{ project: 'p', packageIds: null }],
        },
      ],
    ],
    [
      'with a package of no such project',
      'NOT_FOUND packageIds',
      () => [
        admin,
        {
          organizationId: alpha,
          roles: [CONTACT],
          restrictions: [{ project: 'p', packageIds: ['x'] }],
        },
      ],
    ],
    [
      'a member of the team as a contact',
      'BOTH_SIDES email',
      () => [admin, { organizationId: alpha, roles: [CONTACT], email: 'admin@city.example' }],
    ],
  ])('[RG2] [BS31] %s is refused: %s', async (_how, code, given) => {
    expect(await outcomeOf(send(...given()))).toBe(code)
    expect([await changes(), calls.told]).toEqual([[], []])
  })

  it('[BS31] a vendor learns nothing about the team', async () => {
    const body = { organizationId: alpha, roles: [CONTACT] as const, email: 'admin@city.example' }
    expect(await outcomeOf(send(vera, { ...body, roles: [CONTACT] }))).toBe('done')
  })
})

describe('an open invitation', () => {
  const again = async (by: number, emailTo: string, organizationId?: number) =>
    await handlers.sendAgain(
      {
        ...NO_INPUT,
        body: {
          emailTo,
          language: 'en',
          ...(organizationId === undefined ? {} : { organizationId }),
        },
      },
      await calls.by(by),
    )
  const cancel = async (by: number, emailTo: string, organizationId?: number) =>
    await handlers.cancel(
      {
        ...NO_INPUT,
        body: { emailTo, ...(organizationId === undefined ? {} : { organizationId }) },
      },
      await calls.by(by),
    )

  it('[RG2] is sent again in place of the former one', async () => {
    await stored()
    await stored({ organizationId: alpha, roles: [CONTACT] })
    await changes()
    expect(await again(admin, ' NEW@city.example')).toEqual({
      sentOn: NOW,
      expiresOn: NOW + 604_800_000,
    })
    expect(await changes()).toEqual([
      `invitations … + email=${NEW} organization_id=City invited_by=admin created_on=now ${WEEK}`,
      `invitations …/${NEW} ~ cancelled_on=now`,
      mail(NEW, 'Invitation to City'),
    ])
    await again(admin, NEW, alpha)
    expect((await changes())[0]).toContain(`organization_id=Alpha roles=["${CONTACT}"]`)
    expect(calls.told).toEqual(['mails', 'mails'])
  })

  it('[RG2] is withdrawn in the named organization, and not in others or in projects', async () => {
    const { queries } = rows.database
    await stored()
    await stored({ project: { id: 'p', roles: [] } })
    await stored({ email: 'more@city.example' })
    await stored({ organizationId: alpha, roles: [CONTACT] })
    await changes()
    await cancel(admin, 'New@city.example')
    expect(await changes()).toEqual([`invitations …/${NEW} ~ cancelled_on=now`])
    await cancel(admin, NEW, alpha)
    expect(await changes()).toEqual([`invitations …/${NEW} ~ cancelled_on=now`])
    const open = queries.selectFrom('invitations').select('email').where('cancelled_on', 'is', null)
    expect(await open.execute()).toHaveLength(2)
  })

  it('[RG2] is not found without one, and not the business of others', async () => {
    await stored()
    await changes()
    expect(await outcomeOf(cancel(admin, 'x@city.example'))).toBe('NOT_FOUND')
    expect(await outcomeOf(cancel(admin, NEW, village))).toBe('NOT_FOUND')
    expect(await outcomeOf(cancel(anna, NEW))).toBe('NOT_ALLOWED')
    expect(await outcomeOf(cancel(vera, NEW, city))).toBe('NOT_ALLOWED')
    expect(await outcomeOf(again(anna, NEW))).toBe('NOT_ALLOWED')
    expect([await changes(), calls.told]).toEqual([[], []])
  })
})

describe('accepting', () => {
  const accept = async (by: number, token: string) =>
    await handlers.accept({ ...NO_INPUT, body: { token } }, await calls.by(by))

  it('[RG8] an invitation to the own address joins the organization, which becomes the active one', async () => {
    const { token } = await stored({
      email: 'anna@city.example',
      organizationId: village,
      roles: ['role-org-power-user'],
    })
    await changes()
    expect(await accept(anna, token)).toEqual({ state: 'READY' })
    expect(await changes()).toEqual([
      'invitations …/anna@city.example ~ accepted_on=now accepted_by=anna',
      'organization_members Village/anna + roles=["role-org-power-user"] created_on=now state=ACTIVE',
      'users anna ~ active_organization_id=Village access_version=1',
    ])
    expect(await outcomeOf(accept(anna, token))).toBe('LINK_INVALID')
  })

  it('[RG8] is refused with an unknown, expired or foreign link, and without a second factor', async () => {
    const foreign = await stored({ organizationId: village })
    const late = await stored({ email: '', organizationId: village, now: NOW - 604_800_000 })
    await changes()
    expect(await outcomeOf(accept(anna, 'unknown'))).toBe('LINK_INVALID')
    expect(await outcomeOf(accept(anna, foreign.token))).toBe('NOT_ALLOWED')
    expect(await outcomeOf(accept(anna, late.token))).toBe('LINK_INVALID')
    const { queries } = rows.database
    const required = { two_factor_required: 1 }
    await queries.updateTable('organizations').set(required).where('id', '=', village).execute()
    const open = await stored({ email: '', organizationId: village })
    await changes()
    expect(await outcomeOf(accept(anna, open.token))).toBe('TWO_FACTOR_REQUIRED')
    expect(await changes()).toEqual([])
    await queries.updateTable('users').set({ otp_active: 1 }).where('id', '=', anna).execute()
    expect(await outcomeOf(accept(anna, open.token))).toBe('done')
  })
})

describe('looking for an address', () => {
  const check = async (by: number, email: string) =>
    await handlers.checkByEmail({ ...NO_INPUT, body: { email } }, await calls.by(by))

  it('[RG2] finds people of the organization and its vendors, for people who may invite', async () => {
    expect(await check(admin, ' Anna@city.example ')).toEqual({
      id: anna,
      name: 'anna Person',
      organizationId: city,
    })
    expect(await check(admin, 'vera@city.example')).toMatchObject({
      id: vera,
      organizationId: alpha,
    })
    expect(await check(vera, 'vera@city.example')).toMatchObject({ id: vera })
    for (const [by, email, code] of [
      [admin, 'root@city.example', 'EMAIL_DOESNT_EXIST email'],
      [admin, 'olga@city.example', 'EMAIL_DOESNT_EXIST email'],
      [admin, 'x@city.example', 'EMAIL_DOESNT_EXIST email'],
      [vera, 'anna@city.example', 'EMAIL_DOESNT_EXIST email'],
      [anna, 'admin@city.example', 'NOT_ALLOWED'],
    ] as const)
      expect(await outcomeOf(check(by, email)), `${by} ${email}`).toBe(code)
  })
})

describe('approving', () => {
  type Body = Parameters<typeof handlers.approve>[0]['body']
  const approve = async (by: number, id: number, body: Partial<Body> = {}) =>
    await handlers.approve(
      { ...NO_INPUT, params: { id }, body: { roles: [], ...body } },
      await calls.by(by),
    )

  it('[RG1] a person who registered owns a new organization, named as asked for', async () => {
    await approve(root, waiting)
    expect(await changes()).toEqual([
      mail('olga@city.example', 'Your account was approved'),
      'organization_members Olga Ltd/olga + roles=["role-org-owner"] created_on=now state=ACTIVE',
      'organizations Olga Ltd + name=Olga Ltd zone=Europe/Bratislava created_on=now state=ACTIVE updated_on=now',
      'users olga ~ active_organization_id=Olga Ltd updated_on=now approval=APPROVED',
    ])
    expect(calls.told).toEqual(['mails'])
    expect(await outcomeOf(approve(root, waiting))).toBe('NOT_FOUND')
  })

  it('[RG1] or by the operator, or else after the address', async () => {
    const named = async () =>
      (await changes())
        .filter((line) => line.startsWith('organizations'))
        .map((line) => line.split(' + ')[0])
    await approve(root, waiting, { name: 'Chosen' })
    expect(await named()).toEqual(['organizations Chosen'])
    await approve(root, waiting + 1)
    expect(await named()).toEqual(['organizations sven@city.example'])
  })

  it('[RG1] or comes into the named organization with the named roles', async () => {
    await approve(root, waiting, { organizationId: city, roles: ['role-org-power-user'] })
    expect(await changes()).toEqual([
      mail('olga@city.example', 'Your account was approved'),
      'organization_members City/olga + roles=["role-org-power-user"] created_on=now state=ACTIVE',
      'users olga ~ active_organization_id=City updated_on=now approval=APPROVED',
    ])
  })

  it('[RG1] is shown with the username beside a colleague of the same name', async () => {
    const { queries } = rows.database
    await queries
      .updateTable('users')
      .set({ firstname: 'Anna' })
      .where('id', '=', waiting)
      .execute()
    await approve(root, waiting, { organizationId: city, roles: ['role-org-power-user'] })
    const found = queries.selectFrom('users').select('name').where('id', '=', waiting)
    expect(await found.executeTakeFirst()).toEqual({ name: 'Anna Person (olga)' })
  })

  it('[RG1] is refused to others, for an unknown organization, and with a role of another scope', async () => {
    for (const [by, id, body, code] of [
      [admin, waiting, {}, 'NOT_FOUND'],
      [root, anna, {}, 'NOT_FOUND'],
      [root, waiting, { organizationId: 999 }, 'NOT_FOUND'],
      [root, waiting, { organizationId: city, roles: [CONTACT] }, 'NOT_ALLOWED roles'],
    ] as const)
      expect(await outcomeOf(approve(by, id, body as Partial<Body>)), code).toBe(code)
    expect([await changes(), calls.told]).toEqual([[], []])
  })

  it('[BS31] is refused if the person would stand on both sides', async () => {
    await rows.member(alpha, waiting, { roles: `["${CONTACT}"]`, state: 'BLOCKED' })
    await changes()
    expect(
      await outcomeOf(approve(root, waiting, { organizationId: city, roles: ['role-org-admin'] })),
    ).toBe('BOTH_SIDES organizationId')
    expect(await changes()).toEqual([])
  })

  it('[CA2] [CA3] a contact who waits comes into the vendor that invited them, by another person', async () => {
    const contact = await rows.person('cyril')
    await rows.member(alpha, contact, { state: 'PENDING', roles: `["${CONTACT}"]` })
    const { id } = await stored({ email: 'cyril@city.example', organizationId: alpha })
    await rows.database.queries
      .updateTable('invitations')
      .set({ accepted_on: NOW, accepted_by: contact, invited_by: vera })
      .where('id', '=', id)
      .execute()
    await changes()
    expect(await outcomeOf(approve(admin, contact, { organizationId: beta }))).toBe(
      'NOT_FOUND organizationId',
    )
    expect(await outcomeOf(approve(anna, contact))).toBe('NOT_ALLOWED')
    expect(await outcomeOf(approve(vera, contact))).toBe('CONTACT_OWN_INVITATION')
    expect([await changes(), calls.told]).toEqual([[], []])
    await approve(admin, contact, { organizationId: alpha })
    expect(await changes()).toEqual([
      mail('cyril@city.example', 'Your account was approved'),
      'organization_members Alpha/cyril ~ state=ACTIVE',
      'users cyril ~ access_version=1',
    ])
    expect(calls.told).toEqual([`forget ${contact}`, 'mails'])
  })
})
