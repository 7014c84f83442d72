import type { Definition, Parameter } from '../entities/parameter.ts'
import type { Requirement } from '../entities/structure.ts'
import { Refusal } from '../refusal.ts'
import { conditionUses } from '../rules/definition/conditions.ts'
import { contentProblems } from '../rules/definition/content-validation.ts'
import { patternSizes, validateDefinition } from '../rules/definition/definition-validation.ts'
import { interleave, sameValue } from '../rules/answers/merge.ts'
import {
  checkDefinition,
  definitionText,
  everyParameter,
  parseDefinition,
} from '../rules/definition/parameters.ts'
import type { DefinitionPart } from './definition-part.ts'
import type { EditBase, MutationTx } from './mutation.ts'

export const HALVES = { content: 'contentConfiguration', answer: 'suppliersCommitment' } as const
export type DefinitionSide = keyof typeof HALVES
export const HALF_NAMES = Object.keys(HALVES) as DefinitionSide[]

export const parameterField = (half: DefinitionSide, parameterId: string): string =>
  `definition.${half}.${parameterId}`
export const orderField = (half: DefinitionSide): string => `definition.${half}Order`

export const parametersOf = (definition: Definition, half: DefinitionSide): Parameter[] =>
  definition[HALVES[half]].parameters
const idsOf = (parameters: readonly Parameter[]): string[] => parameters.map(({ id }) => id)

/** Tells whether the ids that occur in both lists have the same order. */
function isSameOrder(a: readonly string[], b: readonly string[]): boolean {
  const common = b.filter((id) => a.includes(id))
  return a.filter((id) => common.includes(id)).every((id, i) => id === common[i])
}

interface Wanted {
  /** The new state of each named parameter; null = removed. */
  parameters: ReadonlyMap<string, Parameter | null>
  order: string[] | undefined
}

/**
 * A whole definition decides about every parameter: a current parameter that it lacks counts as
 * removed.
 */
function wantedByText(current: readonly Parameter[], mine: readonly Parameter[]): Wanted {
  const wanted = new Map<string, Parameter | null>(current.map(({ id }) => [id, null]))
  for (const parameter of mine) wanted.set(parameter.id, parameter)
  return { parameters: wanted, order: idsOf(mine) }
}

function mergeHalf(
  tx: MutationTx,
  { row, half }: { row: Requirement; half: DefinitionSide },
  { current, wanted }: { current: readonly Parameter[]; wanted: Wanted },
): Parameter[] {
  const key = { entity: 'requirement', id: row.id } as const
  const merged = new Map(current.map((parameter) => [parameter.id, parameter]))
  for (const [id, mine] of wanted.parameters) {
    if (!tx.settle(key, parameterField(half, id), merged.get(id) ?? null, mine)) continue
    if (mine === null) merged.delete(id)
    else merged.set(id, mine)
  }
  const order = mergeOrder(
    tx,
    { row: key, field: orderField(half) },
    { current: idsOf(current), mine: wanted.order },
  )
  return order
    .flatMap((id) => merged.get(id) ?? [])
    .concat([...merged.values()].filter(({ id }) => !order.includes(id)))
}

/**
 * Merges the order of the parameters. On the server only a real change of order is settled:
 * parameters that another person added are no conflict.
 */
function mergeOrder(
  tx: MutationTx,
  { row, field }: { row: { entity: 'requirement'; id: string }; field: string },
  { current, mine }: { current: string[]; mine: string[] | undefined },
): string[] {
  if (mine === undefined) return current
  const isSame = isSameOrder(current, mine)
  if (tx.isServer && isSame) return interleave(mine, current)
  return tx.settle(row, field, current, mine) || isSame
    ? interleave(mine, current)
    : interleave(current, mine)
}

/**
 * Merges the person's definition, or a part of one, into the row's, parameter by parameter. Returns
 * the row's own text if nothing changes.
 */
export function mergeDefinition(
  tx: MutationTx,
  row: Requirement,
  patch: { definition?: string | undefined; definitionPart?: DefinitionPart | undefined },
): string {
  const current = parseDefinition(row.definition)
  const mine = patch.definition === undefined ? null : checkDefinition(patch.definition)
  const merged = { ...current }
  for (const half of HALF_NAMES) {
    const before = parametersOf(current, half)
    const part = patch.definitionPart?.[half]
    const wanted =
      mine !== null
        ? wantedByText(before, parametersOf(mine, half))
        : { parameters: new Map(Object.entries(part?.parameters ?? {})), order: part?.order }
    merged[HALVES[half]] = { parameters: mergeHalf(tx, { row, half }, { current: before, wanted }) }
  }
  if (sameValue(merged, current)) return row.definition
  requireValid(merged, current)
  return definitionText(merged)
}

/**
 * Refuses an invalid definition. `former` is the definition before the edit: only it tells a
 * deleted parameter from one that never existed.
 */
export function requireValid(definition: Definition, former?: Definition): void {
  const keysOf = (whole: Definition): Parameter[] =>
    everyParameter(HALF_NAMES.flatMap((half) => parametersOf(whole, half)))
  const all = HALF_NAMES.flatMap((half) => parametersOf(definition, half))
  const kept = new Set(keysOf(definition).map(({ key }) => key))
  for (const { key } of former === undefined ? [] : keysOf(former)) {
    const uses = kept.has(key) ? [] : conditionUses(all, key)
    if (uses.length > 0)
      throw new Refusal('PARAMETER_USED', {
        field: 'definition',
        detail: { key, where: uses.join(', ') },
      })
  }
  // Patterns saved before the bound existed may keep their size, so that the rest of the
  // definition stays editable.
  const isNoLarger = former !== undefined && patternSizes(definition) <= patternSizes(former)
  const [problem] = [
    ...validateDefinition(definition).filter(
      ({ code }) => !(isNoLarger && code === 'validation.patterns'),
    ),
    ...contentProblems(definition, former),
  ]
  if (problem !== undefined)
    throw new Refusal(problem.code, { field: `definition.${problem.path}`, detail: problem.detail })
}

/**
 * Builds the part of a definition from recorded values of a requirement, keyed by field name;
 * null = no value belongs to the definition.
 */
export function partOfValues(values: EditBase): DefinitionPart | null {
  const part: DefinitionPart = {}
  for (const half of HALF_NAMES) {
    const start = parameterField(half, '')
    const parameters = Object.fromEntries(
      Object.entries(values)
        .filter(([field]) => field.startsWith(start))
        .map(([field, value]) => [field.slice(start.length), (value ?? null) as Parameter | null]),
    )
    const order = values[orderField(half)] as string[] | null | undefined
    if (Object.keys(parameters).length > 0 || order)
      part[half] = order ? { parameters, order } : { parameters }
  }
  return Object.keys(part).length === 0 ? null : part
}

/**
 * Picks the recorded values that the definition text changed, so that undo does not touch what
 * another person changes.
 */
export function changedByText(text: string, base: EditBase): EditBase {
  const mine = checkDefinition(text)
  return Object.fromEntries(
    Object.entries(base).filter(([field, value]) => {
      const half = HALF_NAMES.find((name) => field.startsWith(`definition.${name}`))
      if (half === undefined) return true
      if (field === orderField(half)) return !sameValue(value, idsOf(parametersOf(mine, half)))
      const id = field.slice(parameterField(half, '').length)
      return !sameValue(
        value,
        parametersOf(mine, half).find((parameter) => parameter.id === id) ?? null,
      )
    }),
  )
}
