import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildEvaluationRows, statementId } from '../../../tests/support/evaluation-rows.ts'
import { anyEvaluation, type EvaluationCase } from '../../../tests/support/arbitrary-evaluation.ts'
import type { DocumentPlan } from '../../../tests/support/evaluation-rows.ts'
import { evaluate, nodeScore, NODE_LEVELS } from './evaluation.ts'
import type { Evaluation } from './evaluation.ts'
import { explain } from './evaluation-explain.ts'
import { prepareEvaluation, updateEvaluation } from './evaluation-prepare.ts'
import type { EvaluationRows } from './evaluation-rows.ts'

const RELEASES = [4, 0, 2]
const VENDORS = [1, 2, 3]

type Case = EvaluationCase
const anyCase = anyEvaluation({ vendors: VENDORS, releases: RELEASES })

const run = ({ plan, options: chosen }: Case): Evaluation =>
  evaluate(prepareEvaluation(buildEvaluationRows(plan)), chosen)

const eachNode = (
  evaluation: Evaluation,
  check: (level: (typeof NODE_LEVELS)[number], index: number, vendor: number) => void,
): void => {
  const { packages, documents, sections, requirements } = evaluation.prepared.layout
  const counts = {
    project: 1,
    package: packages.length,
    document: documents.length,
    section: sections.length,
    requirement: requirements.length,
  }
  for (const level of NODE_LEVELS) {
    for (let index = 0; index < counts[level]; index += 1)
      VENDORS.forEach((_, vendor) => check(level, index, vendor))
  }
}
const projectScores = (evaluation: Evaluation): (number | null)[] =>
  VENDORS.map((_, vendor) => nodeScore(evaluation, { level: 'project', index: 0, vendor }).score)
const expectSame = (a: (number | null)[], b: (number | null)[]): void => {
  a.forEach((score, i) => {
    if (score === null) expect(b[i]).toBeNull()
    else expect(b[i]).toBeCloseTo(score, 8)
  })
}

type Change = { kind: 'answer' | 'override' | 'exclude'; pick: number; value: number }
const change: fc.Arbitrary<Change> = fc.record({
  kind: fc.constantFrom('answer', 'override', 'exclude'),
  pick: fc.nat(),
  value: fc.integer({ min: 0, max: 100 }),
})

/** Changes the value of one answer or override, or excludes or includes one requirement. */
const withChange = (rows: EvaluationRows, { kind, pick, value }: Change): EvaluationRows => {
  const turn = <R>(list: readonly R[], to: (row: R) => R): R[] =>
    list.map((row, i) => (i === pick % list.length ? to(row) : row))
  switch (kind) {
    case 'answer':
      return {
        ...rows,
        commitments: turn(rows.commitments, (row) => ({
          ...row,
          values: { ...row.values, [statementId(0)]: value },
          submitted: value > 20,
        })),
      }
    case 'override':
      return {
        ...rows,
        overrides: turn(rows.overrides, (row) => ({ ...row, value, removed: value < 20 })),
      }
    case 'exclude':
      return {
        ...rows,
        requirements: turn(rows.requirements, (row) => ({
          ...row,
          excluded: row.excluded ? null : { reason: 'x', by: 'y', on: 1 },
        })),
      }
    default:
      return kind satisfies never
  }
}

describe('for every project, lens and vendor', () => {
  it('[EP1] a score and a coverage stay in 0..100', () => {
    fc.assert(
      fc.property(anyCase, (one) => {
        const evaluation = run(one)
        eachNode(evaluation, (level, index, vendor) => {
          const { score, coverage } = nodeScore(evaluation, { level, index, vendor })
          for (const n of [score, coverage])
            if (n !== null) expect(n >= -1e-9 && n <= 100 + 1e-9).toBe(true)
        })
      }),
    )
  })
  it('[EP2] the terms of the explanation add up to the score, their shares to 1', () => {
    fc.assert(
      fc.property(anyCase, (one) => {
        const evaluation = run(one)
        eachNode(evaluation, (level, index, vendor) => {
          const { score } = nodeScore(evaluation, { level, index, vendor })
          const explained = explain(evaluation, { level, index, vendor })
          if (score === null) return expect(explained.score).toBeNull()
          expect(explained.terms.reduce((sum, term) => sum + term.contribution, 0)).toBeCloseTo(
            score,
            8,
          )
          expect(explained.terms.reduce((sum, term) => sum + term.share, 0)).toBeCloseTo(1, 8)
        })
      }),
    )
  })
  it('[EP3] raising an answer never lowers a score', () => {
    fc.assert(
      fc.property(anyCase, fc.nat(), fc.integer({ min: 1, max: 100 }), (one, pick, by) => {
        const answers = one.plan.answers ?? []
        const index = answers.length === 0 ? -1 : pick % answers.length
        const raised = answers.map((given, i) =>
          i !== index
            ? given
            : {
                ...given,
                values: given.values.map((value) => ({
                  ...value,
                  value: value.value === null ? null : Math.min(100, value.value + by),
                })),
              },
        )
        const [before, after] = [
          projectScores(run(one)),
          projectScores(run({ ...one, plan: { ...one.plan, answers: raised } })),
        ]
        before.forEach((score, i) => {
          if (score !== null) expect(after[i]).toBeGreaterThanOrEqual(score - 1e-9)
        })
      }),
    )
  })
  it('[EP4] the order of packages, documents and sections changes nothing', () => {
    fc.assert(
      fc.property(anyCase, (one) => {
        const turned = one.plan.packages.toReversed().map((pack) => ({
          ...pack,
          documents: pack.documents
            .toReversed()
            .map((document) => ({ ...document, sections: document.sections.toReversed() })),
        }))
        const [before, after] = [run(one), run({ ...one, plan: { ...one.plan, packages: turned } })]
        expectSame(projectScores(before), projectScores(after))
        expect(after.ranks).toEqual(before.ranks)
      }),
    )
  })
  it('[EP5] a package and a document with nothing to score change nothing', () => {
    fc.assert(
      fc.property(anyCase, fc.integer({ min: 1, max: 100 }), (one, extra) => {
        fc.pre(one.plan.packages.some((pack) => pack.weight !== null))
        const empty: DocumentPlan = {
          weight: extra,
          sections: [{ requirements: [{ id: 'X-1', statements: [{ weight: 0 }] }] }],
        }
        const packages = one.plan.packages.map((pack) =>
          pack.documents.some((document) => document.weight !== null)
            ? { ...pack, documents: [...pack.documents, empty] }
            : pack,
        )
        expectSame(
          projectScores(run(one)),
          projectScores(
            run({
              ...one,
              plan: { ...one.plan, packages: [...packages, { weight: extra, documents: [] }] },
            }),
          ),
        )
      }),
    )
  })
  it.each(['packages', 'documents', 'statements'])(
    '[EP6] weights of %s count by proportion only',
    (what) => {
      const halved = <W extends number | null>(kind: string, weight: W) =>
        what !== kind || weight === null ? weight : weight / 2
      const half = (one: Case) =>
        one.plan.packages.map((pack) => ({
          weight: halved('packages', pack.weight),
          documents: pack.documents.map((document) => ({
            weight: halved('documents', document.weight),
            sections: document.sections.map(({ requirements }) => ({
              requirements: requirements.map((requirement) => ({
                ...requirement,
                statements: (requirement.statements ?? [{}]).map((statement) => ({
                  ...statement,
                  weight: halved('statements', statement.weight ?? 1) ?? 1,
                })),
              })),
            })),
          })),
        }))
      fc.assert(
        fc.property(anyCase, (one) => {
          expectSame(
            projectScores(run(one)),
            projectScores(run({ ...one, plan: { ...one.plan, packages: half(one) } })),
          )
        }),
      )
    },
  )
  it('[EP7] a better score never has the worse rank', () => {
    fc.assert(
      fc.property(anyCase, (one) => {
        const evaluation = run(one)
        const list = projectScores(evaluation)
          .map((score, i) => ({ score, rank: evaluation.ranks[i] ?? null }))
          .filter((x) => x.rank !== null)
        for (const a of list)
          for (const b of list)
            if ((a.score ?? 0) > (b.score ?? 0) + 1e-8)
              expect((a.rank ?? 0) < (b.rank ?? 0)).toBe(true)
      }),
    )
  })
  it('[EP8] an incremental computation equals a full one and recomputes only what depends on the change', () => {
    fc.assert(
      fc.property(anyCase, fc.array(change, { minLength: 1, maxLength: 5 }), (one, changes) => {
        let rows = buildEvaluationRows(one.plan)
        let prepared = prepareEvaluation(rows)
        let evaluation = evaluate(prepared, one.options)
        for (const next of changes) {
          const [previous, kept] = [evaluation.sums, structuredClone(evaluation.sums)]
          rows = withChange(rows, next)
          prepared = updateEvaluation(prepared, rows)
          evaluation = evaluate(prepared, one.options, evaluation)
          const fresh = evaluate(prepareEvaluation(rows), one.options)
          expect(evaluation.sums).toEqual(fresh.sums)
          expect(previous).toEqual(kept)
          expect([evaluation.score, evaluation.ranks, evaluation.warnings]).toEqual([
            fresh.score,
            fresh.ranks,
            fresh.warnings,
          ])
          const sections = next.kind === 'exclude' ? VENDORS.length : 1
          for (const count of Object.values(evaluation.recomputed))
            expect(count).toBeLessThanOrEqual(sections)
        }
      }),
    )
  })
})
