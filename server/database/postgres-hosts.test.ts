import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
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
let server: Server
let url: string
// Accepts each connection and ends it in the same packet, as a kill of the database can do.
beforeEach(async () => {
  sockets = []
  server = createServer((socket) => {
    sockets.push(socket)
    socket.on('error', () => undefined)
    socket.once('data', () => socket.end(Buffer.concat([ACCEPTED, READY, ENDED])))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  url = `postgres://one@127.0.0.1:${port}/name`
})
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  await new Promise((done) => server.close(done))
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
