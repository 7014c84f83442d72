import type { Definition, Parameter } from '../../entities/parameter.ts'
import { changedFields, type Difference, differenceOf } from './diff-status.ts'
import { interleave } from '../answers/merge.ts'
import { parseDefinition } from '../definition/parameters.ts'

export type DefinitionHalf = keyof Definition
export interface ParameterDiff extends Difference<Parameter> {
  half: DefinitionHalf
  id: string
  /**
   * The group of the parameter after the change, or before it if the parameter was removed; null =
   * none.
   */
  groupId: string | null
}

interface Placed {
  parameter: Parameter
  groupId: string | null
}

const placed = (parameters: readonly Parameter[], groupId: string | null = null): Placed[] =>
  parameters.flatMap((parameter) => [
    { parameter, groupId },
    ...placed(parameter.parameters ?? [], parameter.id),
  ])
const byId = (places: readonly Placed[]): Map<string, Placed> =>
  new Map(places.map((place) => [place.parameter.id, place]))

/** Fields inside a group are compared separately. */
const ownFields = (before: Parameter, after: Parameter): (keyof Parameter)[] =>
  ([...new Set([...Object.keys(before), ...Object.keys(after)])] as (keyof Parameter)[]).filter(
    (name) => name !== 'parameters',
  )

const changesOf = (before: Placed, after: Placed): string[] => [
  ...changedFields(before.parameter, after.parameter, ownFields(before.parameter, after.parameter)),
  ...(before.groupId === after.groupId ? [] : ['place']),
]

const parametersOf = ({
  before,
  after,
  ...difference
}: Difference<Placed>): Difference<Parameter> => ({
  ...difference,
  before: before && before.parameter,
  after: after && after.parameter,
})

const diffHalf = (half: DefinitionHalf, before: Definition, after: Definition): ParameterDiff[] => {
  const [former, latter] = [
    byId(placed(before[half].parameters)),
    byId(placed(after[half].parameters)),
  ]
  return interleave([...latter.keys()], [...former.keys()]).map((id) => {
    const [old, now] = [former.get(id) ?? null, latter.get(id) ?? null]
    const place = now ?? old
    return {
      half,
      id,
      groupId: place === null ? null : place.groupId,
      ...parametersOf(differenceOf(old, now, changesOf)),
    }
  })
}

/**
 * Compares two definitions (as stored text): every field and group, matched by id, in the later
 * order, with removed ones at their former places.
 */
export const diffDefinitions = (before: string, after: string): ParameterDiff[] => {
  const [former, latter] = [parseDefinition(before), parseDefinition(after)]
  return [
    ...diffHalf('contentConfiguration', former, latter),
    ...diffHalf('suppliersCommitment', former, latter),
  ]
}
