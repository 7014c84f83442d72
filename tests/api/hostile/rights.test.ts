import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { API } from '#schema/api/index.ts'
import { linkTokens } from '../identity-calls.ts'
import { buildWorld, PROJECT, type Username, type World } from '../world.ts'
import { expectRefused, type Hostile, send } from './hostile-world.ts'

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
const INVALID: Outcome = [400, 'INPUT_INVALID']
const FORBIDDEN: Outcome = [403, 'NOT_ALLOWED']
const HIDDEN: Outcome = [404, 'NOT_FOUND']
const city = () => ({ email: 'new@x.example', organizationId: world.companies.city, roles: [] })

describe('giving rights', () => {
  const rolesOf =
    (by: Username, body: () => object, at: () => number): (() => Hostile) =>
    () => ({
      by,
      path: `/users-service/organizations/${at()}/roles/set`,
      body: body(),
    })
  const inCity = () => world.companies.city
  const project =
    (by: Username, path: string, body: () => object, method: Hostile['method'] = 'POST') =>
    (): Hostile => ({
      by,
      method,
      path: `/projects-service/projects/${PROJECT}${path}`,
      body: body(),
    })
  const stranger = () => world.users['village-admin']
  const vendor = () => world.users['alpha-primary']
  const REVIEWER = ['role-project-req-reviewer']
  const person = (changes: object) => () => ({
    firstname: 'A',
    lastname: 'B',
    about: '',
    homepage: '',
    company: '',
    location: '',
    phone: '',
    isPublic: true,
    ...changes,
  })
  const profile = (changes: object) => (): Hostile => ({
    by: 'author',
    method: 'PUT',
    path: '/users-service/profiles/update',
    body: { updatedOn: 0, ...person(changes)() },
  })
  const change = (changes: object) => (): Hostile => ({
    by: 'owner',
    method: 'PUT',
    path: '/projects-service/projects/update',
    body: { id: PROJECT, updatedOn: 0, ...changes },
  })
  test.each<[string, () => Hostile, Outcome]>([
    [
      'to themselves, without having any',
      rolesOf(
        'author',
        () => ({ userId: world.users.author, roleIds: ['role-org-admin'] }),
        inCity,
      ),
      FORBIDDEN,
    ],
    [
      'to themselves, more than they have',
      rolesOf('admin', () => ({ userId: world.users.admin, roleIds: ['role-sys-admin'] }), inCity),
      [[400, 403, 409]],
    ],
    [
      'of the system to another',
      rolesOf('admin', () => ({ userId: world.users.author, roleIds: ['role-sys-admin'] }), inCity),
      [[400, 403, 409]],
    ],
    [
      'that do not exist',
      rolesOf('admin', () => ({ userId: world.users.author, roleIds: ['constructor'] }), inCity),
      [[400, 403]],
    ],
    [
      'to a member of another organization',
      rolesOf('admin', () => ({ userId: stranger(), roleIds: [] }), inCity),
      HIDDEN,
    ],
    [
      'in another organization',
      rolesOf('village-admin', () => ({ userId: world.users.author, roleIds: [] }), inCity),
      [[403, 404]],
    ],
    [
      'of the requestor to its vendor',
      rolesOf(
        'admin',
        () => ({ userId: vendor(), roleIds: ['role-org-admin'] }),
        () => world.companies.alpha,
      ),
      [[400, 403, 409]],
    ],
    [
      'in a project to a member of another organization',
      project('owner', '/add-member', () => ({ userId: stranger(), roleIds: REVIEWER })),
      HIDDEN,
    ],
    [
      'in a project to its vendor',
      project('owner', '/add-member', () => ({ userId: vendor(), roleIds: REVIEWER })),
      HIDDEN,
    ],
    [
      'of the organization in a project',
      project('owner', '/add-member', () => ({
        userId: world.users.colleague,
        roleIds: ['role-org-admin'],
      })),
      INVALID,
    ],
    [
      'in a project without naming a person',
      project('owner', '/add-member', () => ({ roleIds: REVIEWER })),
      INVALID,
    ],
    [
      'in a project, as its author',
      project('author', '/add-member', () => ({
        userId: world.users.colleague,
        roleIds: REVIEWER,
      })),
      FORBIDDEN,
    ],
    [
      'of the owner to themselves',
      project('author', '/change-owner', () => ({ updatedOn: 0, id: world.users.author })),
      FORBIDDEN,
    ],
    [
      'of the owner to a vendor',
      project('owner', '/change-owner', () => ({ updatedOn: 0, id: vendor() })),
      HIDDEN,
    ],
    [
      'of the owner to a member of another organization',
      project('owner', '/change-owner', () => ({ updatedOn: 0, id: stranger() })),
      HIDDEN,
    ],
    [
      'of the owner to number 0',
      project('owner', '/change-owner', () => ({ updatedOn: 0, id: 0 })),
      HIDDEN,
    ],
    [
      'of an owner by a text',
      project('owner', '/change-owner', () => ({
        updatedOn: 0,
        id: String(world.users.colleague),
      })),
      INVALID,
    ],
    ['of an owner by the settings', change({ ownerId: 1 }), INVALID],
    ['of another organization by the settings', change({ organizationId: 1 }), INVALID],
    ['of a state by the settings', change({ state: 'CLOSED' }), INVALID],
    ['of a publication by the settings', change({ publishedOn: 0 }), INVALID],
    [
      'to a vendor that was not invited',
      project(
        'owner',
        '/state-transition/add-vendor',
        () => ({ vendorIds: [world.companies.village] }),
        'PUT',
      ),
      [[400, 403, 404]],
    ],
    ['of a person by the profile', profile({ id: 1 }), INVALID],
    ['of roles by the profile', profile({ roles: ['role-sys-admin'] }), INVALID],
    ['of an address by the profile', profile({ email: 'a@x.example' }), INVALID],
    ['of a username by the profile', profile({ username: 'owner' }), INVALID],
  ])('[AT40] rights %s are not given', async (_what, hostile, outcome) => {
    await expectRefused(world, hostile(), outcome)
  })

  test('[AT40] an invitation joins only the person whom it was sent to', async () => {
    const body = { ...city(), email: 'colleague@elsewhere.example' }
    await (await world.as('admin')).call(API.invitations.invite, { body })
    const [token = ''] = await linkTokens(world, body.email)
    for (const by of ['village-admin', 'alpha-primary'] as const) {
      const hostile = { by, path: '/users-service/users/accept-invitation', body: { token } }
      await expectRefused(world, hostile, FORBIDDEN)
    }
    const facts = await send(world, { path: `/users-service/users/check-token/${token}`, body: {} })
    expect(facts.text).toContain('"valid"')
  })
})
