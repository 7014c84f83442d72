import fc from 'fast-check'
import { expect, it } from 'vitest'
import { roundParts } from './round-parts.ts'

const inSteps = (values: readonly number[]): number =>
  Math.round(values.reduce((sum, value) => sum + value * 100, 0)) + 0
const shownSteps = (total: number): number => Math.round(Number(total.toFixed(2)) * 100) + 0

it('[EV39] three thirds of 100 are shown as 33.34, 33.33 and 33.33', () => {
  expect(roundParts([100 / 3, 100 / 3, 100 / 3], 100)).toEqual([33.34, 33.33, 33.33])
  expect(roundParts([0.29, 0.58], 0.87)).toEqual([0.29, 0.58])
  expect(roundParts([], 0)).toEqual([])
  expect(roundParts([0, 12.345, 0], 12.345)).toEqual([0, 12.35, 0])
})

it('[EV39] rounded parts add up to the rounded total, each within one step of its value', () => {
  const part = fc.double({ min: 0, max: 100, noNaN: true })
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 300 }), (weights) => {
      const sum = weights.reduce((all, weight) => all + weight, 0)
      fc.pre(sum > 1e-6)
      const parts = weights.map((weight) => (weight / sum) * 73.456)
      const total = parts.reduce((all, one) => all + one, 0)
      const rounded = roundParts(parts, total)
      expect(inSteps(rounded)).toBe(shownSteps(total))
      rounded.forEach((value, i) =>
        expect(Math.abs(value - (parts[i] ?? 0))).toBeLessThan(0.01 + 1e-8),
      )
    }),
  )
})

it('[EV39] the total is rounded as it is shown, also where a hundredth is a hair below its half', () => {
  // In binary 1.115 is less than 1.115, and 1.115 * 100 is more than 111.5.
  expect((1.115).toFixed(2)).toBe('1.11')
  expect(inSteps(roundParts([0.5575, 0.5575], 1.115))).toBe(111)
})

it('[EV39] parts below zero and parts of zero keep the sum', () => {
  expect(roundParts([-1.005, 0, 2.01], 1.005)).toEqual([-1.01, 0, 2.01])
  expect(roundParts([0, 0], 0)).toEqual([0, 0])
  expect(roundParts([-0.004, -0.004], -0.008)).toEqual([0, -0.01])
  const part = fc.double({ min: -50, max: 50, noNaN: true })
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 60 }), (parts) => {
      const total = parts.reduce((all, one) => all + one, 0)
      const rounded = roundParts(parts, total)
      expect(inSteps(rounded)).toBe(shownSteps(total))
      expect(rounded.some((value) => Object.is(value, -0))).toBe(false)
      rounded.forEach((value, i) => {
        expect(Math.abs(value - (parts[i] ?? 0))).toBeLessThan(0.01 + 1e-8)
      })
    }),
  )
})
