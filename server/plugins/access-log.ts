import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AccessRecorder } from '../database/access-log.ts'
import type { Log } from '../log.ts'
import { ACCESS_OBJECTS, type ObjectPlace } from './access-objects.ts'

/**
 * Calls that only look, or come by themselves all the time; a refused one is worth a line all the
 * same.
 */
const QUIET = new Set([
  'auth.prelogin',
  'auth.renew',
  'auth.session',
  'members.list',
  'members.pending',
  'vendors.list',
  'projectMembers.list',
  'organizationSettings.accessLog',
  'projects.byUser',
  'projects.byOrganization',
  'projects.listByOrganization',
  'requirements.byDocument',
  'sync.push',
  'sync.pull',
  'sync.compare',
  'sync.sendFile',
  'sync.bring',
])
/** The content has a history of its own. */
const CONTENT =
  /^(?:packages|documents|sections|requirements|commitments|overrides|releases|comments)\./
const isTold = (call: string, method: string): boolean =>
  call === 'attachments.content' || (method !== 'GET' && !QUIET.has(call) && !CONTENT.test(call))

/**
 * One line per call of the API: who, which call, with what result; what people ask about later goes
 * into the database too.
 */
export const logAccess = (app: FastifyInstance, log: Log, recorder: AccessRecorder): void => {
  app.decorateRequest('actorId', null)
  app.decorateRequest('actorOrganizationId', null)
  app.addHook('onResponse', async (request, reply) => {
    const { call } = request.routeOptions.config
    if (call === undefined) return
    const status = reply.statusCode
    log.info({
      event: 'call',
      requestId: request.id,
      call,
      actor: request.actorId,
      organization: request.actorOrganizationId,
      status,
      ms: Math.round(reply.elapsedTime),
    })
    const isRefused = status === 403 || (status === 401 && call === 'auth.authenticate')
    if (!isRefused && !isTold(call, request.method)) return
    for (const object of objectsOf(call, request)) {
      recorder.record({
        userId: request.actorId,
        organizationId: request.actorOrganizationId,
        triedName: triedName(call, request.body),
        action: call,
        object,
        status,
        address: request.ip,
        userAgent: String(request.headers['user-agent'] ?? '').slice(0, 500),
      })
    }
  })
  app.addHook('onClose', () => recorder.close())
}

/**
 * The name given at a sign-in. It is kept only where such a person exists: people type passwords
 * into the wrong field.
 */
const triedName = (call: string, body: unknown): string | null =>
  call === 'auth.authenticate' &&
  typeof body === 'object' &&
  body !== null &&
  'username' in body &&
  typeof body.username === 'string'
    ? body.username
    : null

const ID = /^[\w-]{1,60}$/
const NUMBER = /^\d{1,9}$/
const fieldOf = (input: unknown, name: string): unknown =>
  typeof input === 'object' && input !== null ? (input as Record<string, unknown>)[name] : undefined

/**
 * The objects of the action as `kind/id`; `['']` where it has none. Ids only, and of the form that
 * ids have: tokens travel in the paths of other calls, and people type arbitrary text.
 */
const objectsOf = (call: string, request: FastifyRequest): string[] => {
  const place = (ACCESS_OBJECTS as Readonly<Record<string, ObjectPlace | undefined>>)[call]
  if (place === undefined) return ['']
  const value = fieldOf(request.params, place.at) ?? fieldOf(request.body, place.at)
  const form = place.kind === 'person' || place.kind === 'organization' ? NUMBER : ID
  const ids = [value]
    .flat()
    .map(String)
    .filter((id) => form.test(id))
  return ids.length === 0 ? [''] : ids.map((id) => `${place.kind}/${id}`)
}
