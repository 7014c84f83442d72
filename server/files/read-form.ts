import type { Readable } from 'node:stream'
import { Refusal } from '#schema/refusal.ts'

/**
 * A part of a form: its name, the file's name and type where it is one, and its bytes, which have
 * to be read before the next part comes.
 */
export interface FormPart {
  name: string
  filename: string | null
  type: string
  bytes: AsyncIterable<Buffer>
}

const HEADER_BYTES = 8_192
const MOST_PARTS = 10
const BREAK = Buffer.from('\r\n\r\n')

const broken = (problem: string): Refusal =>
  new Refusal('INPUT_INVALID', { field: 'body', detail: { field: 'body', problem } })

export const boundaryOf = (contentType: string | undefined): string => {
  const [, quoted, plain] =
    /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70})(?=[\s;]|$))/i.exec(contentType ?? '') ?? []
  const boundary = quoted ?? plain
  if (boundary === undefined) throw broken('is no form')
  return boundary
}

/**
 * Of a quoted value as browsers write it: a quotation mark is %22, or has a backslash before it.
 */
const parameterOf = (header: string, name: string): string | null => {
  const found = new RegExp(`;\\s*${name}=(?:"((?:\\\\.|[^"\\\\])*)"|([^\\s;]+))`, 'i').exec(header)
  const value = found?.[1]?.replace(/\\(["\\])/g, '$1').replaceAll('%22', '"') ?? found?.[2]
  return value ?? null
}

const headersOf = (text: string): Map<string, string> =>
  new Map(
    text
      .split('\r\n')
      .filter(Boolean)
      .map((line) => {
        const at = line.indexOf(':')
        if (at < 1) throw broken('has a part without readable headers')
        return [line.slice(0, at).trim().toLowerCase(), line.slice(at + 1).trim()]
      }),
  )

/** What has come of the body and was not used yet. */
class Rest {
  readonly #source: AsyncIterator<Buffer>
  #held: Buffer = Buffer.alloc(0)

  constructor(body: Readable) {
    // The answer goes out by the same connection.
    this.#source = body.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>
  }

  get held(): Buffer {
    return this.#held
  }
  take(count: number): Buffer {
    const taken = this.#held.subarray(0, count)
    this.#held = this.#held.subarray(count)
    return taken
  }
  async more(): Promise<void> {
    const { done, value } = await this.#source.next()
    if (done === true) throw broken('ends in the middle of a part')
    this.#held = this.#held.length === 0 ? value : Buffer.concat([this.#held, value])
  }
  async reach(count: number): Promise<void> {
    while (this.#held.length < count) await this.more()
  }
  /**
   * An iterator that is left open holds the body back: it could not be drained, and its connection
   * would be stuck.
   */
  async leave(): Promise<void> {
    await this.#source.return?.()
  }
}

/**
 * The bytes up to the next boundary, which is left where it is; nothing is held that need not be.
 */
async function* bytesUntil(rest: Rest, boundary: Buffer): AsyncGenerator<Buffer, void> {
  for (;;) {
    const at = rest.held.indexOf(boundary)
    if (at >= 0) {
      if (at > 0) yield rest.take(at)
      return
    }
    const certain = rest.held.length - boundary.length + 1
    if (certain > 0) yield rest.take(certain)
    await rest.more()
  }
}

const readHeaders = async (rest: Rest): Promise<Map<string, string>> => {
  for (let end = rest.held.indexOf(BREAK); ; end = rest.held.indexOf(BREAK)) {
    if (end > HEADER_BYTES || (end < 0 && rest.held.length > HEADER_BYTES))
      throw broken('has a part with too many headers')
    if (end >= 0) {
      const text = rest.take(end).toString('utf8')
      rest.take(BREAK.length)
      return headersOf(text)
    }
    await rest.more()
  }
}

/**
 * The parts of a multipart/form-data body in the order in which they come, as a stream. Throws
 * INPUT_INVALID for what is not such a form.
 */
export async function* readForm(
  body: Readable,
  contentType: string | undefined,
): AsyncGenerator<FormPart, void> {
  const boundary = Buffer.from(`\r\n--${boundaryOf(contentType)}`)
  const rest = new Rest(body)
  try {
    yield* partsOf(rest, boundary)
  } finally {
    await rest.leave()
  }
}

async function* partsOf(rest: Rest, boundary: Buffer): AsyncGenerator<FormPart, void> {
  await rest.reach(boundary.length - 2)
  if (!rest.take(boundary.length - 2).equals(boundary.subarray(2)))
    throw broken('does not begin with its boundary')
  for (let parts = 0; ; parts += 1) {
    await rest.reach(2)
    const sign = rest.take(2).toString('latin1')
    if (sign === '--') return
    if (sign !== '\r\n') throw broken('has text behind a boundary')
    if (parts === MOST_PARTS) throw broken('has too many parts')
    const headers = await readHeaders(rest)
    const disposition = headers.get('content-disposition') ?? ''
    const name = /^form-data\s*;/i.test(disposition) ? parameterOf(disposition, 'name') : null
    if (name === null) throw broken('has a part without a name')
    const bytes = bytesUntil(rest, boundary)
    yield {
      name,
      filename: parameterOf(disposition, 'filename'),
      type: (headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '',
      bytes,
    }
    // The part of the body that was not read.
    for await (const _unread of bytes);
    rest.take(boundary.length)
  }
}
