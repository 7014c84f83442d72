import { Client } from '@stomp/stompjs'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { API } from '#schema/api/index.ts'
import { seedUser } from '#server/database/seed.ts'
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

describe('keeping people out', () => {
  test.each(['block', 'remove', 'expire'] as const)(
    '[OR1] %s ends calls and socket, and tells the device that the access has ended',
    async (how) => {
      const person = await newPerson(world, 'city', [])
      await world.database.write(
        async (tx) =>
          void (await tx
            .insertInto('project_members')
            .values({
              project_id: projectId,
              user_id: person.id,
              roles: '["role-project-req-author"]',
              created_on: 0,
            })
            .execute()),
      )
      const client = await person.signIn()
      const device = new SyncDevice(client)
      await device.pull(projectId)
      expect(device.all().length).toBeGreaterThan(0)
      let isClosed = false
      const socket = new Client({
        webSocketFactory: () =>
          new WebSocket(
            `${world.url.replace('http', 'ws')}/api/notification-service/notification`,
            ['v12.stomp'],
            { origin: world.url },
          ),
        connectHeaders: { 'X-Auth-Token': client.token },
        reconnectDelay: 0,
        onWebSocketClose: () => {
          isClosed = true
        },
      })
      await new Promise<void>((done) => {
        socket.onConnect = () => done()
        socket.activate()
      })
      const admin = await as('admin')
      if (how === 'block')
        await admin.call(API.members.block, { params: { id: String(person.id) } })
      if (how === 'remove')
        await admin.call(API.members.remove, {
          params: { id: String(world.companies.city) },
          body: { userIds: [person.id] },
        })
      if (how === 'expire')
        await world.database.write(
          async (tx) =>
            void (await tx
              .updateTable('organization_members')
              .set({ expires_on: 1 })
              .where('user_id', '=', person.id)
              .execute()),
        )
      // A job looks for what has expired every second.
      if (how !== 'expire')
        expect((await client.raw('GET', '/users-service/auth/session')).status).toBe(401)
      await vi.waitFor(() => expect(isClosed).toBe(true), { timeout: 10_000 })
      const { status, text } = await client.raw('GET', `/projects-service/projects/${projectId}`)
      expect(status).toBe(401)
      expect(text).toContain('ACCESS_ENDED')
      expect((await device.pullRaw([projectId])).text).toContain('ACCESS_ENDED')
      expect(
        (
          await device.pushRaw([
            device.edit('sections.update', { projectId, id: 's1', name: 'Too late' }),
          ])
        ).text,
      ).toContain('ACCESS_ENDED')
      await expectRefused(person.signIn(), 'BAD_CREDENTIALS')
      await socket.deactivate()
    },
  )

  test('[OR2] a person who regains access signs in again and finds everything; the old session stays ended', async () => {
    const person = await newPerson(world, 'city', [])
    const client = await person.signIn()
    const admin = await as('admin')
    await admin.call(API.members.block, { params: { id: String(person.id) } })
    await admin.call(API.members.unblock, { params: { id: String(person.id) } })
    expect((await client.raw('GET', '/users-service/auth/session')).text).toContain('WRONG_TOKEN')
    expect((await (await person.signIn()).raw('GET', '/users-service/auth/session')).status).toBe(
      200,
    )
  })

  test('[OR3] an organization blocks its own membership only: in another one the person goes on', async () => {
    const person = await newPerson(world, 'city', [])
    await world.database.write(
      async (tx) =>
        void (await tx
          .insertInto('organization_members')
          .values({
            organization_id: world.companies.village,
            user_id: person.id,
            roles: '[]',
            is_primary_contact: 0,
            created_on: 0,
          })
          .execute()),
    )
    await (await as('village-admin')).call(API.members.block, { params: { id: String(person.id) } })
    const client = await person.signIn()
    expect(client.session.organizationName).toBe('City')
    expect(
      (await client.call(API.organizations.forCurrentUser, {})).map(({ name }) => name),
    ).toEqual(['City'])
    await (await as('admin')).call(API.members.block, { params: { id: String(person.id) } })
    await expectRefused(person.signIn(), 'BAD_CREDENTIALS')
    await (
      await as('village-admin')
    ).call(API.members.unblock, { params: { id: String(person.id) } })
    expect((await person.signIn()).session.organizationName).toBe('Village')
  })

  test('[OR4] losing a role hides its data: calls at once, rows with the next pull, and the socket stays silent', async () => {
    const person = await newPerson(world, 'city', ['role-org-admin'])
    const client = await person.signIn()
    const device = new SyncDevice(client)
    await device.pull(projectId)
    const live = await listenLive(world.url, client.token)
    const author = new SyncDevice(await as('owner'))
    await author.client.raw('PUT', '/projects-service/projects/update', {
      id: projectId,
      updatedOn: await newest(world, 'project', projectId),
      name: 'Heard',
    })
    await vi.waitFor(() => expect(live.messages.join('')).toContain('Heard'))
    await (
      await as('admin')
    ).call(API.members.setRoles, {
      params: { id: String(world.companies.city) },
      body: { userId: person.id, roleIds: ['role-org-member-manager'] },
    })
    await author.client.raw('PUT', '/projects-service/projects/update', {
      id: projectId,
      updatedOn: await newest(world, 'project', projectId),
      name: 'UNHEARD',
    })
    expect((await client.raw('GET', `/projects-service/projects/${projectId}`)).status).toBe(403)
    await device.pull(projectId)
    expect(device.denied).toEqual([projectId])
    expect(device.home?.projects).toEqual([])
    // A message for the person through the same socket shows that earlier ones would have arrived.
    await vi.waitFor(() => expect(live.messages.at(-1)).toContain('"project":null'))
    expect(live.heard.join('')).not.toContain('UNHEARD')
    await live.close()
  })

  test('[OR5] an administrator always remains: the last one cannot be blocked, removed, demoted or leave', async () => {
    const [village, id] = [String(world.companies.village), world.users['village-admin']]
    const second = await seedUser(world.database, {
      username: 'village-second',
      password: PASSWORD,
      firstname: 'Second',
      lastname: 'Person',
      organizationId: world.companies.village,
      roles: ['role-org-owner'],
      iterations: 1_000,
    })
    const helper = await signInApi(world.url, 'village-second', PASSWORD)
    await helper.call(API.members.block, { params: { id: String(id) } })
    await expectRefused(
      helper.call(API.members.leave, { params: { id: village } }),
      'LAST_ADMINISTRATOR',
    )
    await helper.call(API.members.unblock, { params: { id: String(id) } })
    const admin = await signInApi(world.url, 'village-admin', PASSWORD)
    // An administrator cannot take rights from an owner.
    await expectRefused(
      admin.call(API.members.block, { params: { id: String(second) } }),
      'NOT_ALLOWED',
    )
    await helper.call(API.members.leave, { params: { id: village } })
    await expectRefused(
      admin.call(API.members.leave, { params: { id: village } }),
      'LAST_ADMINISTRATOR',
    )
    await expectRefused(
      admin.call(API.members.block, { params: { id: String(id) } }),
      'NOT_ALLOWED',
    )
    await expectRefused(
      admin.call(API.members.setRoles, {
        params: { id: village },
        body: { userId: id, roleIds: ['role-org-owner'] },
      }),
      'NOT_ALLOWED',
    )
  })
})
