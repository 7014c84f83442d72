import { expect, it } from 'vitest'
import type { ImportPlan, RowProblem } from '#schema/rules/excel/excel-rows-plan.ts'
import { mappingDoubts } from './mapping-doubts.ts'

const refused = (row: number, code: RowProblem['code']) => ({ row, code }) as RowProblem
const plan = (taken: number, problems: RowProblem[]): ImportPlan => ({
  sections: [],
  creates: Array.from({ length: taken }, () => ({}) as ImportPlan['creates'][number]),
  updates: [],
  unchanged: [],
  refused: problems,
  invalidIds: [],
  refusedRows: new Set(problems.map(({ row }) => row)).size,
  missing: [],
  unknownIds: [],
  withoutId: 0,
})

it('says nothing while at most a fifth of the rows is refused', () => {
  expect(mappingDoubts(plan(8, [refused(1, 'idTwice'), refused(2, 'idTwice')]))).toEqual([])
  expect(mappingDoubts(plan(10, []))).toEqual([])
})

it('names what refuses the most rows first, each row once for a reason', () => {
  const problems = [
    refused(1, 'idTwice'),
    refused(2, 'nameMissing'),
    refused(3, 'nameMissing'),
    refused(3, 'nameMissing'),
    refused(4, 'notNumber'),
    refused(4, 'tooLong'),
    refused(5, 'nameMissing'),
  ]
  expect(mappingDoubts(plan(19, problems))).toEqual([
    { doubt: 'emptyNames', rows: 3 },
    { doubt: 'sameIds', rows: 1 },
    { doubt: 'values', rows: 1 },
    { doubt: 'longTexts', rows: 1 },
  ])
})

it('a sheet without any row is doubted, too', () => {
  expect(mappingDoubts(plan(0, []))).toEqual([{ doubt: 'noRows', rows: 0 }])
})
