import { factorOf } from './evaluation.ts'
import type { Evaluation, NodeLevel, ScoredNode } from './evaluation.ts'
import { at } from './evaluation-layout.ts'
import type { Offsets } from './evaluation-layout.ts'
import { ANSWERED, EXCLUDED, OVERRIDDEN, VISIBLE } from './evaluation-prepare.ts'
import type { Sums } from './evaluation-sums.ts'

export type TermLevel = Exclude<NodeLevel, 'project'> | 'statement'

/** One line of the sum behind a score: share · value · factor = contribution. */
export interface ScoreTerm {
  level: TermLevel
  /** Position in the layout of its level. */
  index: number
  weight: number
  /** weight / Σ weights of the terms that count, 0..1. */
  share: number
  /** The child's score, or the statement's value, 0..100. */
  value: number
  /** The factor of a statement under the lens; 1 on all other levels. */
  factor: number
  contribution: number
  isAnswered: boolean
  isOverridden: boolean
}

export type OmissionReason = 'nothingToScore' | 'excluded' | 'hidden'
export interface Explanation {
  /** The sum of the contributions; null = nothing to score. */
  score: number | null
  terms: ScoreTerm[]
  omitted: { level: TermLevel; index: number; reason: OmissionReason }[]
}

/** Returns the terms of a score; their contributions add up to the score. */
export const explain = (
  evaluation: Evaluation,
  { level, index, vendor }: ScoredNode,
): Explanation => {
  const { layout } = evaluation.prepared
  switch (level) {
    case 'project':
      return close(
        weighted(evaluation, 'package', { first: 0, last: layout.packages.length, vendor }),
      )
    case 'package':
      return close(
        weighted(evaluation, 'document', { ...range(layout.documentsOf, index), vendor }),
      )
    case 'document':
      return close(summed(evaluation, 'section', { ...range(layout.sectionsOf, index), vendor }))
    case 'section':
      return close(
        summed(evaluation, 'requirement', { ...range(layout.requirementsOf, index), vendor }),
      )
    case 'requirement':
      return close(statements(evaluation, index, vendor))
    default:
      return level satisfies never
  }
}

/** A range of nodes, `last` excluded, for one vendor. */
interface NodeRange {
  first: number
  last: number
  vendor: number
}

const range = (offsets: Offsets, index: number): Omit<NodeRange, 'vendor'> => ({
  first: at(offsets, index),
  last: at(offsets, index + 1),
})

interface Line extends Pick<Explanation, 'omitted'> {
  terms: Omit<ScoreTerm, 'share' | 'contribution'>[]
}

const close = ({ terms, omitted }: Line): Explanation => {
  const total = terms.reduce((sum, term) => sum + term.weight, 0)
  const closed = terms.map((term) => {
    const share = total === 0 ? 0 : term.weight / total
    return { ...term, share, contribution: share * term.value * term.factor }
  })
  return {
    score: total === 0 ? null : closed.reduce((sum, term) => sum + term.contribution, 0),
    terms: closed,
    omitted,
  }
}

const weighted = (
  evaluation: Evaluation,
  level: 'package' | 'document',
  { first, last, vendor }: NodeRange,
): Line => {
  const nodes = evaluation.sums[level].nodes
  const scores = evaluation.score[level]
  const line: Line = { terms: [], omitted: [] }
  for (let index = first; index < last; index += 1) {
    const value = at(scores, vendor * nodes + index)
    if (Number.isNaN(value)) line.omitted.push({ level, index, reason: 'nothingToScore' })
    else {
      const weight = at(evaluation.weights[level], index)
      line.terms.push({
        level,
        index,
        weight,
        value,
        factor: 1,
        ...marks(evaluation.sums[level], vendor * nodes + index),
      })
    }
  }
  return line
}

const marks = (sums: Sums, i: number): Pick<ScoreTerm, 'isAnswered' | 'isOverridden'> => ({
  isAnswered: at(sums.answered, i) === at(sums.total, i),
  isOverridden: at(sums.overridden, i) > 0,
})

const summed = (
  evaluation: Evaluation,
  level: 'section' | 'requirement',
  { first, last, vendor }: NodeRange,
): Line => {
  const line: Line = { terms: [], omitted: [] }
  for (let index = first; index < last; index += 1) {
    const inner =
      level === 'section'
        ? sectionOf(evaluation, index, vendor)
        : requirementOf(evaluation, index, vendor)
    if (typeof inner === 'string') line.omitted.push({ level, index, reason: inner })
    else line.terms.push({ level, index, factor: 1, ...inner })
  }
  return line
}

type Inner = Pick<ScoreTerm, 'weight' | 'value' | 'isAnswered' | 'isOverridden'> | OmissionReason

const sectionOf = ({ sums: { section } }: Evaluation, index: number, vendor: number): Inner => {
  const i = vendor * section.nodes + index
  const weight = at(section.weight, i)
  return weight === 0
    ? 'nothingToScore'
    : { weight, value: at(section.points, i) / weight, ...marks(section, i) }
}

const requirementOf = (evaluation: Evaluation, index: number, vendor: number): Inner => {
  const { terms, omitted } = statements(evaluation, index, vendor)
  const weight = terms.reduce((sum, term) => sum + term.weight, 0)
  if (weight === 0) return omitted[0]?.reason ?? 'nothingToScore'
  return {
    weight,
    value: terms.reduce((sum, term) => sum + term.weight * term.value * term.factor, 0) / weight,
    isAnswered: terms.every((term) => term.isAnswered),
    isOverridden: terms.some((term) => term.isOverridden),
  }
}

const statements = ({ prepared, rule }: Evaluation, requirement: number, vendor: number): Line => {
  const { layout } = prepared
  const line: Line = { terms: [], omitted: [] }
  for (
    let index = at(layout.statementsOf, requirement);
    index < at(layout.statementsOf, requirement + 1);
    index += 1
  ) {
    const cell = vendor * layout.statements.length + index
    const bits = at(prepared.bits, cell)
    if (bits & EXCLUDED) line.omitted.push({ level: 'statement', index, reason: 'excluded' })
    else if (!(bits & VISIBLE)) line.omitted.push({ level: 'statement', index, reason: 'hidden' })
    else
      line.terms.push({
        level: 'statement',
        index,
        weight: at(layout.statementWeight, index),
        value: at(prepared.value, cell),
        factor: factorOf(rule, at(prepared.release, cell)),
        isAnswered: (bits & ANSWERED) > 0,
        isOverridden: (bits & OVERRIDDEN) > 0,
      })
  }
  return line
}
