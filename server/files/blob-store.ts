import { createHash, randomUUID } from 'node:crypto'
import { constants, createReadStream, type ReadStream } from 'node:fs'
import { type FileHandle, link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { FILE_LIMITS } from '#schema/tables/file-types.ts'

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** Passes over a file that is gone, or there already, because another process was faster. */
const unlessMissing = (error: unknown): undefined => {
  if (isMissing(error) || (error instanceof Error && 'code' in error && error.code === 'EEXIST'))
    return undefined
  throw error
}

export interface PartCopy {
  path: string
  bytes: number
  sha256: string
  /** The first bytes, which tell the kind of file. */
  head: Uint8Array
}

/** A rename is durable only after an fsync of its folder. */
const syncFolder = async (path: string): Promise<void> => {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/**
 * Files stored under the SHA-256 of their bytes, in a folder that is not served. Each sender has
 * separate partial uploads, so that an upload reveals nothing about the files of others. Several
 * server processes share the folder as they share the database.
 */
export class BlobStore {
  readonly #dir: string

  constructor(dir: string) {
    this.#dir = dir
  }

  #path(sha256: string): string {
    return join(this.#dir, 'whole', sha256.slice(0, 2), sha256)
  }
  #partPath(userId: number, sha256: string): string {
    return join(this.#dir, 'parts', `${userId}-${sha256}`)
  }

  /** Number of bytes of an upload received so far; 0 if it has not begun. */
  async received(userId: number, sha256: string): Promise<number> {
    try {
      return (await stat(this.#partPath(userId, sha256))).size
    } catch (error) {
      if (isMissing(error)) return 0
      throw error
    }
  }

  /**
   * Opens a partial upload; the caller writes at positions and closes it. Several processes may
   * write one upload: they write the same bytes at the same positions.
   */
  async openPart(userId: number, sha256: string): Promise<FileHandle> {
    const path = this.#partPath(userId, sha256)
    await mkdir(dirname(path), { recursive: true })
    return await open(path, constants.O_RDWR | constants.O_CREAT)
  }

  /**
   * Opens a file for bytes whose hash is not known yet; the caller closes it. dropOldParts removes
   * a file left over from a crash.
   */
  async openIncoming(): Promise<{ path: string; handle: FileHandle }> {
    const path = join(this.#dir, 'parts', `incoming-${randomUUID()}`)
    await mkdir(dirname(path), { recursive: true })
    return { path, handle: await open(path, 'wx+') }
  }
  async dropIncoming(path: string): Promise<void> {
    await rm(path, { force: true })
  }
  /** Turns an incoming file into the sender's partial upload, as if it had arrived in pieces. */
  async adoptIncoming(path: string, userId: number, sha256: string): Promise<void> {
    await rename(path, this.#partPath(userId, sha256))
  }

  async dropPart(userId: number, sha256: string): Promise<void> {
    await rm(this.#partPath(userId, sha256), { force: true })
  }

  /**
   * Copies a whole upload into a file that no other process writes, so that what is checked is what
   * is kept, and flushes it to the disk.
   * @returns null if another process has taken the upload in the meantime
   */
  async copyPart(userId: number, sha256: string): Promise<PartCopy | null> {
    const part = await open(this.#partPath(userId, sha256), 'r').catch(unlessMissing)
    if (part === undefined) return null
    try {
      return await this.#copy(part)
    } finally {
      await part.close()
    }
  }

  async #copy(part: FileHandle): Promise<PartCopy> {
    const { path, handle } = await this.openIncoming()
    try {
      const hash = createHash('sha256')
      let bytes = 0
      const pieces = part.createReadStream({ start: 0, autoClose: false })
      for await (const piece of pieces as AsyncIterable<Buffer>) {
        hash.update(piece)
        bytes += piece.length
        await handle.appendFile(piece)
      }
      await handle.sync()
      const { buffer, bytesRead } = await handle.read(
        Buffer.alloc(FILE_LIMITS.headBytes),
        0,
        FILE_LIMITS.headBytes,
        0,
      )
      return { path, bytes, sha256: hash.digest('hex'), head: buffer.subarray(0, bytesRead) }
    } catch (error) {
      await this.dropIncoming(path)
      throw error
    } finally {
      await handle.close()
    }
  }

  readCopy(path: string): ReadStream {
    return createReadStream(path)
  }

  /**
   * Makes a checked file permanent. If the same bytes are stored already, the rename replaces them,
   * which costs no more than a check would. The database must have the file before, so that
   * `removeUnless` leaves it.
   */
  async keep(incoming: string, sha256: string): Promise<void> {
    const path = this.#path(sha256)
    const isNewFolder = (await mkdir(dirname(path), { recursive: true })) !== undefined
    await rename(incoming, path)
    await syncFolder(dirname(path))
    if (isNewFolder)
      for (const parent of [dirname(dirname(path)), this.#dir]) await syncFolder(parent)
  }

  read(sha256: string): ReadStream {
    return createReadStream(this.#path(sha256))
  }
  async size(sha256: string): Promise<number | null> {
    try {
      return (await stat(this.#path(sha256))).size
    } catch (error) {
      if (isMissing(error)) return null
      throw error
    }
  }
  /** Removes bytes that no process can store at the same time. */
  async remove(sha256: string): Promise<void> {
    await rm(this.#path(sha256), { force: true })
  }

  /**
   * Removes bytes that the database no longer has, unless it has them again. A sender may store the
   * same bytes at any moment, and this process may stop at any line:
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

  /** Removes uploads without progress since `before`, in ms since the epoch. */
  async dropOldParts(before: number): Promise<void> {
    const folder = join(this.#dir, 'parts')
    const names = (await readdir(folder).catch(unlessMissing)) ?? []
    for (const name of names) {
      const path = join(folder, name)
      const found = await stat(path).catch(() => null)
      if (found !== null && found.mtimeMs < before) await rm(path, { force: true })
    }
  }
}
