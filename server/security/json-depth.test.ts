import { expect, it } from 'vitest'
import { DEEPEST, isTooDeep } from './json-depth.ts'

const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth)

it('a body may be 32 deep', () => {
  expect(DEEPEST).toBe(32)
  expect([isTooDeep(nested(32)), isTooDeep(nested(33))]).toEqual([false, true])
})

it.each<[string, number, boolean]>([
  ['[[]]', 2, false],
  ['[[]]', 1, true],
  ['{"a":{}}', 2, false],
  ['{"a":{}}', 1, true],
  ['{"a":[{}]}', 2, true],
  ['[[],[],{},{}]', 2, false],
  ['[{},[{}]]', 2, true],
  // Brackets in texts do not count, whatever stands before the closing quote.
  ['["[[[{{{"]', 1, false],
  [String.raw`["\"[[["]`, 1, false],
  [String.raw`["\\",[]]`, 1, true],
  [String.raw`["\\\"[[["]`, 1, false],
  ['["]]]",[]]', 1, true],
  ['["a",{"b":"]"}]', 1, true],
  // A text that is no JSON is judged too: unclosed brackets.
  ['[[[', 2, true],
  ['[[[', 3, false],
  ['', 0, false],
])('%s is deeper than %i: %s', (json, deepest, isDeeper) => {
  expect(isTooDeep(json, deepest)).toBe(isDeeper)
})
