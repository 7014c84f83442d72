import type { Definition, Parameter } from '../../entities/parameter.ts'
import { defaultDefinition } from './default-definition.ts'
import { parseDefinition } from './parameters.ts'

/** The same field without a value; options, checks and conditions stay. */
const emptied = ({ value: _value, parameters, ...rest }: Parameter): Parameter =>
  parameters === undefined ? rest : { ...rest, parameters: parameters.map(emptied) }

/**
 * The fields of a requirement that is added by hand: those of the requirement that it is added
 * beside, empty. So a document has the same columns whether its rows were imported or written.
 * @param beside its definition as text; null = the document has no requirement yet
 */
export const newDefinition = (beside: string | null): Definition => {
  if (beside === null) return defaultDefinition()
  const { contentConfiguration, suppliersCommitment } = parseDefinition(beside)
  return {
    contentConfiguration: { parameters: contentConfiguration.parameters.map(emptied) },
    suppliersCommitment,
  }
}
