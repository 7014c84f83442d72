import type { Parameter } from '#schema/entities/parameter.ts'
import type { DefinitionPart } from '#schema/mutations/definition-part.ts'
import { sameValue } from '#schema/rules/answers/merge.ts'
import { everyParameter } from '#schema/rules/definition/parameters.ts'

export type ParameterChanges = NonNullable<DefinitionPart['answer']>

/** Replaces a parameter at any depth; null removes it. */
export const withParameter = (
  tree: readonly Parameter[],
  id: string,
  next: Parameter | null,
): Parameter[] =>
  tree.flatMap((parameter) => {
    if (parameter.id === id) return next ? [next] : []
    return [
      parameter.parameters
        ? { ...parameter, parameters: withParameter(parameter.parameters, id, next) }
        : parameter,
    ]
  })

/** Moves a parameter one step up or down among its siblings. */
export function movedParameter(
  tree: readonly Parameter[],
  id: string,
  direction: 1 | -1,
): Parameter[] {
  const at = tree.findIndex((parameter) => parameter.id === id)
  if (at < 0)
    return tree.map((parameter) =>
      parameter.parameters
        ? { ...parameter, parameters: movedParameter(parameter.parameters, id, direction) }
        : parameter,
    )
  const moved = tree[at]
  const to = at + direction
  return moved === undefined || to < 0 || to >= tree.length
    ? [...tree]
    : tree.toSpliced(at, 1).toSpliced(to, 0, moved)
}

export const groupOf = (tree: readonly Parameter[], id: string): string | null =>
  everyParameter(tree).find((parameter) => parameter.parameters?.some((child) => child.id === id))
    ?.id ?? null

/**
 * Moves a parameter to the end of a group, or of the top level (null). A group cannot be moved into
 * itself.
 */
export function regrouped(
  tree: readonly Parameter[],
  id: string,
  groupId: string | null,
): Parameter[] {
  const parameter = everyParameter(tree).find((one) => one.id === id)
  if (
    !parameter ||
    id === groupId ||
    everyParameter(parameter.parameters ?? []).some((one) => one.id === groupId)
  )
    return [...tree]
  const rest = withParameter(tree, id, null)
  const group =
    groupId === null ? undefined : everyParameter(rest).find((one) => one.id === groupId)
  if (!group) return [...rest, parameter]
  return withParameter(rest, group.id, {
    ...group,
    parameters: [...(group.parameters ?? []), parameter],
  })
}

/**
 * Merges the parameters of several requirements into one list, by id, in order of first appearance.
 */
export function unitedParameters(lists: readonly (readonly Parameter[])[]): Parameter[] {
  const united = new Map<string, Parameter>()
  for (const list of lists)
    for (const parameter of list) if (!united.has(parameter.id)) united.set(parameter.id, parameter)
  return [...united.values()]
}

/**
 * The changes that make a requirement follow the edited list: new fields are added to every
 * requirement, others are changed or removed only where they exist. Null = no change.
 */
export function changesFor(
  current: readonly Parameter[],
  before: readonly Parameter[],
  after: readonly Parameter[],
): ParameterChanges | null {
  const held = new Set(current.map(({ id }) => id))
  const former = new Map(before.map((parameter) => [parameter.id, parameter]))
  const parameters: Record<string, Parameter | null> = {}
  for (const parameter of after) {
    const old = former.get(parameter.id)
    if (old ? held.has(parameter.id) && !sameValue(old, parameter) : true)
      parameters[parameter.id] = parameter
  }
  for (const { id } of before)
    if (held.has(id) && !after.some((one) => one.id === id)) parameters[id] = null
  const order = after
    .map(({ id }) => id)
    .filter((id) => (held.has(id) || id in parameters) && parameters[id] !== null)
  const isReordered = !sameValue(
    before.map(({ id }) => id).filter((id) => order.includes(id)),
    order.filter((id) => former.has(id)),
  )
  const isAdded = order.some((id) => !former.has(id))
  if (Object.keys(parameters).length === 0 && !isReordered) return null
  return isReordered || isAdded ? { parameters, order } : { parameters }
}

/** Derives an unused key from a name, with letters, digits and dashes. */
export function freeKey(name: string, taken: ReadonlySet<string>): string {
  const base =
    name
      .normalize('NFD')
      .replace(/[\u0300-\u036f]/g, '')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '')
      .slice(0, 60) || 'field'
  for (let count = 1; ; count += 1) {
    const key = count === 1 ? base : `${base}-${count}`
    if (!taken.has(key)) return key
  }
}
