import { describe, expect, it } from 'vitest'
import { foldSteps } from './fold-order.ts'

const item = (rank: number | null, hasIcon = false) => ({ rank, hasIcon })

describe('the order in which a bar folds', () => {
  it('replaces labels with icons first, from the left', () => {
    expect(foldSteps([item(3, true), item(3), item(3, true)]).slice(0, 2)).toEqual([
      { kind: 'label', at: 0 },
      { kind: 'label', at: 2 },
    ])
  })
  it('moves items of a lower rank first, and those of equal rank from the right', () => {
    const moved = foldSteps([item(5), item(3), item(0), item(3)])
    expect(moved.map(({ at }) => at)).toEqual([2, 3, 1, 0])
  })
  it('never moves an item without a rank', () => {
    expect(foldSteps([item(null, true), item(1)])).toEqual([{ kind: 'item', at: 1 }])
  })
})
