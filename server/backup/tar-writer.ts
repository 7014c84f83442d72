import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { END_BYTES, paddingOf, BLOCK, tarHeader } from './tar-header.ts'

/** What was stored under a name. */
export interface Stored {
  bytes: number
  sha256: string
}
type Push = (bytes: Uint8Array) => Promise<void>

/** Writes a tar file entry by entry; the size of an entry need not be known before its end. */
export class TarWriter {
  readonly #file: FileHandle
  readonly #writtenOn: number
  #at = 0

  /** @param writtenOn seconds since the epoch, the time of every entry */
  constructor(file: FileHandle, writtenOn: number) {
    this.#file = file
    this.#writtenOn = writtenOn
  }

  /** Removes what it has written of the entry if `work` throws, and throws on. */
  async entry(name: string, work: (push: Push) => Promise<void>): Promise<Stored> {
    const start = this.#at
    const hash = createHash('sha256')
    let bytes = 0
    this.#at = start + BLOCK
    try {
      await work(async (piece) => {
        hash.update(piece)
        await this.#write(piece)
        bytes += piece.length
      })
    } catch (error) {
      this.#at = start
      await this.#file.truncate(start)
      throw error
    }
    await this.#write(Buffer.alloc(paddingOf(bytes)))
    const header = tarHeader({ name, bytes, writtenOn: this.#writtenOn })
    await this.#file.write(header, 0, BLOCK, start)
    return { bytes, sha256: hash.digest('hex') }
  }

  async end(): Promise<void> {
    await this.#write(Buffer.alloc(END_BYTES))
  }

  async #write(bytes: Uint8Array): Promise<void> {
    let done = 0
    while (done < bytes.length) {
      const { bytesWritten } = await this.#file.write(bytes, done, bytes.length - done, this.#at)
      done += bytesWritten
      this.#at += bytesWritten
    }
  }
}
