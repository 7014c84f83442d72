import type { Commitment, Override } from '../../entities/commitment.ts'
import type { Parameter } from '../../entities/parameter.ts'
import type { ProjectVendor, Release } from '../../entities/project.ts'
import type { Document, Package, Requirement, Section } from '../../entities/structure.ts'
import { isVisible } from '../definition/conditions.ts'
import { parseDefinition, statementParameters } from '../definition/parameters.ts'

/** The input of an evaluation. Commitments that are not submitted count as unanswered. */
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

/** A statement of a requirement, with the facts that scoring needs. */
export interface Statement {
  parameter: Parameter
  /** The relative weight in the document, at least 0. */
  weight: number
  /** A value below this, 0..100, misses the knock-out; NaN = no knock-out. */
  knockOut: number
  /**
   * False = the vendor need not name a release; a value without one then counts in full under every
   * lens.
   */
  asksRelease: boolean
}

export interface RequirementStatements {
  statements: readonly Statement[]
  /** Returns which statements a vendor with these values sees; null = always all. */
  visible: ((values: Commitment['values']) => boolean[]) | null
}

/** Reads the statements of a definition's text. */
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
