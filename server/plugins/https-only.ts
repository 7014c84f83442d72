import type { FastifyInstance } from 'fastify'
import { Refusal } from '#schema/refusal.ts'

/**
 * Where the product is served by https, plain requests are refused, as a trusted proxy reports
 * them: pages redirect to the address, calls and sockets fail, because their content was readable
 * on the way and a redirected client would never notice.
 */
export const requireHttps = (
  app: FastifyInstance,
  { baseUrl, trustedProxy }: { baseUrl: string; trustedProxy: string | undefined },
): void => {
  if (trustedProxy === undefined || !baseUrl.startsWith('https:')) return
  app.addHook('onRequest', async (request, reply) => {
    // A proxy that does not report the protocol cannot be asked; only trusted proxies are believed.
    if (request.headers['x-forwarded-proto'] === undefined || request.protocol !== 'http') return
    if (request.url.startsWith('/api/') || (request.method !== 'GET' && request.method !== 'HEAD'))
      throw new Refusal('HTTPS_NEEDED')
    return await reply.redirect(
      new URL(`.${new URL(request.url, baseUrl).pathname}`, `${baseUrl}/`).href,
      308,
    )
  })
}
