import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { evaluate } from '#schema/rules/evaluation/evaluation.ts'
import type { Evaluation } from '#schema/rules/evaluation/evaluation.ts'
import { prepareEvaluation } from '#schema/rules/evaluation/evaluation-prepare.ts'
import { anyEvaluation } from '../../../tests/support/arbitrary-evaluation.ts'
import { buildEvaluationRows, goldenPlan } from '../../../tests/support/evaluation-rows.ts'
import type { ProjectPlan } from '../../../tests/support/evaluation-rows.ts'
import { createEvaluator } from './evaluator.ts'
import { moveVendor, vendorColumns } from './vendor-columns.ts'
import { spreadGroup, startWhatIf, weightGroups, weightsCommand, withWeight } from './what-if.ts'

const evaluationOf = (plan: ProjectPlan): Evaluation =>
  evaluate(prepareEvaluation(buildEvaluationRows(plan)), {
    lens: { kind: 'all' },
    settings: { futureCredit: 0, unplannedCredit: 0, knockOutsApplied: false },
  })

describe('a what-if', () => {
  it('[EW1] starts from the saved weights', () => {
    expect(startWhatIf(evaluationOf(goldenPlan()))).toEqual({
      packages: { p1: 60, p2: 40 },
      documents: { d1: 70, d2: 30, d3: 100 },
    })
  })
  it('[EW2] starts from equal shares of two decimals if no weights are set', () => {
    const plan = goldenPlan()
    for (const pack of plan.packages)
      for (const document of [pack, ...pack.documents]) document.weight = null
    expect(startWhatIf(evaluationOf(plan))).toEqual({
      packages: { p1: 50, p2: 50 },
      documents: { d1: 50, d2: 50, d3: 100 },
    })
  })
  it('[EW6] shows the scores of the board as long as no weight was changed', () => {
    let compared = 0
    const cases = anyEvaluation({ vendors: [1, 2], releases: [4, 0], hasConditions: true })
    fc.assert(
      fc.property(cases, ({ plan, options }) => {
        const evaluator = createEvaluator()
        const board = evaluator.saved(buildEvaluationRows(plan), options)
        const tried = evaluator.tried(board, startWhatIf(board))
        // Without saved weights, the what-if uses equal shares rounded to two decimals, so the
        // scores differ slightly, by less than 0.05.
        const isWeighed = board.warnings.every(({ kind }) => kind !== 'weightsMissing')
        if (isWeighed) expect(tried.ranks).toEqual(board.ranks)
        for (const level of ['document', 'package', 'project'] as const) {
          board.score[level].forEach((score, i) => {
            const other = tried.score[level][i] ?? NaN
            if (Number.isNaN(score)) return expect(other).toBeNaN()
            compared += 1
            if (isWeighed) return expect(other).toBe(score)
            expect(other).toBeCloseTo(score, 1)
          })
        }
      }),
    )
    expect(compared).toBeGreaterThan(100)
  })
  it('[EW3] says which totals are not 100, and spreads a group evenly', () => {
    const evaluation = evaluationOf(goldenPlan())
    const tried = withWeight(
      withWeight(startWhatIf(evaluation), { kind: 'package', id: 'p1' }, 10),
      { kind: 'document', id: 'd2' },
      31.5,
    )
    expect(weightGroups(evaluation, tried).filter((group) => !group.isRight)).toEqual([
      { packageId: null, name: '', total: 50, isRight: false },
      { packageId: 'p1', name: 'p1', total: 101.5, isRight: false },
    ])
    const spread = spreadGroup(evaluation, spreadGroup(evaluation, tried, null), 'p1')
    expect(weightGroups(evaluation, spread).every((group) => group.isRight)).toBe(true)
    expect(weightsCommand(evaluation, spread)).toEqual({
      packages: [
        { id: 'p1', weight: 50 },
        { id: 'p2', weight: 50 },
      ],
      documents: [
        { id: 'd1', weight: 50 },
        { id: 'd2', weight: 50 },
        { id: 'd3', weight: 100 },
      ],
    })
  })
})

describe('the vendors to compare', () => {
  const vendors = [
    { vendorId: 7, name: 'A' },
    { vendorId: 8, name: 'B' },
    { vendorId: 9, name: 'C' },
  ]
  it('[EW4] are shown in the chosen order, new ones last', () => {
    const columns = vendorColumns(vendors, { order: [9, 7], hidden: [7] })
    expect(columns.map(({ vendorId, position, isShown }) => [vendorId, position, isShown])).toEqual(
      [
        [9, 2, true],
        [7, 0, false],
        [8, 1, true],
      ],
    )
  })
  it('[EW5] move by one position and stop at both ends', () => {
    const columns = vendorColumns(vendors, { order: [], hidden: [] })
    expect(moveVendor(columns, 8, -1)).toEqual([8, 7, 9])
    expect(moveVendor(columns, 9, 1)).toEqual([7, 8, 9])
    expect(moveVendor(columns, 5, 1)).toEqual([7, 8, 9])
  })
})
