import type { BookInput } from '#schema/rules/answer-book/make-book.ts'
import type { BookTarget } from '#schema/rules/answer-book/plan-book.ts'

/** The device from which a workbook was exported, as its import finds it again. */
export const targetOf = (
  { documents, releases, words }: BookInput,
  changes: Partial<BookTarget> = {},
): BookTarget => ({
  requirements: new Map(
    documents.flatMap(({ requirements }) => requirements.map((one) => [one.id, one])),
  ),
  answers: new Map(documents.flatMap(({ answers }) => [...answers])),
  ...{ releases, words },
  mayAnswer: () => true,
  ...changes,
})
