import type { Endpoint } from '#schema/api/endpoint.ts'
import type { Name } from '../authorization/cast.ts'
import type { Attempt } from '../authorization/matrix-row.ts'
import type { MatrixWorld } from '../authorization/matrix-world.ts'

/** Advancing the clock by an hour opens a new window for every limit of tries. */
const HOUR_MS = 3_600_000

/** Makes one call as a person of the cast. */
export const askAs = async (
  world: MatrixWorld,
  as: Name,
  row: Endpoint,
  { params = {}, query, body }: Pick<Attempt, 'params' | 'query' | 'body'>,
): Promise<{ status: number; text: string }> => {
  const path = row.path.replace(/\{(\w+)\}/g, (_whole, key: string) =>
    encodeURIComponent(String(params[key])),
  )
  const payload =
    body === undefined
      ? undefined
      : JSON.stringify(body).replaceAll('hash-of-@', world.hashes.get(as) ?? '')
  if (row.rateLimit !== undefined) world.clock.now += HOUR_MS
  const answer = await world.app.inject({
    method: row.method,
    url: `/api${path}${query === undefined ? '' : `?${new URLSearchParams(query).toString()}`}`,
    headers: {
      'x-auth-token': world.tokens[as] ?? '',
      ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(payload === undefined ? {} : { payload }),
  })
  return { status: answer.statusCode, text: answer.body }
}

/** A line for an action that is offered and refused, or withheld though the server accepts it. */
export const faultOf = (
  name: string,
  isOffered: boolean,
  { status, text }: { status: number; text: string },
  withheld?: string,
): string | null => {
  const isRefused = status >= 400
  if (isOffered && isRefused)
    return `${name} is offered and refused: ${status} ${text.slice(0, 200)}`
  return !isOffered && !isRefused && withheld === undefined
    ? `${name} is withheld though the server takes it`
    : null
}
