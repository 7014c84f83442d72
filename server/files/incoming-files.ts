import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { FILE_LIMITS } from '#schema/tables/file-types.ts'
import type { PartCopy } from './blob-store.ts'

export const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'

export const missingBytes = (): Error =>
  Object.assign(new Error('The bytes are missing'), { code: 'ENOENT' })

/** Passes over a file that is gone, or there already, because another process was faster. */
export const unlessMissing = (error: unknown): undefined => {
  if (isMissing(error) || (error instanceof Error && 'code' in error && error.code === 'EEXIST'))
    return undefined
  throw error
}

const INCOMING = 'incoming-'

/** Files in a folder of this server's disk that are written once and belong to one request. */
export class IncomingFiles {
  readonly #dir: string

  constructor(dir: string) {
    this.#dir = dir
  }

  async open(): Promise<{ path: string; handle: FileHandle }> {
    const path = join(this.#dir, `${INCOMING}${randomUUID()}`)
    await mkdir(this.#dir, { recursive: true })
    return { path, handle: await open(path, 'wx+') }
  }
  async drop(path: string): Promise<void> {
    await rm(path, { force: true })
  }

  /** Writes the bytes into a new file, flushes it, and tells what they are. */
  async copy(pieces: AsyncIterable<Buffer>): Promise<PartCopy> {
    const { path, handle } = await this.open()
    try {
      const hash = createHash('sha256')
      let bytes = 0
      for await (const piece of pieces) {
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
      await this.drop(path)
      throw error
    } finally {
      await handle.close()
    }
  }

  /** Removes files of the folder that were last written before `before`, in ms since the epoch. */
  async dropOld(before: number, prefix = ''): Promise<void> {
    const names = (await readdir(this.#dir).catch(unlessMissing)) ?? []
    for (const name of names.filter((one) => one.startsWith(prefix))) {
      const path = join(this.#dir, name)
      const found = await stat(path).catch(() => null)
      if (found !== null && found.mtimeMs < before) await rm(path, { force: true })
    }
  }
  /** Like `dropOld`, but leaves partial uploads. */
  dropOldIncoming(before: number): Promise<void> {
    return this.dropOld(before, INCOMING)
  }
}

export const isDiskFull = (error: unknown): boolean =>
  ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException | null)?.code ?? '')

/** Writes a file, because a full or read-only disk can still be read. */
export const checkFolder = async (dir: string): Promise<void> => {
  await mkdir(dir, { recursive: true })
  const path = join(dir, `.ready-${randomUUID()}`)
  const file = await open(path, 'wx')
  try {
    await file.writeFile('ready')
  } finally {
    await file.close()
    await rm(path, { force: true })
  }
}
