import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { API } from '#schema/api/index.ts'
import type { NoticeKind } from '#schema/tables/notices.ts'
import { openDatabase } from '#server/database/open.ts'
import { writeEvents } from '#server/database/events/write-events.ts'
import { deliverEvents } from '#server/jobs/deliver-events.ts'
import { forgetEndedDevices, sendDuePushes } from '#server/jobs/send-pushes.ts'
import { silentLog } from '#server/log.ts'
import { Lookers } from '#server/push/lookers.ts'
import { createSendPush } from '#server/push/send-push.ts'
import { vapidKeysOf } from '#server/push/vapid.ts'
import { type ApiClient, signInApi } from '../support/api-client.ts'
import { type PushDevice, type PushService, startPushService } from '../support/push-service.ts'
import { newPerson } from './people.ts'
import { testDatabaseKind } from '../support/test-database.ts'
import { buildWorld, PASSWORD, PROJECT as projectId, type Username, type World } from './world.ts'

const MINUTE_MS = 60_000
const DAY_MS = 1_440 * MINUTE_MS
const AFTER_MS = 3_000

let world: World
let service: PushService
let start = 0

beforeAll(async () => {
  service = await startPushService(() => ({
    key: vapidKeysOf(world.database.keys).publicKey,
    now: world.clock.now,
  }))
  world = await buildWorld({
    project: { state: 'PUBLISHED', publishedOn: 0 },
    pushServices: [service.origin],
  })
  start = world.clock.now
})
beforeEach(async () => {
  world.clock.now = start
  service.requests.length = 0
  for (const table of [
    'events',
    'notifications',
    'pushes',
    'push_subscriptions',
    'notice_choices',
    'notice_settings',
  ] as const)
    await world.database.write((tx) => tx.deleteFrom(table as 'pushes').execute())
})
afterEach(() => {
  expect(service.faults).toEqual([])
})
afterAll(async () => {
  await world.close()
  await service.close()
})

const ports = (database = world.database) => ({
  database,
  clock: () => world.clock.now,
  send: createSendPush({
    keys: vapidKeysOf(world.database.keys),
    services: [service.origin],
    subject: 'https://tenders.example',
  }),
  isLooking: () => false,
  log: silentLog,
})
const signIn = (username: Username): Promise<ApiClient> => signInApi(world.url, username, PASSWORD)
/** A new session of the person with a device that gets pushes. */
const subscribe = async (
  username: Username,
): Promise<{ client: ApiClient; device: PushDevice }> => {
  const [client, device] = [await signIn(username), await service.newDevice()]
  await client.call(API.pushes.subscribe, { body: device.subscription })
  return { client, device }
}
const table = (name: 'pushes' | 'push_subscriptions' | 'notifications') =>
  world.database.queries
    .selectFrom(name as 'notifications')
    .selectAll()
    .execute()
const deliver = () =>
  deliverEvents({
    database: world.database,
    clock: () => world.clock.now,
    onDelivered: () => undefined,
    onError: (error) => {
      throw error
    },
  })
const happen = async (
  kind: NoticeKind = 'message.team',
  vendorId: number | null = null,
): Promise<void> => {
  await world.database.write((tx) =>
    writeEvents(tx, { projectId, actorId: null, now: world.clock.now }, [
      { kind, vendorId, detail: { text: 'A secret visit' } },
    ]),
  )
  await deliver()
}
const send = async (afterMs = AFTER_MS): Promise<void> => {
  world.clock.now += afterMs
  await sendDuePushes(ports())
}

test('[WP1] [WP2] a push is signed, encrypted for its device, and holds only an id and a language', async () => {
  const { client, device } = await subscribe('author')
  const { key } = await client.call(API.pushes.key, {})
  expect(key).toBe(vapidKeysOf(world.database.keys).publicKey)
  await happen()
  await send(AFTER_MS - 1)
  expect(device.received).toEqual([])
  await send(1)
  const [own] = (await table('notifications')).filter((row) => row.user_id === world.users.author)
  expect(device.received).toEqual([{ id: own?.id, language: 'en' }])
  const { notification, unread } = await client.call(API.pushes.notification, {
    params: { id: own?.id ?? '' },
  })
  expect([notification.message, unread]).toEqual(['Groupware: A secret visit', 1])
  expect(await table('pushes')).toEqual([])
  // Neither the clear parts of the request nor the log name anything.
  expect(JSON.stringify(service.requests)).not.toMatch(/Groupware|secret visit|Person/)
  expect(world.log.join('\n')).not.toContain(device.subscription.auth)
})

test('[WP3] only the people of the notification get a push, on each of their devices', async () => {
  const { alpha } = world.companies
  const devices = await Promise.all([
    subscribe('alpha-contact'),
    subscribe('alpha-contact'),
    subscribe('beta-primary'),
    subscribe('owner'),
    subscribe('village-admin'),
  ])
  await happen('message.vendor', alpha)
  await send()
  expect(devices.map(({ device }) => device.received.length)).toEqual([1, 1, 0, 0, 0])
})

test('[WP3] the text of a notification is only for its person, while they see the project', async () => {
  const { alpha } = world.companies
  await happen('message.vendor', alpha)
  const [row] = await table('notifications')
  const id = row?.id ?? ''
  const read = async (username: Username) =>
    (await (await world.as(username)).raw('GET', `/notification-service/notifications/${id}`))
      .status
  const owner = (Object.keys(world.users) as Username[]).find(
    (name) => world.users[name] === row?.user_id,
  )
  expect(await read(owner ?? 'owner')).toBe(200)
  for (const other of ['owner', 'beta-primary', 'village-admin'] as const)
    expect(await read(other)).toBe(404)
  await world.setProject({ state: 'PREPARATION' })
  expect(await read(owner ?? 'owner')).toBe(404)
  await world.setProject({ state: 'PUBLISHED' })
})

test('[WP3] the choice of the person decides what is pushed', async () => {
  const { client } = await subscribe('author')
  const choose = (push: boolean) =>
    client.call(API.noticeSettings.choose, {
      body: { projectId: null, group: 'messages', mail: null, push },
    })
  await choose(false)
  await happen()
  expect(await table('notifications')).not.toEqual([])
  expect(await table('pushes')).toEqual([])
  await choose(true)
  await happen()
  expect(await table('pushes')).toHaveLength(1)
})

test('[WP3] a push waits for the end of the quiet hours', async () => {
  const { client } = await subscribe('author')
  const hour = new Date(world.clock.now).getUTCHours()
  await client.call(API.noticeSettings.setTimes, {
    body: { zone: 'UTC', digestHour: 8, quiet: { from: hour, to: (hour + 2) % 24 } },
  })
  await happen()
  const hourMs = 3_600_000
  const end = (Math.floor(world.clock.now / hourMs) + 2) * hourMs
  expect(await table('pushes')).toMatchObject([{ next_try_on: end + AFTER_MS }])
})

test('[WP4] what the person has read, or looks at, is not pushed', async () => {
  const { client, device } = await subscribe('author')
  await happen()
  const [own] = (await table('notifications')).filter((row) => row.user_id === world.users.author)
  await client.call(API.notifications.markRead, { body: { id: own?.id ?? '' } })
  await send()
  expect(await table('pushes')).toEqual([])
  await happen()
  world.clock.now += AFTER_MS
  await sendDuePushes({ ...ports(), isLooking: (userId) => userId === world.users.author })
  expect(await table('pushes')).toEqual([])
  expect(device.received).toEqual([])
})

test('[WP4] another process learns that the person looks, and until when', async () => {
  if (testDatabaseKind !== 'postgres') return
  const { device } = await subscribe('author')
  const lookers = new Lookers(world.database, () => world.clock.now, console.error)
  const tab = {}
  lookers.set(tab, world.users.author, true)
  await vi.waitFor(async () =>
    expect(await table('push_subscriptions')).toMatchObject([{ seen_until: start + 40_000 }]),
  )
  await happen()
  await send()
  expect(device.received).toEqual([])
  lookers.set(tab, world.users.author, false)
  await vi.waitFor(async () =>
    expect(await table('push_subscriptions')).toMatchObject([{ seen_until: world.clock.now }]),
  )
  await happen()
  await send()
  expect(device.received).toHaveLength(1)
  lookers.stop()
})

test('[WP6] pushes end with the sign-out, a block, the unsubscribing, and the end of the session', async () => {
  const ways: [string, (session: { client: ApiClient }) => Promise<unknown>][] = [
    ['sign-out', ({ client }) => client.call(API.auth.logout, {})],
    ['unsubscribed', ({ client }) => client.call(API.pushes.unsubscribe, {})],
    ['ended elsewhere', async () => (await signIn('author')).call(API.sessions.endOthers, {})],
    [
      'blocked',
      async () =>
        await world.database.write((tx) =>
          tx
            .updateTable('organization_members')
            .set({ state: 'BLOCKED' })
            .where('user_id', '=', world.users.author)
            .execute(),
        ),
    ],
    ['30 days', async () => void (world.clock.now += 30 * DAY_MS)],
  ]
  for (const [way, end] of ways) {
    const session = await subscribe('author')
    await happen()
    await end(session)
    await send()
    expect([way, session.device.received]).toEqual([way, []])
    await forgetEndedDevices(world.database, world.clock.now)
    expect([way, await table('push_subscriptions')]).toEqual([way, []])
    world.clock.now = start
    await world.database.write((tx) =>
      tx
        .updateTable('organization_members')
        .set({ state: 'ACTIVE' })
        .where('user_id', '=', world.users.author)
        .execute(),
    )
  }
})

test('[WP6] pushes end with the removal of their person from the organization', async () => {
  const person = await newPerson(world, 'city', [])
  await world.database.queries
    .insertInto('project_members')
    .values({
      project_id: projectId,
      user_id: person.id,
      roles: '["role-project-req-author"]',
      created_on: 0,
    })
    .execute()
  const own = await service.newDevice()
  await (await person.signIn()).call(API.pushes.subscribe, { body: own.subscription })
  const { device } = await subscribe('author')
  await happen()
  expect(await table('pushes')).toHaveLength(2)
  await (
    await world.as('admin')
  ).call(API.members.remove, {
    params: { id: String(world.companies.city) },
    body: { userIds: [person.id] },
  })
  await send()
  expect([own.received.length, device.received.length]).toEqual([0, 1])
  await forgetEndedDevices(world.database, world.clock.now)
  expect(await table('push_subscriptions')).toMatchObject([{ user_id: world.users.author }])
})

test('[WP6] a later sign-in on the same device takes the place of the earlier one', async () => {
  const first = await subscribe('author')
  const second = await signIn('reviewer')
  await second.call(API.pushes.subscribe, { body: first.device.subscription })
  await happen()
  await send()
  expect(first.device.received).toHaveLength(1)
  expect(await table('push_subscriptions')).toMatchObject([{ user_id: world.users.reviewer }])
})

test('[WP6] a password that is due again does not end pushes', async () => {
  const { device } = await subscribe('author')
  world.clock.now += DAY_MS
  await happen()
  await send()
  expect(device.received).toHaveLength(1)
})

test('[WP7] a subscription that the push service no longer knows is removed', async () => {
  for (const status of [404, 410, 403]) {
    const { device } = await subscribe('author')
    device.status = status
    await happen()
    await send()
    expect([status, await table('push_subscriptions'), await table('pushes')]).toEqual([
      status,
      [],
      [],
    ])
  }
})

test('[WP7] a push that fails is tried again with longer waits, and given up after about a day', async () => {
  const { device } = await subscribe('author')
  device.status = 503
  await happen()
  await send()
  const waits: number[] = []
  for (let due = await table('pushes'); due.length > 0; due = await table('pushes')) {
    const [push] = due as unknown as { next_try_on: number }[]
    waits.push(((push?.next_try_on ?? 0) - world.clock.now) / MINUTE_MS)
    world.clock.now = push?.next_try_on ?? 0
    await sendDuePushes(ports())
  }
  expect(waits).toEqual([1, 5, 15, 240, 240, 240, 240, 240, 240])
  expect(service.requests).toHaveLength(10)
  device.status = 201
  world.clock.now = start
  await happen()
  device.status = 503
  await send()
  device.status = 201
  await send(MINUTE_MS)
  expect(device.received).toHaveLength(1)
})

test('[WP7] two processes send each push once, and a push that a dead process had taken is sent later', async () => {
  const { device } = await subscribe('author')
  for (let count = 0; count < 20; count += 1) await happen()
  const other =
    world.databaseUrl === undefined
      ? world.database
      : await openDatabase({
          dataDir: world.filesDir,
          databaseUrl: world.databaseUrl,
          keys: JSON.stringify(world.database.keys),
        })
  world.clock.now += AFTER_MS
  await Promise.all([sendDuePushes(ports()), sendDuePushes(ports(other))])
  await vi.waitFor(() => expect(device.received).toHaveLength(20))
  expect(new Set(device.received.map((push) => JSON.stringify(push))).size).toBe(20)

  await happen()
  world.clock.now += AFTER_MS
  // The process dies while it sends.
  void sendDuePushes({ ...ports(other), send: () => new Promise(() => undefined) })
  await vi.waitFor(async () => expect(await table('pushes')).toMatchObject([{ tries: 1 }]))
  await send(MINUTE_MS - 1)
  expect(device.received).toHaveLength(20)
  await send(1)
  expect(device.received).toHaveLength(21)
  if (other !== world.database) await other.close()
})

test('[WP5] a device subscribes only at a push service that the server knows, with a usable key', async () => {
  const client = await signIn('author')
  const { subscription } = await service.newDevice()
  const status = async (changes: object) =>
    (
      await client.raw('POST', '/notification-service/push/subscribe', {
        ...subscription,
        ...changes,
      })
    ).status
  for (const endpoint of [
    'http://127.0.0.1:1/a',
    'https://10.0.0.1/a',
    'https://elsewhere.example/a',
    'https://fcm.googleapis.com/a',
  ])
    expect([endpoint, await status({ endpoint })]).toEqual([endpoint, 400])
  expect(await status({ p256dh: 'A'.repeat(87) })).toBe(400)
  expect(await status({ auth: 'short' })).toBe(400)
  expect(await table('push_subscriptions')).toEqual([])
  expect(await status({})).toBe(204)
})

test('[WP5] a name that has an internal address is not connected to', async () => {
  const outcome = await createSendPush({
    keys: vapidKeysOf(world.database.keys),
    services: ['localhost'],
    subject: 'https://tenders.example',
  })(
    {
      ...(await service.newDevice()).subscription,
      endpoint: 'https://localhost/a',
      text: '{}',
    },
    world.clock.now,
  )
  expect(outcome).toEqual({
    kind: 'later',
    afterMs: null,
    reason: 'The push service has an internal address',
  })
})
