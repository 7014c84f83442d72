import { expect, it } from 'vitest'
import { nextRow } from './preview-keys.ts'

it.each([
  ['ArrowDown', 3, 4],
  ['ArrowDown', 9, 9],
  ['ArrowUp', 3, 2],
  ['ArrowUp', 0, 0],
  ['PageDown', 0, 8],
  ['PageDown', 5, 9],
  ['PageUp', 3, 0],
  ['Home', 7, 0],
  ['End', 0, 9],
  ['Enter', 3, null],
  ['toString', 3, null],
])('%s moves from line %i of ten to %s', (key, current, next) => {
  expect(nextRow(key, current, 10)).toBe(next)
})
