import { createHash, randomBytes } from 'node:crypto'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { type Fault, type FaultMoment, seededSchedule } from './tcp-faults.ts'
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts'

const sockets: Socket[] = []
let server: Server
let proxy: TcpProxy
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await proxy.close()
  server.close()
})

/** Everything that happened to a socket. */
interface Heard {
  socket: Socket
  bytes(): Buffer
  end: Promise<'FIN' | 'RST'>
  hasEnded(): boolean
}
const listenTo = (socket: Socket): Heard => {
  sockets.push(socket)
  const chunks: Buffer[] = []
  let hasEnded = false
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  const end = new Promise<'FIN' | 'RST'>((resolve) => {
    socket.once('end', () => resolve('FIN'))
    socket.once('error', () => resolve('RST'))
  })
  void end.then(() => {
    hasEnded = true
  })
  return { socket, bytes: () => Buffer.concat(chunks), end, hasEnded: () => hasEnded }
}

/** Starts a server that keeps what it receives, behind the proxy. */
const start = async (): Promise<{ taken: Heard[]; dial: () => Promise<Heard> }> => {
  const taken: Heard[] = []
  server = createServer({ allowHalfOpen: true }, (socket) => taken.push(listenTo(socket)))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address !== 'object') throw new Error('no port')
  proxy = await startTcpProxy(address.port)
  return {
    taken,
    dial: async () => {
      const count = taken.length
      const heard = listenTo(connect({ port: proxy.port, host: '127.0.0.1', allowHalfOpen: true }))
      await Promise.race([once(heard.socket, 'connect').catch(() => undefined), heard.end])
      await until(() => taken.length > count || heard.hasEnded())
      return heard
    },
  }
}
const until = async (condition: () => boolean): Promise<void> => {
  for (let tries = 0; !condition(); tries++) {
    if (tries > 400) throw new Error('waited for 2 seconds')
    await delay(5)
  }
}
const serverEnd = (taken: Heard[], index = 0): Heard => {
  const found = taken[index]
  if (found === undefined) throw new Error('the server was not reached')
  return found
}
const DOWN_5: FaultMoment = { direction: 'down', bytes: 5 }

test("without a fault every byte arrives in order, both ways, and each end hears the other's end", async () => {
  const { taken, dial } = await start()
  const sent = randomBytes(3_000_000)
  const client = await dial()
  client.socket.end(sent)
  const far = serverEnd(taken)
  expect(await far.end).toBe('FIN')
  far.socket.end(sent)
  expect(await client.end).toBe('FIN')
  const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
  expect([digest(far.bytes()), digest(client.bytes())]).toEqual([digest(sent), digest(sent)])
})

test('latency and jitter hold every byte back and change no order', async () => {
  const { taken, dial } = await start()
  proxy.setLine({ latencyMs: 60, jitterMs: 40 })
  const client = await dial()
  const before = performance.now()
  for (let index = 0; index < 50; index++) {
    client.socket.write(`${index},`)
    await delay(1)
  }
  await until(() => serverEnd(taken).bytes().toString().endsWith('49,'))
  expect(performance.now() - before).toBeGreaterThan(110)
  expect(serverEnd(taken).bytes().toString()).toBe(
    Array.from({ length: 50 }, (_, index) => `${index},`).join(''),
  )
})

test('bandwidth is shared by all connections', async () => {
  const { taken, dial } = await start()
  proxy.setLine({ bytesPerSecond: 100_000 })
  const clients = [await dial(), await dial()]
  const before = performance.now()
  for (const { socket } of clients) socket.write(Buffer.alloc(20_000))
  await until(() => taken.every(({ bytes }) => bytes().length === 20_000))
  expect(performance.now() - before).toBeGreaterThan(380)
})

/**
 * Fault, what the client has received in the end (null: an RST may discard unread bytes), and what
 * the server has received.
 */
const FAULTS: {
  name: string
  fault: Fault
  client: [text: string | null, end: 'FIN' | 'RST' | null]
  server: 'FIN' | 'RST' | null
}[] = [
  {
    name: 'a cut ends both in order',
    fault: { kind: 'cut', at: DOWN_5 },
    client: ['01234', 'FIN'],
    server: 'FIN',
  },
  {
    name: 'a reset is an RST for both',
    fault: { kind: 'reset', at: { afterMs: 30 } },
    client: [null, 'RST'],
    server: 'RST',
  },
  {
    name: 'a truncated answer ends in the middle, and only its receiver learns of it',
    fault: { kind: 'truncate', at: { direction: 'down', bytes: 5 } },
    client: ['01234', 'FIN'],
    server: null,
  },
  {
    name: 'a client of a half-open connection hears nothing more',
    fault: { kind: 'half-open', unaware: 'client', at: DOWN_5 },
    client: ['01234', null],
    server: 'RST',
  },
  {
    name: 'a server of a half-open connection hears nothing more',
    fault: { kind: 'half-open', unaware: 'server', at: { afterMs: 30 } },
    client: [null, 'RST'],
    server: null,
  },
  {
    name: 'a dead line tells neither end',
    fault: { kind: 'half-open', unaware: 'both', at: DOWN_5 },
    client: ['01234', null],
    server: null,
  },
]
for (const {
  name,
  fault,
  client: [text, end],
  server: far,
} of FAULTS) {
  test(name, async () => {
    const { taken, dial } = await start()
    proxy.setFaults((connection) => (connection === 0 ? fault : null))
    const client = await dial()
    serverEnd(taken).socket.write('0123456789')
    await until(() => proxy.struck.length === 1)
    await delay(60)
    serverEnd(taken).socket.write('more')
    client.socket.write('more')
    await delay(60)
    if (text !== null) expect(client.bytes().toString()).toBe(text)
    expect([
      client.hasEnded() ? await client.end : null,
      serverEnd(taken).hasEnded() ? await serverEnd(taken).end : null,
    ]).toEqual([end, far])
    const next = await dial()
    next.socket.write('hello')
    await until(() => serverEnd(taken, 1).bytes().toString() === 'hello')
  })
}

test('a refused connection is reset, and healing resets half-open connections and spares the rest', async () => {
  const { taken, dial } = await start()
  const faults: Fault[] = [
    { kind: 'refuse' },
    { kind: 'half-open', unaware: 'both', at: { afterMs: 0 } },
  ]
  proxy.setFaults((connection) => faults[connection] ?? null)
  expect(await (await dial()).end).toBe('RST')
  const [dead, well] = [await dial(), await dial()]
  proxy.heal()
  expect(await dead.end).toBe('RST')
  well.socket.write('still here')
  await until(() => serverEnd(taken, 1).bytes().toString() === 'still here')
  expect((await dial()).hasEnded()).toBe(false)
})

test('the proxy resets connections while the server is away and finds it again on another port', async () => {
  const { taken, dial } = await start()
  const { port } = server.address() as { port: number }
  proxy.setTarget(1)
  expect(await (await dial()).end).toBe('RST')
  proxy.setTarget(port)
  await dial()
  expect(taken).toHaveLength(1)
})

test('a seed gives the same schedule again, and 200 seeds give every kind of fault', () => {
  const faults = (seed: number) =>
    Array.from({ length: 10 }, (_, connection) => seededSchedule(seed).faultOf(connection))
  expect(faults(7)).toEqual(faults(7))
  expect(faults(7)).not.toEqual(faults(8))
  expect(seededSchedule(7).line).toEqual(seededSchedule(7).line)
  const kinds = new Set(
    Array.from({ length: 200 }, (_, seed) => faults(seed))
      .flat()
      .map((fault) => fault?.kind),
  )
  expect([...kinds].map(String).sort()).toEqual([
    'cut',
    'half-open',
    'refuse',
    'reset',
    'truncate',
    'undefined',
  ])
})
