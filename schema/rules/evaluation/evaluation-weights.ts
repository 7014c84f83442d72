import { at } from './evaluation-layout.ts'
import type { PreparedEvaluation } from './evaluation-prepare.ts'
import type { Sums } from './evaluation-sums.ts'
import { weightProblem } from './weights.ts'

/** Weights in per cent by id; an id that is missing keeps its saved weight. */
export interface WhatIfWeights {
  packages: Readonly<Record<string, number>>
  documents: Readonly<Record<string, number>>
}

/** Why a score is not simply the weighted sum of what was written down. */
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
 * Scores from the documents upwards. What has nothing to score for a vendor is left out and the
 * rest renormalised.
 */
export const applyWeights = (
  prepared: PreparedEvaluation,
  documents: Sums,
  whatIf: WhatIfWeights | undefined,
): Weighted => {
  const { layout, vendors } = prepared
  const warnings: EvaluationWarning[] = []
  const packageWeights = Float64Array.from(
    siblingWeights(layout.packages, whatIf?.packages, null, warnings),
  )
  const documentWeights = Float64Array.from(
    layout.packages.flatMap((row, i) =>
      siblingWeights(
        layout.documents.slice(at(layout.documentsOf, i), at(layout.documentsOf, i + 1)),
        whatIf?.documents,
        row.id,
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
        documentScores,
        documentWeights,
        at(layout.documentsOf, i),
        at(layout.documentsOf, i + 1),
      )
    })
    score.project[vendor] = weightedMean(packageScores, packageWeights, 0, layout.packages.length)
  })
  warnings.push(...unscored(prepared, 'package', layout.packages, score.package))
  warnings.push(...unscored(prepared, 'document', layout.documents, score.document))
  return { score, weights: { package: packageWeights, document: documentWeights }, warnings }
}

interface Weighed {
  id: string
  weight: number | null
}

const siblingWeights = (
  rows: readonly Weighed[],
  whatIf: Readonly<Record<string, number>> | undefined,
  packageId: string | null,
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

/** NaN scores are left out; NaN where nothing remains. */
const weightedMean = (
  scores: Float64Array,
  weights: Float64Array,
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

const unscored = (
  prepared: PreparedEvaluation,
  level: 'package' | 'document',
  rows: readonly { id: string }[],
  scores: Float64Array,
): EvaluationWarning[] =>
  rows.flatMap((row, i): EvaluationWarning[] => {
    const without = prepared.vendors.filter((_, vendor) =>
      Number.isNaN(at(scores, vendor * rows.length + i)),
    )
    const isForAll = without.length > 0 && without.length === prepared.vendors.length
    if (isForAll) return [{ kind: 'nothingToScore', level, id: row.id, vendorId: null }]
    return without.map(({ vendorId }) => ({ kind: 'nothingToScore', level, id: row.id, vendorId }))
  })
