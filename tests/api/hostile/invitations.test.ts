import { afterAll, beforeAll, beforeEach, describe, test } from 'vitest'
import { API } from '#schema/api/index.ts'
import { ask, linkTokens } from '../identity-calls.ts'
import { buildWorld, PROJECT, type Username, type World } from '../world.ts'
import { expectRefused } from './hostile-world.ts'

let world: World
beforeAll(async () => {
  world = await buildWorld()
})
afterAll(async () => {
  await world.close()
})
beforeEach(() => {
  world.clock.now += 3_600_000
})

type Outcome = readonly [number | readonly number[], string?]
type Case = [string, Username, () => object, Outcome]
const INVALID: Outcome = [400, 'INPUT_INVALID']
const FORBIDDEN: Outcome = [403, 'NOT_ALLOWED']
const HIDDEN: Outcome = [404, 'NOT_FOUND']
const city = () => ({ email: 'new@x.example', organizationId: world.companies.city, roles: [] })
const alpha = () => ({
  email: 'new@x.example',
  organizationId: world.companies.alpha,
  roles: ['role-vendor-contact'],
})
const restricted = (project: string, packageIds: unknown) => () => ({
  ...alpha(),
  restrictions: [{ project, packageIds }],
})

describe('inviting', () => {
  test.each<Case>([
    [
      'an administrator of the system',
      'admin',
      () => ({ ...city(), roles: ['role-sys-admin'] }),
      FORBIDDEN,
    ],
    [
      'the owner of the organization',
      'admin',
      () => ({ ...city(), roles: ['role-org-owner'] }),
      FORBIDDEN,
    ],
    [
      'a contact into the organization',
      'admin',
      () => ({ ...city(), roles: ['role-vendor-contact'] }),
      FORBIDDEN,
    ],
    ['an unknown role', 'admin', () => ({ ...city(), roles: ['__proto__'] }), INVALID],
    ['a role as a text', 'admin', () => ({ ...city(), roles: 'role-org-admin' }), INVALID],
    [
      'thousands of roles',
      'admin',
      () => ({ ...city(), roles: Array(1_000).fill('role-org-admin') }),
      INVALID,
    ],
    [
      'into another organization',
      'admin',
      () => ({ ...city(), organizationId: world.companies.village }),
      [[403, 404]],
    ],
    ['into organization 0', 'admin', () => ({ ...city(), organizationId: 0 }), HIDDEN],
    ['into organization -1', 'admin', () => ({ ...city(), organizationId: -1 }), INVALID],
    [
      'into an organization with an overflowing number',
      'admin',
      () => ({ ...city(), organizationId: 2 ** 31 }),
      INVALID,
    ],
    [
      'into an organization that is a text',
      'admin',
      () => ({ ...city(), organizationId: '1' }),
      INVALID,
    ],
    [
      'into a list of organizations',
      'admin',
      () => ({ ...city(), organizationId: [world.companies.city] }),
      INVALID,
    ],
    [
      'in the name of another',
      'admin',
      () => ({ ...city(), invitedBy: world.users.owner }),
      INVALID,
    ],
    [
      'into a project',
      'admin',
      () => ({ ...city(), project: { id: PROJECT, roles: [] } }),
      INVALID,
    ],
    ['with a token of their own', 'admin', () => ({ ...city(), token: 'A'.repeat(43) }), INVALID],
    ['two addresses', 'admin', () => ({ ...city(), email: 'a@x.example,b@x.example' }), INVALID],
    ['a list of addresses', 'admin', () => ({ ...city(), email: ['a@x.example'] }), INVALID],
    ['an address with a name', 'admin', () => ({ ...city(), email: 'x <a@x.example>' }), INVALID],
    [
      'an address with an additional header',
      'admin',
      () => ({ ...city(), email: 'a@x.example\r\nBcc: b@x.example' }),
      INVALID,
    ],
    [
      'an address with a zero byte',
      'admin',
      () => ({ ...city(), email: 'a\u0000@x.example' }),
      INVALID,
    ],
    [
      'a member again',
      'admin',
      () => ({ ...city(), email: 'OWNER@city.example' }),
      [409, 'ENTITY_ALREADY_EXISTS'],
    ],
    ['without the right to', 'author', city, FORBIDDEN],
    ['a contact, without being the primary one', 'alpha-contact', alpha, FORBIDDEN],
    [
      'a contact of another vendor',
      'alpha-primary',
      () => ({ ...alpha(), organizationId: world.companies.beta }),
      [[403, 404]],
    ],
    ['into the requestor, as a vendor', 'alpha-primary', city, [[403, 404]]],
    [
      'an administrator into a vendor',
      'alpha-primary',
      () => ({ ...alpha(), roles: ['role-org-admin'] }),
      FORBIDDEN,
    ],
    [
      'an administrator of the system into a vendor',
      'alpha-primary',
      () => ({ ...alpha(), roles: ['role-sys-admin'] }),
      FORBIDDEN,
    ],
    ['to a missing project', 'alpha-primary', restricted('unknown', null), HIDDEN],
    ['to a project as a pattern', 'alpha-primary', restricted('%', null), HIDDEN],
    ['to packages that are no list', 'alpha-primary', restricted(PROJECT, 'p1'), INVALID],
    ['a contact of a vendor of another organization', 'village-admin', alpha, [[403, 404]]],
  ])('[AT38] %s: no person is invited', async (_what, by, body, outcome) => {
    const path = '/users-service/users/invite-user'
    await expectRefused(world, { by, path, body: body() }, outcome)
  })

  test.each<Case>([
    [
      'of another organization',
      'village-admin',
      () => ({ emailTo: 'open@x.example', organizationId: world.companies.city }),
      [[403, 404]],
    ],
    ['by a pattern', 'admin', () => ({ emailTo: '_pen@x.example' }), HIDDEN],
    ['without the right to', 'author', () => ({ emailTo: 'open@x.example' }), FORBIDDEN],
    ['of all people', 'admin', () => ({ emailTo: '' }), INVALID],
  ])('[AT38] an invitation %s is not withdrawn', async (_what, by, body, outcome) => {
    const admin = await world.as('admin')
    await admin.call(API.invitations.invite, { body: { ...city(), email: 'open@x.example' } })
    await linkTokens(world, 'open@x.example')
    const path = '/users-service/users/cancel-invitation'
    await expectRefused(world, { by, path, body: body() }, outcome)
  })
})

describe('sending an invitation again', () => {
  const open = () => ({ emailTo: 'again@x.example', organizationId: world.companies.city })
  test.each<Case>([
    ['of another organization', 'village-admin', open, [[403, 404]]],
    ['as a vendor', 'alpha-primary', open, [[403, 404]]],
    ['without the right to', 'author', open, FORBIDDEN],
    ['that was never written', 'admin', () => ({ ...open(), emailTo: 'none@x.example' }), HIDDEN],
    ['by a pattern', 'admin', () => ({ ...open(), emailTo: '_gain@x.example' }), HIDDEN],
    ['of all people', 'admin', () => ({ ...open(), emailTo: '' }), INVALID],
    [
      'to a second address',
      'admin',
      () => ({ ...open(), emailTo: 'again@x.example,b@x.example' }),
      INVALID,
    ],
    ['with other roles', 'admin', () => ({ ...open(), roles: ['role-org-owner'] }), INVALID],
    [
      'into a vendor of another organization',
      'village-admin',
      () => ({ ...open(), organizationId: world.companies.alpha }),
      [[403, 404]],
    ],
    ['into organization -1', 'admin', () => ({ ...open(), organizationId: -1 }), INVALID],
  ])('[AT38] %s: no mail is written', async (_what, by, body, outcome) => {
    const known = await world.database.queries
      .selectFrom('invitations')
      .select('id')
      .where('email', '=', 'again@x.example')
      .execute()
    if (known.length === 0) {
      await (
        await world.as('admin')
      ).call(API.invitations.invite, { body: { ...city(), email: 'again@x.example' } })
      await linkTokens(world, 'again@x.example')
    }
    const path = '/users-service/users/send-invitation-again'
    await expectRefused(world, { by, path, body: body() }, outcome)
  })
})

describe('registering', () => {
  const HASH = `${'A'.repeat(43)}=`
  const fields = (changes: object) => ({
    username: 'new-person',
    hash: HASH,
    firstname: 'New',
    lastname: 'Person',
    ...changes,
  })
  const newLink = async (): Promise<string> => {
    const email = `r${world.clock.now}@x.example`
    await ask(world, API.registration.request, { body: { email } })
    return (await linkTokens(world, email)).at(-1) ?? ''
  }
  test.each<[string, object, Outcome]>([
    ['roles', { roles: ['role-sys-admin'] }, INVALID],
    ['an organization by its number', { organizationId: 1 }, INVALID],
    ['an active organization', { active_organization_id: 1 }, INVALID],
    ['an approval', { approval: 'APPROVED' }, INVALID],
    ['a number', { id: 1 }, INVALID],
    ['a uuid', { uuid: '00000000-0000-0000-0000-000000000000' }, INVALID],
    ['a salt', { salt: 'AA', iterations: 1 }, INVALID],
    ['a state of the second factor', { otp_active: 1 }, INVALID],
    ['a name in use', { username: 'owner' }, [409, 'USERNAME_INVALID']],
    ['a name in use, in capitals', { username: ' OWNER ' }, [409, 'USERNAME_INVALID']],
    ['a name of two letters', { username: 'ab' }, [400, 'USERNAME_SIGNS']],
    ['a name with blanks', { username: 'new person' }, [400, 'USERNAME_SIGNS']],
    ['a name with markup', { username: '<b>new' }, [400, 'USERNAME_SIGNS']],
    ['a name that is a path', { username: '../../new' }, [400, 'USERNAME_SIGNS']],
    ['a name with a line end', { username: 'new\r\nperson' }, [400, 'USERNAME_SIGNS']],
    ['a name with a zero byte', { username: 'new\u0000' }, [400, 'USERNAME_SIGNS']],
    ['a name that is a list', { username: ['new-person'] }, INVALID],
    ['a first name of 10,000 letters', { firstname: 'x'.repeat(10_000) }, INVALID],
    ['no first name', { firstname: '' }, INVALID],
    ['an organization that is an object', { organization: { id: 1 } }, INVALID],
    ['another language', { language: '../../etc/passwd' }, INVALID],
    ['a made-up link', { token: 'A'.repeat(43) }, [400, 'LINK_INVALID']],
  ])('[AT39] %s: no person is registered', async (_what, changes, outcome) => {
    const body = { token: await newLink(), ...fields(changes) }
    await expectRefused(world, { path: '/users-service/users/create', body }, outcome)
  })

  test.each<[string, Username, () => object, Outcome]>([
    ['themselves', 'owner', () => ({}), [[403, 404]]],
    ['with roles of the system', 'admin', () => ({ roles: ['role-sys-admin'] }), [[403, 404]]],
    [
      'as a vendor',
      'alpha-primary',
      () => ({ organizationId: world.companies.alpha }),
      [[403, 404]],
    ],
  ])(
    '[AT39] only an administrator of the system approves a person: %s',
    async (_w, by, body, outcome) => {
      const path = `/users-service/users/approve/${world.users[by]}`
      await expectRefused(world, { by, method: 'PUT', path, body: body() }, outcome)
    },
  )
})
