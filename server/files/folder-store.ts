import { randomUUID } from 'node:crypto'
import { constants, createReadStream, type ReadStream } from 'node:fs'
import { type FileHandle, link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import type { BlobStore, PartCopy } from './blob-store.ts'
import {
  checkFolder,
  IncomingFiles,
  isMissing,
  missingBytes,
  unlessMissing,
} from './incoming-files.ts'

/** A rename is durable only after an fsync of its folder. */
const syncFolder = async (path: string): Promise<void> => {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** A file changes its place twice while a removal puts it back. */
const MOST_SEARCHES = 3

/** Files in a folder that is not served, which several servers share. */
export class FolderStore implements BlobStore {
  readonly #dir: string
  readonly #incoming: IncomingFiles

  constructor(dir: string) {
    this.#dir = dir
    this.#incoming = new IncomingFiles(join(dir, 'parts'))
  }

  #path(sha256: string): string {
    return join(this.#dir, 'whole', sha256.slice(0, 2), sha256)
  }
  #partPath(userId: number, sha256: string): string {
    return join(this.#dir, 'parts', `${userId}-${sha256}`)
  }

  async received(userId: number, sha256: string): Promise<number> {
    try {
      return (await stat(this.#partPath(userId, sha256))).size
    } catch (error) {
      if (isMissing(error)) return 0
      throw error
    }
  }

  async openPart(userId: number, sha256: string): Promise<FileHandle> {
    const path = this.#partPath(userId, sha256)
    await mkdir(dirname(path), { recursive: true })
    return await open(path, constants.O_RDWR | constants.O_CREAT)
  }

  openIncoming(): Promise<{ path: string; handle: FileHandle }> {
    return this.#incoming.open()
  }
  dropIncoming(path: string): Promise<void> {
    return this.#incoming.drop(path)
  }
  async adoptIncoming(path: string, userId: number, sha256: string): Promise<void> {
    await rename(path, this.#partPath(userId, sha256))
  }

  async dropPart(userId: number, sha256: string): Promise<void> {
    await rm(this.#partPath(userId, sha256), { force: true })
  }

  async copyPart(userId: number, sha256: string): Promise<PartCopy | null> {
    const part = await open(this.#partPath(userId, sha256), 'r').catch(unlessMissing)
    if (part === undefined) return null
    try {
      const pieces = part.createReadStream({ start: 0, autoClose: false })
      return await this.#incoming.copy(pieces as AsyncIterable<Buffer>)
    } finally {
      await part.close()
    }
  }

  readCopy(path: string): ReadStream {
    return createReadStream(path)
  }

  /** A rename replaces bytes that are there, which costs no more than a check would. */
  keep(incoming: string, sha256: string): Promise<void> {
    return this.#place(incoming, this.#path(sha256))
  }

  async #place(incoming: string, path: string): Promise<void> {
    const isNewFolder = (await mkdir(dirname(path), { recursive: true })) !== undefined
    await rename(incoming, path)
    await syncFolder(dirname(path))
    if (isNewFolder)
      for (const parent of [dirname(dirname(path)), this.#dir]) await syncFolder(parent)
  }

  read(sha256: string): Readable {
    return Readable.from(this.#pieces(sha256), { objectMode: false })
  }
  async *#pieces(sha256: string): AsyncGenerator<Buffer, void> {
    const file = await this.#found(sha256, (path) => open(path, 'r'))
    if (file === null) throw missingBytes()
    // Closes the file at its end, and when the reader gives up.
    yield* file.createReadStream() as AsyncIterable<Buffer>
  }
  async size(sha256: string): Promise<number | null> {
    return (await this.#found(sha256, (path) => stat(path)))?.size ?? null
  }

  /** Finds a file also while a removal has set it aside, or puts it back at the same moment. */
  async #found<T>(sha256: string, at: (path: string) => Promise<T>): Promise<T | null> {
    for (let searches = 0; searches < MOST_SEARCHES; searches += 1) {
      const found = await at(this.#path(sha256)).catch(unlessMissing)
      if (found !== undefined) return found
      for (const aside of await this.#asides(sha256)) {
        const instead = await at(aside).catch(unlessMissing)
        if (instead !== undefined) return instead
      }
    }
    return null
  }
  async remove(sha256: string): Promise<void> {
    await rm(this.#path(sha256), { force: true })
  }

  /**
   * The states of a file, of which this process may reach any and no further:
   *
   *     whole/ab/<hash> ── set aside ──▶ whole/ab/<hash>.<random> ── in the database? ──▶ put back
   *                                                                        └─ no ──▶ removed
   *
   * A sender writes the row first and then its file. So a file that is set aside before the question
   * is either unused, or its row is there. Files that a crash left aside are treated alike.
   */
  async removeUnless(sha256: string, isUsed: () => Promise<boolean>): Promise<void> {
    const path = this.#path(sha256)
    if (!(await isUsed())) await rename(path, `${path}.${randomUUID()}`).catch(unlessMissing)
    const asides = await this.#asides(sha256)
    if (asides.length === 0) return
    if (await isUsed()) {
      for (const aside of asides) await link(aside, path).catch(unlessMissing)
      await syncFolder(dirname(path))
    }
    for (const aside of asides) await rm(aside, { force: true })
  }

  async #asides(sha256: string): Promise<string[]> {
    const folder = dirname(this.#path(sha256))
    const names = (await readdir(folder).catch(unlessMissing)) ?? []
    return names.filter((name) => name.startsWith(`${sha256}.`)).map((name) => join(folder, name))
  }

  dropOldParts(before: number): Promise<void> {
    return this.#incoming.dropOld(before)
  }

  dropOldIncoming(before: number): Promise<void> {
    return this.#incoming.dropOldIncoming(before)
  }

  #exportPath(name: string): string {
    return join(this.#dir, 'exports', name)
  }
  keepExport(incoming: string, name: string): Promise<void> {
    return this.#place(incoming, this.#exportPath(name))
  }
  async readExport(name: string): Promise<{ bytes: number; content: ReadStream } | null> {
    const path = this.#exportPath(name)
    const found = await stat(path).catch(unlessMissing)
    return found === undefined ? null : { bytes: found.size, content: createReadStream(path) }
  }
  async removeExport(name: string): Promise<void> {
    await rm(this.#exportPath(name), { force: true })
  }
  async listExports(): Promise<string[]> {
    return (await readdir(join(this.#dir, 'exports')).catch(unlessMissing)) ?? []
  }

  check(): Promise<void> {
    return checkFolder(this.#dir)
  }
}
