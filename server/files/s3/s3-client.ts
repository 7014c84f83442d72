import { createHash, randomInt } from 'node:crypto'
import { once } from 'node:events'
import {
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
} from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { setTimeout as delay } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import { readXml } from './read-xml.ts'
import { S3Answer, S3Unavailable } from './s3-error.ts'
import type { S3Place } from './s3-place.ts'

interface S3Request {
  method: 'GET' | 'PUT' | 'POST' | 'DELETE'
  /** Without the prefix of the place; empty = the bucket. */
  key: string
  query?: Readonly<Record<string, string>>
  headers?: Readonly<Record<string, string>>
  body?: Uint8Array
}
interface S3Reply {
  headers: IncomingHttpHeaders
  text: string
}
export interface S3Patience {
  /** Silence after which an attempt has failed, ms. */
  silenceMs: number
  /** Attempts of one request. */
  tries: number
  /** Pause before the second attempt, ms; it doubles. */
  pauseMs: number
}
export const PATIENCE: S3Patience = { silenceMs: 15_000, tries: 4, pauseMs: 200 }

/** A page of a list has 1,000 keys of at most 1,024 bytes. */
const MOST_TEXT = 4_000_000
const PASSING_REASONS = new Set(['RequestTimeout', 'SlowDown', 'InternalError', 'OperationAborted'])

/** Whether the same request may succeed soon. */
const isPassing = (error: unknown): boolean =>
  !(error instanceof S3Answer) ||
  error.status >= 500 ||
  error.status === 429 ||
  PASSING_REASONS.has(error.reason)

/**
 * Sends signed requests to one bucket, and tries again what may succeed. All requests can be
 * repeated: keys are written once, with the same bytes. Bodies are in memory and signed with their
 * hash, so that the storage refuses damaged ones.
 */
export class S3Client {
  readonly place: S3Place
  readonly #patience: S3Patience
  readonly #agent: HttpAgent | HttpsAgent
  readonly #send: typeof httpRequest

  constructor(place: S3Place, patience: Partial<S3Patience> = {}) {
    this.place = place
    this.#patience = { ...PATIENCE, ...patience }
    const isTls = place.bucketUrl.startsWith('https:')
    this.#agent = isTls ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true })
    this.#send = isTls ? httpsRequest : httpRequest
  }

  /** @throws S3Answer if S3 refuses the request, S3Unavailable if it cannot answer */
  async call(request: S3Request, tries = this.#patience.tries): Promise<S3Reply> {
    return await this.#tryAgain(tries, async () => {
      const response = await this.#begin(request)
      return { headers: response.headers, text: await this.#readText(response) }
    })
  }

  /** Like `call`, but the bytes of the answer are still to come; they may break off. */
  async open(request: S3Request): Promise<AsyncGenerator<Buffer, void>> {
    return await this.#tryAgain(this.#patience.tries, async () =>
      this.#pieces(await this.#begin(request)),
    )
  }

  async #tryAgain<T>(tries: number, attempt: () => Promise<T>): Promise<T> {
    for (let tried = 1; ; tried += 1) {
      try {
        return await attempt()
      } catch (error) {
        if (!isPassing(error)) throw error
        if (tried >= tries) throw new S3Unavailable(error, this.place.option)
        await delay(randomInt(1, this.#patience.pauseMs * 2 ** tried))
      }
    }
  }

  async #begin(request: S3Request): Promise<IncomingMessage> {
    const { url, headers } = await this.#sign(request)
    const { silenceMs } = this.#patience
    const sent = this.#send(url, {
      method: request.method,
      headers,
      agent: this.#agent,
      timeout: silenceMs,
    })
    sent.on('timeout', () => sent.destroy(new Error(`S3 said nothing for ${silenceMs} ms`)))
    // An error after the response reaches the reader of the response.
    sent.on('error', () => undefined)
    const answered = once(sent, 'response') as Promise<[IncomingMessage]>
    sent.end(request.body)
    const [response] = await answered
    // From here on only a reader that waits notices silence: one that is slow itself causes it.
    sent.setTimeout(0)
    const { statusCode = 0 } = response
    if (statusCode >= 200 && statusCode < 300) return response
    throw new S3Answer(statusCode, reasonOf(await this.#readText(response)))
  }

  async #sign({ method, key, query = {}, headers = {}, body = new Uint8Array() }: S3Request) {
    const { bucketUrl, prefix, region, credentials } = this.place
    const url = new URL(key === '' ? bucketUrl : `${bucketUrl}/${prefix}${key}`)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    const signed = await new AwsV4Signer({
      method,
      url: url.href,
      service: 's3',
      region,
      ...credentials,
      headers: { ...headers, 'x-amz-content-sha256': sha256Of(body) },
    }).sign()
    const length = method === 'PUT' || method === 'POST' ? { 'content-length': body.length } : {}
    return { url: signed.url, headers: { ...Object.fromEntries(signed.headers), ...length } }
  }

  async #readText(response: IncomingMessage): Promise<string> {
    let text = ''
    for await (const piece of this.#pieces(response)) {
      text += piece.toString('latin1')
      if (text.length > MOST_TEXT) throw new Error('S3 answered too much')
    }
    return Buffer.from(text, 'latin1').toString('utf8')
  }

  async *#pieces(response: IncomingMessage): AsyncGenerator<Buffer, void> {
    const { silenceMs } = this.#patience
    let timer: NodeJS.Timeout | undefined
    const wait = (): void => {
      timer = setTimeout(
        () => response.destroy(new Error(`S3 said nothing for ${silenceMs} ms`)),
        silenceMs,
      )
    }
    try {
      wait()
      for await (const piece of response as AsyncIterable<Buffer>) {
        clearTimeout(timer)
        yield piece
        wait()
      }
    } finally {
      clearTimeout(timer)
    }
  }
}

const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

const reasonOf = (text: string): string => {
  try {
    return readXml(text).texts['Code'] ?? ''
  } catch {
    // A proxy in between answers in another format.
    return ''
  }
}
