import { Client } from '@stomp/stompjs'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { API } from '#schema/api/index.ts'
import { seedUser } from '#server/database/seed.ts'
import { signInApi } from '../support/api-client.ts'
import { listenLive } from '../support/live-client.ts'
import { SyncDevice } from './sync-client.ts'
import { buildWorld, PASSWORD, PROJECT as projectId, type Username, type World } from './world.ts'

let world: World
beforeAll(async () => { world = await buildWorld({ project: { state: 'PUBLISHED', publishedOn: 0 } }) })
afterAll(async () => { await world.close() })

let count = 0
/** Somebody new, so that tests do not meet in one person. */
const newPerson = async (company: 'city' | 'alpha' | 'gamma', roles: Parameters<typeof seedUser>[1]['roles'], more: { isPrimaryContact?: boolean } = {}) => {
  const username = `person-${(count += 1)}`
  const id = await seedUser(world.database, { username, password: PASSWORD, firstname: username, lastname: 'Person', email: `${username}@x.example`, organizationId: world.companies[company], roles, iterations: 1_000, ...more })
  return { id, username, signIn: () => signInApi(world.url, username, PASSWORD) }
}
const grant = (userId: number, packageIds: string[] | null) => world.database.write(async (tx) => {
  await tx.insertInto('restrictions').values({ project_id: projectId, vendor_id: world.companies.alpha, user_id: userId, package_ids: packageIds === null ? null : JSON.stringify(packageIds) }).execute()
  await tx.updateTable('project_sync').set((eb) => ({ visibility_version: eb('visibility_version', '+', 1) })).where('project_id', '=', projectId).execute()
})
const expectRefused = async (calling: Promise<unknown>, code: string) => { await expect(calling).rejects.toThrow(code) }
const as = (username: Username) => world.as(username)

describe('keeping people out', () => {
  test.each(['block', 'remove', 'expire'] as const)('[OR1] %s ends calls and socket within a second, and a device is told to forget what it holds', async (how) => {
    const person = await newPerson('city', [])
    await world.database.write(async (tx) => void (await tx.insertInto('project_members').values({ project_id: projectId, user_id: person.id, roles: '["role-project-req-author"]', created_on: 0 }).execute()))
    const client = await person.signIn()
    const device = new SyncDevice(client)
    await device.pull(projectId)
    expect(device.all().length).toBeGreaterThan(0)
    let isClosed = false
    const socket = new Client({ webSocketFactory: () => new WebSocket(`${world.url.replace('http', 'ws')}/api/notification-service/notification`, ['v12.stomp']), connectHeaders: { 'X-Auth-Token': client.token }, reconnectDelay: 0, onWebSocketClose: () => { isClosed = true } })
    await new Promise<void>((done) => { socket.onConnect = () => done(); socket.activate() })
    const admin = await as('admin')
    if (how === 'block') await admin.call(API.members.block, { params: { id: String(person.id) } })
    if (how === 'remove') await admin.call(API.members.remove, { params: { id: String(world.companies.city) }, body: { userIds: [person.id] } })
    if (how === 'expire') await world.database.write(async (tx) => void (await tx.updateTable('organization_members').set({ expires_on: 1 }).where('user_id', '=', person.id).execute()))
    await vi.waitFor(() => expect(isClosed).toBe(true), { timeout: 10_000 })
    const { status, text } = await client.raw('GET', `/projects-service/projects/${projectId}`)
    expect(status).toBe(401)
    expect(text).toContain('ACCESS_ENDED')
    expect((await device.pullRaw([projectId])).text).toContain('ACCESS_ENDED')
    expect((await device.pushRaw([device.edit('sections.update', { projectId, id: 's1', name: 'Too late' })])).text).toContain('ACCESS_ENDED')
    await expectRefused(person.signIn(), 'BAD_CREDENTIALS')
    await socket.deactivate()
  })

  test('[OR2] who is let in again signs in anew and finds everything; the former session stays over', async () => {
    const person = await newPerson('city', [])
    const client = await person.signIn()
    const admin = await as('admin')
    await admin.call(API.members.block, { params: { id: String(person.id) } })
    await admin.call(API.members.unblock, { params: { id: String(person.id) } })
    expect((await client.raw('GET', '/users-service/auth/session')).text).toContain('WRONG_TOKEN')
    expect((await (await person.signIn()).raw('GET', '/users-service/auth/session')).status).toBe(200)
  })

  test('[OR3] an organization blocks its own membership only: in another one the person goes on', async () => {
    const person = await newPerson('city', [])
    await world.database.write(async (tx) => void (await tx.insertInto('organization_members').values({ organization_id: world.companies.village, user_id: person.id, roles: '[]', is_primary_contact: 0, created_on: 0 }).execute()))
    await (await as('village-admin')).call(API.members.block, { params: { id: String(person.id) } })
    const client = await person.signIn()
    expect(client.session.organizationName).toBe('City')
    expect((await client.call(API.organizations.forCurrentUser, {})).map(({ name }) => name)).toEqual(['City'])
    await (await as('admin')).call(API.members.block, { params: { id: String(person.id) } })
    await expectRefused(person.signIn(), 'BAD_CREDENTIALS')
    await (await as('village-admin')).call(API.members.unblock, { params: { id: String(person.id) } })
    expect((await person.signIn()).session.organizationName).toBe('Village')
  })

  test('[OR4] who loses a role loses what it showed: calls at once, rows with the next pull, the socket hears no more', async () => {
    const person = await newPerson('city', ['role-org-admin'])
    const client = await person.signIn()
    const device = new SyncDevice(client)
    await device.pull(projectId)
    const live = await listenLive(world.url, client.token)
    const author = new SyncDevice(await as('owner'))
    await author.client.raw('PUT', '/projects-service/projects/update', { id: projectId, name: 'Heard' })
    await vi.waitFor(() => expect(live.messages.join('')).toContain('Heard'))
    await (await as('admin')).call(API.members.setRoles, { params: { id: String(world.companies.city) }, body: { userId: person.id, roleIds: ['role-org-member-manager'] } })
    await author.client.raw('PUT', '/projects-service/projects/update', { id: projectId, name: 'UNHEARD' })
    expect((await client.raw('GET', `/projects-service/projects/${projectId}`)).status).toBe(403)
    await device.pull(projectId)
    expect(device.denied).toEqual([projectId])
    expect(device.home?.projects).toEqual([])
    // Something of the person's own comes through the same socket after it.
    await vi.waitFor(() => expect(live.messages.at(-1)).toContain('"project":null'))
    expect(live.messages.join('')).not.toContain('UNHEARD')
    await live.close()
  })

  test('[OR5] somebody always administers: the last administrator is neither blocked, removed nor lowered, and does not leave', async () => {
    const [village, id] = [String(world.companies.village), world.users['village-admin']]
    const second = await seedUser(world.database, { username: 'village-second', password: PASSWORD, firstname: 'Second', lastname: 'Person', organizationId: world.companies.village, roles: ['role-org-owner'], iterations: 1_000 })
    const helper = await signInApi(world.url, 'village-second', PASSWORD)
    await helper.call(API.members.block, { params: { id: String(id) } })
    await expectRefused(helper.call(API.members.leave, { params: { id: village } }), 'LAST_ADMINISTRATOR')
    await helper.call(API.members.unblock, { params: { id: String(id) } })
    const admin = await signInApi(world.url, 'village-admin', PASSWORD)
    // An administrator takes nothing from an owner.
    await expectRefused(admin.call(API.members.block, { params: { id: String(second) } }), 'NOT_ALLOWED')
    await helper.call(API.members.leave, { params: { id: village } })
    await expectRefused(admin.call(API.members.leave, { params: { id: village } }), 'LAST_ADMINISTRATOR')
    await expectRefused(admin.call(API.members.block, { params: { id: String(id) } }), 'NOT_ALLOWED')
    await expectRefused(admin.call(API.members.setRoles, { params: { id: village }, body: { userId: id, roleIds: ['role-org-owner'] } }), 'NOT_ALLOWED')
  })
})

describe('members', () => {
  test('[OR6] the list is searched, filtered, sorted and cut on the server, newest first where nothing is said', async () => {
    const admin = await as('admin')
    const list = (body: object) => admin.call(API.members.list, { params: { id: String(world.companies.city) }, body })
    const all = await list({ pageSize: 200 })
    expect(all.items.length).toBe(all.total)
    expect(all.items.map(({ createdOn }) => createdOn)).toEqual(all.items.map(({ createdOn }) => createdOn).toSorted((a, b) => b - a))
    expect((await list({})).items).toHaveLength(10)
    expect((await list({ filters: { q: 'REVIEWER@city' } })).items.map(({ username }) => username)).toEqual(['reviewer'])
    expect((await list({ filters: { roleIds: 'role-org-power-user' } })).items.map(({ username }) => username).toSorted()).toEqual(['colleague', 'owner'])
    const names = (await list({ sorts: [{ field: 'username', direction: 'ASC' }], pageSize: 200 })).items.map(({ username }) => username)
    expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b)))
    await expectRefused(list({ filters: { password: 'x' } }), 'INPUT_INVALID')
  })

  test('[OR7] a role of the system stands alone, and whoever holds one is nothing in a project, whatever they held before', async () => {
    const person = await newPerson('city', ['role-sys-admin', 'role-org-owner'])
    const client = await person.signIn()
    expect(client.session.permissions).not.toContain('ORG_ADMIN')
    expect((await client.raw('POST', '/projects-service/projects/create', { name: 'Mine' })).status).toBe(403)
    expect((await client.raw('GET', `/projects-service/projects/${projectId}`)).text).toContain('ACCESS_TO_PROJECT_IS_DENIED')
    const other = await newPerson('city', [])
    const city = { id: String(world.companies.city) }
    await expectRefused(client.call(API.members.setRoles, { params: city, body: { userId: other.id, roleIds: ['role-sys-admin', 'role-org-admin'] } }), 'ROLES_MIXED')
    await client.call(API.members.setRoles, { params: city, body: { userId: other.id, roleIds: ['role-org-admin'] } })
    expect((await (await other.signIn()).raw('GET', `/projects-service/projects/${projectId}`)).status).toBe(200)
  })

  test('[OR8] the active organization is changed by its member, and every session ends', async () => {
    const person = await newPerson('city', [])
    await world.database.write(async (tx) => void (await tx.insertInto('organization_members').values({ organization_id: world.companies.gamma, user_id: person.id, roles: '["role-vendor-contact"]', is_primary_contact: 0, created_on: 0 }).execute()))
    const client = await person.signIn()
    expect((await client.call(API.organizations.forCurrentUser, {})).map(({ name, parentName }) => [name, parentName])).toEqual([['City', null], ['Gamma', 'City']])
    await expectRefused(client.call(API.members.setActiveOrganization, { params: { id: String(world.companies.village) } }), 'NOT_FOUND')
    await client.call(API.members.setActiveOrganization, { params: { id: String(world.companies.gamma) } })
    expect((await client.raw('GET', '/users-service/auth/session')).status).toBe(401)
    expect((await person.signIn()).session).toMatchObject({ organizationName: 'Gamma', vendorId: world.companies.gamma })
  })
})

describe('vendors', () => {
  const profile = { name: 'Epsilon', description: 'Software', zone: 'Europe/Bratislava' }

  test('[VE1] a vendor is made, changed, put to rest and deleted; its name is free, its zone exists', async () => {
    const admin = await as('admin')
    const city = { id: String(world.companies.city) }
    const made = await admin.call(API.vendors.create, { params: city, body: profile })
    expect(made).toMatchObject({ name: 'Epsilon', state: 'ACTIVE', primaryContactId: null, contactsCount: 0 })
    await expectRefused(admin.call(API.vendors.create, { params: city, body: { ...profile, name: 'EPSILON' } }), 'ENTITY_ALREADY_EXISTS')
    await expectRefused(admin.call(API.vendors.update, { body: { id: made.id, ...profile, zone: 'Mars/Base' } }), 'INPUT_INVALID')
    expect(await admin.call(API.vendors.update, { body: { id: made.id, ...profile, name: 'Zeta' } })).toMatchObject({ name: 'Zeta' })
    await admin.call(API.vendors.setState, { body: { id: made.id, state: 'INACTIVE' } })
    expect((await admin.call(API.organizations.vendors, { params: city })).map(({ label }) => label)).not.toContain('Zeta')
    await admin.call(API.vendors.remove, { body: { id: made.id } })
    await expectRefused(admin.call(API.vendors.get, { params: { id: String(made.id) } }), 'NOT_FOUND')
  })

  test('[VE2] a vendor with contacts is not deleted', async () => {
    await expectRefused((await as('admin')).call(API.vendors.remove, { body: { id: world.companies.beta } }), 'You must delete all contacts before deleting vendor!')
  })

  test('[VE3] contacts of an inactive vendor are out at once, and in again with it', async () => {
    const gamma = await signInApi(world.url, 'gamma-primary', PASSWORD)
    const admin = await as('admin')
    await admin.call(API.vendors.setState, { body: { id: world.companies.gamma, state: 'INACTIVE' } })
    expect((await gamma.raw('GET', '/users-service/auth/session')).text).toContain('ACCESS_ENDED')
    await admin.call(API.vendors.setState, { body: { id: world.companies.gamma, state: 'ACTIVE' } })
    expect((await signInApi(world.url, 'gamma-primary', PASSWORD)).session.vendorId).toBe(world.companies.gamma)
  })

  test('[VE4] there is exactly one primary contact: the flag moves, is not removed, and goes to no stranger', async () => {
    const { gamma } = world.companies
    const person = await newPerson('gamma', ['role-vendor-contact'])
    const admin = await as('admin')
    const flag = (userId: number, isPrimaryContact: boolean) => admin.call(API.vendors.setPrimaryContact, { body: { id: gamma, userId, isPrimaryContact } })
    const primaries = async () => (await admin.call(API.members.list, { params: { id: String(gamma) }, body: { pageSize: 200 } })).items.filter((contact) => contact.isPrimaryContact).map(({ userId, roleIds }) => [userId, roleIds])
    await expectRefused(flag(world.users['gamma-primary'], false), 'Cannot remove primary contact flag.')
    await expectRefused(flag(world.users.owner, true), 'User was not flagged as primary contact.')
    await expectRefused(admin.call(API.members.block, { params: { id: String(world.users['gamma-primary']) } }), 'Cannot remove primary contact flag.')
    await expectRefused(admin.call(API.members.remove, { params: { id: String(gamma) }, body: { userIds: [world.users['gamma-primary']] } }), 'Cannot remove primary contact flag.')
    await flag(person.id, true)
    expect(await primaries()).toEqual([[person.id, ['role-vendor-primary-contact']]])
    await flag(world.users['gamma-primary'], true)
    expect(await primaries()).toEqual([[world.users['gamma-primary'], ['role-vendor-primary-contact']]])
  })
})

describe('restrictions', () => {
  test('[VE5] a colleague who loses a package loses its rows on every device, and hears of it at once', async () => {
    const person = await newPerson('alpha', ['role-vendor-contact'])
    await grant(person.id, null)
    const client = await person.signIn()
    const [laptop, phone] = [new SyncDevice(client), new SyncDevice(client)]
    for (const device of [laptop, phone]) await device.pull(projectId)
    const live = await listenLive(world.url, client.token)
    // The hub has to know what the person saw before.
    await (await as('owner')).raw('PUT', '/projects-service/projects/update', { id: projectId, name: 'Known' })
    await vi.waitFor(() => expect(live.messages.join('')).toContain('Known'))
    const heard = live.messages.length
    const primary = await as('alpha-primary')
    const { alpha } = world.companies
    const path = { id: projectId, vendorId: String(alpha) }
    const { users } = await primary.call(API.restrictions.get, { params: path })
    expect(users.find(({ userId }) => userId === person.id)).toEqual({ userId: person.id, packageIds: null })
    await primary.call(API.restrictions.set, { params: { id: projectId }, body: { vendorId: alpha, users: users.map((user) => (user.userId === person.id ? { ...user, packageIds: ['p2'] } : user)) } })
    await vi.waitFor(() => expect(live.messages.length).toBeGreaterThan(heard))
    for (const device of [laptop, phone]) {
      expect(device.all().join('')).toContain('FUN-0001')
      await device.pull(projectId)
      expect(device.all().join('')).not.toContain('FUN-0001')
      expect(Object.keys(device.cursors).toSorted()).toEqual(['*:pub', 'p2:pub', `p2:v${alpha}`].toSorted())
    }
    expect((await client.raw('GET', '/projects-service/requirements/r1')).status).toBe(404)
    await primary.call(API.restrictions.set, { params: { id: projectId }, body: { vendorId: alpha, users: users.filter(({ userId }) => userId !== person.id) } })
    await laptop.pull(projectId)
    expect(laptop.denied).toEqual([projectId])
    await live.close()
  })

  test('[VE6] they name contacts of the vendor and packages of the project, or nothing is changed', async () => {
    const primary = await as('alpha-primary')
    const set = (users: object[]) => primary.raw('POST', `/projects-service/projects/${projectId}/restrictions`, { vendorId: world.companies.alpha, users })
    const before = await primary.call(API.restrictions.get, { params: { id: projectId, vendorId: String(world.companies.alpha) } })
    expect((await set([{ userId: world.users['beta-primary'], packageIds: null }])).status).toBe(400)
    expect((await set([{ userId: world.users['alpha-contact'], packageIds: ['elsewhere'] }])).status).toBe(400)
    expect((await primary.raw('GET', `/projects-service/projects/${projectId}/restrictions/${world.companies.beta}`)).status).toBe(404)
    expect(await primary.call(API.restrictions.get, { params: { id: projectId, vendorId: String(world.companies.alpha) } })).toEqual(before)
  })
})

describe('documentation that vendors accept', () => {
  test('[VE7] until the primary contact accepts it no project opens, what was written is still taken, and a newer version closes nothing', async () => {
    const admin = await as('admin')
    const city = { id: String(world.companies.city) }
    const contact = await as('alpha-contact')
    const device = new SyncDevice(contact)
    await admin.call(API.organizationSettings.setDocumentation, { params: city, body: { title: 'Terms', text: 'Be fair.' } })
    expect((await contact.raw('GET', `/projects-service/projects/${projectId}`)).text).toContain('One or more consents not accepted')
    await device.pull(projectId)
    expect(device.denied).toEqual([projectId])
    expect(device.home?.projects.map(({ id }) => id)).toEqual([projectId])
    const note = { projectId, requirementId: 'r2', vendorId: world.companies.alpha, values: { note: 'written before' } }
    await device.push(device.edit('commitments.update', note))
    await device.pull(projectId)
    expect(device.results.map(({ status }) => status)).toEqual(['applied'])
    const [asked] = await contact.call(API.consents.list, {})
    expect(asked).toMatchObject({ organizationName: 'City', title: 'Terms', text: 'Be fair.', version: 1, acceptedVersion: null })
    await expectRefused(contact.call(API.consents.accept, { body: { organizationId: world.companies.city, version: 1 } }), 'NOT_ALLOWED')
    const primary = await as('alpha-primary')
    await expectRefused(primary.call(API.consents.accept, { body: { organizationId: world.companies.city, version: 2 } }), 'CONFLICT')
    await primary.call(API.consents.accept, { body: { organizationId: world.companies.city, version: 1 } })
    expect((await contact.raw('GET', `/projects-service/projects/${projectId}`)).status).toBe(200)
    await admin.call(API.organizationSettings.setDocumentation, { params: city, body: { title: 'Terms', text: 'Be very fair.' } })
    expect((await contact.raw('GET', `/projects-service/projects/${projectId}`)).status).toBe(200)
    expect((await primary.call(API.consents.list, {}))[0]).toMatchObject({ version: 2, acceptedVersion: 1, acceptedBy: 'alpha-primary Person' })
    // Another vendor that has not accepted is told so, and not what others did.
    expect((await (await as('beta-primary')).raw('GET', `/projects-service/projects/${projectId}`)).text).toContain('NO_CONSENT')
    await admin.call(API.organizationSettings.setDocumentation, { params: city, body: { title: '', text: '' } })
    expect((await (await as('beta-primary')).raw('GET', `/projects-service/projects/${projectId}`)).status).toBe(200)
  })
})

describe('the access log', () => {
  test('[AL1] says who did what when and with what result, to those who may know, filtered on the server', async () => {
    await expectRefused(signInApi(world.url, 'reviewer', 'Wrong-password-1'), 'BAD_CREDENTIALS')
    await (await as('reviewer')).raw('PUT', `/users-service/users/block/${world.users.author}`)
    const admin = await as('admin')
    const read = (filters: object) => admin.call(API.organizationSettings.accessLog, { params: { id: String(world.companies.city) }, body: { filters, pageSize: 200 } })
    await vi.waitFor(async () => expect((await read({ who: 'reviewer', what: 'members.block', result: 'failure' })).items).toHaveLength(1))
    const [failed] = (await read({ who: 'REVIEWER', what: 'auth.authenticate', result: 'failure' })).items
    expect(failed).toMatchObject({ userId: world.users.reviewer, username: 'reviewer', status: 401, result: 'failure', at: world.clock.now })
    expect((await read({ from: world.clock.now + 1 })).items).toEqual([])
    const all = await read({})
    expect(all.items.map(({ at }) => at)).toEqual(all.items.map(({ at }) => at).toSorted((a, b) => b - a))
    expect(all.total).toBeGreaterThan(3)
  })

  test('[AL2] holds no password, token or name that nobody has, and nothing of another organization', async () => {
    await expectRefused(signInApi(world.url, 'My-Secret-Password-1', 'x'), 'BAD_CREDENTIALS')
    await (await as('village-admin')).raw('PUT', `/users-service/users/block/${world.users.author}`)
    const admin = await as('admin')
    await vi.waitFor(async () => expect((await world.database.queries.selectFrom('access_log').select('id').where('organization_id', '=', world.companies.village).execute()).length).toBeGreaterThan(0))
    const everything = JSON.stringify(await world.database.queries.selectFrom('access_log').selectAll().execute())
    for (const secret of ['My-Secret', 'my-secret', PASSWORD, admin.token]) expect(everything).not.toContain(secret)
    const seen = JSON.stringify(await admin.call(API.organizationSettings.accessLog, { params: { id: String(world.companies.city) }, body: { pageSize: 200 } }))
    expect(seen).not.toContain('village-admin')
  })
})

describe('organizations', () => {
  test('[OR9] one is made by who administers the system, and deleted only when it is empty', async () => {
    const person = await newPerson('city', ['role-sys-admin'])
    const operator = await person.signIn()
    const made = await operator.call(API.organizationSettings.create, { body: { name: 'Hamlet', description: '', zone: 'UTC' } })
    await expectRefused(operator.call(API.organizationSettings.create, { body: { name: 'hamlet', description: '', zone: 'UTC' } }), 'ENTITY_ALREADY_EXISTS')
    expect((await operator.call(API.administration.organizations, { query: { q: 'ham' } })).items).toMatchObject([{ id: made.id, members: 0, vendors: 0, projects: 0 }])
    await expectRefused(operator.call(API.organizationSettings.remove, { body: { id: world.companies.city } }), 'ORGANIZATION_IN_USE')
    await operator.call(API.organizationSettings.remove, { body: { id: made.id } })
    expect((await operator.call(API.administration.organizations, { query: {} })).items.map(({ name }) => name)).toEqual(['City', 'Village'])
  })

  test('[OR10] an administrator of the system finds everybody, ends their sessions and keeps an account out everywhere', async () => {
    const operator = await (await newPerson('city', ['role-sys-admin'])).signIn()
    const person = await newPerson('gamma', ['role-vendor-contact'])
    const client = await person.signIn()
    const { items } = await operator.call(API.administration.users, { query: { q: person.username } })
    expect(items).toMatchObject([{ id: person.id, state: 'ACTIVE', sessions: 1, organizations: [{ name: 'Gamma' }] }])
    await operator.call(API.sessions.endOfUser, { params: { id: String(person.id) } })
    expect((await client.raw('GET', '/users-service/auth/session')).text).toContain('WRONG_TOKEN')
    await operator.call(API.members.block, { params: { id: String(person.id) } })
    await expectRefused(person.signIn(), 'BAD_CREDENTIALS')
    expect((await operator.call(API.administration.users, { query: { q: person.username, state: 'BLOCKED' } })).total).toBe(1)
    await operator.call(API.members.unblock, { params: { id: String(person.id) } })
    await person.signIn()
  })
})
