import { SyncFailure } from '#sync/engine/ports.ts'

/** The answer is a web page; no call of the API answers with one. */
const isPage = (response: Response): boolean =>
  /^text\/html\b/i.test(response.headers.get('content-type') ?? '') &&
  !response.headers.has('content-disposition')

/**
 * The answer is a redirect, which a portal sends and the API never does. Redirects are not
 * followed, and the browser reports this type instead.
 */
const isSentElsewhere = (response: Response): boolean => response.type === 'opaqueredirect'

/**
 * One request to the server. Throws SyncFailure: `offline` where no server answers, `blocked` where
 * a portal or proxy answers in place of the server.
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
