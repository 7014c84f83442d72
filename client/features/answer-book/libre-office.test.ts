import { readXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { read, write } from 'xlsx'
import { type BookInput, makeAnswerBook } from '#schema/rules/answer-book/make-book.ts'
import { planBook } from '#schema/rules/answer-book/plan-book.ts'
import { recordIn } from '../../../tests/support/answer-book-file.ts'
import { targetOf } from '../../../tests/support/answer-book-target.ts'
import { savedAgain, SOFFICE } from '../../../tests/support/libre-office.ts'
import { buildCommitment, buildRequirement } from '../../../tests/support/project-rows.ts'
import { wideBook } from '../../../tests/support/wide-answer-book.ts'
import { parseSpreadsheet } from '../import/parse-spreadsheet.ts'
import { writeAnswerBook } from './write-answer-book.ts'

/**
 * What the sheets check, protect and filter, without the writing of each program. A conversion has no
 * window, so LibreOffice keeps no frozen header there.
 */
const looksOf = async (bytes: Uint8Array) => {
  const { sheets } = await readXlsx(bytes, { readStyles: true })
  return sheets.map(({ name, dataValidations = [], ...sheet }) => ({
    name,
    isHidden: sheet.hidden === true || sheet.veryHidden === true,
    isProtected: sheet.protection?.sheet === true,
    filter: sheet.autoFilter?.range,
    checks: dataValidations
      .flatMap(({ type, range, formula1, formula2 }) =>
        range.split(' ').map((one) => ({
          type,
          range: one.replace(/^(.+):\1$/, '$1'),
          formula1: formula1?.replace(/[$']/g, ''),
          formula2: type === 'list' ? undefined : formula2,
        })),
      )
      .toSorted((a, b) => (a.range < b.range ? -1 : 1)),
  }))
}

test('LibreOffice opens the workbook and saves it with all checks, and nothing has changed', async ({
  skip,
}) => {
  if (SOFFICE === undefined) return skip('LibreOffice is missing')
  const bytes = await writeAnswerBook(makeAnswerBook(wideBook), 'Not allowed here.')
  const saved = await savedAgain(SOFFICE, bytes)
  const { sheets } = parseSpreadsheet({ fileName: 'a.xlsx', bytes: saved })
  expect(planBook(recordIn(sheets), sheets, targetOf(wideBook))).toEqual({
    ...{ answers: [], refused: [], left: [], unknown: [] },
    ...{ missing: [], missingSheets: [], copiedSheets: [], missingColumns: [] },
  })
  const [before, after] = [await looksOf(bytes), await looksOf(saved)]
  expect(before.flatMap(({ checks }) => checks).length).toBeGreaterThan(10)
  expect(after).toEqual(before)
}, 120_000)

test('what is written in LibreOffice comes back, formulas with the values that it has computed', async ({
  skip,
}) => {
  if (SOFFICE === undefined) return skip('LibreOffice is missing')
  const input = oneRequirement()
  const bytes = await writeAnswerBook(makeAnswerBook(input), 'Not allowed here.')
  const book = read(await savedAgain(SOFFICE, bytes))
  const sheet = book.Sheets['Functions'] ?? {}
  expect(['E1', 'F1', 'G1'].map((address) => (sheet[address] as { v: string }).v)).toEqual([
    'Met',
    'Met: release',
    'Note',
  ])
  sheet['E2'] = { t: 'n', f: '20*4' }
  sheet['F2'] = { t: 's', v: 'Not planned' }
  sheet['G2'] = { t: 's', f: 'CONCATENATE("As ",A2)' }
  const edited = new Uint8Array(write(book, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer)
  const saved = await savedAgain(SOFFICE, edited)
  const { sheets } = parseSpreadsheet({ fileName: 'a.xlsx', bytes: saved })
  const plan = planBook(recordIn(sheets), sheets, targetOf(input))
  expect(
    plan.answers.flatMap(({ fields }) => fields.map(({ field, mine }) => [field.key, mine])),
  ).toEqual([
    ['met', 80],
    ['met.release', -1],
    ['note', 'As FUN-0001'],
  ])
  expect(plan.refused).toEqual([])
}, 120_000)

const oneRequirement = (): BookInput => ({
  ...wideBook,
  documents: [
    {
      document: { id: 'd1', name: 'Functions' },
      sections: [{ id: 's1', name: 'General' }],
      requirements: [buildRequirement()],
      answers: new Map([['r1', buildCommitment({ values: { met: 10, note: 'Soon' } })]]),
    },
  ],
})
