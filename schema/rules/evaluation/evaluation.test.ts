import { describe, expect, it } from 'vitest'
import {
  buildCommitment,
  buildEvaluationRows,
  buildOverride,
  goldenPlan,
} from '../../../tests/support/evaluation-rows.ts'
import type { ProjectPlan } from '../../../tests/support/evaluation-rows.ts'
import { evaluate, nodeScore } from './evaluation.ts'
import type { Evaluation, EvaluationOptions, NodeLevel } from './evaluation.ts'
import { explain } from './evaluation-explain.ts'
import { prepareEvaluation, updateEvaluation } from './evaluation-prepare.ts'
import { rankScores } from './evaluation-rank.ts'

const settings = { futureCredit: 0, unplannedCredit: 0, knockOutsApplied: false }
const all: EvaluationOptions = { lens: { kind: 'all' }, settings }
const asOf = (
  release: number,
  more: Partial<EvaluationOptions['settings']> = {},
): EvaluationOptions => ({ lens: { kind: 'asOf', release }, settings: { ...settings, ...more } })
const scores = (evaluation: Evaluation, level: NodeLevel, index = 0): (number | null)[] =>
  evaluation.prepared.vendors.map(
    (_, vendor) => nodeScore(evaluation, { level, index, vendor }).score,
  )
const evaluatePlan = (plan: ProjectPlan, options: EvaluationOptions = all): Evaluation =>
  evaluate(prepareEvaluation(buildEvaluationRows(plan)), options)

/** One package, one document, one section. */
const small = (
  plan: Omit<ProjectPlan, 'packages' | 'vendors'> & {
    requirements: ProjectPlan['packages'][0]['documents'][0]['sections'][0]['requirements']
  },
): ProjectPlan => ({
  vendors: [1],
  ...plan,
  packages: [
    { weight: 100, documents: [{ weight: 100, sections: [{ requirements: plan.requirements }] }] },
  ],
})

describe('the golden example', () => {
  it('[EV1] scores all commitments 89.35 and 49.50', () => {
    const [v1, v2] = scores(evaluatePlan(goldenPlan()), 'project')
    expect(v1).toBeCloseTo(89.35, 10)
    expect(v2).toBeCloseTo(49.5, 10)
  })
  it('[EV2] scores 49.35 and 39.00 as of release 0', () => {
    const [v1, v2] = scores(evaluatePlan(goldenPlan(), asOf(0)), 'project')
    expect(v1).toBeCloseTo(49.35, 10)
    expect(v2).toBeCloseTo(39, 10)
  })
  it('[EV3] shows the missed knock-out and the coverage of the second vendor', () => {
    const evaluation = evaluatePlan(goldenPlan())
    expect(nodeScore(evaluation, { level: 'project', index: 0, vendor: 0 })).toMatchObject({
      knockOuts: 0,
      coverage: 100,
      overridden: 1,
    })
    const second = nodeScore(evaluation, { level: 'project', index: 0, vendor: 1 })
    expect(second).toMatchObject({ knockOuts: 1, unanswered: 1, total: 6 })
    expect(second.coverage).toBeCloseTo(83.333, 2)
    expect(nodeScore(evaluation, { level: 'requirement', index: 0, vendor: 1 }).knockOuts).toBe(1)
  })
  it('[EV4] ranks the vendors, and leaves out who missed a knock-out only once knock-outs are applied', () => {
    expect(evaluatePlan(goldenPlan()).ranks).toEqual([1, 2])
    expect(
      evaluatePlan(goldenPlan(), { ...all, settings: { ...settings, knockOutsApplied: true } })
        .ranks,
    ).toEqual([1, null])
  })
  it('[EV5] has the scores of packages, documents, sections and requirements', () => {
    const evaluation = evaluatePlan(goldenPlan())
    expect(scores(evaluation, 'package', 0)[0]).toBeCloseTo(82.25, 10)
    expect(scores(evaluation, 'document', 0)).toEqual([87.5, 25])
    expect(scores(evaluation, 'section', 1)).toEqual([70, 50])
    expect(scores(evaluation, 'requirement', 4)).toEqual([60, 100])
    expect(scores(evaluation, 'requirement', 2)).toEqual([null, null])
  })
})

describe('the value of a statement', () => {
  it('[EV6] is 0 without a submitted answer, and the coverage says so', () => {
    const evaluation = evaluatePlan(
      small({
        requirements: [{ id: 'A-1' }],
        answers: [{ requirement: 'A-1', vendor: 1, values: [{ value: 90 }], submitted: false }],
      }),
    )
    expect(nodeScore(evaluation, { level: 'project', index: 0, vendor: 0 })).toMatchObject({
      score: 0,
      coverage: 0,
      unanswered: 1,
    })
  })
  it('[EV7] is the answer again once an override is removed', () => {
    const plan = small({
      requirements: [{ id: 'A-1' }],
      answers: [{ requirement: 'A-1', vendor: 1, values: [{ value: 90, release: -2 }] }],
    })
    expect(
      scores(
        evaluatePlan({ ...plan, overrides: [{ requirement: 'A-1', vendor: 1, value: 10 }] }),
        'project',
      ),
    ).toEqual([10])
    expect(
      scores(
        evaluatePlan({
          ...plan,
          overrides: [{ requirement: 'A-1', vendor: 1, value: 10, removed: true }],
        }),
        'project',
      ),
    ).toEqual([90])
  })
  it('[EV8] does not count while a condition hides the statement from the vendor', () => {
    const plan = small({
      requirements: [
        {
          id: 'A-1',
          statements: [
            {},
            {
              visibleWhen: {
                join: 'all',
                conditions: [{ parameterKey: 'cloud', op: 'equals', value: true }],
              },
            },
          ],
          extra: [{ id: 'cloud', key: 'cloud', name: 'Cloud', type: 'CHECKBOX' }],
        },
      ],
      answers: [
        {
          requirement: 'A-1',
          vendor: 1,
          values: [{ value: 80 }, { value: 0 }],
          more: { cloud: false },
        },
      ],
    })
    const hidden = evaluatePlan(plan)
    expect(nodeScore(hidden, { level: 'project', index: 0, vendor: 0 })).toMatchObject({
      score: 80,
      total: 1,
    })
    expect(explain(hidden, { level: 'requirement', index: 0, vendor: 0 }).omitted).toEqual([
      { level: 'statement', index: 1, reason: 'hidden' },
    ])
    const shown = evaluatePlan({
      ...plan,
      answers: [
        {
          requirement: 'A-1',
          vendor: 1,
          values: [{ value: 80 }, { value: 0 }],
          more: { cloud: true },
        },
      ],
    })
    expect(nodeScore(shown, { level: 'project', index: 0, vendor: 0 })).toMatchObject({
      score: 40,
      total: 2,
    })
  })
})

describe('the lens "as of release"', () => {
  const plan = small({
    requirements: ['A-1', 'A-2', 'A-3', 'A-4'].map((id) => ({ id })),
    releases: [7, 3, 5],
    answers: [7, 3, 5, -1].map((release, i) => ({
      requirement: `A-${i + 1}`,
      vendor: 1,
      values: [{ value: 100, release }],
    })),
  })
  it('[EV9] goes by the order of the releases, not by their numbers', () => {
    expect(scores(evaluatePlan(plan, asOf(7)), 'project')).toEqual([25])
    expect(scores(evaluatePlan(plan, asOf(3)), 'project')).toEqual([50])
    expect(scores(evaluatePlan(plan, asOf(5)), 'project')).toEqual([75])
  })
  it('[EV10] gives later and unplanned commitments the credit of the settings', () => {
    expect(scores(evaluatePlan(plan, asOf(3, { futureCredit: 0.5 })), 'project')).toEqual([62.5])
    expect(scores(evaluatePlan(plan, asOf(3, { unplannedCredit: 0.2 })), 'project')[0]).toBeCloseTo(
      55,
      10,
    )
  })
  it('[EV11] counts a release that was not chosen as unplanned', () => {
    const open = small({
      requirements: [{ id: 'A-1' }],
      releases: [0],
      answers: [{ requirement: 'A-1', vendor: 1, values: [{ value: 100, release: null }] }],
    })
    expect(scores(evaluatePlan(open, asOf(0)), 'project')).toEqual([0])
    expect(scores(evaluatePlan(open, asOf(0, { unplannedCredit: 1 })), 'project')).toEqual([100])
  })
  it('[EV12] counts only what is available now when the release is gone', () => {
    expect(scores(evaluatePlan(plan, asOf(99)), 'project')).toEqual([0])
  })
})

describe('weights and what is left out', () => {
  it('[EV13] renormalises over what can be scored and warns', () => {
    const plan = goldenPlan()
    const evaluation = evaluatePlan({
      ...plan,
      packages: [
        ...plan.packages.slice(0, 1),
        {
          weight: 40,
          documents: [
            {
              weight: 100,
              sections: [{ requirements: [{ id: 'OPS-1', statements: [{ weight: 0 }] }] }],
            },
          ],
        },
      ],
    })
    expect(scores(evaluation, 'project')[0]).toBeCloseTo(82.25, 10)
    expect(evaluation.warnings).toContainEqual({
      kind: 'nothingToScore',
      level: 'package',
      id: 'p2',
      vendorId: null,
    })
    expect(explain(evaluation, { level: 'project', index: 0, vendor: 0 })).toMatchObject({
      omitted: [{ level: 'package', index: 1, reason: 'nothingToScore' }],
      terms: [{ share: 1 }],
    })
  })
  it('[EV14] leaves an excluded requirement out for every vendor, with its knock-out', () => {
    const plan = goldenPlan()
    const first = plan.packages[0]?.documents[0]?.sections[0]?.requirements[0]
    if (first) first.excluded = true
    const evaluation = evaluatePlan(plan)
    expect(scores(evaluation, 'document', 0)).toEqual([50, 100])
    expect(nodeScore(evaluation, { level: 'project', index: 0, vendor: 1 })).toMatchObject({
      knockOuts: 0,
      total: 5,
    })
    expect(explain(evaluation, { level: 'section', index: 0, vendor: 0 }).omitted).toContainEqual({
      level: 'requirement',
      index: 0,
      reason: 'excluded',
    })
  })
  it('[EV15] takes equal shares, with a warning, where no weight was ever set', () => {
    const plan = goldenPlan()
    for (const pack of plan.packages) pack.weight = null
    const evaluation = evaluatePlan(plan)
    expect(scores(evaluation, 'project')[0]).toBeCloseTo((82.25 + 100) / 2, 10)
    expect(evaluation.warnings).toContainEqual({ kind: 'weightsMissing', packageId: null })
  })
  it('[EV16] warns where weights do not total 100 and renormalises', () => {
    const plan = goldenPlan()
    for (const pack of plan.packages) pack.weight = 30
    const evaluation = evaluatePlan(plan)
    expect(evaluation.warnings).toContainEqual({ kind: 'weightTotal', packageId: null, total: 60 })
    expect(scores(evaluation, 'project')[0]).toBeCloseTo((82.25 + 100) / 2, 10)
  })
  it('[EV17] follows what-if weights without touching the saved ones', () => {
    const prepared = prepareEvaluation(buildEvaluationRows(goldenPlan()))
    const evaluation = evaluate(prepared, {
      ...all,
      weights: { packages: { p1: 0, p2: 100 }, documents: {} },
    })
    expect(scores(evaluation, 'project')).toEqual([100, 75])
    expect(scores(evaluate(prepared, all), 'project')[0]).toBeCloseTo(89.35, 10)
  })
  it('[EV18] has no score and no rank where there is nothing to score', () => {
    const evaluation = evaluatePlan({ vendors: [1], packages: [] })
    expect(nodeScore(evaluation, { level: 'project', index: 0, vendor: 0 })).toMatchObject({
      score: null,
      coverage: null,
    })
    expect(evaluation.ranks).toEqual([null])
    expect(explain(evaluation, { level: 'project', index: 0, vendor: 0 })).toEqual({
      score: null,
      terms: [],
      omitted: [],
    })
  })
})

describe('ranks', () => {
  it('[EV19] share a place on a tie and skip the next', () => {
    expect(rankScores(Float64Array.of(80, 90, 80, 10), () => false)).toEqual([2, 1, 2, 4])
  })
  it('[EV20] tell scores apart that look equal on two decimals', () => {
    expect(rankScores(Float64Array.of(80.001, 80.002), () => false)).toEqual([2, 1])
  })
})

describe('a change', () => {
  const answer = { requirement: 'SEC-2', vendor: 2, values: [{ value: 40 }] }
  const place = { packageId: 'p1', documentId: 'd2' }

  it('[EV21] of one answer computes one section of one vendor again, and equals a computation from nothing', () => {
    const rows = buildEvaluationRows(goldenPlan())
    const prepared = prepareEvaluation(rows)
    const before = evaluate(prepared, all)
    const changed = {
      ...rows,
      commitments: rows.commitments.map((row) =>
        row.id === 'SEC-2.2' ? buildCommitment(answer, place) : row,
      ),
    }
    expect(updateEvaluation(prepared, changed)).toBe(prepared)
    const after = evaluate(prepared, all, before)
    expect(after.recomputed).toEqual({ section: 1, document: 1, package: 1, project: 1 })
    expect(scores(after, 'project')).toEqual(
      scores(evaluate(prepareEvaluation(changed), all), 'project'),
    )
    expect(scores(before, 'project')[1]).toBeCloseTo(49.5, 10)
  })
  it('[EV22] of a weight computes no section again', () => {
    const prepared = prepareEvaluation(buildEvaluationRows(goldenPlan()))
    const after = evaluate(
      prepared,
      { ...all, weights: { packages: { p1: 10, p2: 90 }, documents: {} } },
      evaluate(prepared, all),
    )
    expect(after.recomputed).toEqual({ section: 0, document: 0, package: 0, project: 0 })
    expect(scores(after, 'project')[0]).toBeCloseTo(98.225, 10)
  })
  it('[EV23] by a new override computes one section again', () => {
    const rows = buildEvaluationRows(goldenPlan())
    const prepared = prepareEvaluation(rows)
    const before = evaluate(prepared, all)
    const row = buildOverride(
      { requirement: 'FUN-1', vendor: 2, value: 60 },
      { packageId: 'p1', documentId: 'd1' },
    )
    updateEvaluation(prepared, { ...rows, overrides: [...rows.overrides, row] })
    const after = evaluate(prepared, all, before)
    expect(after.recomputed.section).toBe(1)
    expect(nodeScore(after, { level: 'project', index: 0, vendor: 1 })).toMatchObject({
      knockOuts: 0,
      overridden: 1,
    })
  })
  it('[EV24] of an exclusion is written in place, for every vendor', () => {
    const rows = buildEvaluationRows(goldenPlan())
    const prepared = prepareEvaluation(rows)
    const before = evaluate(prepared, all)
    const changed = {
      ...rows,
      requirements: rows.requirements.map((row) =>
        row.id === 'FUN-1' ? { ...row, excluded: { reason: 'x', by: 'y', on: 1 } } : row,
      ),
    }
    expect(updateEvaluation(prepared, changed)).toBe(prepared)
    const after = evaluate(prepared, all, before)
    expect(after.recomputed).toEqual({ section: 2, document: 2, package: 2, project: 2 })
    expect(scores(after, 'document', 0)).toEqual([50, 100])
  })
  it('[EV25] of the tree, of saved weights or of deleted rows is prepared from scratch', () => {
    const rows = buildEvaluationRows(goldenPlan())
    const prepared = prepareEvaluation(rows)
    expect(updateEvaluation(prepared, rows)).toBe(prepared)
    expect(updateEvaluation(prepared, { ...rows, packages: [...rows.packages] })).not.toBe(prepared)
    expect(
      updateEvaluation(prepared, { ...rows, requirements: rows.requirements.slice(1) }),
    ).not.toBe(prepared)
    const fewer = updateEvaluation(prepared, { ...rows, commitments: rows.commitments.slice(1) })
    expect(fewer).not.toBe(prepared)
    expect(
      nodeScore(evaluate(fewer, all), { level: 'project', index: 0, vendor: 0 }).unanswered,
    ).toBe(1)
  })
  it('[EV26] of the lens computes everything again', () => {
    const prepared = prepareEvaluation(buildEvaluationRows(goldenPlan()))
    expect(evaluate(prepared, asOf(0), evaluate(prepared, all)).recomputed).toEqual({
      section: 6,
      document: 6,
      package: 4,
      project: 2,
    })
  })
})

describe('the explanation of a score', () => {
  it('[EV27] names share, value, factor and contribution of every term', () => {
    const evaluation = evaluatePlan(goldenPlan(), asOf(0))
    const { terms, score } = explain(evaluation, { level: 'project', index: 0, vendor: 0 })
    expect(score).toBeCloseTo(49.35, 10)
    expect(terms.map((term) => [term.level, term.share, term.factor])).toEqual([
      ['package', 0.6, 1],
      ['package', 0.4, 1],
    ])
    expect(explain(evaluation, { level: 'requirement', index: 5, vendor: 0 }).terms).toMatchObject([
      { level: 'statement', value: 100, factor: 0, contribution: 0, isAnswered: true },
    ])
    expect(explain(evaluation, { level: 'requirement', index: 4, vendor: 0 }).terms).toMatchObject([
      { value: 60, isOverridden: true },
    ])
  })
})
