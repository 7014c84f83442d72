import { expect, it } from 'vitest'
import {
  buildParameter,
  buildProjectVendor,
  buildRequirement,
} from '../../../../tests/support/project-rows.ts'
import type { ParsedFile } from '../parsed-file.ts'
import { chooseBest, chooseSheet, roleKey, roleOfKey, shownValue } from './override-choice.ts'

const target = {
  requirements: [buildRequirement(), buildRequirement({ id: 'r2', fullId: 'FUN-0002' })],
  vendors: [buildProjectVendor(7), buildProjectVendor(8)],
} as unknown as Parameters<typeof chooseSheet>[2]
const sheet = (name: string, rows: (string | number)[][]) => ({ name, rows, merges: [] })
const NOTES = sheet('Notes', [['Fill in the yellow cells.']])
const SCORES = sheet('Scores', [
  ['ID', 'Vendor 7', 'Vendor 8'],
  ['FUN-0001', 50, 75],
  ['FUN-0002', 100, 25],
])
const fileOf = (...sheets: object[]) =>
  ({ fileName: 'scores.xlsx', kind: 'workbook', sheets }) as unknown as ParsedFile

it('reads the columns of a sheet as ids and as answers of vendors', () => {
  const choice = chooseSheet(fileOf(NOTES, SCORES), 1, target)
  expect(choice).toMatchObject({ sheetIndex: 1, headerRow: 1 })
  expect(choice.names).toEqual(['ID', 'Vendor 7', 'Vendor 8'])
  expect(choice.roles).toEqual([
    { kind: 'id' },
    { kind: 'field', vendorId: 7, field: 'met' },
    { kind: 'field', vendorId: 8, field: 'met' },
  ])
  expect(choice.vendors).toBe(target.vendors)
})

it('chooses the first sheet that can be imported as it looks, or else the first one', () => {
  expect(chooseBest(fileOf(NOTES, SCORES, SCORES), target).sheetIndex).toBe(1)
  expect(chooseBest(fileOf(SCORES, NOTES), target).sheetIndex).toBe(0)
  expect(chooseBest(fileOf(NOTES, NOTES), target).sheetIndex).toBe(0)
  expect(chooseBest(fileOf(), target)).toMatchObject({ sheetIndex: 0, names: [] })
})

it.each([
  { kind: 'id' },
  { kind: 'vendor' },
  { kind: 'ignore' },
  { kind: 'field', vendorId: 7, field: 'met' },
  { kind: 'field', vendorId: null, field: 'met' },
  { kind: 'field', vendorId: 7, field: 'met/release' },
] as const)('keeps the role %j through a select', (role) => {
  expect(roleOfKey(roleKey(role))).toEqual(role)
})

it('shows a value as the person knows it: by the label of its option, or in words', () => {
  const options = [
    { id: 'o1', key: 'a', label: 'Fully' },
    { id: 'o2', key: 'b', label: 'Partly' },
  ] as never
  const words = { yes: 'ja', no: 'nein' }
  const shown = (
    value: string | number | boolean | null,
    parameter = buildParameter({ options }),
  ) => shownValue(parameter, value, words)
  expect([shown('b'), shown('c'), shown(5), shown(null)]).toEqual(['Partly', 'c', '5', ''])
  expect([shown(true), shown(false)]).toEqual(['ja', 'nein'])
  expect(shown(0, buildParameter())).toBe('0')
})
