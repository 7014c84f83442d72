import type { Definition, Parameter } from '../entities/parameter.ts'
import type { Requirement } from '../entities/structure.ts'
import { Refusal } from '../refusal.ts'
import { conditionUses } from '../rules/definition/conditions.ts'
import { patternSizes, validateDefinition } from '../rules/definition/definition-validation.ts'
import { interleave, sameValue } from '../rules/answers/merge.ts'
import {
  checkDefinition,
  definitionText,
  everyParameter,
  parseDefinition,
} from '../rules/definition/parameters.ts'
import type { DefinitionPart } from './inputs.ts'
import type { EditBase, MutationTx } from './mutation.ts'

export const HALVES = { content: 'contentConfiguration', answer: 'suppliersCommitment' } as const
export type Half = keyof typeof HALVES
export const HALF_NAMES = Object.keys(HALVES) as Half[]

export const parameterField = (half: Half, parameterId: string): string =>
  `definition.${half}.${parameterId}`
export const orderField = (half: Half): string => `definition.${half}Order`

export const parametersOf = (definition: Definition, half: Half): Parameter[] =>
  definition[HALVES[half]].parameters
const idsOf = (parameters: readonly Parameter[]): string[] => parameters.map(({ id }) => id)

/** Whether the ids that both lists have stand in one order. */
function isSameOrder(a: readonly string[], b: readonly string[]): boolean {
  const common = b.filter((id) => a.includes(id))
  return a.filter((id) => common.includes(id)).every((id, i) => id === common[i])
}

interface Wanted {
  /** What each named parameter is to be; null = removed. */
  parameters: ReadonlyMap<string, Parameter | null>
  order: string[] | undefined
}

/**
 * A whole definition names every parameter of both sides, so that what it leaves out counts as
 * removed if the person saw it.
 */
function wantedByText(current: readonly Parameter[], mine: readonly Parameter[]): Wanted {
  const wanted = new Map<string, Parameter | null>(current.map(({ id }) => [id, null]))
  for (const parameter of mine) wanted.set(parameter.id, parameter)
  return { parameters: wanted, order: idsOf(mine) }
}

function mergeHalf(
  tx: MutationTx,
  row: Requirement,
  half: Half,
  current: readonly Parameter[],
  wanted: Wanted,
): Parameter[] {
  const key = { entity: 'requirement', id: row.id } as const
  const merged = new Map(current.map((parameter) => [parameter.id, parameter]))
  for (const [id, mine] of wanted.parameters) {
    if (!tx.settle(key, parameterField(half, id), merged.get(id) ?? null, mine)) continue
    if (mine === null) merged.delete(id)
    else merged.set(id, mine)
  }
  const ids = idsOf(current)
  const order = mergeOrder(tx, key, orderField(half), ids, wanted.order)
  return order
    .flatMap((id) => merged.get(id) ?? [])
    .concat([...merged.values()].filter(({ id }) => !order.includes(id)))
}

/**
 * On the server only a real change of order counts: additions by another person are no conflict.
 */
function mergeOrder(
  tx: MutationTx,
  row: { entity: 'requirement'; id: string },
  field: string,
  current: string[],
  mine: string[] | undefined,
): string[] {
  if (mine === undefined) return current
  const isSame = isSameOrder(current, mine)
  if (tx.isServer && isSame) return interleave(mine, current)
  return tx.settle(row, field, current, mine) || isSame
    ? interleave(mine, current)
    : interleave(current, mine)
}

/**
 * Lays the person's definition, or part of one, over the row's, parameter by parameter; the text is
 * the row's own where nothing changes.
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
    merged[HALVES[half]] = { parameters: mergeHalf(tx, row, half, before, wanted) }
  }
  if (sameValue(merged, current)) return row.definition
  requireValid(merged, current)
  return definitionText(merged)
}

/**
 * Refuses a definition that cannot stand; `former` tells a deleted parameter from one that never
 * was.
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
  // What was saved before there was a bound may stay as large as it is, so that the rest of it can
  // be edited.
  const isNoLarger = former !== undefined && patternSizes(definition) <= patternSizes(former)
  const problem = validateDefinition(definition).find(
    ({ code }) => !(isNoLarger && code === 'validation.patterns'),
  )
  if (problem !== undefined)
    throw new Refusal(problem.code, { field: `definition.${problem.path}`, detail: problem.detail })
}

/**
 * The part of a definition that recorded values of a requirement (by field name) make; null = they
 * name none of it.
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
 * The recorded values that the text really changed, so that an undo leaves alone what another
 * person changes.
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
