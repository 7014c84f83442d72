import { expect, test } from 'vitest'
import { joinHistories } from './join-histories.ts'

const joined = (items: unknown[], total: number, kept: unknown[]) =>
  joinHistories({ items, total }, kept).map((text) => JSON.parse(text) as unknown)

test('older entries that the device has stay behind those just read', () => {
  expect(joined([5, 4, 3], 5, [4, 3, 2, 1])).toEqual([5, 4, 3, 2, 1])
  expect(joined([5, 4, 3, 2, 1], 5, [2, 1])).toEqual([5, 4, 3, 2, 1])
})

test('entries behind a gap, or that the server no longer shows, are not kept', () => {
  expect(joined([9, 8], 9, [4, 3])).toEqual([9, 8])
  expect(joined([2, 1], 2, [1, 0])).toEqual([2, 1])
  expect(joined([], 0, [1])).toEqual([])
})

test('at most 200 entries and 200,000 characters are kept', () => {
  const many = Array.from({ length: 300 }, (_, index) => index)
  expect(joined(many.slice(0, 150), 300, many.slice(149))).toEqual(many.slice(0, 200))
  expect(joined(['a'.repeat(150_000), 'b'.repeat(60_000), 'c'], 3, [])).toHaveLength(1)
})
