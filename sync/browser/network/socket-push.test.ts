import type { Client } from '@stomp/stompjs'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { PushRequest } from '#schema/api/sync.ts'
import type { Network } from '#sync/engine/ports.ts'
import { createSocketPush, socketFirst, type SocketPush } from './socket-push.ts'

const request = (...mids: number[]): PushRequest => ({
  serverId: 's',
  clientId: 'c',
  schemaVersion: 1,
  mutations: mids.map((mid) => ({ mid, command: 'x', args: {}, base: {}, clientAt: 0 })),
})
/** A request of this many characters. */
const sized = (length: number): PushRequest => {
  const empty = { ...request(1), clientId: '' }
  return { ...empty, clientId: 'c'.repeat(length - JSON.stringify(empty).length) }
}

type Receipt = (frame: { headers: Record<string, string> }) => void
let receipts: Map<string, Receipt>
let published: { destination: string; headers?: Record<string, string>; body?: string }[]
let client: { connected: boolean }
let push: SocketPush
/** The server's receipt of the nth push. */
const answer = (nth: number, headers: Record<string, string> = {}): void =>
  receipts.get(`push-${nth}`)?.({ headers })

beforeEach(() => {
  vi.useFakeTimers()
  receipts = new Map()
  published = []
  client = { connected: true }
  push = createSocketPush(
    Object.assign(client, {
      watchForReceipt: (id: string, hear: Receipt) => void receipts.set(id, hear),
      publish: (frame: (typeof published)[number]) => void published.push(frame),
    }) as unknown as Client,
  )
})
afterEach(() => {
  vi.useRealTimers()
})

it('publishes the request under a receipt of its own, and is done when the server has taken it', async () => {
  const [first, second] = [push.push(request(1)), push.push(request(2))]
  expect(published).toEqual([
    { destination: '/sync/push', headers: { receipt: 'push-1' }, body: JSON.stringify(request(1)) },
    { destination: '/sync/push', headers: { receipt: 'push-2' }, body: JSON.stringify(request(2)) },
  ])
  answer(2, { refused: 'SYNC_GAP' })
  answer(1)
  expect([await first, await second]).toEqual([true, false])
  expect(vi.getTimerCount()).toBe(0)
})

it('publishes nothing while the socket is closed, nor more than a frame may hold', async () => {
  expect(await push.push(sized(16_001))).toBe(false)
  client.connected = false
  expect(await push.push(request(1))).toBe(false)
  expect(published).toEqual([])
  client.connected = true
  const longest = push.push(sized(16_000))
  answer(1)
  expect(await longest).toBe(true)
})

it('waits three seconds for a receipt, and then uses requests until the socket is heard again', async () => {
  const waits = push.push(request(1))
  let isSettled = false
  void waits.then(() => (isSettled = true))
  await vi.advanceTimersByTimeAsync(2_999)
  expect(isSettled).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(await waits).toBe(false)
  expect(await push.push(request(2))).toBe(false)
  expect(published).toHaveLength(1)
  push.heard()
  const again = push.push(request(2))
  answer(2)
  expect(await again).toBe(true)
})

it('a late receipt shows that the socket works, and changes no outcome', async () => {
  const late = push.push(request(1))
  await vi.advanceTimersByTimeAsync(3_000)
  answer(1)
  expect(await late).toBe(false)
  void push.push(request(2))
  expect(published).toHaveLength(2)
})

it('every push that waits goes its own way when the socket closes', async () => {
  const waiting = [push.push(request(1)), push.push(request(2))]
  push.giveUp()
  expect(await Promise.all(waiting)).toEqual([false, false])
  expect(vi.getTimerCount()).toBe(0)
  await vi.advanceTimersByTimeAsync(3_000)
  void push.push(request(3))
  expect(published, 'the socket is not silent').toHaveLength(3)
})

it('asks over the socket first, then by a request, and pulls by requests', async () => {
  const asked: unknown[] = []
  const requests: Network = {
    push: async (one) => {
      asked.push(one)
      return { lastMid: 99 }
    },
    async *pull(one) {
      asked.push(one)
      yield* []
    },
  }
  let isTaken = true
  const network = socketFirst({ push: async () => isTaken }, requests)
  expect(await network.push(request(3, 4))).toEqual({ lastMid: 4 })
  expect(await network.push(request())).toEqual({ lastMid: 0 })
  expect(asked).toEqual([])
  isTaken = false
  expect(await network.push(request(5))).toEqual({ lastMid: 99 })
  const pull = { ...request(), home: null, ackMid: 0, projects: {} }
  for await (const _ of network.pull(pull)) throw new Error('there is no page')
  expect(asked).toEqual([request(5), pull])
})
