import Fastify, { type FastifyInstance } from 'fastify'
import type { Database } from './database/database.ts'
import { isMigrated } from './database/migrate.ts'
import type { Draining } from './draining.ts'
import type { BlobStore } from './files/blob-store.ts'
import type { Log } from './log.ts'
import type { Metrics } from './metrics/metrics.ts'
import { within } from './within.ts'

export interface HealthPorts {
  database: Pick<Database, 'dialect' | 'queries'>
  blobs: Pick<BlobStore, 'check'>
  draining: Draining
  log: Log
}

/** A check that takes longer has failed; monitors give up after a similar time. */
const MOST_MS = 3_000

type Check = 'database' | 'migrations' | 'files'
export interface Readiness {
  isReady: boolean
  checks: Record<Check, 'ok' | 'failed'>
  isDraining: boolean
}

const CHECKS: Record<Check, (ports: HealthPorts) => Promise<void>> = {
  database: async ({ database }) =>
    void (await database.queries.selectFrom('server_meta').select('key').limit(1).execute()),
  migrations: async ({ database }) => {
    if (!(await isMigrated(database))) throw new Error('The database has other migrations')
  },
  files: ({ blobs }) => blobs.check(),
}

/** Whether this server can do its work, and which part of it fails. */
export const readReadiness = async (ports: HealthPorts): Promise<Readiness> => {
  const names = Object.keys(CHECKS) as Check[]
  const results = await Promise.all(
    names.map(async (name): Promise<[Check, 'ok' | 'failed']> => {
      try {
        await within(MOST_MS, CHECKS[name](ports))
        return [name, 'ok']
      } catch (error) {
        ports.log.error('health.failed', error, { check: name })
        return [name, 'failed']
      }
    }),
  )
  const { isDraining } = ports.draining
  return {
    isReady: !isDraining && results.every(([, result]) => result === 'ok'),
    checks: Object.fromEntries(results) as Readiness['checks'],
    isDraining,
  }
}

/**
 * Answers `/livez` (this process runs), `/readyz` (send it requests) and `/metrics` on a port of its
 * own, for monitors and proxies. It serves nothing else, needs no sign-in, and names no reason of a
 * failure.
 */
export const createHealthServer = (ports: HealthPorts, metrics: Metrics): FastifyInstance => {
  const app = Fastify({ logger: false, forceCloseConnections: true })
  app.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'))
  app.addHook('onClose', async () => metrics.close())
  app.get('/livez', async () => ({ isAlive: true }))
  app.get('/readyz', async (_request, reply) => {
    const found = await readReadiness(ports)
    return await reply.code(found.isReady ? 200 : 503).send(found)
  })
  app.get('/metrics', async (_request, reply) => {
    const text = await metrics.read()
    return await reply.type(metrics.contentType).send(text)
  })
  return app
}
