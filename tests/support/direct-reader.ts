import type { ParsedSheet } from '../../client/features/import/parsed-file.ts'
import { answersAbout, numberedAnswer } from '../../client/features/import/reader/answers.ts'
import type { Ask } from '../../client/features/import/reader/questions.ts'
import { ReaderError } from '../../client/features/import/reader/reader-error.ts'
import { readerOver, type SheetReader } from '../../client/features/import/reader/sheet-reader.ts'

/** Reads sheets as the worker of the import does, in the same thread. */
export const directReader = (sheets: readonly ParsedSheet[]): SheetReader => {
  const answers = answersAbout(sheets)
  const ask = async (...[name, question]: Parameters<Ask>) => {
    const found = numberedAnswer(answers, { no: 1, name, question })
    if ('failure' in found) throw new ReaderError(found.failure)
    return found.answer
  }
  return readerOver({ ask: ask as Ask, end: () => undefined })
}
