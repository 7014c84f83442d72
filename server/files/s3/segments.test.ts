import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lengthOf, segmentName, segmentOf, slicesOf } from './segments.ts'

const segment = (from: number, until: number) => {
  const found = segmentOf(`parts/1-hash/${segmentName(from, until)}`)
  if (found === null) throw new Error('The key of a segment was not read')
  return found
}

test('[FI25] segments give the bytes up to the first gap, each once, however they overlap', () => {
  expect(slicesOf([])).toEqual([])
  expect(lengthOf(slicesOf([segment(5, 9)]))).toBe(0)
  const run = fc.tuple(fc.nat(30), fc.integer({ min: 1, max: 10 }))
  fc.assert(
    fc.property(fc.array(run, { maxLength: 20 }), (runs) => {
      const segments = runs.map(([from, length]) => segment(from, from + length))
      const covered = new Set(
        runs.flatMap(([from, length]) => Array.from({ length }, (_, index) => from + index)),
      )
      let gap = 0
      while (covered.has(gap)) gap += 1
      const slices = slicesOf(segments)
      expect(lengthOf(slices)).toBe(gap)
      let at = 0
      for (const { key, skip, until } of slices) {
        expect((segmentOf(key)?.from ?? NaN) + skip).toBe(at)
        expect(until).toBeGreaterThan(at)
        at = until
      }
    }),
  )
})
