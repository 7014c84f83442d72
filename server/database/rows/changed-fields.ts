import type { Entity, Row } from '#schema/entities/rows.ts'
import { parseDefinition } from '#schema/rules/definition/parameters.ts'

type Any = Record<string, unknown>
const same = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b)
const UNTOLD = new Set(['updatedOn', 'updatedBy', 'imported', 'rank', 'isWeightPublished'])

/**
 * Names of the fields that differ, for the history. Goes one level deeper for `values.<field>` and
 * `definition.answer.<id>`, with the prefix `+` for an added parameter and `-` for a removed one.
 */
export const changedFields = <E extends Entity>(
  entity: E,
  before: Row<E>,
  after: Row<E>,
): string[] => {
  const [old, now] = [before as unknown as Any, after as unknown as Any]
  const names = Object.keys(now).filter((name) => !UNTOLD.has(name) && !same(old[name], now[name]))
  return names.flatMap((name) => {
    if (name === 'values') return keyedDifference('values', old[name] as Any, now[name] as Any)
    if (name === 'definition' && entity === 'requirement')
      return definitionDifference(String(old[name]), String(now[name]))
    return [name]
  })
}

const keyedDifference = (path: string, old: Any, now: Any): string[] =>
  [...new Set([...Object.keys(old), ...Object.keys(now)])]
    .filter((key) => !same(old[key], now[key]))
    .map((key) => `${path}.${key}`)

const definitionDifference = (old: string, now: string): string[] => {
  const [a, b] = [parseDefinition(old), parseDefinition(now)]
  return [
    ...parameterDifference(
      'definition.content',
      a.contentConfiguration.parameters,
      b.contentConfiguration.parameters,
    ),
    ...parameterDifference(
      'definition.answer',
      a.suppliersCommitment.parameters,
      b.suppliersCommitment.parameters,
    ),
  ]
}
const parameterDifference = (
  path: string,
  old: readonly { id: string }[],
  now: readonly { id: string }[],
): string[] => {
  const [before, after] = [byId(old), byId(now)]
  const added = now.filter(({ id }) => !before.has(id)).map(({ id }) => `+${path}.${id}`)
  const removed = old.filter(({ id }) => !after.has(id)).map(({ id }) => `-${path}.${id}`)
  const changed = now
    .filter(({ id }) => before.has(id) && !same(before.get(id), after.get(id)))
    .map(({ id }) => `${path}.${id}`)
  return [...added, ...removed, ...changed]
}
const byId = <T extends { id: string }>(list: readonly T[]): Map<string, T> =>
  new Map(list.map((item) => [item.id, item]))
