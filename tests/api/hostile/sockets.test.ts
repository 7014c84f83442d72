import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { SYNC_PROTOCOL } from '#schema/api/sync.ts'
import { listenLive } from '../../support/live-client.ts'
import { SyncDevice } from '../sync-client.ts'
import { buildWorld, PROJECT, type Username, type World } from '../world.ts'
import { everyRow, expectAlive } from './hostile-world.ts'

let world: World
beforeAll(async () => {
  world = await buildWorld({ project: { state: 'PUBLISHED', publishedOn: 0 } })
})
afterAll(async () => {
  await world.close()
})

const frame = (text: string): string => `${text}\u0000`
const address = (): string =>
  `${world.url.replace('http', 'ws')}/api/notification-service/notification`

interface Heard {
  socket: WebSocket
  frames: string[]
  closed: Promise<number>
}
const open = async (path = ''): Promise<Heard> => {
  const socket = new WebSocket(address() + path, ['v12.stomp'], { origin: world.url })
  const frames: string[] = []
  socket.on('message', (data: Buffer) => void frames.push(data.toString()))
  socket.on('error', () => undefined)
  const closed = new Promise<number>((done) => void socket.once('close', (code) => done(code)))
  await new Promise((done) => void socket.once('open', done).once('close', done))
  return { socket, frames, closed }
}
const signIn = async (by: Username): Promise<Heard> => {
  const { token } = await world.as(by)
  const heard = await open()
  heard.socket.send(frame(`CONNECT\naccept-version:1.2\nX-Auth-Token:${token}\n\n`))
  await vi.waitFor(() => expect(heard.frames.join('')).toContain('CONNECTED'))
  heard.frames.length = 0
  return heard
}
const CONNECT = (more: string): string => frame(`CONNECT\naccept-version:1.2\n${more}\n\n`)
const SUBSCRIBE = (destination: string, more = 'id:1'): string =>
  frame(`SUBSCRIBE\n${more}\ndestination:${destination}\n\n`)
const SEND = (destination: string, body = ''): string =>
  frame(`SEND\ndestination:${destination}\n\n${body}`)

const BEFORE_SIGN_IN: readonly [string, string | Buffer][] = [
  ['no token', CONNECT('host:x')],
  ['an empty token', CONNECT('X-Auth-Token:')],
  ['a made-up token', CONNECT('X-Auth-Token:AAAA')],
  ['a token that is SQL', CONNECT("X-Auth-Token:' or '1'='1")],
  ['a name and a password', CONNECT('login:owner\npasscode:Test-password-1')],
  ['a bearer token', CONNECT('Authorization:Bearer x')],
  ['a subscription first', SUBSCRIBE('/user/sync/change')],
  ['a push first', SEND('/sync/push', '{}')],
  ['a start first', SEND('/nsws/start')],
  ['an acknowledgement', frame('ACK\nid:1\n\n')],
  ['a transaction', frame('BEGIN\ntransaction:1\n\n')],
  ['a frame type of the server', frame('CONNECTED\nversion:1.2\n\n')],
  ['a message of the server', frame('MESSAGE\ndestination:/user/sync/change\n\n{}')],
  ['a command named after a prototype property', frame('constructor\n\n')],
  ['another command named after a prototype property', frame('__proto__\n\n')],
  ['a command of 60,000 letters', frame(`${'A'.repeat(60_000)}\n\n`)],
  ['an HTTP request', 'GET / HTTP/1.1\r\nHost: x\r\n\r\n\u0000'],
  ['bytes that are no text', Buffer.from([0xff, 0xfe, 0xc0, 0xaf, 0x0a, 0x0a, 0x00])],
  ['a hundred frames at once', frame('STOMP\n\n').repeat(100)],
  ['10,000 headers', frame(`CONNECT\n${'a:b\n'.repeat(10_000)}\n`)],
]

describe('before signing in', () => {
  test.each(BEFORE_SIGN_IN)('[AT41] %s ends the socket', async (_what, sent) => {
    const before = await everyRow(world.database)
    const { socket, frames, closed } = await open()
    const start = Date.now()
    socket.send(sent)
    expect(await closed).toBe(1008)
    // The message itself led to the refusal, not the time limit.
    expect(Date.now() - start).toBeLessThan(4_000)
    expect(frames.join('')).not.toMatch(/CONNECTED|MESSAGE|RECEIPT|\bat |node_modules/)
    expect(await everyRow(world.database)).toBe(before)
    await expectAlive(world)
  })

  test.each([
    [
      'a token in the URL',
      async (token: string) => await open(`?X-Auth-Token=${token}&token=${token}`),
    ],
    [
      'a protocol that is a token',
      async (token: string) => {
        const socket = new WebSocket(address(), [token], { origin: world.url })
        const closed = new Promise<number>((done) => void socket.once('close', done))
        socket.on('error', () => undefined)
        return { socket, frames: [], closed }
      },
    ],
  ])('[AT41] %s signs no person in', async (_what, connect) => {
    const { token } = await world.as('owner')
    const { socket, frames, closed } = await connect(token)
    if (socket.readyState === WebSocket.OPEN) socket.send(SUBSCRIBE('/user/sync/change'))
    expect([1006, 1008]).toContain(await closed)
    expect(frames.join('')).not.toContain('CONNECTED')
  })
})

const AFTER_SIGN_IN: readonly [string, string][] = [
  ['the topic of all people', SUBSCRIBE('/topic/sync/change')],
  ['the topic of another person', SUBSCRIBE('/user/1/sync/change')],
  ['the topic by a pattern', SUBSCRIBE('/user/**')],
  ['the topic of a project', SUBSCRIBE(`/user/sync/change/${PROJECT}`)],
  ['the topic by another path', SUBSCRIBE('/user/x/../sync/change')],
  ['a topic named after a prototype property', SUBSCRIBE('__proto__')],
  ['a topic without an id', SUBSCRIBE('/user/sync/change', 'x:1')],
  [
    'eleven subscriptions',
    Array.from({ length: 11 }, (_, at) => SUBSCRIBE('/user/sync/change', `id:${at}`)).join(''),
  ],
  ['a message to a topic', SEND('/user/sync/change', '{"project":null}')],
  ['a message to a topic of all people', SEND('/topic/all', 'x')],
  ['a message to nowhere', frame('SEND\n\nx')],
  ['a second sign-in', CONNECT('X-Auth-Token:AAAA')],
]

describe('after signing in', () => {
  test.each(AFTER_SIGN_IN)('[AT42] %s ends the socket', async (_what, sent) => {
    const live = await listenLive(world.url, (await world.as('owner')).token)
    const { socket, frames, closed } = await signIn('beta-primary')
    socket.send(sent)
    expect(await closed).toBe(1008)
    expect(frames.join('')).not.toMatch(/MESSAGE|\bat |node_modules/)
    expect(live.messages).toEqual([])
    await live.close()
    await expectAlive(world)
  })

  test('[AT42] the value of a header becomes no header of an answer', async () => {
    const { socket, frames } = await signIn('beta-primary')
    socket.send(frame('SEND\ndestination:/nsws/start\nreceipt:a\\nX-Evil\\cb\\r\\n\\nMESSAGE\n\n'))
    await vi.waitFor(() => expect(frames.join('')).toContain('RECEIPT'))
    expect(frames.join('')).not.toMatch(/^X-Evil:/m)
    expect(frames.join('').split('\n\n')).toHaveLength(2)
    socket.close()
  })

  test('[AT42] of a header sent twice the first is read', async () => {
    const { socket, frames, closed } = await signIn('beta-primary')
    socket.send(frame('SUBSCRIBE\nid:1\ndestination:/topic/all\ndestination:/user/sync/change\n\n'))
    expect(await closed).toBe(1008)
    expect(frames.join('')).not.toContain('RECEIPT')
  })

  test("[AT42] a listener of one vendor hears nothing of another's edits, whatever it subscribes to", async () => {
    const { socket, frames } = await signIn('beta-primary')
    for (const [at, topic] of ['/user/sync/change', '/user/notification/item'].entries()) {
      socket.send(SUBSCRIBE(topic, `id:${at}\nselector:vendorId > 0\nack:client`))
    }
    const alpha = new SyncDevice(await world.as('alpha-primary'))
    const answer = {
      projectId: PROJECT,
      requirementId: 'r1',
      vendorId: world.companies.alpha,
      values: { note: 'TAINT' },
    }
    await alpha.push(alpha.edit('commitments.update', answer))
    const own = await listenLive(world.url, (await world.as('alpha-contact')).token)
    await alpha.push(
      alpha.edit(
        'commitments.update',
        { ...answer, values: { note: 'TAINT 2' } },
        { [`commitment/r1.${world.companies.alpha}#values.note`]: 'TAINT' },
      ),
    )
    await vi.waitFor(() => expect(own.messages.join('')).toContain('TAINT 2'))
    expect(frames).toEqual([])
    socket.close()
    await own.close()
  })
})

const note = (vendorId: number, text: string): object => ({
  command: 'commitments.update',
  mid: 1,
  base: {},
  clientAt: 0,
  args: { projectId: PROJECT, requirementId: 'r1', vendorId, values: { note: text } },
})
const PUSHES: readonly [string, (device: SyncDevice) => unknown][] = [
  ['no object', () => []],
  ['no edits', () => ({ mutations: [] })],
  ['the answer of another vendor', () => [note(world.companies.alpha, 'forged')]],
  ['the answer of vendor 0', () => [note(0, 'forged')]],
  [
    'an answer without a vendor',
    () => [{ ...note(0, 'x'), args: { projectId: PROJECT, requirementId: 'r1' } }],
  ],
  ['an unknown command', () => [{ ...note(0, 'x'), command: 'users.update' }]],
  ['a command named after a prototype property', () => [{ ...note(0, 'x'), command: '__proto__' }]],
  [
    'a project of others',
    () => [
      {
        ...note(0, 'x'),
        command: 'projects.update',
        args: { projectId: PROJECT, patch: { name: 'forged' } },
      },
    ],
  ],
  [
    'a requirement',
    () => [
      {
        ...note(0, 'x'),
        command: 'requirements.update',
        args: { projectId: PROJECT, id: 'r1', patch: { name: 'forged' } },
      },
    ],
  ],
  [
    'an override',
    () => [
      {
        ...note(0, 'x'),
        command: 'overrides.update',
        args: {
          projectId: PROJECT,
          requirementId: 'r1',
          vendorId: world.companies.beta,
          value: 100,
          reason: 'forged',
        },
      },
    ],
  ],
  ['a list nested 40 deep', () => [JSON.parse(`${'['.repeat(40)}${']'.repeat(40)}`)]],
]

test.each(PUSHES)(
  '[AT43] a push of %s over the socket changes no answer and no project',
  async (_what, build) => {
    const client = await world.as('beta-primary')
    const device = new SyncDevice(client)
    const { socket, frames } = await signIn('beta-primary')
    const content = async (): Promise<string> => {
      const tables = ['projects', 'requirements', 'commitments', 'overrides', 'sync_row'] as const
      const rows = tables.map(
        async (table) => await world.database.queries.selectFrom(table).selectAll().execute(),
      )
      return JSON.stringify(
        (await Promise.all(rows)).map((list) => list.map((row) => JSON.stringify(row)).toSorted()),
      )
    }
    const before = await content()
    const made = build(device)
    const request = Array.isArray(made)
      ? {
          serverId: client.serverId,
          clientId: device.clientId,
          schemaVersion: SYNC_PROTOCOL,
          mutations: made,
        }
      : made
    socket.send(frame(`SEND\ndestination:/sync/push\nreceipt:1\n\n${JSON.stringify(request)}`))
    await vi.waitFor(() => expect(frames.join('')).toMatch(/RECEIPT|ERROR/))
    expect(await content()).toBe(before)
    expect(await content()).not.toContain('forged')
    socket.close()
    await expectAlive(world)
  },
)

test('[AT43] the device of another person cannot push over the socket', async () => {
  const alpha = await world.as('alpha-primary')
  const device = new SyncDevice(alpha)
  const first = {
    projectId: PROJECT,
    requirementId: 'r2',
    vendorId: world.companies.alpha,
    values: { note: 'mine' },
  }
  await device.push(device.edit('commitments.update', first))
  const before = await everyRow(world.database)
  const { socket, frames } = await signIn('beta-primary')
  const request = {
    serverId: alpha.serverId,
    clientId: device.clientId,
    schemaVersion: SYNC_PROTOCOL,
    mutations: [{ ...note(world.companies.beta, 'forged'), mid: 2 }],
  }
  socket.send(frame(`SEND\ndestination:/sync/push\nreceipt:1\n\n${JSON.stringify(request)}`))
  await vi.waitFor(() => expect(frames.join('')).toContain('refused'))
  expect(await everyRow(world.database)).toBe(before)
  socket.close()
})
