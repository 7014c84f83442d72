import type { Definition, Parameter } from '../../entities/parameter.ts'
import { defaultDefinition } from './default-definition.ts'
import { parseDefinition } from './parameters.ts'

/** Returns the field without its value; options, validations and conditions stay. */
const emptied = ({ value: _value, parameters, ...rest }: Parameter): Parameter =>
  parameters === undefined ? rest : { ...rest, parameters: parameters.map(emptied) }

/**
 * Returns the definition of a requirement that a person adds: the fields of its neighbour without
 * values. So a document has the same columns for imported and added rows.
 * @param beside the neighbour's definition as text; null = the document has no requirement yet
 */
export const newDefinition = (beside: string | null): Definition => {
  if (beside === null) return defaultDefinition()
  const { contentConfiguration, suppliersCommitment } = parseDefinition(beside)
  return {
    contentConfiguration: { parameters: contentConfiguration.parameters.map(emptied) },
    suppliersCommitment,
  }
}
