import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { API } from '#schema/api/index.ts'
import { signInApi } from '../support/api-client.ts'
import { newestOrganization } from './newest.ts'
import { expectRefused, newPerson } from './people.ts'
import { buildWorld, PASSWORD, PROJECT as projectId, type Username, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await buildWorld({ project: { state: 'PUBLISHED', publishedOn: 0 } })
})
afterAll(async () => {
  await world.close()
})
const as = (username: Username) => world.as(username)

describe('members', () => {
  test('[OR6] the server searches, filters, sorts and pages the list, newest first by default', async () => {
    const admin = await as('admin')
    for (let more = 0; more < 6; more += 1) await newPerson(world, 'city', [])
    const list = (body: object) =>
      admin.call(API.members.list, { params: { id: String(world.companies.city) }, body })
    const all = await list({ pageSize: 200 })
    expect(all.items.length).toBe(all.total)
    expect(all.items.map(({ createdOn }) => createdOn)).toEqual(
      all.items.map(({ createdOn }) => createdOn).toSorted((a, b) => b - a),
    )
    expect((await list({})).items).toHaveLength(10)
    const pages = await Promise.all(
      [0, 1, 2, 3].map(async (pageNumber) => (await list({ pageSize: 5, pageNumber })).items),
    )
    const ids = (items: typeof all.items) => items.map(({ userId }) => userId)
    expect(pages.flatMap(ids).toSorted()).toEqual(ids(all.items).slice(0, 20).toSorted())
    expect(
      (await list({ filters: { q: 'REVIEWER@city' } })).items.map(({ username }) => username),
    ).toEqual(['reviewer'])
    expect(
      (await list({ filters: { roleIds: 'role-org-power-user' } })).items
        .map(({ username }) => username)
        .toSorted(),
    ).toEqual(['colleague', 'owner'])
    const names = (
      await list({ sorts: [{ field: 'username', direction: 'ASC' }], pageSize: 200 })
    ).items.map(({ username }) => username)
    expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b)))
    await expectRefused(list({ filters: { password: 'x' } }), 'INPUT_INVALID')
  })

  test('[OR7] a role of the system excludes all others, and its holder has no part in a project, whatever they held before', async () => {
    const person = await newPerson(world, 'city', ['role-sys-admin', 'role-org-owner'])
    const client = await person.signIn()
    expect(client.session.permissions).not.toContain('ORG_ADMIN')
    expect(
      (await client.raw('POST', '/projects-service/projects/create', { name: 'Mine' })).status,
    ).toBe(403)
    expect((await client.raw('GET', `/projects-service/projects/${projectId}`)).text).toContain(
      'ACCESS_TO_PROJECT_IS_DENIED',
    )
    const other = await newPerson(world, 'city', [])
    const city = { id: String(world.companies.city) }
    await expectRefused(
      client.call(API.members.setRoles, {
        params: city,
        body: { userId: other.id, roleIds: ['role-sys-admin', 'role-org-admin'] },
      }),
      'ROLES_MIXED',
    )
    await client.call(API.members.setRoles, {
      params: city,
      body: { userId: other.id, roleIds: ['role-org-admin'] },
    })
    expect(
      (await (await other.signIn()).raw('GET', `/projects-service/projects/${projectId}`)).status,
    ).toBe(200)
  })

  test('[OR8] a member changes their active organization, and every session ends', async () => {
    const person = await newPerson(world, 'city', [])
    await world.database.write(
      async (tx) =>
        void (await tx
          .insertInto('organization_members')
          .values({
            organization_id: world.companies.gamma,
            user_id: person.id,
            roles: '["role-vendor-contact"]',
            is_primary_contact: 0,
            created_on: 0,
          })
          .execute()),
    )
    const [client, phone] = [await person.signIn(), await person.signIn()]
    expect(
      (await client.call(API.organizations.forCurrentUser, {})).map(({ name, parentName }) => [
        name,
        parentName,
      ]),
    ).toEqual([
      ['City', null],
      ['Gamma', 'City'],
    ])
    await expectRefused(
      client.call(API.members.setActiveOrganization, {
        params: { id: String(world.companies.village) },
      }),
      'NOT_FOUND',
    )
    await client.call(API.members.setActiveOrganization, {
      params: { id: String(world.companies.gamma) },
    })
    for (const one of [client, phone])
      expect((await one.raw('GET', '/users-service/auth/session')).status).toBe(401)
    expect((await person.signIn()).session).toMatchObject({
      organizationName: 'Gamma',
      vendorId: world.companies.gamma,
    })
  })
})

describe('the access log', () => {
  test('[AL1] shows who did what, when and with what result, to its permitted readers, filtered on the server', async () => {
    await expectRefused(signInApi(world.url, 'reviewer', 'Wrong-password-1'), 'BAD_CREDENTIALS')
    await (await as('reviewer')).raw('PUT', `/users-service/users/block/${world.users.author}`)
    const admin = await as('admin')
    const read = (filters: object) =>
      admin.call(API.organizationSettings.accessLog, {
        params: { id: String(world.companies.city) },
        body: { filters, pageSize: 200 },
      })
    await vi.waitFor(async () =>
      expect(
        (await read({ who: 'reviewer', what: 'members.block', result: 'failure' })).items,
      ).toHaveLength(1),
    )
    const [failed] = (await read({ who: 'REVIEWER', what: 'auth.authenticate', result: 'failure' }))
      .items
    expect(failed).toMatchObject({
      userId: world.users.reviewer,
      username: 'reviewer',
      status: 401,
      result: 'failure',
      at: world.clock.now,
    })
    expect((await read({ from: world.clock.now + 1 })).items).toEqual([])
    const all = await read({})
    expect(all.items.map(({ at }) => at)).toEqual(
      all.items.map(({ at }) => at).toSorted((a, b) => b - a),
    )
    expect(all.total).toBeGreaterThan(3)
    const path = `/users-service/organizations/${world.companies.city}/access-log`
    for (const [username, status] of [
      ['reviewer', 403],
      ['owner', 403],
      ['alpha-primary', 403],
      ['village-admin', 404],
    ] as const)
      expect([username, (await (await as(username)).raw('POST', path, {})).status]).toEqual([
        username,
        status,
      ])
  })

  test('[AL3] names the object of each act as far as the reader may know it: people and vendors of the place, projects that the reader sees', async () => {
    const admin = await as('admin')
    const gone = await newPerson(world, 'city', [])
    const stranger = await newPerson(world, 'village', [])
    const { city, gamma, village } = world.companies
    await admin.call(API.members.remove, {
      params: { id: String(city) },
      body: { userIds: [gone.id] },
    })
    await admin.call(API.vendors.update, {
      body: {
        id: gamma,
        updatedOn: await newestOrganization(world, gamma),
        name: 'Gamma',
        description: 'Known',
        zone: 'UTC',
      },
    })
    await admin.raw('PUT', `/users-service/users/block/${stranger.id}`)
    await admin.raw('PUT', '/users-service/users/block/999999999')
    await admin.raw('PUT', '/users-service/users/block/My-Secret-Password-1')
    await admin.raw('PUT', '/users-service/organizations/update', {
      id: village,
      updatedOn: 0,
      name: 'Mine',
      description: '',
      zone: 'UTC',
    })
    await admin.raw(
      'PUT',
      `/projects-service/projects/${projectId}/state-transition/move-to-closed`,
      {},
    )
    await (
      await as('village-admin')
    ).raw('PUT', `/projects-service/projects/${projectId}/state-transition/move-to-closed`, {})
    const read = async (reader: typeof admin, id: number, what: string) =>
      (
        await reader.call(API.organizationSettings.accessLog, {
          params: { id: String(id) },
          body: { filters: { what }, pageSize: 200 },
        })
      ).items.map(({ object }) => object)
    await vi.waitFor(async () =>
      expect(
        await read(await as('village-admin'), village, 'stateTransitions.moveToClosed'),
      ).not.toEqual([]),
    )
    expect(await read(admin, city, 'members.remove')).toContainEqual({
      kind: 'person',
      id: String(gone.id),
      name: expect.stringMatching(/\w/),
    })
    expect(await read(admin, city, 'vendors.update')).toContainEqual({
      kind: 'organization',
      id: String(gamma),
      name: 'Gamma',
    })
    expect(await read(admin, city, 'stateTransitions.moveToClosed')).toContainEqual({
      kind: 'project',
      id: projectId,
      name: expect.stringMatching(/\w/),
    })
    const blocked = await read(admin, city, 'members.block')
    expect(blocked).toContainEqual({ kind: 'person', id: String(stranger.id), name: null })
    expect(JSON.stringify(blocked)).not.toContain('Secret')
    expect(await read(admin, city, 'organizationSettings.update')).toContainEqual({
      kind: 'organization',
      id: String(village),
      name: null,
    })
    expect(await read(await as('village-admin'), village, 'stateTransitions.moveToClosed')).toEqual(
      [{ kind: 'project', id: projectId, name: null }],
    )
    // A line of an older version, whose id has no kind.
    await world.database.write(async (tx) => {
      await tx
        .updateTable('access_log')
        .set({ object: '17' })
        .where('action', '=', 'members.remove')
        .execute()
    })
    expect(await read(admin, city, 'members.remove')).toContainEqual(null)
  })

  test('[AL2] holds no password, token or unknown name, and nothing of another organization', async () => {
    await expectRefused(signInApi(world.url, 'My-Secret-Password-1', 'x'), 'BAD_CREDENTIALS')
    await (await as('village-admin')).raw('PUT', `/users-service/users/block/${world.users.author}`)
    const admin = await as('admin')
    await vi.waitFor(async () =>
      expect(
        (
          await world.database.queries
            .selectFrom('access_log')
            .select('id')
            .where('organization_id', '=', world.companies.village)
            .execute()
        ).length,
      ).toBeGreaterThan(0),
    )
    const everything = JSON.stringify(
      await world.database.queries.selectFrom('access_log').selectAll().execute(),
    )
    for (const secret of ['My-Secret', 'my-secret', PASSWORD, admin.token])
      expect(everything).not.toContain(secret)
    const seen = JSON.stringify(
      await admin.call(API.organizationSettings.accessLog, {
        params: { id: String(world.companies.city) },
        body: { pageSize: 200 },
      }),
    )
    expect(seen).not.toContain('village-admin')
  })
})

describe('organizations', () => {
  test('[OR9] an administrator of the system creates an organization, and only an empty one is deleted', async () => {
    const person = await newPerson(world, 'city', ['role-sys-admin'])
    const operator = await person.signIn()
    const body = { name: 'Hamlet', description: '', zone: 'UTC' }
    for (const username of ['admin', 'owner', 'alpha-primary'] as const)
      await expectRefused(
        (await as(username)).call(API.organizationSettings.create, { body }),
        'NOT_FOUND',
      )
    const made = await operator.call(API.organizationSettings.create, { body })
    await expectRefused(
      operator.call(API.organizationSettings.create, {
        body: { name: 'hamlet', description: '', zone: 'UTC' },
      }),
      'ENTITY_ALREADY_EXISTS',
    )
    expect(
      (await operator.call(API.administration.organizations, { query: { q: 'ham' } })).items,
    ).toMatchObject([{ id: made.id, members: 0, vendors: 0, projects: 0 }])
    await expectRefused(
      operator.call(API.organizationSettings.remove, { body: { id: world.companies.city } }),
      'ORGANIZATION_IN_USE',
    )
    await operator.call(API.organizationSettings.remove, { body: { id: made.id } })
    expect(
      (await operator.call(API.administration.organizations, { query: {} })).items.map(
        ({ name }) => name,
      ),
    ).toEqual(['City', 'Village'])
  })

  test('[OR10] an administrator of the system finds every person, ends their sessions and blocks an account everywhere', async () => {
    const operator = await (await newPerson(world, 'city', ['role-sys-admin'])).signIn()
    const person = await newPerson(world, 'gamma', ['role-vendor-contact'])
    const client = await person.signIn()
    const { items } = await operator.call(API.administration.users, {
      query: { q: person.username },
    })
    expect(items).toMatchObject([
      { id: person.id, state: 'ACTIVE', sessions: 1, organizations: [{ name: 'Gamma' }] },
    ])
    await operator.call(API.sessions.endOfUser, { params: { id: String(person.id) } })
    expect((await client.raw('GET', '/users-service/auth/session')).text).toContain('WRONG_TOKEN')
    await operator.call(API.members.block, { params: { id: String(person.id) } })
    await expectRefused(person.signIn(), 'BAD_CREDENTIALS')
    expect(
      (
        await operator.call(API.administration.users, {
          query: { q: person.username, state: 'BLOCKED' },
        })
      ).total,
    ).toBe(1)
    await operator.call(API.members.unblock, { params: { id: String(person.id) } })
    await person.signIn()
  })
})
