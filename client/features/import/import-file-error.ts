import { REQIF_ERRORS } from '#schema/rules/reqif/reqif-model.ts'
import { TEXT_ERRORS } from '#schema/rules/texts/text-value.ts'

/**
 * Why a file cannot be read at all. `where` is a cell address or a line number, as an editor shows
 * it.
 */
export const FILE_ERROR_CODES = [
  'notSpreadsheet',
  'encrypted',
  'empty',
  'tooBig',
  'zipBomb',
  'tooManyRows',
  'tooManyColumns',
  'tooManyCells',
  'brokenZip',
  'brokenQuotes',
  'tooSlow',
  ...REQIF_ERRORS,
  'noReqifInside',
  ...TEXT_ERRORS,
  'mixedFiles',
  'tooManyFiles',
  'unreadable',
  'reqifWithoutAnswers',
  'notDocx',
  'wordDocumentType',
  'wordTooLarge',
  'failed',
] as const
export type FileErrorCode = (typeof FILE_ERROR_CODES)[number]

export interface FileProblem {
  code: FileErrorCode
  detail: {
    line?: number
    address?: string
    limit?: number
    found?: number
    sheet?: string
    /** Of several files, the one that is wrong. */
    inFile?: string
  }
}

export class ImportFileError extends Error {
  readonly problems: readonly FileProblem[]

  constructor(
    code: FileErrorCode,
    detail: FileProblem['detail'] = {},
    more: readonly FileProblem[] = [],
  ) {
    super(code)
    this.name = 'ImportFileError'
    this.problems = [{ code, detail }, ...more]
  }

  /** Rebuilds the error from the problems that a worker posted, since messages lose the class. */
  static of(problems: readonly FileProblem[]): ImportFileError {
    const [first, ...more] = problems
    return new ImportFileError(first?.code ?? 'failed', first?.detail, more)
  }
}
