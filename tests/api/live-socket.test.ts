import { EventEmitter } from 'node:events'
import { connect as tcpConnect } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { buildApp } from '#server/app.ts'
import { silentLog } from '#server/log.ts'
import { SOCKET_LIMITS } from '#server/plugins/socket-bounds.ts'
import { Lookers } from '#server/push/lookers.ts'
import { LiveHub } from '#server/sync/hub.ts'
import { serveStomp } from '#server/sync/stomp-socket.ts'
import { signInApi } from '../support/api-client.ts'
import { listenLive } from '../support/live-client.ts'
import { buildWorld, PASSWORD, PROJECT as projectId, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await buildWorld()
})
afterAll(async () => {
  await world.close()
})

const address = () => `${world.url.replace('http', 'ws')}/api/notification-service/notification`
const closed = (socket: WebSocket): Promise<number> =>
  new Promise((done) => socket.once('close', (code) => done(code)))
const frame = (text: string): string => `${text}\u0000`

test('[LV5] no token, a wrong one and an unknown topic are refused', async () => {
  await expect(listenLive(world.url, 'wrong')).rejects.toThrow('WRONG_TOKEN')
  const socket = new WebSocket(address(), ['v12.stomp'], { origin: world.url })
  await new Promise((done) => socket.once('open', done))
  socket.send(frame('SUBSCRIBE\nid:1\ndestination:/user/sync/change\n\n'))
  expect(await closed(socket)).toBe(1008)
  const { token } = await world.as('owner')
  const other = new WebSocket(address(), ['v12.stomp'], { origin: world.url })
  await new Promise((done) => other.once('open', done))
  const heard: string[] = []
  other.on('message', (data: Buffer) => heard.push(data.toString()))
  other.send(frame(`CONNECT\naccept-version:1.2\nX-Auth-Token:${token}\n\n`))
  await vi.waitFor(() => expect(heard.join('')).toContain('CONNECTED'))
  other.send(frame('SUBSCRIBE\nid:1\ndestination:/user/sync/other\n\n'))
  expect(await closed(other)).toBe(1008)
  expect(heard.join('')).toContain('Unknown destination')
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

test('[LV14] a network upgrades 1,000 times a minute, and the limits of the product are those of the rule', async () => {
  expect(SOCKET_LIMITS).toEqual({
    perNetwork: 500,
    upgradesPerMinute: 1_000,
    perSession: 20,
    perPerson: 100,
  })
  const app = await buildApp({
    database: world.database,
    filesDir: world.filesDir,
    clock: () => world.clock.now,
    socketLimits: { upgradesPerMinute: 3 },
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const { token } = await signInApi(url, 'author', PASSWORD)
  const enter = async () => await (await listenLive(url, token)).close()
  for (let count = 0; count < 3; count += 1) await enter()
  await expect(enter()).rejects.toThrow('the socket was refused')
  world.clock.now += 60_000
  await enter()
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
