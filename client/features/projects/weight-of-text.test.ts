import { expect, test } from 'vitest'
import { weightOfText } from './weight-of-text.ts'

test.each<[string, number | null | undefined]>([
  ['', null],
  ['  ', null],
  ['0', 0],
  ['100', 100],
  ['12.5', 12.5],
  ['12,25', 12.25],
  [' 7 ', 7],
  ['100.01', undefined],
  ['-1', undefined],
  ['12.345', undefined],
  ['1e1', undefined],
  ['high', undefined],
  ['1,2,3', undefined],
])('the text "%s" is the weight %s', (text, weight) => {
  expect(weightOfText(text)).toBe(weight)
})
