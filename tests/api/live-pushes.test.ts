import { Client } from '@stomp/stompjs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { SYNC_PROTOCOL } from '#schema/api/sync.ts'
import { SyncDevice } from './sync-client.ts'
import { buildWorld, PROJECT as projectId, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await buildWorld({ project: { state: 'PUBLISHED', publishedOn: 0 } })
})
afterAll(async () => {
  await world.close()
})

const address = () => `${world.url.replace('http', 'ws')}/api/notification-service/notification`

test('[LV12] the socket accepts a small push as a request does, once, and only while the session is open', async () => {
  const contact = await world.as('alpha-primary')
  const { token } = contact
  const device = new SyncDevice(contact)
  const vendorId = world.companies.alpha
  const id = `r1.${vendorId}`
  const client = new Client({
    webSocketFactory: () => new WebSocket(address(), ['v12.stomp'], { origin: world.url }),
    connectHeaders: { 'X-Auth-Token': token },
    reconnectDelay: 0,
  })
  const connected = new Promise<void>((done) => {
    client.onConnect = () => done()
  })
  client.activate()
  await connected
  let sent = 0
  const send = (body: string) =>
    new Promise<boolean>((done) => {
      const receipt = `push-${(sent += 1)}`
      client.watchForReceipt(receipt, ({ headers }) => done(headers['refused'] === undefined))
      client.publish({ destination: '/sync/push', headers: { receipt }, body })
    })
  const note = async () => {
    await device.pull(projectId)
    return (
      (device.get('commitment', id)?.['values'] as Record<string, unknown> | undefined)?.['note'] ??
      null
    )
  }
  const request = (mine: string, base: unknown) =>
    JSON.stringify({
      serverId: contact.serverId,
      clientId: device.clientId,
      schemaVersion: SYNC_PROTOCOL,
      mutations: [
        device.edit(
          'commitments.update',
          { projectId, requirementId: 'r1', vendorId, values: { note: mine } },
          { [`commitment/${id}#values.note`]: base },
        ),
      ],
    })
  const first = request('By socket', await note())
  expect(await send(first)).toBe(true)
  expect(await send(first)).toBe(true)
  expect(await note()).toBe('By socket')
  expect(device.results.map(({ mid, status }) => [mid, status])).toEqual([[1, 'applied']])
  expect(await send('{"mutations":[]}')).toBe(false)
  expect(await send('no JSON')).toBe(false)
  const second = request('Too late', 'By socket')
  const setSessions = (values: { access_until?: number; ended_on?: number | null }) =>
    world.database.write(
      async (tx) =>
        void (await tx
          .updateTable('sessions')
          .set(values)
          .where('user_id', '=', contact.session.userId)
          .execute()),
    )
  const { access_until: accessUntil } = await world.database.queries
    .selectFrom('sessions')
    .select('access_until')
    .where('user_id', '=', contact.session.userId)
    .executeTakeFirstOrThrow()
  await setSessions({ access_until: 1 })
  expect(await send(second)).toBe(false)
  await setSessions({ access_until: accessUntil })
  expect(await note()).toBe('By socket')
  expect(await send(second)).toBe(true)
  expect(await note()).toBe('Too late')
  const third = request('After the end', 'Too late')
  // Another process ended the session. This one may hear of it before the push, and then it has
  // closed the socket already.
  await setSessions({ ended_on: 1 })
  expect(await send(third).catch(() => false)).toBe(false)
  await setSessions({ ended_on: null })
  expect(await note()).toBe('Too late')
  await client.deactivate()
})
