import fc from 'fast-check'
import { readXlsx } from 'hucre/xlsx'
import { expect, it } from 'vitest'
import { makeAnswerBook } from '#schema/rules/answer-book/make-book.ts'
import { planBook } from '#schema/rules/answer-book/plan-book.ts'
import { arbitraryBook } from '../../../tests/support/arbitrary-answer-book.ts'
import { recordIn } from '../../../tests/support/answer-book-file.ts'
import { parseSpreadsheet } from '../import/parse-spreadsheet.ts'
import { targetOf } from '../../../tests/support/answer-book-target.ts'
import { writeAnswerBook } from './write-answer-book.ts'

const NOTHING = {
  ...{ answers: [], refused: [], left: [], unknown: [] },
  ...{ missing: [], missingSheets: [], copiedSheets: [], missingColumns: [] },
}
it('a written workbook without edits changes nothing', async () => {
  await fc.assert(
    fc.asyncProperty(arbitraryBook, async (input) => {
      const bytes = await writeAnswerBook(makeAnswerBook(input), 'No.')
      const { sheets } = parseSpreadsheet({ fileName: 'a.xlsx', bytes })
      expect(planBook(recordIn(sheets), sheets, targetOf(input))).toEqual(NOTHING)
    }),
    { numRuns: 100 },
  )
})

it('the sheets that a person sees stand from right to left if they are written so', async () => {
  const [input] = fc.sample(arbitraryBook, { numRuns: 1, seed: 1 })
  if (input === undefined) throw new Error('no sample')
  const book = makeAnswerBook(input)
  const countOf = async (isRightToLeft: boolean) => {
    const { sheets } = await readXlsx(await writeAnswerBook({ ...book, isRightToLeft }, 'No.'))
    return sheets.filter(({ view }) => view?.rightToLeft === true).length
  }
  expect(await countOf(true)).toBe(book.sheets.length)
  expect(await countOf(false)).toBe(0)
})

it('a header shows the note of its column, if there is one', async () => {
  const [input] = fc.sample(arbitraryBook, { numRuns: 1, seed: 1 })
  if (input === undefined) throw new Error('no sample')
  const book = makeAnswerBook(input)
  const sheets = book.sheets.map((sheet) => ({
    ...sheet,
    columns: sheet.columns.map((column, at) => ({ ...column, note: at === 1 ? 'As of now' : '' })),
  }))
  const read = await readXlsx(await writeAnswerBook({ ...book, sheets }, 'No.'))
  expect(sheets.length).toBeGreaterThan(0)
  for (const { cells } of read.sheets.slice(0, sheets.length)) {
    const noted = [...(cells ?? [])].filter(([, { comment }]) => comment !== undefined)
    expect(noted.map(([place, { comment }]) => [place, comment?.text])).toEqual([
      ['0,1', 'As of now'],
    ])
  }
})

it('a column of days shows days, and a text where an answer is none', async () => {
  const [input] = fc.sample(arbitraryBook, { numRuns: 1, seed: 1 })
  if (input === undefined) throw new Error('no sample')
  const { record } = makeAnswerBook(input)
  const rule = { kind: 'date', min: null, max: null, hint: '' } as const
  const sheet = {
    name: 'Days',
    columns: [
      { kind: 'id', header: 'ID', note: '' },
      { kind: 'field', header: 'Day', note: '' },
    ],
    rows: [
      ['1', '2031-05-01'],
      ['2', 'soon'],
      ['3', ''],
    ],
    rules: [{ column: 1, top: 0, bottom: 2, rule }],
  }
  const book = { sheets: [sheet], record } as never
  const bytes = await writeAnswerBook(book, 'No.')
  const [read] = (await readXlsx(bytes, { readStyles: true })).sheets
  const formats = ['1,1', '2,1', '3,1'].map((place) => read?.cells?.get(place)?.style?.numFmt)
  expect(formats).toEqual(['yyyy-mm-dd', '@', 'yyyy-mm-dd'])
  expect(read?.autoFilter?.range).toBe('A1:B4')
})
