import fc from 'fast-check'
import type { BookInput } from '#schema/rules/answer-book/make-book.ts'
import { arbitraryBook } from './arbitrary-answer-book.ts'

/** Many documents with fields and answers of all kinds, the same in every run. */
const samples = fc.sample(arbitraryBook, { numRuns: 25, seed: 22 })
const [first] = samples
if (first === undefined) throw new Error('no sample')

export const wideBook: BookInput = {
  ...first,
  documents: samples
    .flatMap(({ documents }) => documents)
    .map(({ document, requirements, answers, ...rest }, at) => ({
      ...rest,
      document: { ...document, id: `d${at}` },
      requirements: requirements.map((one) => ({
        ...one,
        id: `${one.id}-${at}`,
        documentId: `d${at}`,
      })),
      answers: new Map(
        [...answers].map(([id, answer]) => [
          `${id}-${at}`,
          { ...answer, requirementId: `${id}-${at}` },
        ]),
      ),
    })),
}
