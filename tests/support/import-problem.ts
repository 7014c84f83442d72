import {
  type FileProblem,
  ImportFileError,
} from '../../client/features/import/import-file-error.ts'

/** The first problem for which the import refuses a file; null = it reads the file. */
export const importProblemOf = (work: () => unknown): FileProblem | null => {
  try {
    work()
    return null
  } catch (error) {
    if (!(error instanceof ImportFileError)) throw error
    return error.problems[0] ?? null
  }
}
