import type { Readable } from 'node:stream'
import type { BlobStore } from '../files/blob-store.ts'

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

type Store = Pick<
  BlobStore,
  | 'openIncoming'
  | 'dropIncoming'
  | 'dropOldIncoming'
  | 'keepExport'
  | 'readExport'
  | 'removeExport'
  | 'listExports'
>

export const exportFileName = ({ id, attempt }: ExportFile): string => `${id}.${attempt}`

/** Files of exports in the store of all servers; they are written on the disk of one server first. */
export class ExportFiles {
  readonly #store: Store

  constructor(store: Store) {
    this.#store = store
  }

  /** Runs `work` on a new file, stores it and returns its bytes; nothing is left if `work` fails. */
  async write(file: ExportFile, work: (sink: Sink) => Promise<void>): Promise<number> {
    const { path, handle } = await this.#store.openIncoming()
    let bytes = 0
    try {
      await work({
        write: async (piece) => {
          await handle.writeFile(piece)
          bytes += piece.byteLength
        },
      })
      await handle.sync()
      await this.#store.keepExport(path, exportFileName(file))
    } finally {
      await handle.close()
      await this.#store.dropIncoming(path)
    }
    return bytes
  }

  /** @returns null if the file is gone */
  async read(file: ExportFile): Promise<{ bytes: number; content: Readable } | null> {
    return await this.#store.readExport(exportFileName(file))
  }

  async remove(file: ExportFile): Promise<void> {
    await this.#store.removeExport(exportFileName(file))
  }

  async list(): Promise<ExportFile[]> {
    return (await this.#store.listExports()).flatMap((name) => {
      const [, id, attempt] = /^(.+)\.(\d+)$/.exec(name) ?? []
      return id === undefined ? [] : [{ id, attempt: Number(attempt) }]
    })
  }

  /** Removes files that a server which ended has left half written, before `before` (ms). */
  async dropUnfinished(before: number): Promise<void> {
    await this.#store.dropOldIncoming(before)
  }
}
