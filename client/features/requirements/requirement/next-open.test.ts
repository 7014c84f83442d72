import { expect, test } from 'vitest'
import { nextOpenId } from './next-open.ts'

const IDS = ['a', 'b', 'c', 'd']

test.each([
  [0, ['b', 'd'], 'b'],
  [1, ['b', 'd'], 'd'],
  [3, ['a', 'b'], null],
  [2, ['c'], null],
  [1, [], null],
  [-1, ['a'], 'a'],
] as const)('from %i, of the open ones %j, the next is %s', (at, open, next) => {
  expect(nextOpenId(IDS, at, (id) => (open as readonly string[]).includes(id))).toBe(next)
})
