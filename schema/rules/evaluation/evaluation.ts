import type { EvaluationSettings } from '../../entities/project.ts'
import { at } from './evaluation-layout.ts'
import { AVAILABLE } from './evaluation-prepare.ts'
import type { PreparedEvaluation } from './evaluation-prepare.ts'
import { emptySums, mergeSums, sumSections, sumStatements } from './evaluation-sums.ts'
import type { CellRule, LevelSums, Sums } from './evaluation-sums.ts'
import { rankScores } from './evaluation-rank.ts'
import { applyWeights } from './evaluation-weights.ts'
import type { EvaluationWarning, WhatIfWeights } from './evaluation-weights.ts'

/**
 * Which promises count: all of them, or those that are met by a release (by its `number`) of the
 * project.
 */
export type Lens = { kind: 'all' } | { kind: 'asOf'; release: number }

export interface EvaluationOptions {
  lens: Lens
  settings: EvaluationSettings
  /** What-if weights by id of package or document; absent = the saved ones. */
  weights?: WhatIfWeights | undefined
}

export const NODE_LEVELS = ['project', 'package', 'document', 'section', 'requirement'] as const
export type NodeLevel = (typeof NODE_LEVELS)[number]

/**
 * Sums and scores of every node and vendor. Arrays lie vendor by vendor: `vendor * nodes + node`; a
 * score of NaN = nothing to score.
 */
export interface Evaluation {
  readonly prepared: PreparedEvaluation
  readonly options: EvaluationOptions
  readonly rule: CellRule
  readonly sums: {
    readonly section: Sums
    readonly document: Sums
    readonly package: Sums
    readonly project: Sums
  }
  readonly score: {
    readonly document: Float64Array
    readonly package: Float64Array
    readonly project: Float64Array
  }
  /**
   * Weight of every package and document in use: saved, what-if, or equal shares where none was
   * ever set.
   */
  readonly weights: { readonly package: Float64Array; readonly document: Float64Array }
  /**
   * Place of every vendor, ties share one; null = nothing to score, or a knock-out was missed and
   * knock-outs are applied.
   */
  readonly ranks: readonly (number | null)[]
  readonly warnings: readonly EvaluationWarning[]
  /** The cells' versions that the section sums were computed from. */
  readonly versions: Uint32Array
  /** How many sums of each level were recomputed, for tests and measurements. */
  readonly recomputed: { readonly [level in keyof Evaluation['sums']]: number }
}

/**
 * Scores, coverage, knock-outs and ranks of a whole project. With `previous` only the sections
 * whose cells changed are summed again; a change of weights touches no cell at all.
 */
export const evaluate = (
  prepared: PreparedEvaluation,
  options: EvaluationOptions,
  previous?: Evaluation,
): Evaluation => {
  const { layout, vendors } = prepared
  const rule = cellRule(prepared, options)
  const reusable =
    previous?.prepared === prepared && isSameRule(previous.rule, rule) ? previous : undefined
  const section = sumSections(
    prepared,
    rule,
    reusable && { sums: reusable.sums.section, versions: reusable.versions },
  )
  const document = mergeSums(section, layout.sectionsOf, vendors.length, reusable?.sums.document)
  const pack = mergeSums(document, layout.documentsOf, vendors.length, reusable?.sums.package)
  const project = mergeSums(
    pack,
    Int32Array.of(0, layout.packages.length),
    vendors.length,
    reusable?.sums.project,
  )
  const weighted = applyWeights(prepared, document.sums, options.weights)
  return {
    prepared,
    options,
    rule,
    sums: {
      section: section.sums,
      document: document.sums,
      package: pack.sums,
      project: project.sums,
    },
    score: weighted.score,
    weights: weighted.weights,
    warnings: weighted.warnings,
    ranks: rankScores(
      weighted.score.project,
      (vendor) => options.settings.knockOutsApplied && at(project.sums.knockOuts, vendor) > 0,
    ),
    versions: prepared.versions.slice(),
    recomputed: {
      section: countNew(section),
      document: countNew(document),
      package: countNew(pack),
      project: countNew(project),
    },
  }
}

const countNew = ({ isNew }: LevelSums): number => isNew.reduce((sum, flag) => sum + flag, 0)

/** What the matrix shows of one node and vendor. */
export interface NodeScore {
  /** 0..100 on full precision; null = nothing to score. */
  score: number | null
  /**
   * Share of visible statements that have a submitted answer or an override, in %; null = there are
   * none.
   */
  coverage: number | null
  unanswered: number
  total: number
  knockOuts: number
  overridden: number
}

export const nodeScore = (
  evaluation: Evaluation,
  level: NodeLevel,
  index: number,
  vendor: number,
): NodeScore => {
  if (level === 'requirement') return requirementScore(evaluation, index, vendor)
  const sums = evaluation.sums[level]
  const i = vendor * sums.nodes + index
  const score =
    level === 'section' ? at(sums.points, i) / at(sums.weight, i) : at(evaluation.score[level], i)
  return scoreFrom(score, sums, i)
}

/** Written and read within one call: filters ask for the scores of 80,000 cells in a row. */
const oneCell = emptySums(1, 1)

const requirementScore = (
  { prepared, rule }: Evaluation,
  requirement: number,
  vendor: number,
): NodeScore => {
  const { statementsOf } = prepared.layout
  const sums = oneCell
  sumStatements(
    prepared,
    rule,
    { vendor, first: at(statementsOf, requirement), last: at(statementsOf, requirement + 1) },
    { sums, i: 0 },
  )
  return scoreFrom(at(sums.points, 0) / at(sums.weight, 0), sums, 0)
}

const scoreFrom = (score: number, sums: Sums, i: number): NodeScore => {
  const [total, answered] = [at(sums.total, i), at(sums.answered, i)]
  return {
    score: Number.isNaN(score) ? null : score,
    coverage: total === 0 ? null : (answered / total) * 100,
    unanswered: total - answered,
    total,
    knockOuts: at(sums.knockOuts, i),
    overridden: at(sums.overridden, i),
  }
}

const cellRule = (
  prepared: PreparedEvaluation,
  { lens, settings }: EvaluationOptions,
): CellRule => {
  if (lens.kind === 'all')
    return { lastRelease: Number.POSITIVE_INFINITY, futureCredit: 1, unplannedCredit: 1 }
  return {
    // A release that the project no longer has: nothing but what is available now counts in full.
    lastRelease: prepared.releasePosition.get(lens.release) ?? AVAILABLE,
    futureCredit: settings.futureCredit,
    unplannedCredit: settings.unplannedCredit,
  }
}

const isSameRule = (a: CellRule, b: CellRule): boolean =>
  a.lastRelease === b.lastRelease &&
  a.futureCredit === b.futureCredit &&
  a.unplannedCredit === b.unplannedCredit

/** f of one cell: what share of the value counts under the lens. */
export const factorOf = (rule: CellRule, release: number): number => {
  if (release === AVAILABLE) return 1
  if (release < 0) return rule.unplannedCredit
  return release <= rule.lastRelease ? 1 : rule.futureCredit
}
