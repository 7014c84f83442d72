import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '#schema/refusal.ts'
import { type MessageCode, MESSAGES, messageText } from '#schema/tables/messages.ts'
import { isPassing } from '../database/passing-error.ts'
import { requestFields } from '../log.ts'
import type { Services } from '../services.ts'
import { securityHeaders } from './security-headers.ts'

/** Errors of the HTTP layer and of the databases that map to a message code. */
const CODES: Record<string, MessageCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'INPUT_INVALID',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'INPUT_INVALID',
  FST_ERR_CTP_INVALID_JSON_BODY: 'INPUT_INVALID',
  SQLITE_FULL: 'STORAGE_FULL',
  ENOSPC: 'STORAGE_FULL',
  EDQUOT: 'STORAGE_FULL',
  FILES_UNAVAILABLE: 'UNAVAILABLE',
  '53100': 'STORAGE_FULL',
  '22021': 'INPUT_INVALID',
}

/** Seconds after which a temporary failure should be retried. */
const RETRY_SECONDS: Partial<Record<MessageCode, number>> = { UNAVAILABLE: 2, STORAGE_FULL: 10 }

/**
 * Turns refusals into HTTP responses: `{message, messageCodes, field?, …}`. No other place does.
 */
export const answerErrors = (app: FastifyInstance, { log }: Pick<Services, 'log'>): void => {
  app.setErrorHandler(async (error: FastifyError | Refusal, request, reply) => {
    const { bodyLimit } = request.routeOptions
    const refusal = error instanceof Refusal ? error : asRefusal(error, bodyLimit)
    const { status } = MESSAGES[refusal.code]
    if (status >= 500)
      log.error('request.failed', error, {
        ...requestFields(request),
        call: request.routeOptions.config.call,
      })
    if (status === 429) void reply.header('retry-after', String(refusal.detail['seconds'] ?? 1))
    if (RETRY_SECONDS[refusal.code] !== undefined)
      void reply.header('retry-after', String(RETRY_SECONDS[refusal.code]))
    return await reply.code(status).type('application/json; charset=utf-8').send(bodyOf(refusal))
  })
}

/**
 * A URL that cannot be parsed reaches no route and no hook. Answers in the usual format, without
 * repeating the URL.
 */
export const answerUnroutable = (baseUrl: string) => {
  const setHeaders = securityHeaders(baseUrl)
  return (_error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    const refusal = new Refusal('INPUT_INVALID', {
      detail: { field: 'address', problem: 'cannot be read' },
    })
    setHeaders(request.raw, reply.raw)
    void reply
      .code(MESSAGES[refusal.code].status)
      .headers({
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-store',
      })
      .send(bodyOf(refusal))
  }
}

const bodyOf = ({ code, detail, field }: Refusal) => ({
  ...(code === 'SYNC_GAP' ? { lastMid: detail['lastMid'] } : {}),
  message:
    code === 'WRONG_TOKEN' || code === 'USER_SESSION_EXPIRED'
      ? `${code}: ${messageText(code)}`
      : messageText(code, detail),
  messageCodes: [code],
  ...(field === undefined ? {} : { field }),
  detail,
})

const MB = 1_000_000
const limitText = (bytes: number): string =>
  bytes < MB ? `${Math.floor(bytes / 1_000)} KB` : `${Math.floor(bytes / MB)} MB`

const asRefusal = (error: FastifyError, limit = 1_000_000): Refusal => {
  const code = CODES[error.code] ?? (isPassing(error) ? 'UNAVAILABLE' : undefined)
  const detail = { field: 'body', problem: 'cannot be read', limit: limitText(limit) }
  if (code !== undefined) return new Refusal(code, { detail })
  return error.statusCode !== undefined && error.statusCode < 500
    ? new Refusal('INPUT_INVALID', { detail: { field: 'request', problem: error.message } })
    : new Refusal('INTERNAL')
}
