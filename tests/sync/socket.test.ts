import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { WebSocketServer } from 'ws'
import type { PushRequest } from '#schema/api/sync.ts'
import { createSocket, type Socket } from '#sync/browser/network/socket.ts'

const tokens = {
  current: async () => 'token',
  renewed: async () => 'next',
  forget: () => undefined,
}
const push = (mid: number): PushRequest => ({
  serverId: 's',
  clientId: 'c',
  schemaVersion: 1,
  mutations: [{ mid, command: 'x', args: {}, base: {}, clientAt: 0 }],
})

let server: WebSocketServer
let socket: Socket
let pushes: string[]
let isAnswering: boolean
let links: boolean[]
/** Frames of subscriptions that the server has not confirmed yet. */
let unconfirmed: string[]
let isConfirming: boolean
let confirm: () => void
/** Cuts the connection. */
let cut: () => void

beforeEach(async () => {
  ;[pushes, links, isAnswering] = [[], [], true]
  ;[unconfirmed, isConfirming] = [[], true]
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  server.on('connection', (client) => {
    cut = () => client.terminate()
    client.on('message', (data) => {
      const frame = String(data)
      if (frame.startsWith('CONNECT')) client.send('CONNECTED\nversion:1.2\nheart-beat:0,0\n\n\0')
      const acknowledge = (one: string) =>
        client.send(`RECEIPT\nreceipt-id:${/receipt:(\S+)/.exec(one)?.[1] ?? ''}\n\n\0`)
      confirm = () => unconfirmed.splice(0).forEach(acknowledge)
      if (frame.startsWith('SUBSCRIBE')) {
        unconfirmed.push(frame)
        if (isConfirming) confirm()
      }
      if (!frame.startsWith('SEND')) return
      pushes.push(frame)
      if (isAnswering) acknowledge(frame)
    })
  })
  await new Promise((resolve) => {
    server.once('listening', resolve)
  })
  vi.stubGlobal('location', {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  })
  socket = createSocket({
    tokens,
    onChange: () => undefined,
    onItem: () => undefined,
    onLink: (isLive) => void links.push(isLive),
  })
  socket.start()
  await vi.waitUntil(() => links.at(-1) === true)
})
afterEach(async () => {
  socket.stop()
  vi.unstubAllGlobals()
  for (const client of server.clients) client.terminate()
  await new Promise((resolve) => {
    server.close(resolve)
  })
})

it('edits leave over the open socket', async () => {
  expect(await socket.push(push(1))).toBe(true)
  expect(pushes).toHaveLength(1)
})

it('a push waits once for a silent socket, and uses it again when it recovers', async () => {
  isAnswering = false
  expect(await socket.push(push(1))).toBe(false)
  expect(await socket.push(push(1)), 'goes its own way at once').toBe(false)
  expect(pushes).toHaveLength(1)
  isAnswering = true
  cut()
  await vi.waitUntil(() => links.at(-1) === false)
  await vi.waitUntil(() => links.at(-1) === true, { timeout: 20_000 })
  expect(await socket.push(push(1))).toBe(true)
  expect(pushes).toHaveLength(2)
}, 40_000)

it('is live only once the server has confirmed the subscriptions: the pull that follows may not overtake them', async () => {
  isConfirming = false
  cut()
  await vi.waitUntil(() => unconfirmed.length === 2, { timeout: 20_000 })
  await new Promise((resolve) => {
    setTimeout(resolve, 200)
  })
  expect(links.at(-1)).toBe(false)
  confirm()
  await vi.waitUntil(() => links.at(-1) === true)
}, 40_000)
