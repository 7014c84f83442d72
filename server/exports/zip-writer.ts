import { Zip, ZipDeflate } from 'fflate'
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

/** Writes a ZIP entry by entry; holds no more than one piece of text in memory. */
export class ZipWriter {
  readonly #zip: Zip
  readonly #sink: Sink
  #chunks: Uint8Array[] = []
  #failure: Error | null = null
  #entry: { file: ZipDeflate; text: TextPieces } | null = null

  constructor(sink: Sink) {
    this.#sink = sink
    this.#zip = new Zip((error, chunk) => {
      if (error !== null) this.#failure = error
      else this.#chunks.push(chunk)
    })
  }

  /** Ends the entry before. */
  async entry(name: string): Promise<TextPieces> {
    await this.#endEntry()
    const file = new ZipDeflate(name, { level: 6 })
    this.#zip.add(file)
    const text = new TextPieces(async (bytes) => {
      file.push(bytes)
      await this.#drain()
    })
    this.#entry = { file, text }
    return text
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
    file.push(new Uint8Array(), true)
    await this.#drain()
  }

  async #drain(): Promise<void> {
    if (this.#failure !== null) throw this.#failure
    const chunks = this.#chunks
    this.#chunks = []
    for (const chunk of chunks) await this.#sink.write(chunk)
  }
}
