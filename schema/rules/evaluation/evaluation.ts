import type { EvaluationSettings } from '../../entities/project.ts'
import { at } from './evaluation-layout.ts'
import { AVAILABLE } from './evaluation-prepare.ts'
import type { PreparedEvaluation } from './evaluation-prepare.ts'
import { emptySums, mergeSums, sumSections, sumStatements } from './evaluation-sums.ts'
import type { CellRule, LevelSums, Sums } from './evaluation-sums.ts'
import { rankScores } from './evaluation-rank.ts'
import { applyWeights } from './evaluation-weights.ts'
import type { EvaluationWarning, WhatIfWeights } from './evaluation-weights.ts'

/** Which commitments count in full: all, or those available as of a release (its `number`). */
export type Lens = { kind: 'all' } | { kind: 'asOf'; release: number }

export interface EvaluationOptions {
  lens: Lens
  settings: EvaluationSettings
  /** What-if weights by id of package or document; absent = the saved weights. */
  weights?: WhatIfWeights | undefined
}

export const NODE_LEVELS = ['project', 'package', 'document', 'section', 'requirement'] as const
export type NodeLevel = (typeof NODE_LEVELS)[number]

/** A node of the project tree with one vendor; both are given as positions in the layout. */
export interface ScoredNode {
  level: NodeLevel
  index: number
  vendor: number
}

/**
 * Sums and scores of every node and vendor. The index into each array is `vendor * nodes + node`.
 * A score of NaN means nothing to score.
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
  /** The weights in use: saved, what-if, or equal shares if no sibling has a weight. */
  readonly weights: { readonly package: Float64Array; readonly document: Float64Array }
  /**
   * The place of every vendor; ties share a place. Null = nothing to score, or the vendor misses a
   * knock-out while knock-outs are applied.
   */
  readonly ranks: readonly (number | null)[]
  readonly warnings: readonly EvaluationWarning[]
  /** Versions of the sections' cells at the time of the computation. */
  readonly versions: Uint32Array
  /** How many sums of each level were recomputed, for tests and measurements. */
  readonly recomputed: { readonly [level in keyof Evaluation['sums']]: number }
}

/**
 * Computes scores, coverage, knock-outs and ranks of a project. With `previous`, only the sections
 * whose cells changed are summed again; a change of weights sums no cell.
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
  const document = mergeSums(
    section,
    { childrenOf: layout.sectionsOf, vendors: vendors.length },
    reusable?.sums.document,
  )
  const pack = mergeSums(
    document,
    { childrenOf: layout.documentsOf, vendors: vendors.length },
    reusable?.sums.package,
  )
  const project = mergeSums(
    pack,
    { childrenOf: Int32Array.of(0, layout.packages.length), vendors: vendors.length },
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

/** The figures that the matrix shows for one node and vendor. */
export interface NodeScore {
  /** 0..100 in full precision; null = nothing to score. */
  score: number | null
  /** Percentage of visible statements with a submitted answer or override; null = none visible. */
  coverage: number | null
  unanswered: number
  total: number
  knockOuts: number
  overridden: number
}

export const nodeScore = (
  evaluation: Evaluation,
  { level, index, vendor }: ScoredNode,
): NodeScore => {
  if (level === 'requirement') return requirementScore(evaluation, index, vendor)
  const sums = evaluation.sums[level]
  const i = vendor * sums.nodes + index
  const score =
    level === 'section' ? at(sums.points, i) / at(sums.weight, i) : at(evaluation.score[level], i)
  return scoreFrom(score, sums, i)
}

/** Reused by every call, because filters ask for the scores of 80,000 cells in a row. */
const oneCell = emptySums(1, 1)

const requirementScore = (
  evaluation: Evaluation,
  requirement: number,
  vendor: number,
): NodeScore => {
  const { statementsOf } = evaluation.prepared.layout
  const sums = oneCell
  sumStatements(
    evaluation,
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
    // If the release no longer exists, only commitments available now count in full.
    lastRelease: prepared.releasePosition.get(lens.release) ?? AVAILABLE,
    futureCredit: settings.futureCredit,
    unplannedCredit: settings.unplannedCredit,
  }
}

const isSameRule = (a: CellRule, b: CellRule): boolean =>
  a.lastRelease === b.lastRelease &&
  a.futureCredit === b.futureCredit &&
  a.unplannedCredit === b.unplannedCredit

/** Returns the factor of one cell: the share of its value that counts under the lens. */
export const factorOf = (rule: CellRule, release: number): number => {
  if (release === AVAILABLE) return 1
  if (release < 0) return rule.unplannedCredit
  return release <= rule.lastRelease ? 1 : rule.futureCredit
}
