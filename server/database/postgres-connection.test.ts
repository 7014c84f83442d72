import { createServer, type Server } from 'node:net'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { postgresConnection } from './postgres-connection.ts'

let server: Server | undefined
afterEach(() => void server?.close())
/** A PostgreSQL server that answers that it has no TLS, and records what it receives. */
const listenWithoutTls = async (): Promise<{ port: number; heard: Buffer[] }> => {
  const heard: Buffer[] = []
  const listening = createServer((socket) => {
    socket.on('data', (bytes) => {
      heard.push(bytes)
      socket.write('N')
    })
  })
  server = listening
  await new Promise<void>((done) => listening.listen(0, '127.0.0.1', done))
  const address = listening.address()
  return { port: typeof address === 'object' ? (address?.port ?? 0) : 0, heard }
}

test('a PostgreSQL without TLS on another machine is sent nothing, not even a name', async () => {
  const { port, heard } = await listenWithoutTls()
  const client = new pg.Client({
    ...postgresConnection('postgres://user:secret@db.example/x'),
    connectionString: `postgres://user:secret@127.0.0.1:${port}/x`,
  })
  await expect(client.connect()).rejects.toThrow(/SSL/)
  expect(Buffer.concat(heard).toString('latin1')).not.toMatch(/user|secret/)
})

test('certificates are checked for another machine, unless the URL says otherwise', () => {
  expect(postgresConnection('postgres://db.example/x')).toEqual({
    connectionString: 'postgres://db.example/x',
    ssl: { rejectUnauthorized: true },
  })
  expect(postgresConnection('postgres://127.0.0.1/x')).toEqual({
    connectionString: 'postgres://127.0.0.1/x',
  })
  expect(new pg.Client(postgresConnection('postgres://db.example/x?sslmode=disable')).ssl).toBe(
    false,
  )
})
