import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openPostgres } from './open-postgres.ts'
import { isPassing } from './passing-error.ts'
import { PostgresHosts } from './postgres-hosts.ts'

/** One message of PostgreSQL's protocol: its letter, its length, its content. */
const message = (letter: string, content: Buffer): Buffer => {
  const head = Buffer.alloc(5)
  head.write(letter)
  head.writeInt32BE(content.length + 4, 1)
  return Buffer.concat([head, content])
}
const ACCEPTED = message('R', Buffer.alloc(4))
const READY = message('Z', Buffer.from('I'))
const ENDED = message('E', Buffer.from('SFATAL\0C57P01\0Mterminating connection\0\0'))

let sockets: Socket[]
let servers: Server[]
let url: string
/**
 * Accepts each connection and ends it in the same packet, as a kill of the database can do.
 * @returns its port
 */
const listen = async (): Promise<number> => {
  const server = createServer((socket) => {
    sockets.push(socket)
    socket.on('error', () => undefined)
    socket.once('data', () => socket.end(Buffer.concat([ACCEPTED, READY, ENDED])))
  })
  servers.push(server)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return (server.address() as AddressInfo).port
}
beforeEach(async () => {
  ;[sockets, servers] = [[], []]
  url = `postgres://one@127.0.0.1:${await listen()}/name`
})
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  for (const server of servers) await new Promise((done) => server.close(done))
})

test('[PR9] a connection that the server ends in the packet that accepts it fails to open', async () => {
  const { Client } = new PostgresHosts(url)
  await expect(new Client().connect()).rejects.toMatchObject({ code: '57P01' })
})

test('[PR9] a pool whose connections end while they open answers with a passing error', async () => {
  const database = openPostgres(url, () => undefined)
  const error: unknown = await database
    .read((tx) => tx.selectFrom('projects').select('id').execute())
    .catch((thrown: unknown) => thrown)
  await database.close()
  expect(error).toBeInstanceOf(Error)
  expect(isPassing(error)).toBe(true)
})

describe('[PR9] of several hosts', () => {
  let ports: number[]
  let hosts: PostgresHosts
  beforeEach(async () => {
    ports = [await listen(), await listen(), await listen()]
    hosts = new PostgresHosts(`postgres://one@${ports.map((at) => `127.0.0.1:${at}`).join()}/name`)
  })
  /** The port to which the next connection goes. */
  const next = (): number => new hosts.Client().port

  test('each is tried once, in their order, before an error is passed on', async () => {
    const tried: number[] = []
    const opening = hosts.open(async () => {
      const client = new hosts.Client()
      tried.push(client.port)
      await client.connect()
    })
    await expect(opening).rejects.toSatisfy(isPassing)
    expect(tried).toEqual(ports)
    expect(next()).toBe(ports[0])
  })

  test('one is left once, however many connections to it end', async () => {
    const clients = [new hosts.Client(), new hosts.Client(), new hosts.Client()]
    for (const client of clients) await expect(client.connect()).rejects.toSatisfy(isPassing)
    expect(next()).toBe(ports[1])
  })

  test('none is left for an error that does not come from a connection', async () => {
    let calls = 0
    const opening = hosts.open(async () => {
      calls += 1
      throw new Error('a bug')
    })
    await expect(opening).rejects.toThrow('a bug')
    expect([calls, next()]).toEqual([1, ports[0]])
  })
})
