import { expect, it } from 'vitest'
import { inPieces } from './database.ts'

const listOf = (length: number): number[] => Array.from({ length }, (_, at) => at)

it.each([
  [0, []],
  [1, [1]],
  [400, [400]],
  [401, [400, 1]],
  [1_000, [400, 400, 200]],
])('a list of %d items is split into pieces of at most 400, in its order', (length, lengths) => {
  const pieces = inPieces(listOf(length))
  expect(pieces.map((piece) => piece.length)).toEqual(lengths)
  expect(pieces.flat()).toEqual(listOf(length))
})

it('a caller may ask for smaller pieces', () => {
  expect(inPieces(listOf(5), 2)).toEqual([[0, 1], [2, 3], [4]])
})
