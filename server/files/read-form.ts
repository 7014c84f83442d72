import { on } from 'node:events'
import { finished, type Readable } from 'node:stream'
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy'
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

const broken = (problem: string, cause?: unknown): Refusal =>
  new Refusal('INPUT_INVALID', { field: 'body', detail: { field: 'body', problem }, cause })

/** As the parser sends it; a part without a name has none. */
type FileEvent = [
  name: string | undefined,
  bytes: BusboyFileStream,
  filename: string | undefined,
  transferEncoding: string,
  type: string,
]

/** Throws INPUT_INVALID for a type that is no form or names no boundary. */
const parserOf = (contentType: string | undefined): BusboyInstance => {
  try {
    const parser = new Busboy({
      headers: { 'content-type': contentType ?? '' },
      // A name may hold a slash; what may be a name is decided by the schema of attachments.
      preservePath: true,
      // Every part comes as a stream, so none is held in memory before it is asked for.
      isPartAFile: () => true,
      limits: { parts: MOST_PARTS, headerSize: HEADER_BYTES },
    })
    parser.once('partsLimit', () => parser.destroy(broken('has too many parts')))
    return parser
  } catch (cause) {
    throw broken('is no form', cause)
  }
}

/**
 * Yields the parts of a multipart/form-data body in the order in which they come, as streams. A
 * part without a name is passed over. The body is neither ended nor destroyed: the answer goes out
 * by the same connection. Throws INPUT_INVALID for what is not such a form, and the body's own
 * error where the connection ends.
 */
export async function* readForm(
  body: Readable,
  contentType: string | undefined,
): AsyncGenerator<FormPart, void> {
  const parser = parserOf(contentType)
  let current: BusboyFileStream | undefined
  const fail = (error: Error): void => {
    current?.destroy(error)
    parser.destroy(error)
  }
  const unwatch = finished(body, { writable: false }, (error) => {
    if (error) fail(error)
  })
  // A part may fail before the loop below takes it, and the parser after the loop was left.
  parser.on('error', () => undefined)
  parser.on('file', (_name, bytes) => bytes.on('error', fail))
  const files = on(parser, 'file', { close: ['finish'] })
  body.pipe(parser)
  try {
    for await (const [name, bytes, filename, , type] of files as AsyncIterable<FileEvent>) {
      current = bytes
      if (name !== undefined)
        yield { name, filename: plainName(filename), type, bytes: readBytes(bytes, body) }
      // The part of the body that was not read.
      bytes.resume()
    }
  } catch (error) {
    throw refusalOf(error, body)
  } finally {
    unwatch()
    body.unpipe(parser)
    parser.destroy()
  }
}

async function* readBytes(bytes: BusboyFileStream, body: Readable): AsyncGenerator<Buffer, void> {
  try {
    yield* bytes
  } catch (error) {
    throw refusalOf(error, body)
  }
}

/** The error of a connection that ended stays as it is. */
const refusalOf = (error: unknown, body: Readable): unknown =>
  error === body.errored || error instanceof Refusal
    ? error
    : broken('ends in the middle of a part', error)

/** Browsers write a quotation mark in a name as %22. */
const plainName = (filename: string | undefined): string | null =>
  filename?.replaceAll('%22', '"') ?? null
