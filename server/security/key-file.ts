import { randomUUID } from 'node:crypto'
import { link, mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type Keys, parseKeys, textOfKeys } from './keys.ts'

/** Name of the key file in DATA_DIR, unless KEYS_FILE is set. */
export const KEYS_FILE_NAME = 'keys.json'
const MODE = 0o600
const FOLDER_MODE = 0o700

const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined

/** null if there is no file. */
export const readKeyFile = async (path: string): Promise<Keys | null> => {
  try {
    return parseKeys(await readFile(path, 'utf8'), path)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
}

/**
 * Writes the complete file under a temporary name and flushes it.
 * @returns the temporary path
 */
const written = async (path: string, keys: Keys): Promise<string> => {
  await mkdir(dirname(path), { recursive: true, mode: FOLDER_MODE })
  const temporary = `${path}.${randomUUID()}`
  const file = await open(temporary, 'wx', MODE)
  try {
    await file.writeFile(textOfKeys(keys))
    await file.sync()
  } finally {
    await file.close()
  }
  return temporary
}
const syncFolderOf = async (path: string): Promise<void> => {
  const folder = await open(dirname(path), 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/**
 * Creates the file unless it exists; a crash leaves either the complete file or none.
 * @returns the content of the file, which another process may have created first
 */
export const createKeyFile = async (path: string, keys: Keys): Promise<Keys> => {
  const temporary = await written(path, keys)
  try {
    await link(temporary, path)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  } finally {
    await rm(temporary, { force: true })
  }
  await syncFolderOf(path)
  return (await readKeyFile(path)) ?? keys
}

/** Replaces the file; the former file stays until the new one is on the disk. */
export const replaceKeyFile = async (path: string, keys: Keys): Promise<void> => {
  const temporary = await written(path, keys)
  try {
    await rename(temporary, path)
  } finally {
    await rm(temporary, { force: true })
  }
  await syncFolderOf(path)
}
