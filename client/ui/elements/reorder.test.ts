import { expect, test } from 'vitest'
import { stepAfter } from './reorder.ts'

const ids = ['a', 'b', 'c']

test('a step up moves the row before the one above it', () => {
  expect(stepAfter(ids, 'c', -1)).toBe('a')
  expect(stepAfter(ids, 'b', -1)).toBeNull()
})

test('a step down moves the row after the one below it', () => {
  expect(stepAfter(ids, 'a', 1)).toBe('b')
})

test('there is no step beyond either end', () => {
  expect(stepAfter(ids, 'a', -1)).toBeUndefined()
  expect(stepAfter(ids, 'c', 1)).toBeUndefined()
})
