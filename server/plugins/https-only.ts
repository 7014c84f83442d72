import type { FastifyInstance } from 'fastify'
import { Refusal } from '#schema/refusal.ts'

/**
 * Refuses plain HTTP, as reported by a trusted proxy, if the application is served by https. Pages
 * redirect to https. Calls and sockets fail, because their content was already sent unencrypted and
 * a redirected client would not notice.
 */
export const requireHttps = (
  app: FastifyInstance,
  { baseUrl, trustedProxy }: { baseUrl: string; trustedProxy: string | undefined },
): void => {
  if (trustedProxy === undefined || !baseUrl.startsWith('https:')) return
  app.addHook('onRequest', async (request, reply) => {
    // A request without the header came through a proxy that does not report the protocol, or
    // without a proxy.
    if (request.headers['x-forwarded-proto'] === undefined || request.protocol !== 'http') return
    if (request.url.startsWith('/api/') || (request.method !== 'GET' && request.method !== 'HEAD'))
      throw new Refusal('HTTPS_NEEDED')
    return await reply.redirect(
      new URL(`.${new URL(request.url, baseUrl).pathname}`, `${baseUrl}/`).href,
      308,
    )
  })
}
