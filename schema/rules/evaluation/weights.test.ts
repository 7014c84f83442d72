import fc from 'fast-check'
import { expect, test } from 'vitest'
import { messageText } from '../../tables/messages.ts'
import {
  spreadEvenly,
  spreadRest,
  toHundredths,
  weightProblem,
  weightProblems,
  weightTotal,
} from './weights.ts'

test('[WT1] weights are compared in hundredths, so that 33.33 three times and 0.01 make 100', () => {
  expect(toHundredths(33.33)).toBe(3333)
  expect(weightTotal([33.33, 33.33, 33.33, 0.01])).toBe(100)
  expect(weightProblem([33.33, 33.33, 33.33, 0.01])).toBeNull()
  expect(weightProblem([0.1, 0.2, 99.7])).toBeNull()
})

test('[WT2] a total other than 100 is a problem that states it; an unset weight counts 0', () => {
  expect(weightProblem([60, null, 30])).toEqual({ total: 90 })
  expect(weightProblem([100.01])).toEqual({ total: 100.01 })
})

test('[WT3] a set without rows is no problem', () => {
  expect(weightProblem([])).toBeNull()
  expect(spreadEvenly([])).toEqual([])
})

test('[WT4] weights spread evenly total 100 and differ by one hundredth at most', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2_000 }), (count) => {
      const weights = spreadEvenly(Array.from({ length: count }))
      expect(weights).toHaveLength(count)
      expect(weightTotal(weights)).toBe(100)
      expect(
        toHundredths(Math.max(...weights)) - toHundredths(Math.min(...weights)),
      ).toBeLessThanOrEqual(1)
    }),
  )
})

const weight = fc.integer({ min: 0, max: 10_000 }).map((hundredths) => hundredths / 100)
test('[WT5] the remainder is shared among the rows without a weight: the total is 100, and given weights stay if they fit', () => {
  fc.assert(
    fc.property(fc.array(fc.option(weight), { minLength: 1, maxLength: 60 }), (given) => {
      const spread = spreadRest(given)
      expect(weightTotal(spread)).toBe(100)
      const sum = weightTotal(given)
      const isKept = sum <= 100 && given.includes(null)
      if (!isKept) expect(spread).toEqual(spreadEvenly(given))
      else {
        expect(spread.filter((_, i) => given[i] !== null)).toEqual(
          given.filter((one) => one !== null),
        )
        const shared = spread.filter((_, i) => given[i] === null).map(toHundredths)
        expect(Math.max(...shared) - Math.min(...shared)).toBeLessThanOrEqual(1)
        expect(shared).toEqual(shared.toSorted((a, b) => b - a))
      }
    }),
  )
})

test('[WT5] a rest that does not divide goes to the first ones, a rest of nothing is shared too', () => {
  expect(spreadRest([50, null, null, null])).toEqual([50, 16.67, 16.67, 16.66])
  expect(spreadRest([null, 33.33, null])).toEqual([33.34, 33.33, 33.33])
  expect(spreadRest([60, 40, null])).toEqual([60, 40, 0])
  expect(spreadRest([60, 50, null])).toEqual([33.34, 33.33, 33.33])
  expect(spreadRest([10, 20])).toEqual([50, 50])
  expect(spreadRest([])).toEqual([])
})

test('[WT6] packages total 100, and so do the documents of each package that has any; every set that does not is named', () => {
  const packages = [
    { id: 'p1', weight: 60 },
    { id: 'p2', weight: 30 },
    { id: 'p3', weight: null },
  ]
  const documents = [
    { id: 'd1', packageId: 'p1', weight: 33.33 },
    { id: 'd2', packageId: 'p1', weight: 66.67 },
    { id: 'd3', packageId: 'p2', weight: 99.99 },
  ]
  const problems = weightProblems(packages, documents)
  expect(problems).toEqual([
    { packageId: null, total: 90 },
    { packageId: 'p2', total: 99.99 },
  ])
  expect(problems.map(({ total }) => messageText('WEIGHT_TOTAL', { total }))).toEqual([
    'Weights must total 100; they total 90',
    'Weights must total 100; they total 99.99',
  ])
  expect(messageText('weights.invalid')).toBe(
    'Weights are invalid: Please resolve weight errors before save',
  )
  expect(weightProblems([], [])).toEqual([])
})
