import { createServer, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'

const message = (type: string, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts)
  const head = Buffer.alloc(5)
  head.write(type, 0, 'latin1')
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}
const int32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}
const int16 = (value: number): Buffer => {
  const bytes = Buffer.alloc(2)
  bytes.writeInt16BE(value)
  return bytes
}
const text = (value: string): Buffer => Buffer.from(`${value}\0`)
const READY = message('Z', Buffer.from('I'))

/** The values of a Bind message: the names of portal and statement, the formats, the values. */
const valuesOf = (body: Buffer): string[] => {
  let at = body.indexOf(0, body.indexOf(0) + 1) + 1
  at += 2 + 2 * body.readInt16BE(at)
  const count = body.readInt16BE(at)
  at += 2
  return Array.from({ length: count }, () => {
    const length = body.readInt32BE(at)
    const value = body.toString('utf8', at + 4, at + 4 + length)
    at += 4 + length
    return value
  })
}
/** The texts of an array of PostgreSQL, none of which contains a quote or a brace. */
const listOf = (value: string): string[] =>
  value.startsWith('{') ? value.slice(1, -1).replaceAll('"', '').split(',') : [value]

export interface NotifyServer {
  readonly url: string
  /** The payloads of each statement that announced something. */
  readonly announced: string[][]
  /** The number of connections that were opened. */
  readonly connections: number
  readonly listening: number
  /** Ends the connections. With `isAway` new ones are refused, too. */
  cut(isAway?: boolean): void
  /** Announces what another process would announce. */
  notify(payload: string): void
  close(): Promise<void>
}

/**
 * Speaks as much of the PostgreSQL protocol as LISTEN and NOTIFY need, so that these can be tested
 * without a database server; the connection can be cut.
 */
export const startNotifyServer = async (channel: string): Promise<NotifyServer> => {
  const announced: string[][] = []
  const listeners = new Set<Socket>()
  const sockets = new Set<Socket>()
  let isAway = false
  let connections = 0
  const notify = (payload: string): void => {
    for (const listener of listeners)
      listener.write(message('A', int32(7), text(channel), text(payload)))
  }
  const answer = (socket: Socket, type: string, body: Buffer): void => {
    if (type === 'Q') {
      if (body.toString('utf8', 0, body.length - 1) === `LISTEN ${channel}`) listeners.add(socket)
      socket.write(Buffer.concat([message('C', text('LISTEN')), READY]))
    } else if (type === 'P') socket.write(message('1'))
    else if (type === 'B') {
      const payloads = listOf(valuesOf(body).at(-1) ?? '')
      announced.push(payloads)
      for (const payload of payloads) notify(payload)
      socket.write(message('2'))
    } else if (type === 'D') socket.write(message('T', int16(0)))
    else if (type === 'E') socket.write(message('C', text('SELECT 1')))
    else if (type === 'S') socket.write(READY)
    else if (type === 'X') socket.end()
  }
  const server = createServer((socket) => {
    connections += 1
    if (isAway) return void socket.destroy()
    sockets.add(socket)
    let read = Buffer.alloc(0)
    let hasStarted = false
    socket.on('error', () => undefined)
    socket.on('close', () => {
      sockets.delete(socket)
      listeners.delete(socket)
    })
    socket.on('data', (chunk) => {
      read = Buffer.concat([read, chunk])
      for (;;) {
        const lengthAt = hasStarted ? 1 : 0
        if (read.length < lengthAt + 4) return
        const end = lengthAt + read.readInt32BE(lengthAt)
        if (read.length < end) return
        const [type, body] = [read.toString('latin1', 0, 1), read.subarray(lengthAt + 4, end)]
        read = read.subarray(end)
        if (hasStarted) answer(socket, type, body)
        else socket.write(Buffer.concat([message('R', int32(0)), READY]))
        hasStarted = true
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `postgres://tender@127.0.0.1:${(server.address() as AddressInfo).port}/tender`,
    announced,
    get connections() {
      return connections
    },
    get listening() {
      return listeners.size
    },
    cut: (away = false) => {
      isAway = away
      for (const socket of sockets) socket.destroy()
    },
    notify,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
