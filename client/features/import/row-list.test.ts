import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readRowList, rowListText } from './row-list.ts'

it('reads numbers and ranges in any order, once each', () => {
  expect(readRowList('8-10, 3; 9–11')).toEqual([3, 8, 9, 10, 11])
  expect(readRowList(' ')).toEqual([])
  expect(readRowList('7,')).toEqual([7])
})

it.each(['0', '5-3', 'a', '3 4', '-1', '60001', '1-60001', '1.5', '3--5'])(
  'does not take %s for rows',
  (text) => expect(readRowList(text)).toBe(null),
)

it('takes the last row that a sheet can have', () => {
  expect(readRowList('59999-60000')).toEqual([59_999, 60_000])
})

it('writes what it reads', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 300 })), (rows) => {
      expect(readRowList(rowListText(rows))).toEqual(rows.toSorted((a, b) => a - b))
    }),
  )
  expect(rowListText([3, 4, 5, 9, 12, 11])).toBe('3-5, 9, 11-12')
})
