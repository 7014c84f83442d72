import { execFile } from 'node:child_process'
import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

export interface SmallDisk {
  readonly dir: string
  /** Fills all remaining space. */
  fill(): Promise<void>
  free(): Promise<void>
  remove(): Promise<void>
}

/**
 * Mounts a separate file system in memory.
 * @returns the disk, or the reason as text why it cannot be mounted
 */
export const mountSmallDisk = async (
  dir: string,
  megabytes: number,
): Promise<SmallDisk | string> => {
  await mkdir(dir, { recursive: true })
  const refused = await run('mount', [
    '-t',
    'tmpfs',
    '-o',
    `size=${megabytes}m`,
    'tmpfs',
    dir,
  ]).then(
    () => null,
    (error: Error) => error.message,
  )
  if (refused !== null) return `no file system can be mounted here: ${refused}`
  const ballast = join(dir, 'ballast')
  return {
    dir,
    fill: async () => {
      const file = await open(ballast, 'w')
      const more = (): Promise<boolean> =>
        file.appendFile(Buffer.alloc(4_096)).then(
          () => true,
          () => false,
        )
      while (await more());
      await file.close()
    },
    free: () => rm(ballast, { force: true }),
    remove: async () => {
      await run('umount', ['-l', dir])
      await rm(dir, { recursive: true })
    },
  }
}
