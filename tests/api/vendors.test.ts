import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { API } from '#schema/api/index.ts'
import { newest } from './newest.ts'
import { signInApi } from '../support/api-client.ts'
import { listenLive } from '../support/live-client.ts'
import { expectRefused, newPerson } from './people.ts'
import { SyncDevice } from './sync-client.ts'
import { buildWorld, PASSWORD, PROJECT as projectId, type Username, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await buildWorld({ project: { state: 'PUBLISHED', publishedOn: 0 } })
})
afterAll(async () => {
  await world.close()
})
const as = (username: Username) => world.as(username)
const grant = (userId: number, packageIds: string[] | null) =>
  world.database.write(async (tx) => {
    await tx
      .insertInto('restrictions')
      .values({
        project_id: projectId,
        vendor_id: world.companies.alpha,
        user_id: userId,
        package_ids: packageIds === null ? null : JSON.stringify(packageIds),
      })
      .execute()
    await tx
      .updateTable('project_sync')
      .set((eb) => ({ visibility_version: eb('visibility_version', '+', 1) }))
      .where('project_id', '=', projectId)
      .execute()
  })

describe('vendors', () => {
  const profile = { name: 'Epsilon', description: 'Software', zone: 'Europe/Bratislava' }

  test('[VE1] a vendor is created, changed, deactivated and deleted; its name is free, its time zone exists', async () => {
    const admin = await as('admin')
    const city = { id: String(world.companies.city) }
    const made = await admin.call(API.vendors.create, { params: city, body: profile })
    const seen = { id: made.id, updatedOn: made.updatedOn }
    expect(made).toMatchObject({
      name: 'Epsilon',
      state: 'ACTIVE',
      primaryContactId: null,
      contactsCount: 0,
    })
    await expectRefused(
      admin.call(API.vendors.create, { params: city, body: { ...profile, name: 'EPSILON' } }),
      'ENTITY_ALREADY_EXISTS',
    )
    await expectRefused(
      admin.call(API.vendors.update, { body: { ...seen, ...profile, zone: 'Mars/Base' } }),
      'INPUT_INVALID',
    )
    expect(
      await admin.call(API.vendors.update, { body: { ...seen, ...profile, name: 'Zeta' } }),
    ).toMatchObject({ name: 'Zeta' })
    const { updatedOn } = await admin.call(API.vendors.get, { params: { id: String(made.id) } })
    const taken = { ...profile, id: made.id, updatedOn, name: 'alpha' }
    await expectRefused(admin.call(API.vendors.update, { body: taken }), 'ENTITY_ALREADY_EXISTS')
    await admin.call(API.vendors.setState, { body: { id: made.id, state: 'INACTIVE' } })
    expect(
      (await admin.call(API.organizations.vendors, { params: city })).map(({ label }) => label),
    ).not.toContain('Zeta')
    await admin.call(API.vendors.remove, { body: { id: made.id } })
    await expectRefused(
      admin.call(API.vendors.get, { params: { id: String(made.id) } }),
      'NOT_FOUND',
    )
  })

  test('[VE2] a vendor with contacts is not deleted', async () => {
    await expectRefused(
      (await as('admin')).call(API.vendors.remove, { body: { id: world.companies.beta } }),
      'You must delete all contacts before deleting vendor!',
    )
  })

  test('[VE3] contacts of an inactive vendor lose access at once, and regain it with the vendor', async () => {
    const gamma = await signInApi(world.url, 'gamma-primary', PASSWORD)
    const admin = await as('admin')
    await admin.call(API.vendors.setState, {
      body: { id: world.companies.gamma, state: 'INACTIVE' },
    })
    expect((await gamma.raw('GET', '/users-service/auth/session')).text).toContain('ACCESS_ENDED')
    await admin.call(API.vendors.setState, { body: { id: world.companies.gamma, state: 'ACTIVE' } })
    expect((await signInApi(world.url, 'gamma-primary', PASSWORD)).session.vendorId).toBe(
      world.companies.gamma,
    )
  })

  test('[VE4] there is exactly one primary contact: the flag moves, cannot be removed, and goes to no stranger', async () => {
    const { gamma } = world.companies
    const person = await newPerson(world, 'gamma', ['role-vendor-contact'])
    const admin = await as('admin')
    const flag = (userId: number, isPrimaryContact: boolean) =>
      admin.call(API.vendors.setPrimaryContact, { body: { id: gamma, userId, isPrimaryContact } })
    const primaries = async () =>
      (
        await admin.call(API.members.list, {
          params: { id: String(gamma) },
          body: { pageSize: 200 },
        })
      ).items
        .filter((contact) => contact.isPrimaryContact)
        .map(({ userId, roleIds }) => [userId, roleIds])
    await expectRefused(
      flag(world.users['gamma-primary'], false),
      'Cannot remove primary contact flag.',
    )
    await expectRefused(flag(world.users.owner, true), 'User was not flagged as primary contact.')
    await expectRefused(
      admin.call(API.members.block, { params: { id: String(world.users['gamma-primary']) } }),
      'Cannot remove primary contact flag.',
    )
    await expectRefused(
      admin.call(API.members.remove, {
        params: { id: String(gamma) },
        body: { userIds: [world.users['gamma-primary']] },
      }),
      'Cannot remove primary contact flag.',
    )
    await flag(person.id, true)
    expect(await primaries()).toEqual([[person.id, ['role-vendor-primary-contact']]])
    await flag(world.users['gamma-primary'], true)
    expect(await primaries()).toEqual([
      [world.users['gamma-primary'], ['role-vendor-primary-contact']],
    ])
  })
})

describe('restrictions', () => {
  test('[VE5] a colleague who loses a package loses its rows on every device, and learns of it at once', async () => {
    const person = await newPerson(world, 'alpha', ['role-vendor-contact'])
    await grant(person.id, null)
    const client = await person.signIn()
    const [laptop, phone] = [new SyncDevice(client), new SyncDevice(client)]
    for (const device of [laptop, phone]) await device.pull(projectId)
    const live = await listenLive(world.url, client.token)
    // Make the hub cache the access that the person had before.
    await (
      await as('owner')
    ).raw('PUT', '/projects-service/projects/update', {
      id: projectId,
      updatedOn: await newest(world, 'project', projectId),
      name: 'Known',
    })
    await vi.waitFor(() => expect(live.messages.join('')).toContain('Known'))
    const heard = live.messages.length
    const primary = await as('alpha-primary')
    const { alpha } = world.companies
    const path = { id: projectId, vendorId: String(alpha) }
    const { users } = await primary.call(API.restrictions.get, { params: path })
    expect(users.find(({ userId }) => userId === person.id)).toEqual({
      userId: person.id,
      packageIds: null,
    })
    await primary.call(API.restrictions.set, {
      params: { id: projectId },
      body: {
        vendorId: alpha,
        users: users.map((user) =>
          user.userId === person.id ? { ...user, packageIds: ['p2'] } : user,
        ),
      },
    })
    await vi.waitFor(() => expect(live.messages.length).toBeGreaterThan(heard))
    for (const device of [laptop, phone]) {
      expect(device.all().join('')).toContain('FUN-0001')
      await device.pull(projectId)
      expect(device.all().join('')).not.toContain('FUN-0001')
      expect(Object.keys(device.cursors).toSorted()).toEqual(
        [
          '*:pub',
          '*:qa',
          `*:q${alpha}`,
          'p2:pub',
          'p2:qa',
          `p2:v${alpha}`,
          `p2:w${alpha}`,
          `p2:q${alpha}`,
        ].toSorted(),
      )
    }
    expect((await client.raw('GET', '/projects-service/requirements/r1')).status).toBe(404)
    await primary.call(API.restrictions.set, {
      params: { id: projectId },
      body: { vendorId: alpha, users: users.filter(({ userId }) => userId !== person.id) },
    })
    await laptop.pull(projectId)
    expect(laptop.denied).toEqual([projectId])
    await live.close()
  })

  test('[VE6] name contacts of the vendor and packages of the project, or nothing changes', async () => {
    const primary = await as('alpha-primary')
    const set = (users: object[]) =>
      primary.raw('POST', `/projects-service/projects/${projectId}/restrictions`, {
        vendorId: world.companies.alpha,
        users,
      })
    const before = await primary.call(API.restrictions.get, {
      params: { id: projectId, vendorId: String(world.companies.alpha) },
    })
    expect((await set([{ userId: world.users['beta-primary'], packageIds: null }])).status).toBe(
      400,
    )
    expect(
      (await set([{ userId: world.users['alpha-contact'], packageIds: ['elsewhere'] }])).status,
    ).toBe(400)
    expect(
      (
        await primary.raw(
          'GET',
          `/projects-service/projects/${projectId}/restrictions/${world.companies.beta}`,
        )
      ).status,
    ).toBe(404)
    // Gamma takes part in another project only.
    await world.database.queries
      .insertInto('project_vendors')
      .values({
        project_id: 'elsewhere',
        id: 'elsewhere.gamma',
        vendor_id: world.companies.gamma,
        answered: 0,
        submitted: 0,
        updated_on: 0,
        body: '{}',
      })
      .execute()
    for (const [username, method, path, body] of [
      ['owner', 'GET', `restrictions/${world.companies.gamma}`, undefined],
      ['admin', 'POST', 'restrictions', { vendorId: world.companies.gamma, users: [] }],
    ] as const) {
      const address = `/projects-service/projects/${projectId}/${path}`
      expect((await (await as(username)).raw(method, address, body)).status, path).toBe(404)
    }
    expect(
      await primary.call(API.restrictions.get, {
        params: { id: projectId, vendorId: String(world.companies.alpha) },
      }),
    ).toEqual(before)
  })
})

describe('documentation that vendors accept', () => {
  test('[VE7] until the primary contact accepts it no project opens, earlier work is still accepted, and a newer version closes nothing', async () => {
    const admin = await as('admin')
    const city = { id: String(world.companies.city) }
    const contact = await as('alpha-contact')
    const device = new SyncDevice(contact)
    await admin.call(API.organizationSettings.setDocumentation, {
      params: city,
      body: { title: 'Terms', text: 'Be fair.' },
    })
    expect((await contact.raw('GET', `/projects-service/projects/${projectId}`)).text).toContain(
      'One or more consents not accepted',
    )
    await device.pull(projectId)
    expect(device.denied).toEqual([projectId])
    expect(device.home?.projects.map(({ id }) => id)).toEqual([projectId])
    const note = {
      projectId,
      requirementId: 'r2',
      vendorId: world.companies.alpha,
      values: { note: 'written before' },
    }
    await device.push(device.edit('commitments.update', note))
    await device.pull(projectId)
    expect(device.results.map(({ status }) => status)).toEqual(['applied'])
    const [asked] = await contact.call(API.consents.list, {})
    expect(asked).toMatchObject({
      organizationName: 'City',
      title: 'Terms',
      text: 'Be fair.',
      version: 1,
      acceptedVersion: null,
    })
    await expectRefused(
      contact.call(API.consents.accept, {
        body: { organizationId: world.companies.city, version: 1 },
      }),
      'NOT_ALLOWED',
    )
    const primary = await as('alpha-primary')
    await expectRefused(
      primary.call(API.consents.accept, {
        body: { organizationId: world.companies.city, version: 2 },
      }),
      'CONFLICT',
    )
    await primary.call(API.consents.accept, {
      body: { organizationId: world.companies.city, version: 1 },
    })
    expect((await contact.raw('GET', `/projects-service/projects/${projectId}`)).status).toBe(200)
    await admin.call(API.organizationSettings.setDocumentation, {
      params: city,
      body: { title: 'Terms', text: 'Be very fair.' },
    })
    expect((await contact.raw('GET', `/projects-service/projects/${projectId}`)).status).toBe(200)
    expect((await primary.call(API.consents.list, {}))[0]).toMatchObject({
      version: 2,
      acceptedVersion: 1,
      acceptedBy: 'alpha-primary Person',
    })
    // Another vendor that has not accepted learns only that, and nothing of others.
    expect(
      (await (await as('beta-primary')).raw('GET', `/projects-service/projects/${projectId}`)).text,
    ).toContain('NO_CONSENT')
    await admin.call(API.organizationSettings.setDocumentation, {
      params: city,
      body: { title: '', text: '' },
    })
    expect(
      (await (await as('beta-primary')).raw('GET', `/projects-service/projects/${projectId}`))
        .status,
    ).toBe(200)
  })
})
