import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AccessRecorder } from '../database/access-log.ts'
import type { Log } from '../log.ts'

/** Calls that only look, or come by themselves all the time; a refused one is worth a line all the same. */
const QUIET = new Set([
  'auth.prelogin', 'auth.renew', 'auth.session', 'members.list', 'members.pending', 'vendors.list', 'organizationSettings.accessLog', 'projects.byUser', 'projects.byOrganization',
  'projects.listByOrganization', 'requirements.byDocument', 'sync.push', 'sync.pull', 'sync.sendFile', 'sync.bring',
])
/** The content has a history of its own. */
const CONTENT = /^(?:packages|documents|sections|requirements|commitments|overrides|releases)\./
const isTold = (call: string, method: string): boolean => call === 'attachments.content' || (method !== 'GET' && !QUIET.has(call) && !CONTENT.test(call))

/** One line per call of the API: who, which call, with what result; what people ask about later goes into the database too. */
export const logAccess = (app: FastifyInstance, log: Log, recorder: AccessRecorder): void => {
  app.decorateRequest('actorId', null)
  app.decorateRequest('actorOrganizationId', null)
  app.addHook('onResponse', async (request, reply) => {
    const { call } = request.routeOptions.config
    if (call === undefined) return
    const status = reply.statusCode
    log.info({ event: 'call', requestId: request.id, call, actor: request.actorId, status, ms: Math.round(reply.elapsedTime) })
    const isRefused = status === 403 || (status === 401 && call === 'auth.authenticate')
    if (!isRefused && !isTold(call, request.method)) return
    recorder.record({
      userId: request.actorId, organizationId: request.actorOrganizationId, triedName: triedName(call, request.body), action: call, object: objectOf(request), status,
      address: request.ip, userAgent: String(request.headers['user-agent'] ?? '').slice(0, 500),
    })
  })
  app.addHook('onClose', () => recorder.close())
}

/** Who somebody said to be when they signed in. It is kept only where there is such a person: people type passwords into the wrong field. */
const triedName = (call: string, body: unknown): string | null =>
  call === 'auth.authenticate' && typeof body === 'object' && body !== null && 'username' in body && typeof body.username === 'string' ? body.username : null

const ID = /^[\w.-]{1,60}$/
/** The id in the path: what it was done to. Tokens travel in paths of other calls, which are not told. */
const objectOf = (request: FastifyRequest): string => {
  const { id } = typeof request.params === 'object' && request.params !== null ? request.params as { id?: unknown } : {}
  return typeof id === 'string' && ID.test(id) ? id : ''
}
