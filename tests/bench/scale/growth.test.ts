import { describe, expect, test } from 'vitest'
import { growthOf, tableOf } from './growth.ts'

const sizes = (...pairs: [number, number][]) =>
  pairs.map(([amount, ms]) => ({ amount, values: { ms } }))

describe('growth', () => {
  test('what costs as much for each row as before is linear, and what costs less too', () => {
    expect(
      growthOf(sizes([1_000, 100], [10_000, 1_000], [50_000, 2_500]), [
        { of: 'ms', unit: 'ms', per: 1 },
      ]),
    ).toEqual([
      { share: 'ms', from: 1_000, to: 10_000, factor: 1, isLinear: true },
      { share: 'ms', from: 10_000, to: 50_000, factor: 0.5, isLinear: true },
    ])
  })

  test('what grows faster is marked, and so is what could not be measured', () => {
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
