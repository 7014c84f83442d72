import type { FastifyInstance } from 'fastify'
import { Refusal } from '#schema/refusal.ts'

/**
 * Where people come by https, nothing is done for who came in the clear, as a trusted proxy says: pages are sent on to the address, calls and sockets
 * are refused, because whatever they carried was readable on the way and a client that is sent on would never notice.
 */
export const requireHttps = (
  app: FastifyInstance,
  { baseUrl, trustedProxy }: { baseUrl: string; trustedProxy: string | undefined },
): void => {
  if (trustedProxy === undefined || !baseUrl.startsWith('https:')) return
  app.addHook('onRequest', async (request, reply) => {
    // A proxy that does not say how somebody came cannot be asked; whoever is no trusted proxy is not believed.
    if (request.headers['x-forwarded-proto'] === undefined || request.protocol !== 'http') return
    if (request.url.startsWith('/api/') || (request.method !== 'GET' && request.method !== 'HEAD'))
      throw new Refusal('HTTPS_NEEDED')
    return await reply.redirect(
      new URL(`.${new URL(request.url, baseUrl).pathname}`, `${baseUrl}/`).href,
      308,
    )
  })
}
