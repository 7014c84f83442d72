import { join, resolve } from 'node:path'
import { buildApp } from '#server/app.ts'
import { openDatabase } from '#server/database/open.ts'

/**
 * The product's server with the driver page in place of the client; configured by PORT, DATA_DIR,
 * CLIENT_DIR. All sockets of a run come from this machine, so SOCKETS_PER_NETWORK raises the limit.
 */
const {
  PORT = '4250',
  DATA_DIR = 'data-bench',
  CLIENT_DIR = 'dist-bench',
  DATABASE_URL,
} = process.env
const perNetwork = Number(process.env['SOCKETS_PER_NETWORK'] ?? 20_000)
const database = await openDatabase({ dataDir: DATA_DIR, databaseUrl: DATABASE_URL })
const app = await buildApp({
  database,
  databaseUrl: DATABASE_URL,
  filesDir: join(DATA_DIR, 'files'),
  clientDir: resolve(CLIENT_DIR),
  socketLimits: { perNetwork, upgradesPerMinute: 2 * perNetwork },
})
process.once(
  'SIGTERM',
  () =>
    void app
      .close()
      .then(() => database.close())
      .then(() => process.exit(0)),
)
process.stdout.write(`${await app.listen({ port: Number(PORT), host: '127.0.0.1' })}\n`)
