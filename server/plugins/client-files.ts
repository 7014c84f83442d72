import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '#schema/refusal.ts'

const PLACEHOLDER = /__CSP_NONCE__/g
const YEAR_S = 31_536_000
/**
 * Paths that never get the page: a script of an older build must be 404 rather than HTML, and
 * hidden files are not served.
 */
const NEVER_THE_PAGE = /^\/(?:(?:api|assets|icons)(?:\/|$)|\.)/

/**
 * Serves the built client. Files with a hash in their name are cached forever; the page, the
 * service worker and the manifest are revalidated. A path without a file gets the page, whose
 * router handles it.
 */
export const serveClient = async (
  app: FastifyInstance,
  clientDir: string | undefined,
): Promise<void> => {
  const page = async (request: FastifyRequest, reply: FastifyReply) => {
    const file = join(clientDir ?? '', 'index.html')
    if (clientDir === undefined || NEVER_THE_PAGE.test(request.url) || !existsSync(file))
      throw new Refusal('NOT_FOUND')
    const html = await readFile(file, 'utf8')
    return await reply
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(html.replace(PLACEHOLDER, request.nonce))
  }
  if (clientDir !== undefined && existsSync(clientDir)) {
    await app.register(fastifyStatic, {
      root: clientDir,
      index: false,
      wildcard: false,
      cacheControl: false,
      preCompressed: true,
      globIgnore: ['**/*.br', '**/*.gz', '**/index.html', '**/.*', '**/.*/**'],
      setHeaders: (reply, path) => {
        void reply.header(
          'cache-control',
          path.includes('/assets/') ? `public, max-age=${YEAR_S}, immutable` : 'no-cache',
        )
      },
    })
  }
  app.get('/', page)
  app.get('/index.html', page)
  app.setNotFoundHandler(async (request, reply) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') throw new Refusal('NOT_FOUND')
    return await page(request, reply)
  })
}
