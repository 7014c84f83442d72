import { ImportFileError } from './import-file-error.ts'
import { IMPORT_LIMITS } from './import-limits.ts'

export const TEXT_FILE = /\.(?:json|jsonc|ya?ml)$/i

/**
 * Refuses files that cannot be read together, by their names.
 * @throws ImportFileError
 */
export const checkNames = (names: readonly string[]): void => {
  const found = names.length
  if (found > IMPORT_LIMITS.files)
    throw new ImportFileError('tooManyFiles', { limit: IMPORT_LIMITS.files, found })
  const other = names.find((name) => !TEXT_FILE.test(name))
  if (found > 1 && other !== undefined) throw new ImportFileError('mixedFiles', { inFile: other })
}

/** Loads one file after the other, so that a person can stop it between two of them. */
export const contentsOf = async (
  files: readonly File[],
  signal: AbortSignal,
): Promise<{ fileName: string; bytes: ArrayBuffer }[]> => {
  checkNames(files.map(({ name }) => name))
  const found = files.reduce((sum, { size }) => sum + size, 0)
  if (found > IMPORT_LIMITS.fileBytes)
    throw new ImportFileError('tooBig', { limit: IMPORT_LIMITS.fileBytes, found })
  const contents: { fileName: string; bytes: ArrayBuffer }[] = []
  for (const file of files) {
    signal.throwIfAborted()
    // A dropped folder, or a file that has been removed since it was chosen, fails here.
    const bytes = await file.arrayBuffer().catch(() => {
      throw new ImportFileError('unreadable', { inFile: file.name })
    })
    contents.push({ fileName: file.name, bytes })
  }
  return contents
}
