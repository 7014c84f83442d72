import { SyncFailure } from '#sync/engine/ports.ts'

/** A page for a person: no call of the API answers with one. */
const isPage = (response: Response): boolean =>
  /^text\/html\b/i.test(response.headers.get('content-type') ?? '') &&
  !response.headers.has('content-disposition')

/**
 * A portal of a network sends every request on to its own page. The API never redirects, so
 * redirects are not followed, and the browser answers with this type in their place.
 */
const isSentElsewhere = (response: Response): boolean => response.type === 'opaqueredirect'

/**
 * One request to the server. Throws SyncFailure: `offline` where nothing answers, `blocked` where a
 * portal or proxy answers in the place of the server.
 */
export const serverFetch = async (path: string, init: RequestInit): Promise<Response> => {
  let response: Response
  try {
    response = await fetch(path, {
      ...init,
      cache: 'no-store',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      redirect: 'manual',
    })
  } catch (cause) {
    throw new SyncFailure('offline', { cause })
  }
  if (isSentElsewhere(response) || (response.ok && isPage(response))) {
    throw new SyncFailure('blocked')
  }
  return response
}
