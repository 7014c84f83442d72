import type { InjectOptions } from 'fastify'
import type { Endpoint } from '#schema/api/endpoint.ts'
import type { Attempt } from './matrix-row.ts'

interface Sender {
  readonly name: string
  readonly token: string | null
  readonly hashes: ReadonlyMap<string, string>
}
/** The attempt as a request of this person. */
export const sentOf = (
  row: Endpoint,
  {
    params = {},
    query,
    body,
    bytes,
    bytesType = 'application/octet-stream',
  }: Omit<Attempt, 'object' | 'may'>,
  { name, token, hashes }: Sender,
): InjectOptions & { method: Endpoint['method']; url: string } => {
  const path = row.path.replace(/\{(\w+)\}/g, (_whole, key: string) =>
    encodeURIComponent(String(params[key])),
  )
  const payload =
    bytes ??
    (body === undefined
      ? undefined
      : JSON.stringify(body)
          .replaceAll('device-of-@', `device-of-${name}`)
          .replaceAll('hash-of-@', hashes.get(name) ?? ''))
  return {
    method: row.method,
    url: `/api${path}${query === undefined ? '' : `?${new URLSearchParams(query).toString()}`}`,
    headers: {
      ...(token === null ? {} : { 'x-auth-token': token }),
      ...(payload === undefined
        ? {}
        : { 'content-type': bytes === undefined ? 'application/json' : bytesType }),
    },
    ...(payload === undefined ? {} : { payload }),
  }
}
