import { expect, test } from 'vitest'
import { sameValue, settleField } from './merge.ts'

test('[MG1] values are compared as JSON, absent like null, whatever the order of keys', () => {
  expect(sameValue({ a: 1, b: undefined }, { b: null, a: 1 })).toBe(true)
  expect(sameValue([1, { a: [] }], [1, { a: [] }])).toBe(true)
  expect(sameValue(undefined, null)).toBe(true)
  expect(sameValue([1], [1, 2])).toBe(false)
  expect(sameValue([], {})).toBe(false)
  expect(sameValue({ a: 1 }, { a: '1' })).toBe(false)
  expect(sameValue(null, {})).toBe(false)
  for (const [one, other] of [
    [{}, 0],
    [[], ''],
    [{ length: 0 }, []],
    [{}, null],
    [{ a: 1 }, {}],
  ]) {
    expect([sameValue(one, other), sameValue(other, one)]).toEqual([false, false])
  }
})

test.each([
  ['no other person changed it', 'old', 'old', 'mine', 'take'],
  ['another person wrote the same', 'old', 'mine', 'mine', 'take'],
  ['the person did not touch it', 'old', 'theirs', 'old', 'keep'],
  ['both changed it', 'old', 'theirs', 'mine', 'conflict'],
  ['another person added what the person never saw', undefined, 'theirs', null, 'keep'],
  ['both added it', undefined, 'theirs', 'mine', 'conflict'],
] as const)('[MG2] where %s the field is settled so', (_, base, current, mine, expected) => {
  expect(settleField({ base, current, mine })).toBe(expected)
})
