import { describe, expect, test } from 'vitest'
import {
  buildCommitment,
  buildEvaluationRows,
  buildOverride,
  goldenPlan,
  type ProjectPlan,
} from '../../../tests/support/evaluation-rows.ts'
import {
  evaluate,
  type Evaluation,
  type EvaluationOptions,
  factorOf,
  nodeScore,
  type ScoredNode,
} from './evaluation.ts'
import { explain } from './evaluation-explain.ts'
import { at, layoutOf } from './evaluation-layout.ts'
import { overridePercent, prepareEvaluation, updateEvaluation } from './evaluation-prepare.ts'
import { rankScores } from './evaluation-rank.ts'
import type { EvaluationRows } from './evaluation-rows.ts'
import { readStatements } from './evaluation-rows.ts'

const settings = { futureCredit: 0, unplannedCredit: 0, knockOutsApplied: false }
const all: EvaluationOptions = { lens: { kind: 'all' }, settings }
const golden = (): EvaluationRows => buildEvaluationRows(goldenPlan())
const scoreOf = (evaluation: Evaluation, vendor = 0) =>
  nodeScore(evaluation, { level: 'project', index: 0, vendor }).score
const small = (
  requirements: ProjectPlan['packages'][0]['documents'][0]['sections'][0]['requirements'],
  more: Partial<ProjectPlan> = {},
): EvaluationRows =>
  buildEvaluationRows({
    vendors: [1],
    ...more,
    packages: [{ weight: 100, documents: [{ weight: 100, sections: [{ requirements }] }] }],
  })
const run = (rows: EvaluationRows, options = all): Evaluation =>
  evaluate(prepareEvaluation(rows), options)
const place = { packageId: 'p1', documentId: 'd1' }

describe('rows without a parent', () => {
  test('[EV28] a document, section or requirement whose parent is missing is left out', () => {
    const rows = golden()
    const layout = layoutOf({ ...rows, packages: rows.packages.slice(0, 1) })
    expect(
      [layout.packages, layout.documents, layout.sections, layout.requirements].map(
        (list) => list.length,
      ),
    ).toEqual([1, 2, 2, 5])
    expect(layoutOf({ ...rows, packages: [] }).statements).toEqual([])
  })
  test('[EV28] answers and overrides of unknown requirements or vendors change nothing, also when they come later', () => {
    const rows = golden()
    const strangers = {
      ...rows,
      commitments: [
        ...rows.commitments,
        buildCommitment({ requirement: 'X', vendor: 1, values: [] }, place),
        buildCommitment({ requirement: 'FUN-1', vendor: 9, values: [] }, place),
      ],
      overrides: [
        ...rows.overrides,
        buildOverride({ requirement: 'X', vendor: 1, value: 0 }, place),
        buildOverride({ requirement: 'FUN-1', vendor: 9, value: 0 }, place),
      ],
    }
    const prepared = prepareEvaluation(rows)
    const before = evaluate(prepared, all)
    expect(updateEvaluation(prepared, strangers)).toBe(prepared)
    expect(evaluate(prepared, all, before).recomputed.section).toBe(0)
    expect(run(strangers).score).toEqual(before.score)
    expect([prepared.commitments.size, prepared.overrides.size]).toEqual([12, 1])
  })
  test('[EV28] an index outside of a list is no number', () => {
    expect([at([7], 0), at([7], 1)]).toEqual([7, Number.NaN])
  })
})

describe('the order of rows', () => {
  test('[EV29] rows are ordered by rank, then by id', () => {
    const rows = golden()
    const [one, other] = rows.packages
    if (one === undefined || other === undefined) throw new Error('two packages')
    const order = (packages: EvaluationRows['packages']) =>
      layoutOf({ ...rows, packages }).packages.map(({ id }) => id)
    expect(order([other, one])).toEqual(['p1', 'p2'])
    expect(order([{ ...one, rank: 'z' }, other])).toEqual(['p2', 'p1'])
    expect(
      order([
        { ...other, rank: 'a' },
        { ...one, rank: 'a' },
      ]),
    ).toEqual(['p1', 'p2'])
  })
  test('[EV29] the position of a release follows its rank, then its id', () => {
    const rows = golden()
    const release = (id: string, number: number, rank: string) => ({
      id,
      projectId: 'p',
      version: id,
      number,
      rank,
      date: null,
      updatedOn: 0,
    })
    const positions = (releases: EvaluationRows['releases']) => [
      ...prepareEvaluation({ ...rows, releases }).releasePosition,
    ]
    expect(positions([release('b', 0, 'm'), release('a', 1, 'm'), release('c', 2, 'a')])).toEqual([
      [2, 0],
      [1, 1],
      [0, 2],
    ])
  })
})

describe('the value of a cell', () => {
  const cell = (
    values: { value?: unknown; release?: unknown },
    more: Partial<ProjectPlan> = {},
  ) => {
    const rows = small([{ id: 'A-1' }], { releases: [4], ...more })
    const answer = buildCommitment(
      { requirement: 'A-1', vendor: 1, values: [values as never] },
      place,
    )
    const prepared = prepareEvaluation({ ...rows, commitments: [answer] })
    return [prepared.value[0], prepared.release[0], prepared.bits[0]]
  }
  test('[EV30] value, release and marks are read from the submitted answer', () => {
    expect(cell({ value: 30, release: 4 })).toEqual([30, 0, 3])
    expect(cell({ value: 30, release: -2 })).toEqual([30, -2, 3])
    expect(cell({ value: 30, release: -1 })).toEqual([30, -1, 3])
    expect(cell({ value: 30, release: 5 })).toEqual([30, -1, 3])
    expect(cell({ value: 30, release: 'soon' })).toEqual([30, -1, 3])
    expect(cell({ value: null, release: null })).toEqual([0, -1, 1])
    expect(cell({ value: 'no number', release: 4 })).toEqual([0, 0, 1])
  })
  test('[EV30] an override stands in its place, within 0..100 or as the control reads it; a removed one does not', () => {
    const rows = small([{ id: 'A-1' }])
    const value = (changes: Partial<EvaluationRows['overrides'][0]>) => {
      const prepared = prepareEvaluation({
        ...rows,
        overrides: [
          { ...buildOverride({ requirement: 'A-1', vendor: 1, value: 50 }, place), ...changes },
        ],
      })
      return [prepared.value[0], prepared.bits[0]]
    }
    expect(value({})).toEqual([50, 7])
    expect(value({ value: 0 })).toEqual([0, 7])
    expect(value({ removed: true })).toEqual([0, 1])
    expect(value({ parameterId: 'another' })).toEqual([0, 1])
    const parameter = {
      id: 'a',
      key: 'a',
      name: 'a',
      type: 'RADIO' as const,
      options: [{ key: 'yes', label: 'Yes', value: 80 }],
    }
    expect(
      [150, -3, 70, 'yes', 'no', true, null].map((given) => overridePercent({ parameter }, given)),
    ).toEqual([100, 0, 70, 80, null, 100, null])
  })
  test('[EV30] two overrides of one answer stand beside each other', () => {
    const rows = small([{ id: 'A-1', statements: [{}, {}] }], {
      overrides: [
        { requirement: 'A-1', vendor: 1, value: 10 },
        { requirement: 'A-1', vendor: 1, statement: 1, value: 30 },
      ],
    })
    expect(nodeScore(run(rows), { level: 'project', index: 0, vendor: 0 })).toMatchObject({
      score: 20,
      overridden: 2,
    })
  })
  test('[EV31] a statement has its weight, its knock-out and whether it asks for a release; without any 1, none and no', () => {
    const read = (statement: object) =>
      readStatements(
        JSON.stringify({
          contentConfiguration: { parameters: [] },
          suppliersCommitment: {
            parameters: [
              { id: 's', key: 's', name: 's', type: 'INPUT', isStatement: true, ...statement },
            ],
          },
        }),
      ).statements.map(({ weight, knockOut, asksRelease }) => [weight, knockOut, asksRelease])
    expect(read({})).toEqual([[1, Number.NaN, false]])
    expect(
      read({
        weight: 0,
        knockOut: 0,
        validations: [{ kind: 'required' }, { kind: 'statement_release' }],
      }),
    ).toEqual([[0, 0, true]])
    expect(read({ validations: [{ kind: 'required' }] })).toEqual([[1, Number.NaN, false]])
  })
  test('[EV31] visibility is computed per vendor only if something is conditional', () => {
    const when = { join: 'all', conditions: [{ parameterKey: 'x', op: 'filled', value: null }] }
    const field = (changes: object) => ({ id: 'x', key: 'x', name: 'x', type: 'INPUT', ...changes })
    const read = (...parameters: object[]) =>
      readStatements(
        JSON.stringify({
          contentConfiguration: { parameters: [] },
          suppliersCommitment: { parameters },
        }),
      ).visible
    expect(read(field({ isStatement: true }))).toBeNull()
    expect(read(field({ visibleWhen: when }))).toBeNull()
    expect(
      read(
        field({ id: 's', key: 's', isStatement: true, visibleWhen: when }),
        field({}),
      )?.({ x: 'a' }),
    ).toEqual([true])
    expect(
      read(
        field({
          id: 'g',
          key: 'g',
          isGroup: true,
          parameters: [field({ id: 's', key: 's', isStatement: true, visibleWhen: when })],
        }),
        field({}),
      )?.({}),
    ).toEqual([false])
  })
  test('[EV31] a knock-out is missed below its value, not at it', () => {
    const missed = (value: number) =>
      nodeScore(
        run(
          small([{ id: 'A-1', statements: [{ knockOut: 50 }] }], {
            answers: [{ requirement: 'A-1', vendor: 1, values: [{ value }] }],
          }),
        ),
        { level: 'project', index: 0, vendor: 0 },
      ).knockOuts
    expect([missed(49), missed(50), missed(51)]).toEqual([1, 0, 0])
  })
  test('[EV32] what counts of a value under a lens', () => {
    const rule = { lastRelease: 1, futureCredit: 0.5, unplannedCredit: 0.25 }
    expect([-2, -1, 0, 1, 2].map((release) => factorOf(rule, release))).toEqual([
      1, 0.25, 1, 1, 0.5,
    ])
  })
})

describe('what an update writes in place', () => {
  const updated = (change: (rows: EvaluationRows) => Partial<EvaluationRows>, rows = golden()) => {
    const prepared = prepareEvaluation(rows)
    const before = evaluate(prepared, all)
    const changed = { ...rows, ...change(rows) }
    const after = updateEvaluation(prepared, changed)
    const evaluation = evaluate(after, all, before)
    expect(evaluation.score).toEqual(run(changed).score)
    return { isInPlace: after === prepared, recomputed: evaluation.recomputed.section, evaluation }
  }
  test('[EV33] a new answer and a changed order of rows are written in place', () => {
    expect(
      updated(({ commitments }) => ({ commitments: [...commitments].reverse() })),
    ).toMatchObject({ isInPlace: true, recomputed: 0 })
    const rows = golden()
    const unanswered = { ...rows, commitments: rows.commitments.slice(1) }
    expect(updated(() => ({ commitments: rows.commitments }), unanswered)).toMatchObject({
      isInPlace: true,
      recomputed: 1,
    })
    expect(
      updated(() => ({ commitments: [...rows.commitments].reverse() }), unanswered),
    ).toMatchObject({ isInPlace: true, recomputed: 1 })
    expect(
      updated(({ commitments }) => ({
        commitments: commitments.map((row, i) => (i === 0 ? { ...row, submitted: false } : row)),
      })),
    ).toMatchObject({ isInPlace: true, recomputed: 1 })
  })
  test('[EV33] a requirement that has only another name changes in place; its definition, section or rank do not', () => {
    const first = (change: object) =>
      updated(({ requirements }) => ({
        requirements: requirements.map((row, i) => (i === 0 ? { ...row, ...change } : row)),
      }))
    expect(first({ name: 'Else' }).isInPlace).toBe(true)
    expect(first({ rank: 'zz' }).isInPlace).toBe(false)
    expect(first({ sectionId: 's2' }).isInPlace).toBe(false)
    expect(first({ definition: golden().requirements[5]?.definition }).isInPlace).toBe(false)
  })
  test.each(['packages', 'documents', 'sections', 'releases', 'vendors'] as const)(
    '[EV33] other %s are prepared from scratch',
    (table) => {
      expect(updated((rows) => ({ [table]: [...rows[table]] })).isInPlace).toBe(false)
    },
  )
  test('[EV33] an override that leaves is taken out, one more requirement is taken in', () => {
    expect(updated(() => ({ overrides: [] })).isInPlace).toBe(false)
    const [first] = golden().requirements
    expect(
      updated(({ requirements }) => ({
        requirements: [...requirements, ...(first ? [{ ...first, id: 'NEW', rank: 'zz' }] : [])],
      })).evaluation.prepared.layout.requirements,
    ).toHaveLength(7)
    expect(
      updated(({ requirements, overrides }) => ({ requirements: requirements.slice(1), overrides }))
        .isInPlace,
    ).toBe(false)
  })
  test('[EV33] known definitions are not parsed again', () => {
    const rows = golden()
    const { cache } = prepareEvaluation(rows).layout
    const [text] = cache.keys()
    expect(layoutOf({ ...rows, packages: [...rows.packages] }, cache).cache.get(text ?? '')).toBe(
      cache.get(text ?? ''),
    )
    expect(new Set(layoutOf(rows).parsed).size).toBe(
      new Set(rows.requirements.map(({ definition }) => definition)).size,
    )
  })
  test('[EV33] another credit of the lens computes everything again, the same one nothing', () => {
    const asOf = (release: number, changes: Partial<typeof settings> = {}): EvaluationOptions => ({
      lens: { kind: 'asOf', release },
      settings: { ...settings, ...changes },
    })
    const prepared = prepareEvaluation(golden())
    const before = evaluate(prepared, asOf(0))
    const count = (options: EvaluationOptions) =>
      evaluate(prepared, options, before).recomputed.section
    expect([
      count(asOf(0)),
      count(asOf(0, { knockOutsApplied: true })),
      count(asOf(1)),
      count(asOf(0, { futureCredit: 1 })),
      count(asOf(0, { unplannedCredit: 1 })),
    ]).toEqual([0, 0, 6, 6, 6])
    expect(evaluate(prepareEvaluation(golden()), asOf(0), before).recomputed.section).toBe(6)
  })
})

describe('weights', () => {
  const weighted = (
    packages: (number | null)[],
    documents: (number | null)[][] = packages.map(() => [100]),
  ) =>
    run(
      buildEvaluationRows({
        vendors: [1],
        packages: packages.map((weight, p) => ({
          weight,
          documents: (documents[p] ?? []).map((own, d) => ({
            weight: own,
            sections: [{ requirements: [{ id: `R-${p}-${d}` }] }],
          })),
        })),
        answers: [{ requirement: 'R-0-0', vendor: 1, values: [{ value: 100 }] }],
      }),
    )
  test('[EV34] an unset weight among set ones counts 0, and sets without any weight are named by their package', () => {
    expect(scoreOf(weighted([100, null]))).toBe(100)
    const { warnings, weights } = weighted(
      [50, 50],
      [
        [null, null],
        [60, 30],
      ],
    )
    expect([...weights.document]).toEqual([50, 50, 60, 30])
    expect(warnings).toEqual([
      { kind: 'weightsMissing', packageId: 'p1' },
      { kind: 'weightTotal', packageId: 'p2', total: 90 },
    ])
  })
  test('[EV34] packages of weight 0 alone leave nothing to score, and a package without documents warns of no weights', () => {
    expect(scoreOf(weighted([0, 0]))).toBeNull()
    const { warnings } = weighted([100, 0], [[100], []])
    expect(warnings).toEqual([
      { kind: 'nothingToScore', level: 'package', id: 'p2', vendorId: null },
    ])
    expect(run(buildEvaluationRows({ vendors: [1], packages: [] })).warnings).toEqual([])
  })
  test('[EV34] a part that cannot be scored for one vendor gives a warning for that vendor', () => {
    const visibleWhen = {
      join: 'all' as const,
      conditions: [{ parameterKey: 'x', op: 'filled' as const, value: null }],
    }
    const rows = small(
      [
        {
          id: 'A-1',
          statements: [{ visibleWhen }],
          extra: [{ id: 'x', key: 'x', name: 'x', type: 'INPUT' }],
        },
      ],
      {
        vendors: [1, 2],
        answers: [{ requirement: 'A-1', vendor: 1, values: [{ value: 1 }], more: { x: 'yes' } }],
      },
    )
    expect(run(rows).warnings).toEqual([
      { kind: 'nothingToScore', level: 'package', id: 'p1', vendorId: 2 },
      { kind: 'nothingToScore', level: 'document', id: 'd1', vendorId: 2 },
    ])
    expect(run({ ...rows, vendors: [] }).warnings).toEqual([])
  })
  test('[EV34] what-if weights of documents take the place of the saved ones, one by one', () => {
    const rows = golden()
    const evaluation = run(rows, {
      ...all,
      weights: { packages: {}, documents: { d1: 0, d2: 100 } },
    })
    expect([...evaluation.weights.document]).toEqual([0, 100, 100])
    expect([...evaluation.weights.package]).toEqual([60, 40])
  })
})

describe('the explanation', () => {
  const evaluation = run(golden())
  test('[EV35] says of each level what weighed how much', () => {
    const brief = (level: ScoredNode['level'], index: number, vendor: number) =>
      explain(evaluation, { level, index, vendor }).terms.map(
        ({ level, index, weight, share, value, isAnswered, isOverridden }) => [
          level,
          index,
          weight,
          share,
          value,
          isAnswered,
          isOverridden,
        ],
      )
    expect(brief('project', 0, 1)).toEqual([
      ['package', 0, 60, 0.6, 32.5, false, false],
      ['package', 1, 40, 0.4, 75, true, false],
    ])
    expect(brief('package', 0, 0)).toEqual([
      ['document', 0, 70, 0.7, 87.5, true, false],
      ['document', 1, 30, 0.3, 70, true, true],
    ])
    expect(brief('package', 1, 0)).toEqual([['document', 2, 100, 1, 100, true, false]])
    expect(brief('document', 1, 1)).toEqual([['section', 1, 2, 1, 50, false, false]])
    expect(brief('section', 1, 0)).toEqual([
      ['requirement', 3, 1, 0.5, 80, true, false],
      ['requirement', 4, 1, 0.5, 60, true, true],
    ])
    expect(brief('requirement', 4, 1)).toEqual([['statement', 4, 1, 1, 100, true, false]])
    expect(brief('requirement', 3, 1)).toEqual([['statement', 3, 1, 1, 0, false, false]])
  })
  test('[EV35] says what was left out and why', () => {
    expect(explain(evaluation, { level: 'section', index: 0, vendor: 0 }).omitted).toEqual([
      { level: 'requirement', index: 2, reason: 'nothingToScore' },
    ])
    expect(explain(evaluation, { level: 'requirement', index: 2, vendor: 0 })).toMatchObject({
      score: null,
      terms: [{ weight: 0, share: 0, contribution: 0 }],
      omitted: [],
    })
    const rows = golden()
    const without = run({
      ...rows,
      requirements: rows.requirements.map((row) =>
        row.sectionId === 's2' ? { ...row, excluded: { reason: 'x', by: 'y', on: 1 } } : row,
      ),
    })
    expect(explain(without, { level: 'document', index: 1, vendor: 0 })).toEqual({
      score: null,
      terms: [],
      omitted: [{ level: 'section', index: 1, reason: 'nothingToScore' }],
    })
    expect(explain(without, { level: 'package', index: 0, vendor: 0 }).omitted).toEqual([
      { level: 'document', index: 1, reason: 'nothingToScore' },
    ])
    expect(
      explain(without, { level: 'section', index: 1, vendor: 1 }).omitted.map(
        ({ reason }) => reason,
      ),
    ).toEqual(['excluded', 'excluded'])
  })
  test('[EV35] mixes the statements of a requirement by their weights', () => {
    const rows = small([{ id: 'A-1', statements: [{ weight: 3 }, { weight: 1 }] }], {
      answers: [{ requirement: 'A-1', vendor: 1, values: [{ value: 100 }, { value: null }] }],
    })
    expect(explain(run(rows), { level: 'section', index: 0, vendor: 0 }).terms).toEqual([
      {
        level: 'requirement',
        index: 0,
        weight: 4,
        share: 1,
        value: 75,
        factor: 1,
        contribution: 75,
        isAnswered: false,
        isOverridden: false,
      },
    ])
  })
})

test('[EV36] places: ties within a billionth share one, vendors without a score or ruled out have none', () => {
  const out =
    (...vendors: number[]) =>
    (vendor: number) =>
      vendors.includes(vendor)
  expect(rankScores(Float64Array.of(50, 50 + 1e-10, 50 - 1e-8, Number.NaN, 90), out())).toEqual([
    2,
    2,
    4,
    null,
    1,
  ])
  expect(rankScores(Float64Array.of(50, 90, 50, 10), out(1))).toEqual([1, null, 1, 3])
  expect(rankScores(Float64Array.of(10, 10, 10), out())).toEqual([1, 1, 1])
  expect(rankScores(Float64Array.of(), out())).toEqual([])
})
