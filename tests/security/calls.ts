import type * as v from 'valibot'
import type { Endpoint } from '#schema/api/endpoint.ts'
import { API } from '#schema/api/index.ts'
import { fromSchema, type Words } from '../api/fuzz/from-schema.ts'
import { createRandom } from '../sync/simulator/random.ts'

/** `template` is the contract's path; its `{…}` mark the parts that are input. */
export interface Call {
  readonly name: string
  readonly method: string
  readonly template: string
  readonly path: string
  readonly body: unknown
}
interface Described {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly operationId: string }>>>
  >
}

/** Calls that would end the session of the scan, or that every request exercises anyway. */
const LEFT_OUT = new Set([
  'auth.logout',
  'sessions.endOthers',
  'sessions.end',
  'passwords.change',
  'profiles.delete',
  'organizationSettings.leave',
  'organizationSettings.setActive',
])

const ROWS: Readonly<Record<string, Endpoint | undefined>> = Object.fromEntries(
  Object.entries(API).flatMap(([slice, rows]) =>
    Object.entries<Endpoint>(rows).map(([name, row]) => [`${slice}.${name}`, row]),
  ),
)

/**
 * Every call that the server describes, with input that its schema accepts.
 * @param description the parsed /api/openapi.json
 */
export const callsOf = (description: Described, words: Words): Call[] => {
  const random = createRandom(1)
  const valueOf = (schema: v.GenericSchema<unknown, unknown> | undefined): unknown =>
    schema === undefined ? undefined : fromSchema(schema, random, words)
  return Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { operationId: name }]): Call[] => {
      const row = ROWS[name]
      if (row === undefined)
        throw new Error(`the server describes ${name}, which the contract does not know`)
      if (LEFT_OUT.has(name) || row.takes !== undefined) return []
      const params = valueOf(row.params) as Record<string, unknown> | undefined
      const query = Object.entries((valueOf(row.query) ?? {}) as Record<string, unknown>).map(
        ([key, value]): [string, string] => [key, String(value)],
      )
      const address = path.replace(/\{(\w+)\}/g, (_whole, key: string) =>
        encodeURIComponent(String(params?.[key])),
      )
      return [
        {
          name,
          method: method.toUpperCase(),
          template: path,
          path:
            query.length === 0 ? address : `${address}?${new URLSearchParams(query).toString()}`,
          body: valueOf(row.body),
        },
      ]
    }),
  )
}

/** sqlmap's injection mark, appended to every value. */
const MARK = '*'
const marked = (value: unknown): unknown => {
  if (typeof value === 'string') return value + MARK
  if (Array.isArray(value)) return value.map(marked)
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, marked(inner)]))
  return value
}
/** Quotes numbers so that the mark can follow them: an injected number is text in any case. */
const markNumbers = (json: string): string =>
  json.replace(/([:[,])(-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)(?=[,}\]])/g, `$1"$2${MARK}"`)
const markPath = (path: string, placeholders: readonly string[]): string =>
  path
    .split('/')
    .map((part) => (placeholders.includes(part) ? part + MARK : part))
    .join('/')
    .replace(/=([^&]*)/g, `=$1${MARK}`)

/** The request in sqlmap's file format; null for a request without any input. */
export const requestFile = (
  { method, template, path, body }: Call,
  { host, token }: { host: string; token: string },
): string | null => {
  const places = template.split('/')
  const [address = '', query] = path.split('?')
  const inputs = address
    .split('/')
    .filter((_part, index) => places[index]?.startsWith('{') === true)
  const line = markPath(query === undefined ? address : `${address}?${query}`, inputs)
  const text = body === undefined ? '' : markNumbers(JSON.stringify(marked(body)))
  if (!line.includes(MARK) && !text.includes(MARK)) return null
  return [
    `${method} ${line} HTTP/1.1`,
    `Host: ${host}`,
    `X-Auth-Token: ${token}`,
    ...(text === '' ? [] : ['Content-Type: application/json']),
    '',
    text,
  ].join('\n')
}
