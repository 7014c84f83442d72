import { type FileHandle, open, stat } from 'node:fs/promises'
import { vi } from 'vitest'

export interface WatchedHandles {
  /** Whether the file or folder that is now at this path was flushed to the disk. */
  isFlushed(path: string): Promise<boolean>
  /** Number of files and folders that were written, flushed or streamed and are still open. */
  openCount(): number
  /** Forgets what was flushed so far. */
  startAgain(): void
}

/**
 * Watches what the code under test does with Node's file handles, which all do their real work.
 * `vi.restoreAllMocks()` ends it.
 * @param afterWork runs after each flush, and after each content written
 */
export const watchHandles = async (
  afterWork: () => Promise<void> = async () => undefined,
): Promise<WatchedHandles> => {
  const some = await open(import.meta.filename, 'r')
  const handles = Object.getPrototypeOf(some) as FileHandle
  await some.close()
  const used = new Set<FileHandle>()
  const flushed = new Set<number>()
  const { sync, writeFile, createReadStream } = handles
  vi.spyOn(handles, 'sync').mockImplementation(async function (this: FileHandle) {
    used.add(this)
    await sync.call(this)
    flushed.add((await this.stat()).ino)
    await afterWork()
  })
  vi.spyOn(handles, 'writeFile').mockImplementation(async function (this: FileHandle, ...content) {
    used.add(this)
    await writeFile.apply(this, content)
    await afterWork()
  })
  vi.spyOn(handles, 'createReadStream').mockImplementation(function (this: FileHandle, options) {
    used.add(this)
    return createReadStream.call(this, options)
  })
  return {
    isFlushed: async (path) => flushed.has((await stat(path)).ino),
    // Node gives a closed handle the number -1.
    openCount: () => [...used].filter(({ fd }) => fd !== -1).length,
    startAgain: () => flushed.clear(),
  }
}
