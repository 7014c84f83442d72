import fc from 'fast-check'
import { expect, it } from 'vitest'
import { differenceText, scoreText } from './evaluation-text.ts'

const score = fc.integer({ min: 0, max: 100_000 }).map((thousandths) => thousandths / 1_000)
const cents = (text: string): number => Math.round(Number.parseFloat(text) * 100)
/** +1.20 or −0.50 as hundredths; nothing shown is no difference. */
const shownDifference = (text: string | null): number =>
  text === null ? 0 : cents(text.replace('−', '-'))

it('the difference that a what-if shows is the one between the two shown scores', () => {
  // Scores next to each other, where rounding decides, and any others.
  const near = fc
    .tuple(score, fc.integer({ min: -20, max: 20 }))
    .map(([before, by]) => [before, Math.min(100, Math.max(0, before + by / 1_000))] as const)
  fc.assert(
    fc.property(fc.oneof(near, fc.tuple(score, score)), ([before, after]) => {
      expect(shownDifference(differenceText(before, after))).toBe(
        cents(scoreText(after)) - cents(scoreText(before)),
      )
    }),
  )
})

it('shows no difference where one of the scores is missing or both read the same', () => {
  expect(differenceText(null, 1)).toBeNull()
  expect(differenceText(1, null)).toBeNull()
  expect(differenceText(50.001, 50.004)).toBeNull()
  expect(differenceText(50, 48.5)).toBe('−1.50')
})
