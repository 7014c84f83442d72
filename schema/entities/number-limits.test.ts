import * as v from 'valibot'
import { expect, test } from 'vitest'
import { ENTITY_EXAMPLES } from '../../tests/support/entity-examples.ts'

/** The example of an entity with another number at a dotted path. */
const withNumber = (name: string, dotted: string, value: number): unknown => {
  // Not structuredClone: places of an example can share an object.
  const copy = JSON.parse(JSON.stringify(ENTITY_EXAMPLES[name]?.example)) as Record<string, unknown>
  const keys = dotted.split('.')
  const parent = keys
    .slice(0, -1)
    .reduce<Record<string, unknown>>((at, key) => at[key] as Record<string, unknown>, copy)
  parent[keys.at(-1) ?? ''] = value
  return copy
}
const refusedFields = (name: string, dotted: string, value: number): string[] => {
  const { schema = v.never() } = ENTITY_EXAMPLES[name] ?? {}
  const { issues = [] } = v.safeParse(schema, withNumber(name, dotted, value))
  return [...new Set(issues.map((issue) => v.getDotPath(issue) ?? ''))]
}

test.each<[string, string, number, number, number]>([
  ['Package', 'weight', 0, 100, 0.01],
  ['Document', 'weight', 0, 100, 0.01],
  ['Project', 'evaluation.futureCredit', 0, 1, 0.01],
  ['Project', 'evaluation.unplannedCredit', 0, 1, 0.01],
  ['Project', 'ownerId', 0, Number.MAX_SAFE_INTEGER, 1],
  ['Requirement', 'version', 0, Number.MAX_SAFE_INTEGER, 1],
  ['Requirement', 'updatedOn', -8.64e15, 8.64e15, 1],
  ['Parameter', 'weight', 0, 1_000, 0.01],
  ['Parameter', 'knockOut', 0, 100, 0.01],
  ['Parameter', 'layout.internal.offset', 0, 11, 1],
  ['Parameter', 'layout.internal.width', 1, 12, 1],
])('[EN2] %s.%s is from %d to %d and nothing beside', (name, dotted, least, most, step) => {
  expect([least, most].map((value) => refusedFields(name, dotted, value))).toEqual([[], []])
  expect([least - step, most + step].map((value) => refusedFields(name, dotted, value))).toEqual([
    [dotted],
    [dotted],
  ])
})

test.each([
  ['Project', 'ownerId'],
  ['Requirement', 'version'],
  ['Requirement', 'updatedOn'],
  ['Parameter', 'layout.internal.width'],
])('[EN2] %s.%s is a whole number', (name, dotted) => {
  expect(refusedFields(name, dotted, 1.5)).toEqual([dotted])
})
