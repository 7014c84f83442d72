// The flood runs in its own process, so that it does not slow the measuring one.
import { connect, type Socket } from 'node:net'
import { WebSocket } from 'ws'

export interface FloodOrder {
  url: string
  /** Tokens of signed-in people, each of whom holds a socket. */
  tokens: readonly string[]
  /** Sockets of strangers: the server closes each after a second, and the client opens it again. */
  strangers: number
  /** Requests whose body arrives one letter at a time. */
  bodies: number
}
export interface FloodState {
  held: number
  strangers: number
  bodies: number
}

const SOCKET_PATH = '/api/notification-service/notification'
/** Below the server's limit per network, so that only the number of sockets matters. */
const PER_ADDRESS = 450
const AGAIN_MS = 5_000
const DRIP_MS = 500

const addressOf = (index: number): string => `127.0.0.${10 + Math.floor(index / PER_ADDRESS)}`
const openSocket = (url: string, index: number): WebSocket => {
  const address = `${url.replace('http', 'ws')}${SOCKET_PATH}`
  const options = { origin: url, localAddress: addressOf(index), perMessageDeflate: false }
  return new WebSocket(address, ['v12.stomp'], options).on('error', () => undefined)
}

const held = new Set<WebSocket>()
const hold = (url: string, token: string, index: number): void => {
  const socket = openSocket(url, index)
  const connectFrame = `CONNECT\naccept-version:1.2\nX-Auth-Token:${token}\n\n\0`
  socket.once('open', () => socket.send(connectFrame))
  socket.once('message', () => held.add(socket))
  socket.once('close', () => held.delete(socket))
}

const strangers = new Set<WebSocket>()
const disturb = (url: string, index: number): void => {
  const socket = openSocket(url, index)
  socket.once('open', () => strangers.add(socket))
  socket.once('close', () => {
    strangers.delete(socket)
    setTimeout(() => disturb(url, index), AGAIN_MS)
  })
}

const bodies = new Set<Socket>()
const HEAD = [
  'POST /api/users-service/auth/prelogin HTTP/1.1',
  'Host: x',
  'Content-Type: application/json',
  'Content-Length: 1000',
  '',
  '',
].join('\r\n')
const drip = (url: string, index: number): void => {
  const localAddress = addressOf(index * 10)
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', localAddress })
  socket.on('error', () => undefined)
  socket.write(HEAD)
  bodies.add(socket)
  socket.once('close', () => {
    bodies.delete(socket)
    setTimeout(() => drip(url, index), AGAIN_MS)
  })
}

process.once('message', (order: FloodOrder) => {
  const { url, tokens } = order
  for (const [index, token] of tokens.entries())
    setTimeout(() => hold(url, token, index), index * 5)
  for (let index = 0; index < order.strangers; index += 1) {
    setTimeout(() => disturb(url, tokens.length + index), index * 5)
  }
  for (let index = 0; index < order.bodies; index += 1) drip(url, index)
  setInterval(() => {
    for (const socket of bodies) socket.write(' ')
  }, DRIP_MS)
})
process.on('message', () => {
  process.send?.({ held: held.size, strangers: strangers.size, bodies: bodies.size })
})
process.once('disconnect', () => process.exit(0))
