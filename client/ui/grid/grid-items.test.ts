import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type GridGroup, itemAt, placeOfRow } from './grid-items.ts'

/** Groups with these numbers of visible rows; an empty one is folded. */
const groupsOf = (sizes: readonly number[]): GridGroup[] => {
  let at = 0
  return sizes.map((size, index) => {
    const group = { id: `g${index}`, label: `G${index}`, count: size, at, isFolded: size === 0 }
    at += size
    return group
  })
}

test('headings precede their rows, also those of folded groups', () => {
  const groups = groupsOf([2, 0, 0, 1])
  const items = Array.from({ length: 7 }, (_none, index) => itemAt(groups, index))
  expect(items.map(({ group, row }) => group?.id ?? row)).toEqual(['g0', 0, 1, 'g1', 'g2', 'g3', 2])
  expect([0, 1, 2].map((row) => placeOfRow(groups, row))).toEqual([1, 2, 6])
})

test('every row is found at its position, and every heading appears once', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(4), { maxLength: 12 }), (sizes) => {
      const groups = groupsOf(sizes)
      const rows = sizes.reduce((sum, size) => sum + size, 0)
      const items = Array.from({ length: rows + groups.length }, (_none, index) =>
        itemAt(groups, index),
      )
      expect(items.flatMap(({ group }) => group?.id ?? [])).toEqual(groups.map(({ id }) => id))
      expect(items.flatMap(({ row }) => row ?? [])).toEqual(
        Array.from({ length: rows }, (_none, row) => row),
      )
      for (let row = 0; row < rows; row += 1) expect(items[placeOfRow(groups, row)]?.row).toBe(row)
    }),
  )
})

test('without groups, a row’s position is its index', () => {
  expect([itemAt([], 5), placeOfRow([], 5)]).toEqual([{ group: null, row: 5 }, 5])
})
