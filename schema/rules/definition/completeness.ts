import type { Commitment } from '../../entities/commitment.ts'
import type { ParameterValue } from '../../entities/parameter.ts'
import type { RequirementStatements } from '../evaluation/evaluation-rows.ts'
import { isStatementComplete, statementPercent } from './statement.ts'

/**
 * The state of an answer: 'complete' = every visible statement is 100, 'zero' = every one is 0,
 * 'unanswered' = nothing is filled in.
 */
export const COMPLETENESS = ['complete', 'partial', 'zero', 'unanswered'] as const
export type Completeness = (typeof COMPLETENESS)[number]

type Answer = Pick<Commitment, 'values'>
const isFilled = (value: ParameterValue): boolean => value !== null && value !== ''

/**
 * Judges the answer as the vendor wrote it, without overrides and exclusions, which belong to the
 * evaluation.
 */
export const completenessOf = (
  { statements, visible }: RequirementStatements,
  answer: Answer | undefined,
): Completeness => {
  if (answer === undefined || !Object.values(answer.values).some(isFilled)) return 'unanswered'
  const shown = visible?.(answer.values)
  const reached = statements
    .filter((_, index) => shown?.[index] !== false)
    .map(({ parameter }) => statementPercent(parameter, answer.values[parameter.id] ?? null) ?? 0)
  if (reached.every(isStatementComplete)) return 'complete'
  return reached.every((percent) => percent === 0) ? 'zero' : 'partial'
}
