import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { freePort } from '../support/free-port.ts'
import { hasHaproxy, startHaproxy } from '../support/haproxy.ts'
import { listenLive } from '../support/live-client.ts'
import { createPostgresNode } from '../support/postgres-node.ts'
import { startServer } from '../support/start-server.ts'
import { signInOwner } from './load-world.ts'
import { checkPostgres, seedPostgres, startLoad } from './postgres-world.ts'

const DATABASE = 'tenderbook'

let clean: (() => Promise<unknown>)[]
beforeEach(() => {
  clean = []
})
afterEach(async () => {
  for (const step of clean.reverse()) await step()
})

test.skipIf(!hasHaproxy)(
  '[HE5] while one of two servers behind haproxy restarts, no push fails and new live sockets open',
  async () => {
    const node = await createPostgresNode()
    clean.push(() => node.remove())
    await node.start()
    const dataDir = join(node.folder, 'server')
    const databaseUrl = node.url(DATABASE)
    const vendorId = await seedPostgres(node.url, DATABASE, dataDir)
    const start = async () => {
      const healthPort = await freePort()
      const server = await startServer({
        dataDir,
        databaseUrl,
        demo: false,
        // Longer than the two seconds in which the proxy asks twice.
        env: { HEALTH_PORT: String(healthPort), DRAIN_WAIT_MS: '3000', TRUSTED_PROXY: '127.0.0.1' },
        stopTimeoutMs: 60_000,
      })
      clean.push(() => server.dispose())
      return { server, ports: { port: server.port, healthPort } }
    }
    const [one, two] = await Promise.all([start(), start()])
    const proxy = await startHaproxy(one.ports, two.ports)
    clean.push(() => proxy.stop())
    const { token } = await signInOwner(proxy.url)
    const sockets = await Promise.all([0, 1].map(() => listenLive(proxy.url, token)))
    clean.push(() => Promise.all(sockets.map((socket) => socket.close())))
    const load = await startLoad(proxy.url, vendorId)
    await load.until(() => load.acknowledged() > 50)
    for (const { server } of [one, two]) {
      await server.stop()
      // The other server alone goes on, for pushes and for new sockets.
      const before = load.acknowledged()
      await load.until(() => load.acknowledged() > before + 20)
      const again = await listenLive(proxy.url, token)
      await again.close()
      await server.start()
      await load.until(() => load.acknowledged() > before + 60)
    }
    await load.finish()
    expect(sockets.every((socket) => socket.messages.length > 0)).toBe(true)
    expect(load.writers.map(({ unknown, refused }) => ({ unknown, refused }))).toEqual(
      load.writers.map(() => ({ unknown: 0, refused: 0 })),
    )
    expect(await checkPostgres(databaseUrl, load.writers)).toEqual([])
  },
)
