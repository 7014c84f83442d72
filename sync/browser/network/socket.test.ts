import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { LiveChange } from '#schema/api/sync.ts'
import { lastLine as last, Line } from '../../../tests/support/socket-line.ts'
import type { Tokens } from '../session/tokens.ts'
import { createSocket, type Socket } from './socket.ts'

let token: string | null
let told: unknown[]
let socket: Socket
const tokens = { current: async () => token } as unknown as Tokens
const tick = (ms = 0) => vi.advanceTimersByTimeAsync(ms)
/** Accepts the connection and confirms the subscription. */
const accept = async ({ isConfirmed = true } = {}): Promise<Line> => {
  await tick()
  const line = last()
  line.open()
  line.frame('CONNECTED', { version: '1.2', 'heart-beat': '10000,10000' })
  if (isConfirmed) line.frame('RECEIPT', { 'receipt-id': 'subscribed' })
  return line
}
const change = { mid: 1 } as unknown as LiveChange

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('WebSocket', Line)
  vi.stubGlobal('location', { origin: 'https://book.test' })
  vi.spyOn(Math, 'random').mockReturnValue(0)
  ;[token, told] = ['secret', []]
  Line.all = []
  socket = createSocket({
    tokens,
    onChange: (one) => told.push(one),
    onItem: (item) => told.push({ item }),
    onLink: (isLive) => told.push(isLive),
  })
})
afterEach(async () => {
  socket.stop()
  await tick()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('connects by the protocol of the page, with the token, and beats every ten seconds', async () => {
  socket.start()
  socket.start()
  const line = await accept()
  expect(Line.all).toHaveLength(1)
  expect(line.url).toBe('wss://book.test/api/notification-service/notification')
  expect(line.of('CONNECT')[0]).toContain('X-Auth-Token:secret\n')
  expect(line.of('CONNECT')[0]).toContain('heart-beat:10000,10000\n')
  const beats = () => line.sent.filter((text) => text === '\n').length
  await tick(10_000)
  expect(beats()).toBe(1)
  vi.stubGlobal('location', { origin: 'http://book.test' })
  const plain = createSocket({
    tokens,
    onChange: () => undefined,
    onItem: () => undefined,
    onLink: () => undefined,
  })
  plain.start()
  await tick()
  expect(last().url).toMatch(/^ws:\/\/book\.test\//)
  plain.stop()
})

it('is live when the server confirms the subscription, and not before', async () => {
  socket.start()
  const line = await accept({ isConfirmed: false })
  expect(told).toEqual([])
  const subscribed = line.of('SUBSCRIBE')
  expect(subscribed.map((text) => /destination:(\S+)/.exec(text)?.[1])).toEqual([
    '/user/notification/item',
    '/user/sync/change',
  ])
  expect(subscribed.map((text) => text.includes('receipt:subscribed'))).toEqual([false, true])
  line.frame('RECEIPT', { 'receipt-id': 'subscribed' })
  expect(told).toEqual([true])
  line.frame('MESSAGE', { subscription: 'sub-0', 'message-id': '1' }, '{"a":1}')
  line.frame('MESSAGE', { subscription: 'sub-1', 'message-id': '2' }, JSON.stringify(change))
  expect(told).toEqual([true, { item: { a: 1 } }, change])
})

it('tells once that a socket closed, and reconnects after one, two and four seconds', async () => {
  socket.start()
  ;(await accept()).close()
  expect(told).toEqual([true, false])
  for (const [at, ms] of [1_000, 2_000, 4_000].entries()) {
    await tick(ms - 1)
    expect(Line.all).toHaveLength(at + 1)
    await tick(1)
    expect(Line.all).toHaveLength(at + 2)
    last().close()
  }
  expect(told).toEqual([true, false])
  await tick(8_000)
  ;(await accept()).close()
  expect(told).toEqual([true, false, true, false])
  await tick(1_000)
  expect(Line.all, 'a connection ends the row of failures').toHaveLength(6)
})

it('waits without a token, and asks for it again', async () => {
  token = null
  socket.start()
  await tick()
  expect(Line.all).toHaveLength(0)
  token = 'later'
  await tick(1_000)
  expect(Line.all).toHaveLength(1)
  vi.spyOn(tokens, 'current').mockRejectedValueOnce(new Error('offline'))
  last().close()
  await tick(2_000)
  expect(Line.all).toHaveLength(1)
  await tick(4_000)
  expect(Line.all).toHaveLength(2)
})

it('tries now instead of after the wait, and only where it waits', async () => {
  socket.tryNow()
  await tick(120_000)
  expect(Line.all, 'it was not started').toHaveLength(0)
  socket.start()
  const line = await accept()
  socket.tryNow()
  await tick()
  expect(Line.all, 'it is connected').toHaveLength(1)
  line.close()
  socket.tryNow()
  await tick()
  expect(Line.all).toHaveLength(2)
  last().close()
  await tick(1_999)
  expect(Line.all, 'the wait before does not count').toHaveLength(2)
  await tick(1)
  expect(Line.all).toHaveLength(3)
})

it('a stopped socket is closed, says so, and does not return by itself', async () => {
  socket.start()
  const line = await accept()
  socket.stop()
  expect(told).toEqual([true, false])
  await tick()
  expect(line.readyState).toBe(3)
  expect(vi.getTimerCount()).toBe(0)
  await tick(120_000)
  expect(Line.all).toHaveLength(1)
  socket.start()
  await accept()
  expect(told).toEqual([true, false, true])
  last().close()
  socket.stop()
  await tick(120_000)
  expect(Line.all, 'nor does the wait go on').toHaveLength(2)
  socket.start()
  socket.stop()
  await tick(120_000)
  expect(Line.all, 'a start that was called off opens nothing').toHaveLength(2)
})

it('a connection that is being made is left alone', async () => {
  socket.start()
  await tick()
  socket.start()
  socket.tryNow()
  await tick()
  expect(Line.all).toHaveLength(1)
  last().close()
  socket.stop()
  socket.start()
  await tick(1_000)
  expect(Line.all, 'the wait from before the stop is over').toHaveLength(2)
})

it('a token that comes late does not end the connection that was made with another', async () => {
  const late = Promise.withResolvers<string | null>()
  const early = Promise.withResolvers<string | null>()
  vi.spyOn(tokens, 'current').mockReturnValueOnce(early.promise).mockReturnValueOnce(late.promise)
  socket.start()
  socket.stop()
  socket.start()
  early.resolve('early')
  const line = await accept()
  late.resolve('late')
  await tick()
  expect([Line.all.length, line.readyState]).toEqual([1, 1])
})

it('a socket that was silent is used again after it connected again', async () => {
  socket.start()
  const line = await accept()
  void socket.push({ mutations: [] } as never)
  await tick(3_000)
  line.close()
  await tick(1_000)
  const again = await accept()
  void socket.push({ mutations: [] } as never)
  expect(again.of('SEND')).toHaveLength(1)
})

it('closes a socket that sends an error or falls silent', async () => {
  socket.start()
  ;(await accept()).frame('ERROR', { message: 'no' })
  await tick()
  expect(told).toEqual([true, false])
  await tick(1_000)
  await accept()
  expect(told).toEqual([true, false, true])
  await tick(20_000)
  expect(told, 'a late beat is no silence').toEqual([true, false, true])
  await tick(10_000)
  expect(told).toEqual([true, false, true, false])
})

it('gives a connection up that does not open within fifteen seconds', async () => {
  socket.start()
  await tick(14_999)
  expect(last().readyState).toBe(0)
  await tick(1)
  expect(last().readyState).toBe(3)
})

it('a push goes over the socket; those under way fail with it, and a silent one is heard again', async () => {
  const request = { mutations: [] } as never
  socket.start()
  const line = await accept()
  const taken = socket.push(request)
  line.frame('RECEIPT', { 'receipt-id': 'push-1' })
  expect(await taken).toBe(true)
  const cut = socket.push(request)
  line.close()
  expect(await cut).toBe(false)
  await tick(1_000)
  const again = await accept()
  const silent = socket.push(request)
  await tick(3_000)
  expect([await silent, again.of('SEND').length]).toEqual([false, 1])
  expect(await socket.push(request)).toBe(false)
  again.frame('MESSAGE', { subscription: 'sub-1', 'message-id': '3' }, JSON.stringify(change))
  void socket.push(request)
  expect(again.of('SEND')).toHaveLength(2)
})
