import { describe, expect, it } from 'vitest'
import { fileOf, recordIn } from '../../../tests/support/answer-book-file.ts'
import { targetOf } from '../../../tests/support/answer-book-target.ts'
import {
  buildCommitment,
  buildDefinition,
  buildParameter,
  buildRequirement,
} from '../../../tests/support/project-rows.ts'
import { wideBook } from '../../../tests/support/wide-answer-book.ts'
import type { Cell } from '../excel/excel-rows-cells.ts'
import { type BookInput, makeAnswerBook } from './make-book.ts'
import { type BookPlan, planBook } from './plan-book.ts'

const ANSWER = [
  buildParameter({ id: 'note', key: 'note', name: 'Note', type: 'TEXTAREA' }),
  buildParameter({ id: 'day', key: 'day', name: 'Day', type: 'DATE_PICKER' }),
]
const NUMBERS = [1, 2, 3]
const input: BookInput = {
  ...wideBook,
  documents: [
    {
      document: { id: 'd1', name: 'Functions' },
      sections: [{ id: 's1', name: 'General' }],
      requirements: NUMBERS.map((n) =>
        buildRequirement({
          ...{ id: `r${n}`, fullId: `FUN-000${n}`, name: `Sends letter ${n}` },
          definition: buildDefinition({ answer: ANSWER }),
        }),
      ),
      answers: new Map(
        NUMBERS.map((n) => [
          `r${n}`,
          buildCommitment({ requirementId: `r${n}`, values: { note: `Note ${n}` } }),
        ]),
      ),
    },
  ],
}

/** Changes the rows below the header, then plans; `merged` = the rows of the note that are one cell. */
const planned = (
  change: (rows: Cell[][], column: (header: string) => number) => Cell[][],
  merged?: { top: number; bottom: number },
): BookPlan => {
  const sheets = fileOf(makeAnswerBook(input))
  const [shown, ...others] = sheets
  if (shown === undefined) throw new Error('no sheet')
  const [head = [], ...rows] = shown.rows
  const column = (header: string) => head.indexOf(header)
  const note = column('Note')
  const merges = merged === undefined ? [] : [{ ...merged, left: note, right: note }]
  const changed = { ...shown, rows: [head, ...change(rows, column)], merges }
  return planBook(recordIn(sheets), [changed, ...others], targetOf(input))
}
const notesIn = ({ answers }: BookPlan) =>
  answers.map(({ requirement, fields }) => [requirement.id, ...fields.map(({ mine }) => mine)])

describe('merged cells and days without a format', () => {
  it('[AB14] an answer in a merged cell stays, and its cell is refused', () => {
    const plan = planned(
      (rows, column) => {
        const note = column('Note')
        return rows.map((row, at) => row.with(note, at === 0 ? 'For all' : ''))
      },
      { top: 2, bottom: 4 },
    )
    expect(notesIn(plan)).toEqual([['r1', 'For all']])
    expect(plan.refused.map(({ label, problem }) => [label, problem.code])).toEqual([
      ['FUN-0002', 'merged'],
      ['FUN-0003', 'merged'],
    ])
  })

  it('[AB14] a number in a field of a day is the day that a spreadsheet means', () => {
    const plan = planned((rows, column) => rows.map((row) => row.with(column('Day'), 46_446)))
    expect(notesIn(plan)).toEqual(NUMBERS.map((n) => [`r${n}`, '2027-02-28']))
  })
})

describe('a column that was sorted alone', () => {
  it('[AB15] changes no answer, and its rows are named', () => {
    const plan = planned((rows) =>
      rows.map((row, at) => [rows.at(-1 - at)?.[0] ?? '', ...row.slice(1)]),
    )
    expect(plan.answers).toEqual([])
    expect(plan.left.map(({ label, reason }) => [label, reason])).toEqual([
      ['FUN-0003', 'mixed'],
      ['FUN-0001', 'mixed'],
    ])
  })

  it('[AB15] is told from whole rows that were sorted, and from a name that a person changed', () => {
    const plan = planned((rows, column) =>
      rows
        .map((row, at) => (at === 0 ? row.with(2, 'Our name').with(column('Note'), 'Mine') : row))
        .toReversed(),
    )
    expect(notesIn(plan)).toEqual([['r1', 'Mine']])
    expect(plan.left).toEqual([])
  })
})
