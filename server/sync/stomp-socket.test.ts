import { EventEmitter } from 'node:events'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { FrameImpl, type IRawFrameType, Parser } from '@stomp/stompjs'
import type { WebSocket } from '@fastify/websocket'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { SYNC_PROTOCOL } from '#schema/api/sync.ts'
import { type EmptyDatabase, NOW, openEmptyDatabase } from '../../tests/support/empty-database.ts'
import { buildProject, buildRows, PROJECT_ID } from '../../tests/support/project-rows.ts'
import { storedRow, storeRows } from '../../tests/support/stored-project.ts'
import { judgeAtOnce } from '../commands/judge/judge-answers.ts'
import { createSession } from '../database/sessions/create-session.ts'
import { Lookers } from '../push/lookers.ts'
import type { Services } from '../services.ts'
import { LiveHub } from './hub.ts'
import { serveStomp } from './stomp-socket.ts'

const CHANGE = '/user/sync/change'
const ITEM = '/user/notification/item'
const START = '/nsws/start'
const STOP = '/nsws/stop'
const TRACE = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'

/** The server's end of a socket: what the server sends is parsed by the library of the client. */
class Socket extends EventEmitter {
  readonly OPEN = 1
  readyState = 1
  bufferedAmount = 0
  isTerminated = false
  readonly closes: [code: number, reason: string][] = []
  readonly raw: string[] = []
  readonly frames: FrameImpl[] = []
  readonly #parser = new Parser(
    (raw: IRawFrameType) => void this.frames.push(FrameImpl.fromRawFrame(raw, true)),
    () => undefined,
  )
  send(text: string): void {
    this.raw.push(text)
    this.#parser.parseChunk(text)
  }
  close(code: number, reason = ''): void {
    this.readyState = 2
    this.closes.push([code, reason])
  }
  terminate(): void {
    this.isTerminated = true
    this.leave()
  }
  /** The client's end is gone. */
  leave(): void {
    this.readyState = 3
    this.emit('close')
  }
}

let rows: EmptyDatabase
let hub: LiveHub
let lookers: Lookers
let now: number
let logged: string[]
let services: Services
let token: string
let anna: number
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  rows = await openEmptyDatabase()
  now = NOW
  logged = []
  const fail = (error: unknown): void => void logged.push(`unexpected: ${String(error)}`)
  hub = new LiveHub(rows.database, 'server', fail)
  lookers = new Lookers(rows.database, () => now, fail)
  services = {
    database: rows.database,
    clock: () => now,
    hub,
    lookers,
    socketLimits: { perNetwork: 9, upgradesPerMinute: 9, perSession: 2, perPerson: 3 },
    meta: { serverId: 'server' },
    log: { info: () => undefined, error: (event: string) => void logged.push(event) },
    commands: {
      database: rows.database,
      clock: () => now,
      publish: () => undefined,
      judge: judgeAtOnce,
      onError: fail,
    },
  } as unknown as Services
  const city = await rows.organization('City')
  anna = await rows.person('anna', { active_organization_id: city })
  await rows.member(city, anna)
  token = await signIn()
  const project = buildProject({ organizationId: city, ownerId: anna })
  await storeRows(rows, buildRows({ project: [project] }))
})
afterEach(async () => {
  lookers.stop()
  vi.useRealTimers()
  await rows.close()
})

const signIn = async () =>
  (await createSession(rows.database, { userId: anna, publicKey: null }, NOW)).token
/** Lets the server finish what it has begun. */
const settle = async () => {
  for (let turn = 0; turn < 30; turn += 1) await nextTurn()
}
const frameText = (command: string, headers: Record<string, string> = {}, body = ''): string =>
  FrameImpl.marshall({ command, headers, body, escapeHeaderValues: true } as never) as string
const open = (more: Partial<Services> = {}) => {
  const socket = new Socket()
  const headers = { traceparent: TRACE }
  serveStomp(socket as unknown as WebSocket, { ...services, ...more }, { id: 'opened', headers })
  const hear = async (text: string | Buffer) => {
    socket.emit('message', Buffer.from(text))
    await settle()
  }
  const say = async (command: string, headers?: Record<string, string>, body?: string) => {
    const from = socket.frames.length
    await hear(frameText(command, headers, body))
    return socket.frames.slice(from).map((frame) => [frame.command, frame.headers, frame.body])
  }
  return { socket, hear, say }
}
type Open = ReturnType<typeof open>
const connect = async (headers: Record<string, string> = {}) => {
  const one = open()
  await one.say('CONNECT', { 'X-Auth-Token': token, ...headers })
  return one
}
const listen = async (headers?: Record<string, string>) => {
  const one = await connect(headers)
  await one.say('SUBSCRIBE', { id: 's1', destination: CHANGE })
  await one.say('SUBSCRIBE', { id: 's2', destination: ITEM })
  return one
}
const bodies = ({ socket }: Open) =>
  socket.frames.filter(({ command }) => command === 'MESSAGE').map(({ body }) => body)
/** The refusal that ended the connection. */
const refusal = ({ socket }: Open) => {
  const error = socket.frames.find(({ command }) => command === 'ERROR')
  if (error === undefined) return null
  expect(error.headers['content-type']).toBe('text/plain')
  expect(socket.closes).toEqual([[1008, error.body]])
  expect(error.headers['message']).toBe(error.body)
  return error.body
}
const wait = async (ms: number) => {
  now += ms
  await vi.advanceTimersByTimeAsync(ms)
  await settle()
}

describe('signing in', () => {
  it.each(['X-Auth-Token', 'x-auth-token'])('takes the token from %s', async (name) => {
    for (const command of ['CONNECT', 'STOMP']) {
      const { say } = open()
      const replies = await say(command, { [name]: token, receipt: 'r' })
      expect(replies).toEqual([
        ['CONNECTED', { version: '1.2', 'heart-beat': '10000,10000', server: 'tenderbook' }, ''],
        ['RECEIPT', { 'receipt-id': 'r' }, ''],
      ])
    }
    expect(hub.connected()).toEqual([anna])
  })

  it('[LV5] [LV11] refuses a missing or wrong token and a second CONNECT', async () => {
    const [none, wrong, twice] = [open(), open(), await connect()]
    await none.say('CONNECT')
    await wrong.say('CONNECT', { 'X-Auth-Token': 'wrong' })
    await twice.say('CONNECT', { 'X-Auth-Token': token, receipt: 'r' })
    expect([none, wrong, twice].map(refusal)).toEqual([
      'NO_CREDENTIALS',
      'WRONG_TOKEN',
      'Already connected',
    ])
    expect(twice.socket.frames.map(({ command }) => command)).toEqual(['CONNECTED', 'ERROR'])
    expect(logged).toEqual([])
  })

  it('reports a failed look-up as a fault of the server', async () => {
    const one = open({ database: {} as never })
    await one.say('CONNECT', { 'X-Auth-Token': token })
    expect([refusal(one), logged]).toEqual(['INTERNAL', ['socket.failed']])
  })

  it('[LV7] must begin within one second', async () => {
    const one = open()
    await wait(999)
    expect(refusal(one)).toBeNull()
    await wait(1)
    expect(refusal(one)).toBe('NO_CREDENTIALS')
  })

  it('[LV7] must end within five seconds', async () => {
    let answer = (): void => undefined
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    const queries = rows.database.queries.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        await held
        return result
      },
    })
    const slow = open({ database: { ...rows.database, queries } as never })
    await slow.say('CONNECT', { 'X-Auth-Token': token })
    await wait(4_999)
    expect(refusal(slow)).toBeNull()
    await wait(1)
    expect(refusal(slow)).toBe('NO_CREDENTIALS')
    answer()
    await settle()
    expect([hub.connected(), slow.socket.frames.length]).toEqual([[], 1])
    const quick = await connect()
    await wait(5_000)
    expect(refusal(quick)).toBeNull()
  })

  it('[LV14] counts the sockets of the session and of the person', async () => {
    const [first] = [await connect(), await connect()]
    const third = await connect()
    expect(refusal(third)).toBe('TOO_MANY_REQUESTS')
    const other = { 'X-Auth-Token': await signIn() }
    const [fourth, fifth] = [await connect(other), await connect(other)]
    expect([fourth, fifth].map(refusal)).toEqual([null, 'TOO_MANY_REQUESTS'])
    first.socket.leave()
    expect(refusal(await connect())).toBeNull()
  })
})

describe('a refused connection', () => {
  it('is cut if the client does not answer the close within half a second', async () => {
    const { socket, say } = open()
    await say('CONNECT')
    await wait(499)
    expect(socket.isTerminated).toBe(false)
    await wait(1)
    expect(socket.isTerminated).toBe(true)
  })

  it('is refused once', async () => {
    const one = open()
    await one.say('CONNECT')
    await wait(400)
    await one.say('CONNECT')
    await wait(5_000)
    expect(one.socket.frames).toHaveLength(1)
  })

  it('leaves no timer behind', async () => {
    const before = vi.getTimerCount()
    const { socket } = await listen({ 'heart-beat': '5000,5000' })
    expect(vi.getTimerCount()).toBe(before + 4)
    socket.leave()
    expect([vi.getTimerCount(), hub.connected()]).toEqual([before, []])
  })
})

describe('frames', () => {
  it.each(['ABORT', 'constructor', 'toString'])('of an unknown command, %s, end', async (name) => {
    const one = open()
    await one.say(name)
    expect(refusal(one)).toBe('Unknown command')
  })

  it('may have any character in the values of their headers', async () => {
    const { say } = await connect()
    expect(await say('SEND', { destination: START, receipt: 'a:b\nc\\d' })).toEqual([
      ['RECEIPT', { 'receipt-id': 'a:b\nc\\d' }, ''],
    ])
  })

  it('[LV8] may have 65,536 bytes, in whatever pieces they arrive', async () => {
    const one = await connect()
    await one.hear('SEND\n')
    await one.hear('x'.repeat(65_531))
    expect(refusal(one)).toBeNull()
    await one.hear('x')
    expect(refusal(one)).toBe('Frame too large')
  })

  it('that are complete, and heartbeats, count no more', async () => {
    const one = await listen()
    for (const round of [1, 2, 3]) {
      await one.hear('\n'.repeat(40_000))
      await one.say('SEND', { destination: START, receipt: `r${round}` }, 'x'.repeat(40_000))
    }
    expect(refusal(one)).toBeNull()
  })

  it('that cannot be parsed end the connection', async () => {
    const one = await connect()
    vi.spyOn(Parser.prototype, 'parseChunk').mockImplementationOnce(() => {
      throw new Error('broken')
    })
    await one.hear('x')
    expect([logged, one.socket.closes]).toEqual([['socket.frame'], [[1008, 'Unreadable frame']]])
  })

  it('that close the connection are confirmed by the close alone', async () => {
    const one = await connect()
    await one.say('DISCONNECT', { receipt: 'r' })
    expect(one.socket.closes).toEqual([[1000, '']])
    expect(one.socket.frames.map(({ command }) => command)).toEqual(['CONNECTED'])
  })

  it('of a broken socket cut it', async () => {
    const { socket } = await connect()
    socket.emit('error', new Error('reset'))
    expect([socket.isTerminated, hub.connected()]).toEqual([true, []])
  })
})

describe('heartbeats', () => {
  const beats = ({ socket }: Open) => socket.raw.filter((text) => text === '\n').length

  it.each([
    ['0,0', 120_000, 0],
    ['0,1', 29_999, 2],
    ['0,5000', 30_000, 3],
    ['0,20000', 40_000, 2],
    ['0,9000000000', 600_000, 1],
    ['0,9000000000', 599_999, 0],
    ['junk', 120_000, 0],
    ['0', 120_000, 0],
    [',', 120_000, 0],
  ])('[LV11] asked with %s are within %i ms %i', async (asked, ms, count) => {
    const one = await connect({ 'heart-beat': asked })
    await wait(ms)
    expect(beats(one)).toBe(count)
    expect(one.socket.isTerminated).toBe(false)
  })

  it('are not sent without being asked for, or into a closing socket', async () => {
    const [plain, closing] = [await connect(), await connect({ 'heart-beat': '0,10000' })]
    closing.socket.readyState = 2
    await wait(30_000)
    expect([beats(plain), beats(closing)]).toEqual([0, 0])
  })

  it.each([
    ['1,0', 30_000],
    ['20000,0', 60_000],
  ])('of the client are missed after three times their pace: %s → %i ms', async (asked, ms) => {
    const one = await connect({ 'heart-beat': asked })
    await wait(ms - 10_000)
    await one.hear('\n')
    await wait(ms)
    expect(one.socket.isTerminated, 'exactly as late as is allowed').toBe(false)
    await wait(10_000)
    expect(one.socket.isTerminated).toBe(true)
  })
})

describe('subscriptions', () => {
  it('[LV5] need a session, an id and a known destination', async () => {
    const unknown = open()
    await unknown.say('SUBSCRIBE', { id: 's', destination: CHANGE })
    const [nameless, elsewhere] = [await connect(), await connect()]
    await nameless.say('SUBSCRIBE', { destination: CHANGE })
    await elsewhere.say('SUBSCRIBE', { id: 's', destination: '/user/other' })
    expect([unknown, nameless, elsewhere].map(refusal)).toEqual([
      'NO_CREDENTIALS',
      'Unknown destination',
      'Unknown destination',
    ])
  })

  it('get the messages of their destination, numbered, until they end', async () => {
    const one = await listen()
    await one.say('SUBSCRIBE', { id: 's3', destination: ITEM })
    hub.sendItems(new Map([[anna, 'Reply']]))
    hub.pokeHome([anna])
    const message = (subscription: string, destination: string, number: number) => ({
      subscription,
      destination,
      'message-id': String(number),
      'content-type': 'application/json',
      'content-length': expect.any(String),
    })
    const [, ...messages] = one.socket.frames
    expect(messages.map(({ command, headers }) => [command, headers])).toEqual([
      ['MESSAGE', message('s2', ITEM, 1)],
      ['MESSAGE', message('s3', ITEM, 2)],
      ['MESSAGE', message('s1', CHANGE, 3)],
    ])
    expect(bodies(one)).toEqual(['Reply', 'Reply', expect.stringContaining('"project":null')])
    await one.say('UNSUBSCRIBE', { id: 's2' })
    await one.say('UNSUBSCRIBE')
    hub.sendItems(new Map([[anna, 'Other']]))
    expect(bodies(one).slice(3)).toEqual(['Other'])
  })

  it('are at most ten', async () => {
    const one = await connect()
    for (let number = 1; number <= 10; number += 1)
      await one.say('SUBSCRIBE', { id: `s${number}`, destination: CHANGE })
    expect(refusal(one)).toBeNull()
    await one.say('SUBSCRIBE', { id: 's11', destination: CHANGE })
    expect(refusal(one)).toBe('Too many subscriptions')
  })

  it('of a session that ends are refused', async () => {
    const one = await listen()
    hub.endPerson(anna)
    hub.pokeHome([anna])
    expect([refusal(one), bodies(one)]).toEqual(['WRONG_TOKEN', []])
  })
})

describe('a reader who pauses or is slow', () => {
  it('[LV9] gets nothing but heartbeats and receipts while it pauses', async () => {
    const one = await listen({ 'heart-beat': '0,10000' })
    expect(await one.say('SEND', { destination: STOP, receipt: 'r' })).toEqual([
      ['RECEIPT', { 'receipt-id': 'r' }, ''],
    ])
    hub.sendItems(new Map([[anna, 'Missed']]))
    await wait(20_000)
    expect(one.socket.raw.filter((text) => text === '\n')).toHaveLength(2)
    await one.say('SEND', { destination: START })
    hub.sendItems(new Map([[anna, 'Reply']]))
    expect(bodies(one)).toEqual(['Reply'])
  })

  it('looks at the application only while it says so and is connected', async () => {
    const isLooking = () => lookers.isLooking(anna)
    const one = await listen()
    const seen: boolean[] = [isLooking()]
    for (const headers of [
      { destination: START, seen: 'true' },
      { destination: STOP, seen: 'true' },
      { destination: START, seen: 'true' },
      { destination: START, seen: 'false' },
      { destination: START, seen: 'true' },
    ]) {
      await one.say('SEND', headers)
      seen.push(isLooking())
    }
    one.socket.leave()
    expect([...seen, isLooking()]).toEqual([false, true, false, true, false, true, false])
  })

  it('may only send to known destinations, with a session', async () => {
    const [early, elsewhere] = [open(), await connect()]
    await early.say('SEND', { destination: START })
    await elsewhere.say('SEND', { destination: '/nsws/other' })
    expect([early, elsewhere].map(refusal)).toEqual(['NO_CREDENTIALS', 'Unknown destination'])
  })

  it.each([
    [262_144, 'text'],
    [262_145, 'poke'],
    [1_048_576, 'poke'],
    [1_048_577, null],
  ])('[LV10] with %i unsent bytes gets the %s', async (bytes, what) => {
    let send: ((text: string, poke: string) => void) | undefined
    vi.spyOn(hub, 'subscribe').mockImplementation((subscriber) => {
      send = (text, poke) => subscriber.send(text, poke)
      return () => undefined
    })
    const one = await listen()
    one.socket.bufferedAmount = bytes
    send?.('text', 'poke')
    expect([bodies(one), one.socket.isTerminated]).toEqual([
      what === null ? [] : [what],
      what === null,
    ])
  })
})

describe('edits sent over the socket', () => {
  const request = (more: object = {}) => ({
    clientId: 'device',
    schemaVersion: SYNC_PROTOCOL,
    serverId: 'server',
    mutations: [
      {
        mid: 1,
        command: 'sections.update',
        args: { projectId: PROJECT_ID, id: 's1', name: 'Renamed' },
        base: { 'section/s1#name': 'General' },
        clientAt: NOW,
      },
    ],
    ...more,
  })
  const send = async (one: Open, body: string) =>
    await one.say('SEND', { destination: '/sync/push', receipt: 'r' }, body)
  const nameOf = async () => (await storedRow(rows, 'section', { id: 's1' }))?.name

  it('are done and confirmed', async () => {
    const one = await connect()
    expect(await send(one, JSON.stringify(request()))).toEqual([
      ['RECEIPT', { 'receipt-id': 'r' }, ''],
    ])
    expect([await nameOf(), logged]).toEqual(['Renamed', []])
  })

  it('are confirmed as refused if they cannot be read or are of another server', async () => {
    const one = await connect()
    const refused = [['RECEIPT', { 'receipt-id': 'r', refused: 'true' }, '']]
    const nested = `${'['.repeat(200)}${']'.repeat(200)}`
    const deep = JSON.stringify(request()).replace('"Renamed"', `"Renamed","more":${nested}`)
    for (const body of [
      '{',
      '{}',
      deep,
      JSON.stringify(request({ clientId: 5 })),
      JSON.stringify(request({ serverId: 'other' })),
      JSON.stringify(request({ schemaVersion: SYNC_PROTOCOL + 1 })),
    ])
      expect(await send(one, body)).toEqual(refused)
    expect([await nameOf(), logged, refusal(one)]).toEqual(['General', [], null])
  })

  it('need a session', async () => {
    const one = open()
    await send(one, JSON.stringify(request()))
    expect([refusal(one), await nameOf()]).toEqual(['NO_CREDENTIALS', 'General'])
  })

  it('[HE4] that fail are noted with the request of the socket, and confirmed as refused', async () => {
    const write = () => Promise.reject(Object.assign(new Error('busy'), { code: 'SQLITE_BUSY' }))
    const database = { ...rows.database, write, writeTogether: write } as never
    const noted: unknown[] = []
    const error: Services['log']['error'] = (event, _error, fields) =>
      void noted.push({ event, ...fields })
    const log = { info: () => undefined, error }
    const one = open({ commands: { ...services.commands, database }, log })
    await one.say('CONNECT', { 'X-Auth-Token': token })
    const [[, headers] = []] = await send(one, JSON.stringify(request()))
    expect(headers).toEqual({ 'receipt-id': 'r', refused: 'true' })
    expect(noted).toEqual([{ event: 'push.failed', requestId: 'opened', traceparent: TRACE }])
  })
})
