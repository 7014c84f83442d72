import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '#schema/refusal.ts'
import { DEEPEST, isTooDeep } from '../security/json-depth.ts'

/** Passes bodies of bytes on unread; the handler reads them. */
export const passBytes = (app: FastifyInstance): void => {
  app.addContentTypeParser(
    ['application/octet-stream', 'multipart/form-data'],
    (_request: unknown, bytes: unknown, done: (error: null, body: unknown) => void) =>
      done(null, bytes),
  )
}

/** Mail programs send a form with one click (RFC 8058); no other call takes one. */
export const passOneClick = (app: FastifyInstance): void => {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (request: FastifyRequest) => {
      if (request.routeOptions.config.call !== 'unsubscribe.end')
        throw Object.assign(new Error('Unsupported Media Type'), {
          statusCode: 415,
          code: 'FST_ERR_CTP_INVALID_MEDIA_TYPE',
        })
      return {}
    },
  )
}

export const parseBoundedJson = (app: FastifyInstance): void => {
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    async (_request: unknown, text: string) => {
      if (text === '') return {}
      if (isTooDeep(text))
        throw new Refusal('INPUT_INVALID', {
          field: 'body',
          detail: { field: 'body', problem: `is nested more than ${DEEPEST} deep` },
        })
      try {
        // JSON.parse keeps `__proto__` as an own property, which the strict schemas refuse.
        return JSON.parse(text) as unknown
      } catch (cause) {
        throw Object.assign(
          new Refusal('INPUT_INVALID', {
            field: 'body',
            detail: { field: 'body', problem: 'is not JSON' },
          }),
          { cause },
        )
      }
    },
  )
}
