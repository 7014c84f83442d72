import { EventEmitter } from 'node:events'
import { connect as tcpConnect } from 'node:net'
import { Client } from '@stomp/stompjs'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { SYNC_PROTOCOL, type LiveChange } from '#schema/api/sync.ts'
import { buildApp } from '#server/app.ts'
import { execute } from '#server/commands/execute.ts'
import { judgeAtOnce } from '#server/commands/judge/judge-answers.ts'
import { silentLog } from '#server/log.ts'
import { SOCKET_LIMITS } from '#server/plugins/socket-bounds.ts'
import { Lookers } from '#server/push/lookers.ts'
import { LiveHub } from '#server/sync/hub.ts'
import { serveStomp } from '#server/sync/stomp-socket.ts'
import { newest } from './newest.ts'
import { buildDefinition } from '../support/project-rows.ts'
import { signInApi, weightsOn } from '../support/api-client.ts'
import { listenLive } from '../support/live-client.ts'
import { SyncDevice } from './sync-client.ts'
import { buildWorld, PASSWORD, PROJECT as projectId, type Username, type World } from './world.ts'

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
const closed = (socket: WebSocket): Promise<number> =>
  new Promise((done) => socket.once('close', (code) => done(code)))
const frame = (text: string): string => `${text}\u0000`

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

test('[LV13] a change says so if it follows one that was not sent, and the device has to pull', async () => {
  const owner = await world.as('owner')
  const live = await listen('owner')
  const device = new SyncDevice(owner)
  const rename = async (name: string) =>
    await owner.raw('PUT', '/projects-service/projects/update', {
      id: projectId,
      updatedOn: await newest(world, 'project', projectId),
      name,
    })
  await rename('Told')
  await rename('Told again')
  await vi.waitFor(() => expect(live.messages.join('')).toContain('Told again'))
  await device.pull(projectId)
  const standing = Object.values(device.cursors).map(([cursor]) => cursor)
  const silent = {
    database: world.database,
    clock: () => world.clock.now,
    publish: () => undefined,
    judge: judgeAtOnce,
    onError: () => undefined,
  }
  await execute(silent, owner.session.userId, {
    command: 'sections.update',
    args: { projectId, id: 's1', name: 'Through another process' },
  })
  await rename('Told at last')
  await vi.waitFor(() => expect(live.messages.join('')).toContain('Told at last'))
  const last = changes(live.messages).findLast(({ rows }) => rows !== null)
  expect(standing.every((cursor) => cursor < (last?.prev ?? 0))).toBe(true)
  await device.pull(projectId)
  expect(Object.values(device.cursors).every(([cursor]) => cursor === last?.seq)).toBe(true)
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
  const author = new SyncDevice(await world.as('author'))
  await author.push(
    author.edit(
      'sections.update',
      { projectId, id: 's1', name: 'Common' },
      { 'section/s1#name': 'General' },
    ),
  )
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

test('[LV5] no token, a wrong one and an unknown topic are refused', async () => {
  await expect(listenLive(world.url, 'wrong')).rejects.toThrow('WRONG_TOKEN')
  const socket = new WebSocket(address(), ['v12.stomp'], { origin: world.url })
  await new Promise((done) => socket.once('open', done))
  socket.send(frame('SUBSCRIBE\nid:1\ndestination:/user/sync/change\n\n'))
  expect(await closed(socket)).toBe(1008)
})

test.each(['https://elsewhere.example', `http://127.0.0.1:1`, 'null', 'not an address', undefined])(
  '[LV6] a page of %s may not open the socket',
  async (origin) => {
    const socket = new WebSocket(address(), ['v12.stomp'], origin === undefined ? {} : { origin })
    const error = await new Promise<Error>((done) => socket.once('error', done))
    expect(error.message).toContain('403')
  },
)

test('[AU22] with a configured address only its pages open the socket, whatever the Host header says', async () => {
  const app = await buildApp({
    database: world.database,
    filesDir: world.filesDir,
    clock: () => world.clock.now,
    ownUrl: 'https://tenders.example',
  })
  const url = (await app.listen({ port: 0, host: '127.0.0.1' })).replace('http', 'ws')
  const answerTo = (origin: string, host?: string): Promise<string> =>
    new Promise((done) => {
      const headers = host === undefined ? {} : { host }
      const socket = new WebSocket(`${url}/api/notification-service/notification`, ['v12.stomp'], {
        origin,
        headers,
      })
      socket
        .once('error', ({ message }) => done(message))
        .once('open', () => {
          socket.close()
          done('open')
        })
    })
  expect(await answerTo('https://tenders.example')).toBe('open')
  for (const [origin, host] of [
    ['https://elsewhere.example', 'elsewhere.example'],
    ['http://tenders.example', 'tenders.example'],
    ['https://tenders.example:8443', 'tenders.example:8443'],
    [url.replace('ws', 'http'), undefined],
  ] as const)
    expect(await answerTo(origin, host), origin).toContain('403')
  await app.close()
})

/** Far above the second on a busy machine; an unwatched connection lasts two minutes. */
const UNBOUNDED_MS = 60_000
test('[LV7] a socket without CONNECT ends after a second, whatever its client does', async () => {
  const socket = new WebSocket(address(), ['v12.stomp'], { origin: world.url })
  const before = Date.now()
  expect(await closed(socket)).toBe(1008)
  expect(Date.now() - before).toBeGreaterThan(900)
  expect(Date.now() - before).toBeLessThan(UNBOUNDED_MS)
})

const upgrade = (): string =>
  [
    'GET /api/notification-service/notification HTTP/1.1',
    `Host: ${new URL(world.url).host}`,
    'Upgrade: websocket',
    'Connection: Upgrade',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
    `Origin: ${world.url}`,
    '',
    '',
  ].join('\r\n')
/** ms until the server ends a connection whose client answers nothing, not even a close. */
const endedAfter = (drip: string | null): Promise<number> =>
  new Promise((done) => {
    const socket = tcpConnect(Number(new URL(world.url).port), '127.0.0.1')
    const before = Date.now()
    socket.on('error', () => undefined)
    socket.on('data', () => undefined)
    socket.write(upgrade())
    const dripping = setInterval(() => {
      if (drip !== null) socket.write(maskedFrame(drip))
    }, 50)
    socket.once('close', () => {
      clearInterval(dripping)
      done(Date.now() - before)
    })
  })
/** A masked text frame, as browsers send it. */
const maskedFrame = (text: string): Buffer =>
  Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), Buffer.from(text)])

test.each([
  ['is silent', null],
  ['sends a CONNECT letter by letter', 'C'],
  ['sends line ends', '\n'],
])('[LV7] a client that %s and answers no close is gone after two seconds', async (_what, drip) => {
  expect(await endedAfter(drip)).toBeLessThan(UNBOUNDED_MS)
})

test('[LV14] a session and a network have a bounded number of sockets', async () => {
  const app = await buildApp({
    database: world.database,
    filesDir: world.filesDir,
    clock: () => world.clock.now,
    socketLimits: { perNetwork: 6, perSession: 3, perPerson: 5 },
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const here = await signInApi(url, 'author', PASSWORD)
  const live = await Promise.all([1, 2, 3].map(() => listenLive(url, here.token)))
  await expect(listenLive(url, here.token)).rejects.toThrow('TOO_MANY_REQUESTS')
  const there = await signInApi(url, 'author', PASSWORD)
  live.push(await listenLive(url, there.token), await listenLive(url, there.token))
  await expect(listenLive(url, there.token)).rejects.toThrow('TOO_MANY_REQUESTS')
  const { token } = await signInApi(url, 'owner', PASSWORD)
  await vi.waitFor(async () => live.push(await listenLive(url, token)))
  await expect(listenLive(url, token)).rejects.toThrow('the socket was refused')
  await live.pop()?.close()
  await vi.waitFor(async () => live.push(await listenLive(url, token)))
  for (const one of live) await one.close()
  await app.close()
})

test('[LV8] a frame of more than 64 KB ends the connection', async () => {
  const whole = new WebSocket(address(), ['v12.stomp'], { origin: world.url })
  await new Promise((done) => whole.once('open', done))
  whole.send(frame(`SEND\ndestination:/nsws/start\n\n${'x'.repeat(70_000)}`))
  expect(await closed(whole)).toBe(1009)
  const pieces = new WebSocket(address(), ['v12.stomp'], { origin: world.url })
  await new Promise((done) => pieces.once('open', done))
  pieces.send('SEND\ndestination:/nsws/start\n\n')
  for (let index = 0; index < 3; index++) pieces.send('x'.repeat(30_000))
  expect(await closed(pieces)).toBe(1008)
})

test('[LV9] /nsws/stop pauses messages and /nsws/start resumes them; receipts and heartbeats work', async () => {
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
  // Another process ended the session, and this one has not heard of it.
  await setSessions({ access_until: accessUntil, ended_on: 1 })
  expect(await send(second)).toBe(false)
  await setSessions({ ended_on: null })
  expect(await note()).toBe('By socket')
  expect(await send(second)).toBe(true)
  expect(await note()).toBe('Too late')
  await client.deactivate()
})

test('[LV10] a slow reader gets pokes instead of rows, and is disconnected when even those pile up', async () => {
  const hub = new LiveHub(world.database, 'server', (error) => {
    throw error
  })
  const sent: string[] = []
  const socket = Object.assign(new EventEmitter(), {
    OPEN: 1,
    readyState: 1,
    bufferedAmount: 0,
    isTerminated: false,
    send: (text: string) => void sent.push(text),
    close: () => undefined,
    terminate() {
      this.isTerminated = true
    },
  })
  const { token } = await world.as('owner')
  serveStomp(
    socket as never,
    {
      database: world.database,
      clock: () => world.clock.now,
      hub,
      log: silentLog,
      lookers: new Lookers(
        world.database,
        () => world.clock.now,
        () => undefined,
      ),
      socketLimits: SOCKET_LIMITS,
    } as never,
    { id: 'request', headers: {} },
  )
  socket.emit(
    'message',
    Buffer.from(frame(`CONNECT\naccept-version:1.2\nX-Auth-Token:${token}\n\n`)),
  )
  await vi.waitFor(() => expect(sent.join('')).toContain('CONNECTED'))
  socket.emit('message', Buffer.from(frame('SUBSCRIBE\nid:1\ndestination:/user/sync/change\n\n')))
  const deliver = async (owed: number): Promise<string> => {
    socket.bufferedAmount = owed
    sent.length = 0
    hub.publish({
      projectId,
      firstSeq: 1,
      head: 1,
      headBefore: null,
      actorId: null,
      isVisibilityChanged: false,
      visibility: 0,
      rows: [{ seq: 1, bucket: '*:int', entity: 'release', id: 'r', body: '{"big":1}' }],
    })
    await hub.settled()
    return sent.join('')
  }
  expect(await deliver(0)).toContain('"big":1')
  expect(await deliver(300_000)).toContain('"rows":null')
  expect(socket.isTerminated).toBe(false)
  expect(await deliver(2_000_000)).toBe('')
  expect(socket.isTerminated).toBe(true)
  socket.emit('close')
})

test('[LV11] an extreme heartbeat interval does not overflow to every millisecond, and a second sign-in on one socket ends it', async () => {
  const { token } = await world.as('owner')
  const socket = new WebSocket(address(), ['v12.stomp'], { origin: world.url })
  await new Promise((done) => socket.once('open', done))
  const heard: string[] = []
  socket.on('message', (data: Buffer) => heard.push(data.toString()))
  const connect = frame(
    `CONNECT\naccept-version:1.2\nheart-beat:0,99999999999\nX-Auth-Token:${token}\n\n`,
  )
  socket.send(connect)
  await vi.waitFor(() => expect(heard.join('')).toContain('CONNECTED'))
  await new Promise((done) => setTimeout(done, 300))
  expect(heard).toHaveLength(1)
  socket.send(connect)
  expect(await closed(socket)).toBe(1008)
})
