import { chmodSync, lstatSync, readdirSync } from 'node:fs'
import { chmod, mkdir, realpath, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative, resolve, sep } from 'node:path'
import type { FilesPlace } from './files/open-store.ts'

/** Permission bits of the group and of others. */
const OTHERS = 0o077
const OWN_FOLDER = 0o700
/** Umask of this process: new folders get 0700, new files 0600. */
export const PRIVATE_UMASK = OTHERS

interface PrivatePaths {
  dataDir: string
  keysFile: string
  isProduction: boolean
  /** Where attached files lie: a folder may be outside of DATA_DIR. */
  files: FilesPlace
}

/**
 * Keeps DATA_DIR and the key file private to the service's user. In production wider permissions
 * prevent the start, so that the operator notices that others could have read the files.
 */
export const keepPrivate = async ({
  dataDir,
  keysFile,
  isProduction,
  files,
}: PrivatePaths): Promise<void> => {
  await mkdir(dataDir, { recursive: true, mode: OWN_FOLDER })
  await refuseShared(dataDir)
  // Windows has no such permissions.
  const userId = process.getuid?.()
  if (userId === undefined) return
  await narrow(dataDir, { name: 'DATA_DIR', isProduction })
  if (files.kind === 'folder' && !isInside(dataDir, files.dir))
    await narrow(files.dir, { name: 'The folder of FILES_URL', isProduction })
  await narrow(keysFile, { name: 'The key file', isProduction })
  narrowAll(dataDir, userId)
}

const isInside = (folder: string, path: string): boolean =>
  !relative(folder, path).split(sep).includes('..')

const refuseShared = async (dataDir: string): Promise<void> => {
  const path = await realpath(dataDir)
  const shared = await realpath(tmpdir()).catch(() => resolve(tmpdir()))
  if (!['/', '/tmp', '/var/tmp', shared].includes(path)) return
  throw new Error(
    `DATA_DIR ${path} belongs to the whole machine: name a folder of the server's own`,
  )
}

const isWide = (mode: number): boolean => (mode & OTHERS) !== 0
const modeOf = async (path: string): Promise<number | null> => {
  const found = await stat(path).catch(() => null)
  return found === null ? null : found.mode & 0o777
}

const narrow = async (
  path: string,
  { name, isProduction }: { name: string; isProduction: boolean },
): Promise<void> => {
  const mode = await modeOf(path)
  if (mode === null || !isWide(mode)) return
  const own = mode & ~OTHERS
  const isDone =
    !isProduction &&
    (await chmod(path, own).then(
      () => true,
      () => false,
    ))
  if (isDone) return
  const octal = (value: number): string => value.toString(8).padStart(4, '0')
  throw new Error(
    `${name} ${resolve(path)} has mode ${octal(mode)}: other users of this machine can reach what ` +
      `it holds. Run: chmod ${octal(own)} '${resolve(path)}'`,
  )
}

/**
 * Narrows the permissions of all files and folders inside. Skips what another user owns, because
 * the folder itself keeps others out. Synchronous: nothing else runs yet, and 100,000 files take a
 * fraction of the time.
 */
const narrowAll = (folder: string, userId: number): void => {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    try {
      const found = lstatSync(path)
      if (found.isSymbolicLink() || found.uid !== userId) continue
      if (isWide(found.mode)) chmodSync(path, found.mode & 0o777 & ~OTHERS)
      if (found.isDirectory()) narrowAll(path, userId)
    } catch (error) {
      // Another process may have removed it.
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
    }
  }
}
