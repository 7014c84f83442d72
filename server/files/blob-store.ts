import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, type ReadStream } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { FILE_LIMITS } from '#schema/tables/file-types.ts'

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'

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

  /** Opens a partial upload for appending; the caller closes it. */
  async openPart(userId: number, sha256: string): Promise<FileHandle> {
    const path = this.#partPath(userId, sha256)
    await mkdir(dirname(path), { recursive: true })
    return await open(path, 'a+')
  }

  /**
   * Opens a file for bytes whose hash is not known yet; the caller closes it. dropOldParts removes
   * a file left over from a crash.
   */
  async openIncoming(): Promise<{ path: string; handle: FileHandle }> {
    const path = join(this.#dir, 'parts', `incoming-${randomUUID()}`)
    await mkdir(dirname(path), { recursive: true })
    return { path, handle: await open(path, 'wx') }
  }
  async dropIncoming(path: string): Promise<void> {
    await rm(path, { force: true })
  }
  /** Turns an incoming file into the sender's partial upload, as if it had arrived in pieces. */
  async adoptIncoming(path: string, userId: number, sha256: string): Promise<void> {
    await rename(path, this.#partPath(userId, sha256))
  }

  readPart(userId: number, sha256: string): ReadStream {
    return createReadStream(this.#partPath(userId, sha256))
  }

  async dropPart(userId: number, sha256: string): Promise<void> {
    await rm(this.#partPath(userId, sha256), { force: true })
  }

  /**
   * Reads a whole partial upload and returns its hash and its first bytes. Flushes its bytes to the
   * disk first.
   */
  async examinePart(userId: number, sha256: string): Promise<{ sha256: string; head: Uint8Array }> {
    const part = await open(this.#partPath(userId, sha256), 'r+')
    try {
      await part.sync()
      const hash = createHash('sha256')
      for await (const piece of part.createReadStream({ start: 0, autoClose: false }))
        hash.update(piece as Buffer)
      const { buffer, bytesRead } = await part.read(
        Buffer.alloc(FILE_LIMITS.headBytes),
        0,
        FILE_LIMITS.headBytes,
        0,
      )
      return { sha256: hash.digest('hex'), head: buffer.subarray(0, bytesRead) }
    } finally {
      await part.close()
    }
  }

  /**
   * Makes a checked upload permanent. If the same bytes are stored already, the rename replaces
   * them, which costs no more than a check would.
   */
  async keepPart(userId: number, sha256: string): Promise<void> {
    const path = this.#path(sha256)
    const isNewFolder = (await mkdir(dirname(path), { recursive: true })) !== undefined
    await rename(this.#partPath(userId, sha256), path)
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
  async remove(sha256: string): Promise<void> {
    await rm(this.#path(sha256), { force: true })
  }

  /** Removes uploads without progress since `before`, in ms since the epoch. */
  async dropOldParts(before: number): Promise<void> {
    const folder = join(this.#dir, 'parts')
    const names = await readdir(folder).catch((error: unknown) => {
      if (isMissing(error)) return []
      throw error
    })
    for (const name of names) {
      const path = join(folder, name)
      const found = await stat(path).catch(() => null)
      if (found !== null && found.mtimeMs < before) await rm(path, { force: true })
    }
  }
}
