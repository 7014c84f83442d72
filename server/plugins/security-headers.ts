import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** The client has one policy, which lets through own scripts and plain text. */
const TRUSTED_TYPES = ['default']

/** Own origin only; `nonce` is for the styles that the kit writes into the page. */
export const contentSecurityPolicy = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    `trusted-types ${TRUSTED_TYPES.join(' ')}`,
  ].join('; ')

const HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
} as const

const TWO_YEARS_S = 63_072_000
const newNonce = (): string => randomBytes(16).toString('base64url')

/**
 * @param baseUrl where people reach the application: with https they come that way only, from the
 * first visit on
 */
export const securityHeaders = (baseUrl: string, nonce = newNonce()): Record<string, string> => ({
  ...HEADERS,
  'content-security-policy': contentSecurityPolicy(nonce),
  ...(baseUrl.startsWith('https:')
    ? { 'strict-transport-security': `max-age=${TWO_YEARS_S}; includeSubDomains` }
    : {}),
})

/** On every answer, errors too. The page's own nonce is the one in its header. */
export const addSecurityHeaders = (app: FastifyInstance, baseUrl: string): void => {
  app.decorateRequest('nonce', '')
  app.addHook('onRequest', async (request: FastifyRequest, reply) => {
    request.nonce = newNonce()
    void reply.headers(securityHeaders(baseUrl, request.nonce))
  })
  app.addHook('onSend', async (request, reply) => {
    if (request.url.startsWith('/api/') && !reply.hasHeader('cache-control'))
      void reply.header('cache-control', 'no-store')
  })
}

declare module 'fastify' {
  interface FastifyRequest {
    nonce: string
  }
}
