import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AccessRecorder } from '../database/access-log.ts'
import { type Log, requestFields } from '../log.ts'
import { ACCESS_OBJECTS, type ObjectPlace } from './access-objects.ts'

/** Calls that only read or run automatically. They are logged only when refused. */
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
/** Calls that only read, but give whole files away. */
const GIVES_FILES = new Set(['attachments.content', 'exports.download'])
/** Content has its own history. */
const CONTENT =
  /^(?:packages|documents|sections|requirements|commitments|overrides|releases|comments)\./
const isTold = (call: string, method: string): boolean =>
  GIVES_FILES.has(call) || (method !== 'GET' && !QUIET.has(call) && !CONTENT.test(call))

/**
 * Logs each API call with its caller and result. Calls that change something or are refused also go
 * to the access log in the database.
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
      ...requestFields(request),
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
 * The username given at sign-in. It is stored only if such a person exists, because people type
 * passwords into the wrong field.
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
 * The objects of the call as `kind/id`; `['']` if it has none. Only values in the format of ids are
 * used, because paths of other calls contain tokens and people type arbitrary text.
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
