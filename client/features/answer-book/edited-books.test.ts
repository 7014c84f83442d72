import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { read, utils, type WorkBook, type WorkSheet, write } from 'xlsx'
import { type BookInput, makeAnswerBook } from '#schema/rules/answer-book/make-book.ts'
import { type BookPlan, planBook } from '#schema/rules/answer-book/plan-book.ts'
import { recordIn } from '../../../tests/support/answer-book-file.ts'
import { targetOf } from '../../../tests/support/answer-book-target.ts'
import { convertedTo, SOFFICE } from '../../../tests/support/libre-office.ts'
import {
  buildCommitment,
  buildDefinition,
  buildParameter,
  buildRequirement,
  buildStatement,
} from '../../../tests/support/project-rows.ts'
import { wideBook } from '../../../tests/support/wide-answer-book.ts'
import { parseSpreadsheet } from '../import/parse-spreadsheet.ts'
import { writeAnswerBook } from './write-answer-book.ts'

/** What people and programs do to a workbook between its export and its import, in real files. */

const ANSWER = [
  buildStatement(),
  buildParameter({ id: 'note', key: 'note', name: 'Note', type: 'TEXTAREA' }),
  buildParameter({ id: 'day', key: 'day', name: 'Day', type: 'DATE_PICKER' }),
]
const IDS = ['FUN-0001', 'FUN-0002', 'FUN-0003']
const input: BookInput = {
  ...wideBook,
  documents: [
    {
      document: { id: 'd1', name: 'Functions' },
      sections: [{ id: 's1', name: 'General' }],
      requirements: IDS.map((fullId, at) =>
        buildRequirement({
          ...{ id: `r${at + 1}`, fullId, name: `Sends letter ${at + 1}` },
          definition: buildDefinition({ answer: ANSWER }),
        }),
      ),
      answers: new Map(
        ['r1', 'r2'].map((id) => [
          id,
          buildCommitment({
            requirementId: id,
            values: { met: 10, note: 'Soon', day: '2027-02-28' },
          }),
        ]),
      ),
    },
  ],
}
const exported = (): Promise<Uint8Array> => writeAnswerBook(makeAnswerBook(input), 'Not allowed.')

const planOf = (bytes: Uint8Array, fileName = 'a.xlsx'): BookPlan => {
  const { sheets } = parseSpreadsheet({ fileName, bytes })
  return planBook(recordIn(sheets), sheets, targetOf(input))
}
const mineIn = ({ answers }: BookPlan) =>
  Object.fromEntries(
    answers.map(({ requirement, fields }) => [
      requirement.fullId,
      Object.fromEntries(fields.map(({ field, mine }) => [field.key, mine])),
    ]),
  )
const refusedIn = ({ refused }: BookPlan) =>
  refused.map(({ address, column, problem }) => [address, column, problem.code])
const NOTHING: BookPlan = {
  ...{ answers: [], refused: [], left: [], unknown: [] },
  ...{ missing: [], missingSheets: [], copiedSheets: [], missingColumns: [] },
}

/** Edits the first sheet as a program does that reads and writes the file. */
const edited = async (edit: (sheet: WorkSheet, book: WorkBook) => void): Promise<BookPlan> => {
  const book = read(await exported(), { cellNF: true })
  const sheet = book.Sheets['Functions']
  if (sheet === undefined) throw new Error('no sheet')
  edit(sheet, book)
  return planOf(new Uint8Array(write(book, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer))
}
/** The values as they are stored. */
const rowsOf = (sheet: WorkSheet): unknown[][] => {
  const { e } = utils.decode_range(sheet['!ref'] ?? 'A1')
  return Array.from({ length: e.r + 1 }, (_r, r) =>
    Array.from({ length: e.c + 1 }, (_c, c) => {
      const cell = sheet[utils.encode_cell({ r, c })] as { v?: unknown } | undefined
      return cell?.v ?? ''
    }),
  )
}
/** Replaces the rows of the first sheet; a row holds ID, Section, Requirement, Text and the answer. */
const withRows = (change: (rows: unknown[][]) => unknown[][]): Promise<BookPlan> =>
  edited((sheet, book) => {
    book.Sheets['Functions'] = utils.aoa_to_sheet(change(rowsOf(sheet)))
  })
const columnOf = (sheet: WorkSheet, header: string): string => {
  const [names = []] = rowsOf(sheet)
  return utils.encode_col(names.indexOf(header))
}

describe('formats that a spreadsheet changes', () => {
  it('[AB1] numbers and days as texts, with blanks around, change nothing', async () => {
    const plan = await edited((sheet) => {
      sheet[`${columnOf(sheet, 'Met')}2`] = { t: 's', v: ' 10 ' }
      sheet[`${columnOf(sheet, 'Day')}2`] = { t: 's', v: '2027-02-28 ' }
      sheet[`${columnOf(sheet, 'Note')}2`] = { t: 's', v: 'Soon\u00a0' }
      sheet['A2'] = { t: 's', v: ' FUN-0001 ' }
    })
    expect(plan).toEqual(NOTHING)
  })

  it('[AB8] percentages count as such, a bare 0.8 is refused with its cell', async () => {
    const plan = await edited((sheet) => {
      const column = columnOf(sheet, 'Met')
      sheet[`${column}2`] = { t: 'n', v: 0.5, z: '0%' }
      sheet[`${column}3`] = { t: 's', v: '75 %' }
      sheet[`${column}4`] = { t: 'n', v: 0.8 }
    })
    expect(mineIn(plan)).toEqual({ 'FUN-0001': { met: 50 }, 'FUN-0002': { met: 75 } })
    expect(refusedIn(plan)).toEqual([['E4', 'Met', 'notPercent']])
  })

  it('[AB14] days are read as dates, as numbers without a format and as texts', async () => {
    const plan = await edited((sheet) => {
      const column = columnOf(sheet, 'Day')
      sheet[`${column}2`] = { t: 'n', v: 46_000 }
      sheet[`${column}3`] = { t: 'n', v: 46_001, z: 'd. m. yyyy' }
      sheet[`${column}4`] = { t: 's', v: 'in spring' }
    })
    expect(mineIn(plan)).toEqual({
      'FUN-0001': { day: '2025-12-09' },
      'FUN-0002': { day: '2025-12-10' },
    })
    expect(refusedIn(plan).map(([, ...rest]) => rest)).toEqual([['Day', 'notDate']])
    const same = await edited((sheet) => {
      sheet[`${columnOf(sheet, 'Day')}2`] = { t: 'n', v: 46_446 }
    })
    expect(same).toEqual(NOTHING)
  })
})

describe('rows and columns that people move', () => {
  it('[AB4] columns in another order and rows sorted, with a filter on', async () => {
    const plan = await edited((sheet, book) => {
      const [head = [], ...rows] = rowsOf(sheet)
      const order = head.map((_, at) => at).toReversed()
      const lines = [head, ...rows.toReversed()].map((row) => order.map((at) => row[at]))
      const next = utils.aoa_to_sheet(lines)
      next[`${columnOf(next, 'Note')}2`] = { t: 's', v: 'Third' }
      next['!autofilter'] = { ref: 'A1:H4' }
      next['!rows'] = [{}, { hidden: true }]
      book.Sheets['Functions'] = next
    })
    expect(mineIn(plan)).toEqual({ 'FUN-0003': { note: 'Third' } })
    expect({ ...plan, answers: [] }).toEqual(NOTHING)
  })

  it('[AB9] rows deleted, doubled and made are named', async () => {
    const plan = await withRows(([head = [], first = [], , third = []]) => [
      ...[head, first, third, [...third.slice(0, -1), 'twice']],
      ...[['FUN-0099', '', '', '', 5]],
    ])
    expect(plan.missing).toEqual(['FUN-0002'])
    expect(plan.left).toMatchObject([{ address: 'A4', label: 'FUN-0003', reason: 'twice' }])
    expect(plan.unknown).toMatchObject([{ address: 'A5', label: 'FUN-0099' }])
    expect(plan.answers).toEqual([])
  })

  it('[AB15] a column sorted alone changes no answer, and its rows are named', async () => {
    const plan = await withRows(([head = [], first = [], second = [], third = []]) => [
      head,
      [third[0], ...first.slice(1)],
      second,
      [first[0], ...third.slice(1)],
    ])
    expect(plan.answers).toEqual([])
    expect(plan.left).toMatchObject([
      { address: 'A2', label: 'FUN-0003', reason: 'mixed' },
      { address: 'A4', label: 'FUN-0001', reason: 'mixed' },
    ])
  })

  it('[AB15] a name that a person changed in the workbook is no other requirement', async () => {
    const plan = await withRows(([head = [], first = [], ...others]) => [
      head,
      first.map((cell, column) =>
        column === 2 ? 'Our name for it' : cell === 'Soon' ? 'Now' : cell,
      ),
      ...others,
    ])
    expect(mineIn(plan)).toEqual({ 'FUN-0001': { note: 'Now' } })
  })

  it('[AB3] deleted columns are named, and their answers stay', async () => {
    const plan = await withRows((rows) => rows.map((row) => row.slice(0, -1)))
    expect(plan).toEqual({
      ...NOTHING,
      missingColumns: [{ sheet: 'Functions', header: 'Day' }],
    })
    const withoutIds = await withRows((rows) => rows.map((row) => row.slice(1)))
    expect(withoutIds).toEqual({ ...NOTHING, missingSheets: ['Functions'] })
  })

  it('[AB14] merged answer cells keep their answers and are named', async () => {
    const plan = await edited((sheet) => {
      const column = columnOf(sheet, 'Note')
      const c = utils.decode_col(column)
      sheet[`${column}2`] = { t: 's', v: 'One text for all' }
      for (const row of [3, 4]) delete sheet[`${column}${row}`]
      sheet['!merges'] = [{ s: { r: 1, c }, e: { r: 3, c } }]
    })
    expect(mineIn(plan)).toEqual({ 'FUN-0001': { note: 'One text for all' } })
    expect(refusedIn(plan).map(([, ...rest]) => rest)).toEqual([
      ['Note', 'merged'],
      ['Note', 'merged'],
    ])
  })
})

describe('sheets that people rename and copy', () => {
  const copied = (isOriginalKept: boolean) =>
    edited((sheet, book) => {
      const copy = structuredClone(sheet)
      copy[`${columnOf(copy, 'Note')}4`] = { t: 's', v: 'In the copy' }
      utils.book_append_sheet(book, copy, 'Functions (2)')
      if (isOriginalKept) return
      book.SheetNames = book.SheetNames.filter((name) => name !== 'Functions')
      delete book.Sheets['Functions']
    })

  it('[AB4] a renamed sheet is found by its ids', async () => {
    const bytes = unzipSync(await exported())
    const path = 'xl/workbook.xml'
    const xml = strFromU8(bytes[path] ?? new Uint8Array())
    expect(xml).toContain('name="Functions"')
    bytes[path] = strToU8(xml.replace('name="Functions"', 'name="Answers of our experts"'))
    expect(planOf(zipSync(bytes))).toEqual(NOTHING)
  })

  it('[AB4] of a copy beside its original only the original is read, and the copy is named', async () => {
    const plan = await copied(true)
    expect(plan).toEqual({ ...NOTHING, copiedSheets: ['Functions (2)'] })
  })

  it('[AB4] a copy whose original is gone is read', async () => {
    expect(mineIn(await copied(false))).toEqual({ 'FUN-0003': { note: 'In the copy' } })
  })
})

describe.skipIf(SOFFICE === undefined)('other formats by LibreOffice', () => {
  it.each(['ods', 'xls'] as const)(
    '[AB1] the workbook saved as .%s changes nothing',
    async (extension) => {
      const bytes = await convertedTo(extension, SOFFICE ?? '', await exported())
      expect(planOf(bytes, `a.${extension}`)).toEqual(NOTHING)
    },
    120_000,
  )
})
