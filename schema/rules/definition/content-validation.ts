import type { Definition, Parameter, ParameterValue } from '../../entities/parameter.ts'
import { sameValue } from '../answers/merge.ts'
import { visibilityOf } from './conditions.ts'
import type { DefinitionProblem } from './definition-validation.ts'
import { MatchEffort } from './match-effort.ts'
import { parameterProblem } from './parameter-validation.ts'
import { isGroup, leafParameters } from './parameters.ts'

export interface ContentProblem extends DefinitionProblem {
  parameterId: string
}

/**
 * Returns the problems of the values that an edit writes into the content. Values that stay are not
 * checked, so that a field can be added empty and a validation before the values that it asks for.
 * @param former the definition before the edit; absent = the requirement is new
 */
export function contentProblems(definition: Definition, former?: Definition): ContentProblem[] {
  const { parameters } = definition.contentConfiguration
  const all = [...parameters, ...definition.suppliersCommitment.parameters]
  const visibility = visibilityOf(all, {})
  const effort = new MatchEffort()
  const before = new Map<string, ParameterValue>(
    leafParameters(former?.contentConfiguration.parameters ?? []).map(({ id, value = null }) => [
      id,
      value,
    ]),
  )
  const problemsIn = (list: readonly Parameter[], path: string): ContentProblem[] =>
    list.flatMap((parameter, i) => {
      const at = `${path}.${i}`
      if (parameter.skip === true) return []
      if (isGroup(parameter)) return problemsIn(parameter.parameters ?? [], `${at}.parameters`)
      const { id, value = null } = parameter
      if (sameValue(value, before.get(id)) || !visibility.isVisible(parameter)) return []
      const problem = parameterProblem(parameter, value, { lookup: visibility.lookup, effort })
      return problem === null ? [] : [{ path: `${at}.value`, parameterId: id, ...problem }]
    })
  return problemsIn(parameters, 'contentConfiguration.parameters')
}
