import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, createServer as createPlain } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { type CutProxy, startCutProxy } from './cut-proxy.ts'

let target: Server | undefined
let proxy: CutProxy | undefined
afterEach(async () => {
  await proxy?.close()
  target?.closeAllConnections()
  target?.close()
})

const startBoth = async (): Promise<CutProxy> => {
  const server = createServer((_request, response) => response.end('here'))
  target = server
  const port = await new Promise<number>((resolve) =>
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      if (address && typeof address === 'object') resolve(address.port)
    }),
  )
  proxy = await startCutProxy(port)
  return proxy
}
const ask = async (url: string, timeoutMs = 2_000): Promise<string> =>
  (await fetch(url, { signal: AbortSignal.timeout(timeoutMs) })).text()

test('a cut refuses at once and a restore brings the server back on the same port', async () => {
  const { url, cut, restore } = await startBoth()
  expect(await ask(url)).toBe('here')
  cut()
  await expect(ask(url)).rejects.toThrow()
  restore()
  expect(await ask(url)).toBe('here')
})

test('a stalled connection stays silent until it is restored', async () => {
  const { url, stall, restore } = await startBoth()
  stall()
  await expect(ask(url, 200)).rejects.toThrow(/abort/i)
  restore()
  expect(await ask(url)).toBe('here')
})

test('a delay holds every byte back in both directions', async () => {
  const { url, delay } = await startBoth()
  delay(60)
  const before = performance.now()
  expect(await ask(url)).toBe('here')
  expect(performance.now() - before).toBeGreaterThan(110)
})

test('a throttled line takes as long as its bytes need', async () => {
  const { url, throttle, restore } = await startBoth()
  // Request and answer have some hundred bytes each.
  throttle(2_000)
  const before = performance.now()
  expect(await ask(url, 10_000)).toBe('here')
  expect(performance.now() - before).toBeGreaterThan(100)
  restore()
  expect(await ask(url)).toBe('here')
})

test('bytes keep their order when the line changes while they are on their way', async () => {
  const heard: Buffer[] = []
  const far = createPlain((socket) => socket.on('data', (chunk) => heard.push(chunk)))
  const port = await new Promise<number>((resolve) =>
    far.listen(0, '127.0.0.1', () => resolve((far.address() as AddressInfo).port)),
  )
  const line = await startCutProxy(port)
  const socket = connect(line.port, '127.0.0.1')
  socket.setNoDelay(true)
  let sent = ''
  for (let at = 0; at < 60; at += 1) {
    if (at % 20 === 0) line.delay(40)
    if (at % 20 === 5) line.throttle(3_000)
    if (at % 20 === 15) line.restore()
    socket.write(`${at},`)
    sent += `${at},`
    await new Promise((done) => setTimeout(done, 1))
  }
  socket.end()
  await expect.poll(() => Buffer.concat(heard).toString()).toBe(sent)
  await line.close()
  far.close()
})
