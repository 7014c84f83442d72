import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type BookRecord, readRecord } from '#schema/rules/answer-book/book-record.ts'
import { makeAnswerBook } from '#schema/rules/answer-book/make-book.ts'
import { planBook } from '#schema/rules/answer-book/plan-book.ts'
import { sha256 } from '#sync/engine/outbox/sha256.ts'
import { arbitraryBook } from '../../../tests/support/arbitrary-answer-book.ts'
import { parseSpreadsheet } from '../import/parse-spreadsheet.ts'
import { targetOf } from '../../../tests/support/answer-book-target.ts'
import { writeAnswerBook } from './write-answer-book.ts'

const NOTHING = {
  ...{ answers: [], refused: [], left: [], unknown: [] },
  ...{ missing: [], missingSheets: [], missingColumns: [] },
}
const recordIn = (sheets: Parameters<typeof readRecord>[0]): BookRecord => {
  const record = readRecord(sheets, sha256)
  if (typeof record === 'string') throw new Error(record)
  return record
}

it('a written workbook that nobody has changed changes nothing', async () => {
  await fc.assert(
    fc.asyncProperty(arbitraryBook, async (input) => {
      const bytes = await writeAnswerBook(makeAnswerBook(input), 'No.')
      const { sheets } = parseSpreadsheet({ fileName: 'a.xlsx', bytes })
      expect(planBook(recordIn(sheets), sheets, targetOf(input))).toEqual(NOTHING)
    }),
    { numRuns: 100 },
  )
})
