import { expect, it } from 'vitest'
import { makeAnswerBook } from '#schema/rules/answer-book/make-book.ts'
import { fileOf, recordIn } from '../../../tests/support/answer-book-file.ts'
import { wideBook } from '../../../tests/support/wide-answer-book.ts'
import { startLocale } from '../../locales/start-locale.ts'
import { bookProblemText } from './book-texts.ts'

const head = {
  ...{ projectId: 'other', project: 'Tram line 7', version: '3', addendum: 1 },
  ...{ vendorId: 8, vendor: 'Rival', exportedOn: 5 },
}
const record = recordIn(fileOf(makeAnswerBook({ ...wideBook, head })))

it.each([
  ['otherProject', 'This workbook belongs to the project “Tram line 7”. Import it there.'],
  ['otherVersion', 'This workbook belongs to version 3 of the project “Tram line 7”.'],
  ['otherVendor', 'This workbook of the project “Tram line 7” was exported by another vendor.'],
] as const)('[AB11] a wrong workbook (%s) is told what it belongs to', async (problem, start) => {
  await startLocale('en')
  const text = bookProblemText(problem, record)
  expect(text.startsWith(start), text).toBe(true)
  // Vendors never learn of each other.
  expect(text).not.toContain('Rival')
})
