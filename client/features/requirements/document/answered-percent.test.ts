import { expect, it } from 'vitest'
import { answeredPercent } from './answered-percent.ts'

it.each([
  { answered: 0, total: 0, percent: 0 },
  { answered: 0, total: 1189, percent: 0 },
  { answered: 1, total: 1189, percent: 1 },
  { answered: 4, total: 120, percent: 3 },
  { answered: 1188, total: 1189, percent: 99 },
  { answered: 1189, total: 1189, percent: 100 },
])('$answered of $total answered are $percent %', ({ answered, total, percent }) => {
  expect(answeredPercent(answered, total)).toBe(percent)
})
