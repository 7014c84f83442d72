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
/** Cuts the connection. */
let cut: () => void

beforeEach(async () => {
  ;[pushes, links, isAnswering] = [[], [], true]
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  server.on('connection', (client) => {
    cut = () => client.terminate()
    client.on('message', (data) => {
      const frame = String(data)
      if (frame.startsWith('CONNECT')) client.send('CONNECTED\nversion:1.2\nheart-beat:0,0\n\n\0')
      if (!frame.startsWith('SEND')) return
      pushes.push(frame)
      if (isAnswering)
        client.send(`RECEIPT\nreceipt-id:${/receipt:(\S+)/.exec(frame)?.[1] ?? ''}\n\n\0`)
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
