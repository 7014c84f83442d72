import { at } from './evaluation-layout.ts'
import type { PreparedEvaluation } from './evaluation-prepare.ts'
import type { Sums } from './evaluation-sums.ts'
import { weightProblem } from './weights.ts'

/** Weights in percent by id. A missing id keeps its saved weight. */
export interface WhatIfWeights {
  packages: Readonly<Record<string, number>>
  documents: Readonly<Record<string, number>>
}

/** Why a score differs from the weighted sum with the saved weights. */
export type EvaluationWarning =
  | { kind: 'nothingToScore'; level: 'package' | 'document'; id: string; vendorId: number | null }
  | { kind: 'weightsMissing'; packageId: string | null }
  | { kind: 'weightTotal'; packageId: string | null; total: number }

interface Weighted {
  score: { document: Float64Array; package: Float64Array; project: Float64Array }
  weights: { package: Float64Array; document: Float64Array }
  warnings: EvaluationWarning[]
}

/**
 * Computes the scores of documents, packages and the project. A part with nothing to score for a
 * vendor is left out, and the weights of the others are renormalised.
 */
export const applyWeights = (
  prepared: PreparedEvaluation,
  documents: Sums,
  whatIf: WhatIfWeights | undefined,
): Weighted => {
  const { layout, vendors } = prepared
  const warnings: EvaluationWarning[] = []
  const packageWeights = Float64Array.from(
    siblingWeights(layout.packages, { whatIf: whatIf?.packages, packageId: null }, warnings),
  )
  const documentWeights = Float64Array.from(
    layout.packages.flatMap((row, i) =>
      siblingWeights(
        layout.documents.slice(at(layout.documentsOf, i), at(layout.documentsOf, i + 1)),
        { whatIf: whatIf?.documents, packageId: row.id },
        warnings,
      ),
    ),
  )
  const score = {
    document: documents.points.map((points, i) => points / at(documents.weight, i)),
    package: new Float64Array(vendors.length * layout.packages.length),
    project: new Float64Array(vendors.length),
  }
  vendors.forEach((_, vendor) => {
    const documentScores = score.document.subarray(
      vendor * layout.documents.length,
      (vendor + 1) * layout.documents.length,
    )
    const packageScores = score.package.subarray(
      vendor * layout.packages.length,
      (vendor + 1) * layout.packages.length,
    )
    layout.packages.forEach((_row, i) => {
      packageScores[i] = weightedMean(
        { scores: documentScores, weights: documentWeights },
        at(layout.documentsOf, i),
        at(layout.documentsOf, i + 1),
      )
    })
    score.project[vendor] = weightedMean(
      { scores: packageScores, weights: packageWeights },
      0,
      layout.packages.length,
    )
  })
  warnings.push(
    ...unscored(prepared, { level: 'package', rows: layout.packages, scores: score.package }),
  )
  warnings.push(
    ...unscored(prepared, { level: 'document', rows: layout.documents, scores: score.document }),
  )
  return { score, weights: { package: packageWeights, document: documentWeights }, warnings }
}

interface Weighed {
  id: string
  weight: number | null
}

interface SiblingScope {
  whatIf: Readonly<Record<string, number>> | undefined
  /** The package that holds the rows; null = the rows are packages. */
  packageId: string | null
}

/** Returns the weights of sibling rows, and adds to `warnings` what is wrong with them. */
const siblingWeights = (
  rows: readonly Weighed[],
  { whatIf, packageId }: SiblingScope,
  warnings: EvaluationWarning[],
): number[] => {
  const weights = rows.map((row) => whatIf?.[row.id] ?? row.weight)
  if (rows.length > 0 && weights.every((weight) => weight === null)) {
    warnings.push({ kind: 'weightsMissing', packageId })
    return rows.map(() => 100 / rows.length)
  }
  const set = weights.map((weight) => weight ?? 0)
  const problem = weightProblem(set)
  if (problem) warnings.push({ kind: 'weightTotal', packageId, total: problem.total })
  return set
}

/** Leaves out NaN scores. Returns NaN if no score remains. */
const weightedMean = (
  { scores, weights }: { scores: Float64Array; weights: Float64Array },
  first: number,
  last: number,
): number => {
  let sum = 0,
    weight = 0
  for (let i = first; i < last; i += 1) {
    const score = at(scores, i)
    if (Number.isNaN(score)) continue
    sum += at(weights, i) * score
    weight += at(weights, i)
  }
  return weight === 0 ? Number.NaN : sum / weight
}

interface ScoredLevel {
  level: 'package' | 'document'
  rows: readonly { id: string }[]
  scores: Float64Array
}

const unscored = (
  prepared: PreparedEvaluation,
  { level, rows, scores }: ScoredLevel,
): EvaluationWarning[] =>
  rows.flatMap((row, i): EvaluationWarning[] => {
    const without = prepared.vendors.filter((_, vendor) =>
      Number.isNaN(at(scores, vendor * rows.length + i)),
    )
    const isForAll = without.length > 0 && without.length === prepared.vendors.length
    if (isForAll) return [{ kind: 'nothingToScore', level, id: row.id, vendorId: null }]
    return without.map(({ vendorId }) => ({ kind: 'nothingToScore', level, id: row.id, vendorId }))
  })
