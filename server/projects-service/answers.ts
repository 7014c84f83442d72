import type { Commitment } from '#schema/entities/commitment.ts'
import type { Parameter, ParameterValue } from '#schema/entities/parameter.ts'
import type { Requirement } from '#schema/entities/structure.ts'
import { parseDefinition, statementParameters } from '#schema/rules/parameters.ts'
import { statementPercent } from '#schema/rules/statement.ts'
import { isAnswered } from '../database/entity-tables.ts'

/** How far an answer goes: 'complete' = every statement is 100, 'zero' = every one is 0, 'unanswered' = nothing is filled in. */
export type Completeness = 'complete' | 'partial' | 'zero' | 'unanswered'

const percents = (requirement: Requirement, commitment: Commitment): number[] =>
  statementsOf(requirement).map((parameter) => statementPercent(parameter, valueOf(commitment, parameter)) ?? 0)
const valueOf = (commitment: Commitment, parameter: Parameter): ParameterValue => commitment.values[parameter.id] ?? null
const statementsOf = (requirement: Requirement): Parameter[] => statementParameters(parseDefinition(requirement.definition))

export const completenessOf = (requirement: Requirement, commitment: Commitment | undefined): Completeness => {
  if (commitment === undefined || !isAnswered(commitment)) return 'unanswered'
  const reached = percents(requirement, commitment)
  if (reached.length === 0 || reached.every((percent) => percent === 100)) return 'complete'
  return reached.every((percent) => percent === 0) ? 'zero' : 'partial'
}

/** Statements below their threshold. */
export const missedKnockOuts = (requirement: Requirement, commitment: Commitment | undefined): number =>
  statementsOf(requirement).filter((parameter) => parameter.knockOut !== undefined
    && (commitment === undefined || !commitment.submitted || (statementPercent(parameter, valueOf(commitment, parameter)) ?? 0) < parameter.knockOut)).length

/** Weighted mean of the submitted statements of a document, 0..100; null = nothing to score. */
export const documentScore = (requirements: readonly Requirement[], answers: ReadonlyMap<string, Commitment>): number | null => {
  let [sum, weights] = [0, 0]
  for (const requirement of requirements) {
    if (requirement.excluded !== null) continue
    const commitment = answers.get(requirement.id)
    for (const parameter of statementsOf(requirement)) {
      const weight = parameter.weight ?? 1
      const percent = commitment?.submitted === true ? statementPercent(parameter, valueOf(commitment, parameter)) ?? 0 : 0
      sum += weight * percent
      weights += weight
    }
  }
  return weights === 0 ? null : sum / weights
}
