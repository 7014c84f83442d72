import { Client } from '@stomp/stompjs'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import type { LiveChange } from '#schema/api/sync.ts'
import { buildDefinition } from '../support/project-rows.ts'
import { weightsOn } from '../support/api-client.ts'
import { listenLive } from '../support/live-client.ts'
import { SyncDevice } from './sync-client.ts'
import { buildWorld, PROJECT as projectId, type Username, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await buildWorld()
})
afterAll(async () => {
  await world.close()
})

const address = () => `${world.url.replace('http', 'ws')}/api/notification-service/notification`
const listen = async (username: Username) => listenLive(world.url, (await world.as(username)).token)
const changes = (messages: readonly string[]): LiveChange[] =>
  messages.map((text): LiveChange => JSON.parse(text))

test('[LV1] an independent STOMP client gets a small change with its rows, ready to apply', async () => {
  const live = await listen('owner')
  const device = new SyncDevice(await world.as('owner'))
  await device.pull(projectId)
  const author = new SyncDevice(await world.as('author'))
  await author.push(
    author.edit(
      'requirements.update',
      { projectId, id: 'r1', patch: { name: 'Sends mail at once' } },
      { 'requirement/r1#name': 'Sends mail' },
    ),
  )
  await vi.waitFor(() => expect(live.messages).toHaveLength(1))
  const [change] = changes(live.messages)
  expect(change).toMatchObject({ project: projectId, epoch: device.epoch })
  expect(change?.rows).toMatchObject([
    { bucket: 'p1:int', entity: 'requirement', id: 'r1', row: { name: 'Sends mail at once' } },
  ])
  expect(
    Object.values(device.cursors).every(([cursor]) => cursor >= (change?.prev ?? Infinity)),
  ).toBe(true)
  await device.pull(projectId)
  expect(Object.values(device.cursors).every(([cursor]) => cursor === change?.seq)).toBe(true)
  await live.close()
})

test('[LV2] changes follow one another without a gap', async () => {
  const live = await listen('owner')
  const author = new SyncDevice(await world.as('author'))
  for (let index = 0; index < 5; index++)
    await author.push(
      author.edit('requirements.create', {
        projectId,
        id: `live-${index}`,
        sectionId: 's1',
        after: null,
        name: `Live ${index}`,
        definition: buildDefinition(),
      }),
    )
  await vi.waitFor(() => expect(live.messages).toHaveLength(5))
  const seen = changes(live.messages)
  seen.slice(1).forEach(({ prev }, index) => expect(prev).toBe(seen[index]?.seq))
  await live.close()
})

test('[LV3] a large change is a poke', async () => {
  const live = await listen('owner')
  const author = new SyncDevice(await world.as('author'))
  await author.push(
    author.edit(
      'requirements.update',
      {
        projectId,
        id: 'r1',
        patch: { vendorHelp: 'x'.repeat(4_000), evaluatorHelp: 'y'.repeat(4_000) },
      },
      { 'requirement/r1#vendorHelp': '', 'requirement/r1#evaluatorHelp': '' },
    ),
  )
  await vi.waitFor(() => expect(live.messages).toHaveLength(1))
  expect(changes(live.messages)[0]?.rows).not.toBeNull()
  await author.push(
    author.edit('requirements.createBulk', {
      projectId,
      documentId: 'd1',
      sections: [],
      requirements: Array.from({ length: 60 }, (_, index) => ({
        id: `large-${index}`,
        sectionId: 's1',
        name: `Large ${index}`,
        definition: buildDefinition(),
        sourceId: null,
      })),
    }),
  )
  await vi.waitFor(() => expect(live.messages).toHaveLength(2))
  expect(changes(live.messages)[1]).toMatchObject({ project: projectId, rows: null })
  await live.close()
})

test('[LV4] a person who may not see the project hears nothing; when it opens to them their list is poked', async () => {
  const [outsider, vendor] = [await listen('village-admin'), await listen('alpha-primary')]
  const reader = await listen('reviewer')
  const author = new SyncDevice(await world.as('author'))
  await author.push(
    author.edit(
      'sections.update',
      { projectId, id: 's1', name: 'Common' },
      { 'section/s1#name': 'General' },
    ),
  )
  await vi.waitFor(() => expect(reader.messages.join('')).toContain('Common'))
  expect([outsider.messages, vendor.messages]).toEqual([[], []])
  await reader.close()
  const owner = await world.as('owner')
  const weights = await weightsOn(owner, projectId, {
    packages: [
      { id: 'p1', weight: 50 },
      { id: 'p2', weight: 50 },
    ],
    documents: [
      { id: 'd1', weight: 100 },
      { id: 'd2', weight: 100 },
    ],
  })
  await owner.raw('PUT', `/projects-service/projects/${projectId}/weights`, weights)
  const published = await owner.raw(
    'PUT',
    `/projects-service/projects/${projectId}/state-transition/move-to-published`,
    {},
  )
  expect(published.status, published.text).toBe(200)
  await vi.waitFor(() =>
    expect(changes(vendor.messages).some(({ project }) => project === null)).toBe(true),
  )
  expect(outsider.messages).toEqual([])
  await outsider.close()
  await vendor.close()
})

test('[LV9] /nsws/stop pauses messages and /nsws/start resumes them; receipts work', async () => {
  const { token } = await world.as('owner')
  const messages: string[] = []
  const receipts: string[] = []
  const client = new Client({
    webSocketFactory: () => new WebSocket(address(), ['v12.stomp'], { origin: world.url }),
    connectHeaders: { 'X-Auth-Token': token },
    reconnectDelay: 0,
    heartbeatIncoming: 10_000,
    heartbeatOutgoing: 10_000,
  })
  const connected = new Promise<void>((done) => {
    client.onConnect = () => done()
  })
  client.activate()
  await connected
  expect(client.connectedVersion).toBe('1.2')
  client.subscribe('/user/sync/change', ({ body }) => messages.push(body))
  const stopped = (destination: string) =>
    new Promise<void>((done) => {
      const receipt = destination
      client.watchForReceipt(receipt, () => {
        receipts.push(receipt)
        done()
      })
      client.publish({ destination, headers: { receipt } })
    })
  await stopped('/nsws/stop')
  const alpha = new SyncDevice(await world.as('alpha-primary'))
  await alpha.push(
    alpha.edit('commitments.update', {
      projectId,
      requirementId: 'r1',
      vendorId: world.companies.alpha,
      values: { note: 'begun' },
    }),
  )
  await new Promise((done) => setTimeout(done, 200))
  expect(messages).toEqual([])
  await stopped('/nsws/start')
  const vendorId = world.companies.beta
  const beta = new SyncDevice(await world.as('beta-primary'))
  await beta.push(
    beta.edit('commitments.update', {
      projectId,
      requirementId: 'r1',
      vendorId,
      values: { note: 'begun' },
    }),
  )
  await vi.waitFor(() => expect(messages).toHaveLength(1))
  expect(receipts).toEqual(['/nsws/stop', '/nsws/start'])
  await client.deactivate()
})
