import { createServer, get, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { Draining } from './draining.ts'

let server: Server
let draining: Draining
/** Ends the answers of the requests that have begun. */
let answers: (() => void)[]
let sockets: Socket[]
beforeEach(async () => {
  answers = []
  sockets = []
  draining = new Draining()
  server = createServer((_request, response) => void answers.push(() => response.end('done')))
  draining.watch(server)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
})
afterEach(() => {
  for (const socket of sockets) socket.destroy()
  server.closeAllConnections()
})
const port = (): number => (server.address() as AddressInfo).port
const ask = async (): Promise<{ status: Promise<number | string> }> => {
  const before = answers.length
  const status = new Promise<number | string>((done) => {
    get({ port: port(), host: '127.0.0.1', agent: false }, (answer) => {
      answer.resume()
      done(answer.statusCode ?? 0)
    }).on('error', () => done('ended'))
  })
  while (answers.length === before) await delay(5)
  return { status }
}
const isAccepted = (at: number): Promise<boolean> =>
  new Promise((done) => {
    const socket = connect(at, '127.0.0.1', () => done(true))
    socket.on('error', () => done(false))
    sockets.push(socket)
  })

it('finishes the requests that have begun, and accepts no more connections', async () => {
  const at = port()
  const { status } = await ask()
  const order: string[] = []
  draining.onElsewhere(() => order.push(draining.isClosed ? 'elsewhere' : 'too early'))
  expect([draining.isDraining, draining.isClosed]).toEqual([false, false])
  const ended = draining
    .drain(server, { waitMs: 0, mostMs: 60_000 })
    .then(() => order.push('ended'))
  expect([draining.isDraining, draining.isClosed]).toEqual([true, false])
  while (!draining.isClosed) await delay(1)
  expect(await isAccepted(at)).toBe(false)
  await delay(1_200)
  expect(order).toEqual(['elsewhere'])
  answers.forEach((end) => end())
  expect(await status).toBe(200)
  await ended
  expect(order).toEqual(['elsewhere', 'ended'])
})

it('serves new connections until proxies send them elsewhere', async () => {
  const ended = draining.drain(server, { waitMs: 3_000, mostMs: 0 })
  const { status } = await ask()
  expect([draining.isDraining, draining.isClosed]).toEqual([true, false])
  answers.forEach((end) => end())
  expect(await status).toBe(200)
  await ended
  expect(draining.isClosed).toBe(true)
})

it('waits no longer than it may for a request that does not end', async () => {
  await ask()
  const began = performance.now()
  await draining.drain(server, { waitMs: 0, mostMs: 1_500 })
  expect(performance.now() - began).toBeGreaterThanOrEqual(1_500)
})

it('gives a connection without a request a second to send one', async () => {
  expect(await isAccepted(port())).toBe(true)
  const began = performance.now()
  await draining.drain(server, { waitMs: 0, mostMs: 0 })
  expect(performance.now() - began).toBeGreaterThanOrEqual(1_000)
})

it('ends at once where nothing is connected', async () => {
  let isEnded = false
  const ended = draining.drain(server, { waitMs: 0, mostMs: 60_000 }).then(() => (isEnded = true))
  while (!draining.isClosed) await delay(1)
  for (let turns = 0; turns < 100 && !isEnded; turns += 1) await delay(5)
  expect(isEnded).toBe(true)
  await ended
})
