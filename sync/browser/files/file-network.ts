import { Refusal } from '#schema/refusal.ts'
import { isMessageCode, type MessageCode } from '#schema/tables/messages.ts'
import { SyncFailure } from '#sync/engine/ports.ts'
import { serverFetch } from '../network/server-fetch.ts'
import type { Tokens } from '../session/tokens.ts'

/** Time limit of one piece: a slow line carries few bytes a second. */
const PIECE_MS = 120_000
const CONTENT_MS = 600_000

export interface Arrived {
  received: number
  isComplete: boolean
}
/** One piece of a file of `bytes` bytes; `blob` null asks only how much has arrived. */
export interface Piece {
  contentHash: string
  bytes: number
  offset: number
  blob: Blob | null
}
/** Both throw SyncFailure where it may succeed later, and Refusal where it will not. */
export interface FileNetwork {
  send(piece: Piece, signal: AbortSignal): Promise<Arrived>
  content(attachmentId: string, signal?: AbortSignal): Promise<Blob>
}

/** Refusals that stay the same however often the file is sent. */
const FINAL: ReadonlySet<MessageCode> = new Set([
  'validation.mimes',
  'FILE_STORAGE_NOT_CLEAN_REJECTED',
  'TOO_LARGE',
  'FILE_QUOTA',
  'FILE_DAMAGED',
  'INPUT_INVALID',
  'NOT_FOUND',
])

export const isFinal = (code: MessageCode): boolean => FINAL.has(code)

const failureOf = async (response: Response): Promise<Error> => {
  const body = (await response.json().catch(() => null)) as {
    messageCodes?: unknown
    detail?: unknown
  } | null
  const [code] = Array.isArray(body?.messageCodes) ? (body.messageCodes as unknown[]) : []
  // An answer of a proxy has no code, so it is no verdict.
  if (typeof code !== 'string' || !isMessageCode(code)) return new SyncFailure('blocked')
  if (isFinal(code))
    return new Refusal(code, { detail: (body?.detail ?? {}) as Record<string, string | number> })
  return new SyncFailure(response.status === 401 ? 'unauthorized' : 'busy')
}

const ask = async (
  path: string,
  { signal, ...init }: RequestInit,
  ms: number,
): Promise<Response> => {
  const limit = AbortSignal.timeout(ms)
  return serverFetch(path, {
    ...init,
    signal: signal == null ? limit : AbortSignal.any([limit, signal]),
  })
}

export const createFileNetwork = (tokens: Tokens): FileNetwork => {
  const call = async (
    path: string,
    init: { method: string; body?: Blob; type?: string; signal?: AbortSignal },
    ms: number,
  ): Promise<Response> => {
    let token = await tokens.current()
    for (let attempt = 0; ; attempt += 1) {
      if (token === null) throw new SyncFailure('unauthorized')
      const { type, ...rest } = init
      const response = await ask(
        path,
        {
          ...rest,
          headers: {
            'x-auth-token': token,
            ...(type === undefined ? {} : { 'content-type': type }),
          },
        },
        ms,
      )
      if (response.ok) return response
      if (response.status !== 401 || attempt > 0) throw await failureOf(response)
      token = await tokens.renewed(token)
    }
  }
  const read = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work
    } catch (cause) {
      throw new SyncFailure('offline', { cause })
    }
  }
  return {
    async send({ contentHash, bytes, offset, blob }, signal) {
      const path = `/api/sync/blobs/${contentHash}?bytes=${bytes}&offset=${offset}`
      const response = await call(
        path,
        {
          method: 'PUT',
          signal,
          ...(blob === null ? {} : { body: blob, type: 'application/octet-stream' }),
        },
        PIECE_MS,
      )
      return read(response.json() as Promise<Arrived>)
    },
    async content(attachmentId, signal) {
      const response = await call(
        `/api/projects-service/attachments/${encodeURIComponent(attachmentId)}/content`,
        { method: 'GET', ...(signal === undefined ? {} : { signal }) },
        CONTENT_MS,
      )
      return read(response.blob())
    },
  }
}
