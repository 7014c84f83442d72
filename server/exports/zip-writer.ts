import { crc32, createDeflateRaw, type DeflateRaw } from 'node:zlib'
import { type AsyncFlateStreamHandler, Zip, type ZipInputFile } from 'fflate'
import type { Sink } from './export-files.ts'

/** Characters that are compressed and written together. */
const PIECE = 65_536
const encoder = new TextEncoder()

/** Joins texts to pieces and hands these on, so that a sink gets no tiny writes. */
export class TextPieces {
  #texts: string[] = []
  #length = 0
  readonly #write: (bytes: Uint8Array) => Promise<void>

  constructor(write: (bytes: Uint8Array) => Promise<void>) {
    this.#write = write
  }

  async add(text: string): Promise<void> {
    this.#texts.push(text)
    this.#length += text.length
    if (this.#length >= PIECE) await this.flush()
  }

  async flush(): Promise<void> {
    if (this.#length === 0) return
    const bytes = encoder.encode(this.#texts.join(''))
    this.#texts = []
    this.#length = 0
    await this.#write(bytes)
  }
}

const DEFLATED = 8

/**
 * An entry that zlib compresses outside the main thread. Its buffers go with its end, which matters
 * for an archive of a thousand entries: the archive keeps every entry until its own end.
 */
class DeflatedEntry implements ZipInputFile {
  readonly filename: string
  readonly compression = DEFLATED
  readonly mtime: Date
  crc = 0
  size = 0
  ondata?: AsyncFlateStreamHandler
  #deflate: DeflateRaw | null

  constructor(filename: string, mtime: Date) {
    this.filename = filename
    this.mtime = mtime
    this.#deflate = createDeflateRaw()
    this.#deflate.on('data', (chunk: Uint8Array<ArrayBuffer>) => this.ondata?.(null, chunk, false))
  }

  async push(bytes: Uint8Array): Promise<void> {
    this.crc = crc32(bytes, this.crc)
    this.size += bytes.length
    await new Promise<void>((resolve, reject) =>
      this.#deflate?.write(bytes, (error) => (error == null ? resolve() : reject(error))),
    )
  }

  async end(): Promise<void> {
    const deflate = this.#deflate
    await new Promise<void>((resolve, reject) => {
      deflate?.once('end', resolve).once('error', reject).end()
    })
    // Otherwise its buffers stay until the next collection of garbage.
    deflate?.destroy()
    this.#deflate = null
    this.ondata?.(null, new Uint8Array(), true)
  }
}

/** Writes a ZIP entry by entry; holds no more than one piece of text in memory. */
export class ZipWriter {
  readonly #zip: Zip
  readonly #sink: Sink
  #chunks: Uint8Array[] = []
  #failure: Error | null = null
  #entry: { file: DeflatedEntry; text: TextPieces } | null = null
  readonly #hasTimes: boolean

  /** @param hasTimes false = every entry has the first time of the format, for equal bytes */
  constructor(sink: Sink, { hasTimes = true }: { hasTimes?: boolean } = {}) {
    this.#sink = sink
    this.#hasTimes = hasTimes
    this.#zip = new Zip((error, chunk) => {
      if (error !== null) this.#failure = error
      else this.#chunks.push(chunk)
    })
  }

  /** Ends the entry before. */
  async entry(name: string): Promise<TextPieces> {
    const file = await this.#open(name)
    const text = new TextPieces(async (bytes) => {
      await file.push(bytes)
      await this.#drain()
    })
    this.#entry = { file, text }
    return text
  }

  /** Writes an entry of bytes and ends it. */
  async bytes(
    name: string,
    work: (push: (bytes: Uint8Array) => Promise<void>) => Promise<void>,
  ): Promise<void> {
    const file = await this.#open(name)
    await work(async (bytes) => {
      await file.push(bytes)
      await this.#drain()
    })
    await file.end()
    await this.#drain()
  }

  async #open(name: string): Promise<DeflatedEntry> {
    await this.#endEntry()
    const file = new DeflatedEntry(name, this.#hasTimes ? new Date() : new Date(1980, 0, 1))
    this.#zip.add(file)
    return file
  }

  async end(): Promise<void> {
    await this.#endEntry()
    this.#zip.end()
    await this.#drain()
  }

  async #endEntry(): Promise<void> {
    if (this.#entry === null) return
    const { file, text } = this.#entry
    this.#entry = null
    await text.flush()
    await file.end()
    await this.#drain()
  }

  async #drain(): Promise<void> {
    if (this.#failure !== null) throw this.#failure
    const chunks = this.#chunks
    this.#chunks = []
    for (const chunk of chunks) await this.#sink.write(chunk)
  }
}
