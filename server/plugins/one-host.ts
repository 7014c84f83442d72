import type { FastifyInstance } from 'fastify'
import { Refusal } from '#schema/refusal.ts'

const HOST = /^[\w.:[\]-]*$/

/**
 * Refuses several Host headers, and an invalid one (RFC 9112, 3.2). Node uses the first, and a
 * proxy may have used another.
 */
export const requireOneHost = (app: FastifyInstance): void => {
  app.addHook('onRequest', async ({ raw }) => {
    const hosts = raw.rawHeaders.filter(
      (_text, at) => at % 2 === 1 && raw.rawHeaders[at - 1]?.toLowerCase() === 'host',
    )
    if (hosts.length <= 1 && HOST.test(hosts[0] ?? '')) return
    throw new Refusal('INPUT_INVALID', {
      field: 'host',
      detail: { field: 'host', problem: 'is not one host' },
    })
  })
}
