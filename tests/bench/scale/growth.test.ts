import { describe, expect, test } from 'vitest'
import { growthOf, tableOf } from './growth.ts'

const sizes = (...pairs: [number, number][]) =>
  pairs.map(([amount, ms]) => ({ amount, values: { ms } }))

describe('growth', () => {
  test('a constant or falling cost per row is linear', () => {
    expect(
      growthOf(sizes([1_000, 100], [10_000, 1_000], [50_000, 2_500]), [
        { of: 'ms', unit: 'ms', per: 1 },
      ]),
    ).toEqual([
      { share: 'ms', from: 1_000, to: 10_000, factor: 1, isLinear: true },
      { share: 'ms', from: 10_000, to: 50_000, factor: 0.5, isLinear: true },
    ])
  })

  test('faster growth is marked, and so is a missing measurement', () => {
    const { growth, text } = tableOf(
      'first sync',
      'rows',
      sizes([1_000, 100], [10_000, 2_000], [20_000, Number.NaN]),
      [{ of: 'ms', unit: 'ms', per: 1_000 }],
    )
    expect(growth.map(({ isLinear }) => isLinear)).toEqual([false, false])
    expect(text.match(/GROWS FASTER/g)).toHaveLength(2)
    expect(text).toContain('× 2.00')
  })
})
