/**
 * 10,000 requirements × 8 vendors: time of a whole recomputation, and of one changed answer and one
 * changed weight.
 * Run: node_modules/.bin/node tests/bench/evaluation.bench.ts [--json]
 */
import { commitmentId } from '#schema/entities/commitment.ts'
import { evaluate } from '#schema/rules/evaluation/evaluation.ts'
import type { EvaluationOptions } from '#schema/rules/evaluation/evaluation.ts'
import { prepareEvaluation, updateEvaluation } from '#schema/rules/evaluation/evaluation-prepare.ts'
import { buildCommitment, buildEvaluationRows } from '../support/evaluation-rows.ts'
import type { ProjectPlan } from '../support/evaluation-rows.ts'
import { type Figure, figureOf } from './figures.ts'

const VENDORS = [1, 2, 3, 4, 5, 6, 7, 8]
const PACKAGES = 5,
  DOCUMENTS = 4,
  SECTIONS = 20,
  REQUIREMENTS = 25,
  ROUNDS = 60
const LIMIT_MS = 5

const id = (p: number, d: number, s: number, r: number): string => `${p}.${d}.${s}.${r}`
const range = (n: number): number[] => Array.from({ length: n }, (_, i) => i)

const buildPlan = (): ProjectPlan => {
  const answers: NonNullable<ProjectPlan['answers']> = []
  const packages = range(PACKAGES).map((p) => ({
    weight: 100 / PACKAGES,
    documents: range(DOCUMENTS).map((d) => ({
      weight: 100 / DOCUMENTS,
      sections: range(SECTIONS).map((s) => ({
        requirements: range(REQUIREMENTS).map((r) => {
          for (const vendor of VENDORS) {
            answers.push({
              requirement: id(p, d, s, r),
              vendor,
              values: [
                { value: (vendor * 37 + s * 11 + r * 7) % 101, release: ((r + vendor) % 5) - 2 },
              ],
              submitted: (r + vendor) % 9 !== 0,
            })
          }
          return {
            id: id(p, d, s, r),
            statements: [{ weight: 1 + (r % 3), ...(r % 50 === 0 ? { knockOut: 50 } : {}) }],
          }
        }),
      })),
    })),
  }))
  return { vendors: VENDORS, releases: [0, 1, 2], packages, answers }
}

interface Spread {
  p50: number
  p95: number
}

const measure = (run: (round: number) => void): Spread => {
  const times = range(ROUNDS)
    .map((round) => {
      const start = performance.now()
      run(round)
      return performance.now() - start
    })
    .sort((a, b) => a - b)
  return { p50: times[Math.floor(ROUNDS * 0.5)] ?? 0, p95: times[Math.floor(ROUNDS * 0.95)] ?? 0 }
}

const settings = { futureCredit: 0, unplannedCredit: 0, knockOutsApplied: false }
const place = { packageId: 'p1', documentId: 'd1' }

interface Measured {
  requirements: number
  prepareMs: number
  whole: Spread
  answer: Spread
  weight: Spread
}

const measureAll = (): Measured => {
  const rows = buildEvaluationRows(buildPlan())
  const prepareStart = performance.now()
  const prepared = prepareEvaluation(rows)
  const prepareMs = performance.now() - prepareStart

  const lenses: EvaluationOptions['lens'][] = [{ kind: 'all' }, { kind: 'asOf', release: 1 }]
  const whole = measure((round) => {
    evaluate(prepared, { lens: lenses[round % 2] ?? { kind: 'all' }, settings })
  })

  let current = evaluate(prepared, { lens: { kind: 'all' }, settings })
  let latest = rows
  const answer = measure((round) => {
    const changedId = commitmentId(id(0, 0, 0, round % REQUIREMENTS), 3)
    const commitment = buildCommitment(
      { requirement: id(0, 0, 0, round % REQUIREMENTS), vendor: 3, values: [{ value: round }] },
      place,
    )
    latest = {
      ...latest,
      commitments: latest.commitments.map((row) => (row.id === changedId ? commitment : row)),
    }
    updateEvaluation(prepared, latest)
    current = evaluate(prepared, current.options, current)
    if (current.recomputed.section !== 1)
      throw new Error(`an answer recomputed ${current.recomputed.section} sections`)
  })
  const weight = measure((round) => {
    current = evaluate(
      prepared,
      { ...current.options, weights: { packages: { p1: round, p2: 40 - round }, documents: {} } },
      current,
    )
    if (current.recomputed.section !== 0) throw new Error('a weight recomputed sections')
  })
  return { requirements: rows.requirements.length, prepareMs, whole, answer, weight }
}

/**
 * Evaluation has no bare way, so the permitted time takes its place and the quotient shows how much
 * of it is used.
 */
export const evaluationFigures = (): Figure[] => {
  const { whole, answer, weight } = measureAll()
  return [
    figureOf('evaluation 10,000 × 8 (bare: 5 ms allowed)', [whole.p50], [LIMIT_MS], 1),
    figureOf('… one answer changed', [answer.p50], [LIMIT_MS], 1),
    figureOf('… one weight changed', [weight.p50], [LIMIT_MS], 1),
  ]
}

if (import.meta.main) {
  const measured = measureAll()
  const { requirements, prepareMs, whole, answer, weight } = measured
  if (process.argv.includes('--json'))
    console.log(
      JSON.stringify({
        ...measured,
        vendors: VENDORS.length,
        limitMs: LIMIT_MS,
        ok: whole.p50 <= LIMIT_MS,
      }),
    )
  else {
    const show = (name: string, { p50, p95 }: Spread): void =>
      console.log(`${name.padEnd(34)} p50 ${p50.toFixed(2)} ms   p95 ${p95.toFixed(2)} ms`)
    console.log(
      `${requirements} requirements × ${VENDORS.length} vendors, prepared in ${prepareMs.toFixed(0)} ms`,
    )
    show('whole recomputation', whole)
    show('one answer changed (diff included)', answer)
    show('one weight changed', weight)
  }
  if (whole.p50 > LIMIT_MS) process.exitCode = 1
}
