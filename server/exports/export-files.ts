import { createReadStream, type ReadStream } from 'node:fs'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** The file of one attempt at an export. Attempts never share a file, so none can overwrite another's. */
export interface ExportFile {
  id: string
  attempt: number
}

/** Takes bytes in order; a full disk rejects. */
export interface Sink {
  write(bytes: Uint8Array): Promise<void>
}

/** The stored files of attachments, by their SHA-256. */
export interface StoredFiles {
  read(sha256: string): AsyncIterable<Uint8Array>
}

/** Files of exports in a private folder that is not served. Several server processes share it. */
export class ExportFiles {
  readonly #dir: string

  constructor(dir: string) {
    this.#dir = dir
  }

  #path({ id, attempt }: ExportFile): string {
    return join(this.#dir, `${id}.${attempt}`)
  }

  /** Runs `work` on a new file and returns its bytes; deletes the file if `work` fails. */
  async write(file: ExportFile, work: (sink: Sink) => Promise<void>): Promise<number> {
    await mkdir(this.#dir, { recursive: true, mode: 0o700 })
    const handle = await open(this.#path(file), 'w', 0o600)
    let bytes = 0
    try {
      await work({
        write: async (piece) => {
          await handle.writeFile(piece)
          bytes += piece.byteLength
        },
      })
      await handle.sync()
    } catch (error) {
      await handle.close()
      await this.remove(file)
      throw error
    }
    await handle.close()
    return bytes
  }

  /** @returns null if the file is gone */
  async read(file: ExportFile): Promise<{ bytes: number; content: ReadStream } | null> {
    const found = await stat(this.#path(file)).catch(() => null)
    return found === null
      ? null
      : { bytes: found.size, content: createReadStream(this.#path(file)) }
  }

  async remove(file: ExportFile): Promise<void> {
    await rm(this.#path(file), { force: true })
  }

  async list(): Promise<ExportFile[]> {
    const names = await readdir(this.#dir).catch(() => [])
    return names.flatMap((name) => {
      const [, id, attempt] = /^(.+)\.(\d+)$/.exec(name) ?? []
      return id === undefined ? [] : [{ id, attempt: Number(attempt) }]
    })
  }
}
