import { expect, test } from 'vitest'
import { isAway } from './is-away.ts'

test.each<[Parameters<typeof isAway>[0], wasAway: boolean, expected: boolean]>([
  [{ phase: 'saved', unsentAnswers: 0 }, false, false],
  [{ phase: 'sending', unsentAnswers: 3 }, false, false],
  [{ phase: 'offline', unsentAnswers: 0 }, false, false],
  [{ phase: 'offline', unsentAnswers: 1 }, false, true],
  [{ phase: 'offline', unsentAnswers: 0 }, true, true],
  [{ phase: 'sending', unsentAnswers: 1 }, true, true],
  [{ phase: 'saved', unsentAnswers: 0 }, true, false],
])('%j after %s: work without a network is %s', (status, wasAway, expected) => {
  expect(isAway(status, wasAway)).toBe(expected)
})
