import { nodeScore } from '#schema/rules/evaluation/evaluation.ts'
import type { Evaluation, NodeLevel } from '#schema/rules/evaluation/evaluation.ts'
import { explain } from '#schema/rules/evaluation/evaluation-explain.ts'
import type { Explanation, ScoreTerm } from '#schema/rules/evaluation/evaluation-explain.ts'
import { roundParts } from '#schema/rules/evaluation/round-parts.ts'
import { decimalText, scoreText, weightDigits, weightText } from './evaluation-text.ts'

/** Identifies a score: a node of the tree and a vendor (position in the evaluation). */
export interface ScorePlace {
  level: NodeLevel
  index: number
  vendor: number
}

/** One displayed line of a sum. Share and contribution are rounded so that each column adds up. */
export interface SumLine {
  term: ScoreTerm
  share: number
  adds: number
  shareText: string
  addsText: string
}

export interface ScoreLines extends Pick<Explanation, 'omitted'> {
  lines: readonly SumLine[]
  /** Sum of the weights; empty if the rounded weights do not add up to it. */
  weightText: string
  /** The same text that the matrix shows for this node and vendor. */
  totalText: string
}

/** The sum behind a score, rounded so that the lines add up to the total to the last hundredth. */
export const sumLines = (
  evaluation: Evaluation,
  { level, index, vendor }: ScorePlace,
): ScoreLines => {
  const { score } = nodeScore(evaluation, { level, index, vendor })
  const { terms, omitted } = explain(evaluation, { level, index, vendor })
  const isScored = score !== null
  const shares = roundParts(
    terms.map(({ share }) => share * 100),
    isScored ? 100 : 0,
  )
  const adds = roundParts(
    terms.map(({ contribution }) => contribution),
    score ?? 0,
  )
  const lines = terms.map((term, i) => {
    const [share, part] = [shares[i] ?? 0, adds[i] ?? 0]
    return { term, share, adds: part, shareText: scoreText(share), addsText: decimalText(part) }
  })
  return { lines, omitted, weightText: totalWeightText(terms), totalText: scoreText(score) }
}

/** Three equal shares of 100 read 33.33 each; a total of 100 below them would look wrong. */
const totalWeightText = (terms: readonly ScoreTerm[]): string => {
  const total = weightText(terms.reduce((sum, { weight }) => sum + weight, 0))
  const shown = terms.reduce((sum, { weight }) => sum + Number(weightDigits(weight)), 0)
  return weightText(shown) === total ? total : ''
}
