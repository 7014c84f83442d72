import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import helmet from 'helmet'

type Incoming = FastifyRequest['raw']
type Answer = FastifyReply['raw']

const NONCE_BYTES = 16
const TWO_YEARS_S = 63_072_000
/** helmet does not set Permissions-Policy. */
const PERMISSIONS = 'camera=(), microphone=(), geolocation=(), payment=(), usb=()'

const nonces = new WeakMap<object, string>()

/** The nonce of one request, for styles that the component library writes into the page. */
const nonceOf = (request: object): string => {
  const known = nonces.get(request)
  if (known !== undefined) return known
  const nonce = randomBytes(NONCE_BYTES).toString('base64url')
  nonces.set(request, nonce)
  return nonce
}

/** Sets the headers on a response that was not started yet. */
type SetSecurityHeaders = (request: Incoming, answer: Answer) => void

/** @param baseUrl address of the application; with https, browsers are told to use only https */
export const securityHeaders = (baseUrl: string): SetSecurityHeaders => {
  const setHeaders = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", (request) => `'nonce-${nonceOf(request)}'`],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        manifestSrc: ["'self'"],
        workerSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'none'"],
        frameAncestors: ["'none'"],
        requireTrustedTypesFor: ["'script'"],
        // The client defines one policy, which allows its own scripts and plain text.
        trustedTypes: ['default'],
      },
    },
    frameguard: { action: 'deny' },
    strictTransportSecurity: baseUrl.startsWith('https:')
      ? { maxAge: TWO_YEARS_S, includeSubDomains: true }
      : false,
  })
  return (request, answer) => {
    setHeaders(request, answer, (error) => {
      if (error instanceof Error) throw error
    })
    answer.setHeader('permissions-policy', PERMISSIONS)
  }
}

/**
 * Sets the headers on every response, including errors. The nonce in the page equals the one in its
 * header.
 */
export const addSecurityHeaders = (app: FastifyInstance, baseUrl: string): void => {
  const setHeaders = securityHeaders(baseUrl)
  app.decorateRequest('nonce', '')
  app.addHook('onRequest', async (request: FastifyRequest, reply) => {
    setHeaders(request.raw, reply.raw)
    request.nonce = nonceOf(request.raw)
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
