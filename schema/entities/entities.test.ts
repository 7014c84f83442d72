import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { ENTITY_EXAMPLES, type EntityExample } from '../../tests/support/entity-examples.ts'
import { projectRoot } from '../../tests/support/project-root.ts'
import { CommitmentValues } from './commitment.ts'
import { FIELD_LIMITS } from './field-limits.ts'

type Path = readonly (string | number)[]
type Spoilt = readonly [what: string, path: Path, value: unknown]
type Action = { type: string; requirement?: unknown }
type AnySchema = v.GenericSchema & {
  entries?: Record<string, AnySchema>
  wrapped?: AnySchema
  item?: AnySchema
  value?: AnySchema
  options?: AnySchema[]
  pipe?: unknown[]
}

const NOTHING = Symbol('no such key')
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((at, key) => (at as Record<string | number, unknown>)[key], value)

/** Returns the example with the value at the path replaced; NOTHING removes the key. */
function withValueAt(example: unknown, path: Path, value: unknown): unknown {
  const copy: unknown = structuredClone(example)
  const parent = valueAt(copy, path.slice(0, -1)) as Record<string | number, unknown>
  const key = path.at(-1) ?? ''
  if (value === NOTHING) delete parent[key]
  else parent[key] = value
  return copy
}

/** Returns every path of the example: fields, nested fields and entries of lists. */
const pathsOf = (value: unknown, path: Path = []): Path[] => {
  const inner = Array.isArray(value)
    ? value.slice(0, 1).flatMap((item, at) => pathsOf(item, [...path, at]))
    : isRecord(value)
      ? Object.entries(value).flatMap(([key, item]) => pathsOf(item, [...path, key]))
      : []
  return path.length === 0 ? inner : [path, ...inner]
}

/**
 * Returns values that no such field may accept: texts longer than any limit, and numbers out of
 * range.
 */
function spoiltValues(value: unknown, limit: number): [string, unknown][] {
  const kinds: [string, unknown][] = [
    ['an object', { a: 1 }],
    ['undefined inside a list', [undefined]],
    ['a function', () => 1],
  ]
  if (typeof value === 'string')
    return [...kinds, ['too long', 'x'.repeat(FIELD_LIMITS.definition + 1)]]
  if (typeof value === 'number')
    return [
      ...kinds,
      ['too large', 1e300],
      ['too small', -1e300],
      ['NaN', Number.NaN],
      ['Infinity', Number.POSITIVE_INFINITY],
    ]
  if (typeof value === 'boolean') return [...kinds, ['a bigint', 1n]]
  if (Array.isArray(value))
    return [
      ['a text', 'x'],
      ['a number', 1],
      ['too many', Array<unknown>(limit + 1).fill(value[0])],
    ]
  return [
    ['a text', 'x'],
    ['a number', 1],
    ['a list', [1]],
  ]
}

const isOptional = (schema: AnySchema): boolean => schema.type === 'optional'
/** Unwraps nullable, optional and intersection schemas to the schema with entries or items. */
const innermost = (schema: AnySchema): AnySchema => {
  const inner = schema.wrapped ?? (schema.type === 'intersect' ? schema.options?.[0] : undefined)
  return inner === undefined ? schema : innermost(inner)
}
function schemaAt(schema: AnySchema, path: Path): AnySchema | undefined {
  const [head, ...rest] = path
  if (head === undefined) return schema
  const inner = innermost(schema)
  const next = inner.entries?.[String(head)] ?? inner.item ?? inner.value
  return next === undefined ? undefined : schemaAt(next, rest)
}
const actionsOf = (schema: AnySchema | undefined): Action[] =>
  (schema === undefined ? [] : (innermost(schema).pipe ?? [])) as Action[]
const lengthLimit = (schema: AnySchema | undefined): number | undefined => {
  const limit = actionsOf(schema).find(({ type }) => type === 'max_length')?.requirement
  return typeof limit === 'number' ? limit : undefined
}
/** Entries of records and lists may be missing; a field of an object only if it is optional. */
const mayBeMissing = (schema: AnySchema, path: Path): boolean => {
  const parent = schemaAt(schema, path.slice(0, -1))
  const own = schemaAt(schema, path)
  return (
    parent === undefined ||
    own === undefined ||
    innermost(parent).entries === undefined ||
    isOptional(own)
  )
}

const issuesOf = (schema: v.GenericSchema, value: unknown): string[] =>
  (v.safeParse(schema, value).issues ?? []).map((issue) => v.getDotPath(issue) ?? '')
const names = (issues: readonly string[], path: Path): boolean =>
  issues.some((issue) => issue === path.join('.') || issue.startsWith(`${path.join('.')}.`))

/** Groups of an example end at some depth, although more would be allowed. */
const isNesting = (path: Path, key: string): boolean =>
  key === 'parameters' && path.at(-2) === 'parameters'

const ENTITIES = Object.entries(ENTITY_EXAMPLES)
const spoiltOf = ({ schema, example }: EntityExample): Spoilt[] =>
  pathsOf(example).flatMap((path): Spoilt[] => [
    ...(mayBeMissing(schema as AnySchema, path) ? [] : [['missing', path, NOTHING] as const]),
    ...spoiltValues(
      valueAt(example, path),
      lengthLimit(schemaAt(schema as AnySchema, path)) ?? FIELD_LIMITS.projectRequirements,
    ).map(([what, value]) => [what, path, value] as const),
  ])

describe('entities', () => {
  test.each(ENTITIES)(
    '[EN1] an example of %s with every field passes unchanged',
    (_name, { schema, example }) => {
      expect(v.parse(schema, example)).toEqual(example)
      for (const path of [[], ...pathsOf(example)]) {
        const at = schemaAt(schema as AnySchema, path)
        const held = valueAt(example, path)
        const missing = Object.keys((at && innermost(at).entries) ?? {}).filter(
          (key) => isRecord(held) && !Object.hasOwn(held, key) && !isNesting(path, key),
        )
        expect([path, missing]).toEqual([path, []])
      }
    },
  )

  let tried = 0
  test.each(ENTITIES)(
    '[EN2] every field of %s that is missing, of the wrong type, too long or too large is refused by name',
    (_name, entity) => {
      const spoilt = spoiltOf(entity)
      const accepted = spoilt.filter(
        ([, path, value]) =>
          !names(issuesOf(entity.schema, withValueAt(entity.example, path, value)), path),
      )
      expect(accepted.map(([what, path]) => `${path.join('.')}: ${what}`)).toEqual([])
      tried += spoilt.length
    },
    60_000,
  )

  test('[EN2] every case is covered', () => expect(tried).toBeGreaterThan(2_000))

  test('[EN2] ids and names are never empty', () => {
    const named = [
      'Project',
      'Package',
      'Document',
      'Section',
      'Requirement',
      'Organization',
      'RequirementTemplate',
      'Parameter',
      'Attachment',
    ].map((name) => [name, ['name']] as const)
    const ids = ENTITIES.flatMap(([name, { example }]) =>
      pathsOf(example)
        .filter((path) => /^(id|\w+Id|username|reason|text)$/.test(String(path.at(-1))))
        .map((path) => [name, path] as const),
    )
    const texts = [...named, ...ids].filter(
      ([name, path]) =>
        typeof valueAt(ENTITY_EXAMPLES[name]?.example, path) === 'string' &&
        path.at(-1) !== 'sourceId',
    )
    expect(texts.length).toBeGreaterThan(100)
    for (const [name, path] of texts) {
      const entity = ENTITY_EXAMPLES[name]
      if (entity !== undefined)
        expect(issuesOf(entity.schema, withValueAt(entity.example, path, ''))).toContain(
          path.join('.'),
        )
    }
  })

  test('[EN2] a record of more entries than its limit is refused', () => {
    const values = Object.fromEntries(
      Array.from({ length: FIELD_LIMITS.answerFields + 1 }, (_, at) => [`f${at}`, 1]),
    )
    expect(issuesOf(CommitmentValues, values)).toHaveLength(1)
    delete values['f0']
    expect(issuesOf(CommitmentValues, values)).toEqual([])
  })

  test.each(ENTITIES)(
    '[EN3] a key that %s does not have is refused, at every depth',
    (_name, { schema, example }) => {
      const places = [[], ...pathsOf(example)].filter((path) => {
        const at = schemaAt(schema as AnySchema, path)
        return (
          isRecord(valueAt(example, path)) &&
          at !== undefined &&
          innermost(at).entries !== undefined
        )
      })
      expect(places.length).toBeGreaterThan(0)
      for (const path of places)
        expect(issuesOf(schema, withValueAt(example, [...path, 'unknownKey'], 1))).toContain(
          [...path, 'unknownKey'].join('.'),
        )
    },
  )

  test.each(['__proto__', 'constructor', 'toString'])('[EN3] %s is no key of any entity', (key) => {
    for (const [, { schema, example }] of ENTITIES) {
      const withKey = JSON.parse(`{"${key}":{},${JSON.stringify(example).slice(1)}`) as unknown
      const output = v.safeParse(schema, withKey)
      expect(output.success && Object.hasOwn(output.output as object, key)).toBe(false)
    }
  })

  test('[EN4] a text may be exactly as long as its limit', () => {
    const texts = ENTITIES.flatMap(([name, { schema, example }]) =>
      pathsOf(example).flatMap((path) => {
        const field = schemaAt(schema as AnySchema, path)
        const limit = lengthLimit(field)
        const isFormatted = actionsOf(field).some(({ type }) =>
          ['regex', 'email', 'uuid', 'iso_date'].includes(type),
        )
        return typeof valueAt(example, path) === 'string' && limit !== undefined && !isFormatted
          ? [{ name, schema, example, path, limit }]
          : []
      }),
    )
    expect(texts.length).toBeGreaterThan(100)
    for (const { schema, example, path, limit } of texts) {
      expect(issuesOf(schema, withValueAt(example, path, 'x'.repeat(limit)))).toEqual([])
      expect(issuesOf(schema, withValueAt(example, path, 'x'.repeat(limit + 1)))).toContain(
        path.join('.'),
      )
    }
  })

  test.each<[string, string, number]>([
    ['Project', 'name', 200],
    ['Project', 'description', 5_000],
    ['Project', 'tags', 20],
    ['Project', 'tags.0', 50],
    ['Project', 'version', 50],
    ['Requirement', 'name', 2_000],
    ['Requirement', 'definition', 500_000],
    ['Requirement', 'sourceId', 100],
    ['Override', 'reason', 2_000],
    ['Override', 'history', 100],
    ['Parameter', 'options', 200],
    ['Parameter', 'validations', 20],
    ['ConditionList', 'conditions', 20],
    ['Definition', 'suppliersCommitment.parameters', 200],
    ['Discussion', 'text', 10_000],
    ['Notification', 'message', 2_000],
    ['Package', 'id', 200],
  ])('[EN4] %s.%s holds %i and no more', (name, dotted, limit) => {
    const path = dotted.split('.')
    const { schema, example } = ENTITY_EXAMPLES[name] ?? { schema: v.never(), example: {} }
    const held = valueAt(example, path)
    const sized = (size: number): unknown =>
      Array.isArray(held) ? Array<unknown>(size).fill(held[0]) : 'x'.repeat(size)
    expect(issuesOf(schema, withValueAt(example, path, sized(limit)))).toEqual([])
    expect(issuesOf(schema, withValueAt(example, path, sized(limit + 1)))).toEqual([dotted])
  })

  test('[EN5] every schema of the folder has an example', () => {
    const folder = join(projectRoot, 'schema/entities')
    const declared = readdirSync(folder)
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .flatMap((file) =>
        [
          ...readFileSync(join(folder, file), 'utf8').matchAll(
            /^export const ([A-Z]\w+)(?:: [^=]+)? = (?:v\.strictObject|v\.pipe\(\s*v\.strictObject|nestedGroups)/gm,
          ),
        ].map(([, name]) => name ?? ''),
      )
    expect(Object.keys(ENTITY_EXAMPLES).toSorted()).toEqual(declared.toSorted())
  })
})
