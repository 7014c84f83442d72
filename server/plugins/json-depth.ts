import type { FastifyInstance } from 'fastify'
import { Refusal } from '#schema/refusal.ts'

const DEEPEST = 32
const QUOTE = 34
const BACKSLASH = 92

/**
 * Counts brackets outside strings before parsing: recursive schemas overflow the stack on input
 * nested thousands deep.
 */
export const isTooDeep = (json: string, deepest = DEEPEST): boolean => {
  let depth = 0
  let isText = false
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at)
    if (isText) {
      if (code === BACKSLASH) at += 1
      else if (code === QUOTE) isText = false
    } else if (code === QUOTE) isText = true
    else if (code === 91 || code === 123) {
      if (++depth > deepest) return true
    } else if (code === 93 || code === 125) depth -= 1
  }
  return false
}

/** Passes bodies of bytes on unread; the handler reads them. */
export const passBytes = (app: FastifyInstance): void => {
  app.addContentTypeParser(
    ['application/octet-stream', 'multipart/form-data'],
    (_request: unknown, bytes: unknown, done: (error: null, body: unknown) => void) =>
      done(null, bytes),
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
