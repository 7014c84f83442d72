import type { Commitment, Override } from '../../entities/commitment.ts'
import type { Parameter } from '../../entities/parameter.ts'
import type { ProjectVendor, Release } from '../../entities/project.ts'
import type { Document, Package, Requirement, Section } from '../../entities/structure.ts'
import { isVisible } from '../definition/conditions.ts'
import { parseDefinition, statementParameters } from '../definition/parameters.ts'

/**
 * Everything a project's evaluation is computed from. Commitments that were not submitted count as
 * unanswered.
 */
export interface EvaluationRows {
  packages: readonly Package[]
  documents: readonly Document[]
  sections: readonly Section[]
  requirements: readonly Requirement[]
  releases: readonly Release[]
  vendors: readonly Pick<ProjectVendor, 'vendorId' | 'name'>[]
  commitments: readonly Commitment[]
  overrides: readonly Override[]
}

/** One statement of a requirement with what scoring needs to know of it. */
export interface Statement {
  parameter: Parameter
  /** Relative importance inside the document, >= 0. */
  weight: number
  /** Below this value, 0..100, the knock-out is missed; NaN = none asked. */
  knockOut: number
  /**
   * False where the vendor need not name a release: then a value without one counts in full in
   * every lens.
   */
  asksRelease: boolean
}

export interface RequirementStatements {
  statements: readonly Statement[]
  /** Which of the statements a vendor with these values sees; null = all of them, always. */
  visible: ((values: Commitment['values']) => boolean[]) | null
}

/** Reads the statements out of a definition's text. */
export const readStatements = (definitionText: string): RequirementStatements => {
  const definition = parseDefinition(definitionText)
  const statements = statementParameters(definition).map((parameter) => ({
    parameter,
    weight: parameter.weight ?? 1,
    knockOut: parameter.knockOut ?? Number.NaN,
    asksRelease: parameter.validations?.some(({ kind }) => kind === 'statement_release') === true,
  }))
  const all = [
    ...definition.contentConfiguration.parameters,
    ...definition.suppliersCommitment.parameters,
  ]
  const isConditional = statements.length > 0 && all.some(hasCondition)
  return {
    statements,
    visible: isConditional
      ? (values) => statements.map(({ parameter }) => isVisible(parameter, all, values))
      : null,
  }
}

const hasCondition = (parameter: Parameter): boolean =>
  parameter.visibleWhen !== undefined || (parameter.parameters ?? []).some(hasCondition)
