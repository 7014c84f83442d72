import { on } from 'node:events'
import { finished, type Readable } from 'node:stream'
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy'
import { Refusal } from '#schema/refusal.ts'

/**
 * One part of a form: its name, its file name and type if it is a file, and its bytes. The caller
 * must read the bytes before it asks for the next part.
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

/** The arguments of the parser's event `file`; `name` is undefined for a part without a name. */
type FileEvent = [
  name: string | undefined,
  bytes: BusboyFileStream,
  filename: string | undefined,
  transferEncoding: string,
  type: string,
]

/** Throws INPUT_INVALID if the content type is not multipart/form-data or has no boundary. */
const parserOf = (contentType: string | undefined): BusboyInstance => {
  try {
    const parser = new Busboy({
      headers: { 'content-type': contentType ?? '' },
      // A file name may contain a slash; the schema of attachments decides which names are valid.
      preservePath: true,
      // The parser delivers every part as a stream, so no part is held in memory before it is read.
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
 * Yields the parts of a multipart/form-data body in their order, as streams. Skips parts without a
 * name. Neither ends nor destroys the body, because the answer uses the same connection. Throws
 * INPUT_INVALID for a malformed form, and the error of the body if the connection ends.
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
  // A part can fail before the loop below reads it, and the parser can fail after the loop has
  // ended.
  parser.on('error', () => undefined)
  parser.on('file', (_name, bytes) => bytes.on('error', fail))
  const files = on(parser, 'file', { close: ['finish'] })
  body.pipe(parser)
  try {
    for await (const [name, bytes, filename, , type] of files as AsyncIterable<FileEvent>) {
      current = bytes
      if (name !== undefined)
        yield { name, filename: plainName(filename), type, bytes: readBytes(bytes, body) }
      // Drain what the caller did not read of this part.
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

/** Keeps the error of an ended connection; any other error becomes a refusal of the form. */
const refusalOf = (error: unknown, body: Readable): unknown =>
  error === body.errored || error instanceof Refusal
    ? error
    : broken('ends in the middle of a part', error)

/** Browsers encode a quotation mark in a file name as %22. */
const plainName = (filename: string | undefined): string | null =>
  filename?.replaceAll('%22', '"') ?? null
