import { expect, it } from 'vitest'
import { moveVendor, vendorColumns } from './vendor-columns.ts'

const vendors = [7, 8, 9].map((vendorId) => ({ vendorId, name: `V${vendorId}` }))
const columns = (order: number[], hidden: number[] = []) =>
  vendorColumns(vendors, { order, hidden })

it.each([
  [[], [7, 8, 9]],
  [
    [9, 7],
    [9, 7, 8],
  ],
  [[8], [8, 7, 9]],
  [
    [5, 9],
    [9, 7, 8],
  ],
])('the order %j shows %j: vendors added later come last', (order, shown) => {
  expect(columns(order).map(({ vendorId }) => vendorId)).toEqual(shown)
})

it('keeps each vendor’s place in the evaluation, and what is hidden', () => {
  expect(columns([9], [7]).map(({ position, isShown }) => [position, isShown])).toEqual([
    [2, true],
    [0, false],
    [1, true],
  ])
})

it.each([
  [7, 1, [8, 7, 9]],
  [8, 1, [7, 9, 8]],
  [9, 1, [7, 8, 9]],
  [9, -1, [7, 9, 8]],
  [8, -1, [8, 7, 9]],
  [7, -1, [7, 8, 9]],
  [5, 1, [7, 8, 9]],
] as const)('vendor %i moves by %i', (vendorId, by, order) => {
  expect(moveVendor(columns([]), vendorId, by)).toEqual(order)
})
