import type { Endpoint, EndpointReply } from '#schema/api/endpoint.ts'
import { awayFrom, refusalFrom, tokenFor, urlOf } from './api.ts'
import { OfflineError } from './offline-error.ts'
import { sessionTokens } from './session-tokens.ts'

export interface Sending {
  /** Aborted = the person stopped; the promise then rejects with its reason. */
  signal: AbortSignal
  /** Number of bytes of the file that have left this device. */
  tell: (sent: number) => void
}

/** `fetch` does not tell how much it has sent; this older interface does. */
const sendOnce = (
  { method, path, file, signal, tell }: Sending & { method: string; path: string; file: Blob },
  token: string | null,
): Promise<Response> =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const request = new XMLHttpRequest()
    const stop = () => request.abort()
    request.open(method, path)
    request.responseType = 'text'
    request.setRequestHeader('content-type', 'application/octet-stream')
    if (token !== null) request.setRequestHeader('x-auth-token', token)
    request.upload.onprogress = ({ loaded }) => tell(loaded)
    request.upload.onload = () => tell(file.size)
    request.onload = () => {
      const type = request.getResponseHeader('content-type') ?? ''
      const isElsewhere = new URL(request.responseURL, location.href).pathname !== path
      // A portal or proxy answers with a page, or after a redirect; the API does neither.
      if (isElsewhere || /^text\/html\b/i.test(type)) reject(new OfflineError(undefined, true))
      else resolve(new Response(request.responseText, { status: request.status }))
    }
    request.onerror = () => reject(awayFrom(new Error('The request failed')))
    request.onabort = () => reject(signal.reason as Error)
    request.onloadend = () => signal.removeEventListener('abort', stop)
    signal.addEventListener('abort', stop)
    request.send(file)
  })

/**
 * Makes a call whose body is a file, and tells how much of it is sent. Throws Refusal, or
 * OfflineError if the server was not reached or its answer was cut off.
 */
export const sendBytes = async <E extends Endpoint>(
  endpoint: E,
  file: Blob,
  sending: Sending,
): Promise<EndpointReply<E>> => {
  const token = await tokenFor(endpoint)
  const request = { ...sending, method: endpoint.method, path: urlOf(endpoint, {}), file }
  let response = await sendOnce(request, token)
  if (response.status === 401 && token !== null) {
    const next = await sessionTokens.renewed(token).catch(() => null)
    if (next !== null) response = await sendOnce(request, next)
  }
  if (!response.ok) throw await refusalFrom(response)
  return (await response.json().catch((cause: unknown) => {
    throw new OfflineError(cause, true)
  })) as EndpointReply<E>
}
