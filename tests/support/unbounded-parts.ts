import type * as v from 'valibot'

interface Shape {
  readonly type: string
  readonly kind?: string
  readonly pipe?: readonly Shape[]
  readonly entries?: Readonly<Record<string, v.GenericSchema>>
  readonly rest?: v.GenericSchema
  readonly item?: v.GenericSchema
  readonly items?: readonly v.GenericSchema[]
  readonly wrapped?: v.GenericSchema
  readonly options?: readonly v.GenericSchema[]
  readonly key?: v.GenericSchema
  readonly value?: v.GenericSchema
  readonly getter?: (input: unknown) => v.GenericSchema
}

const END_OF_TEXT = ['max_length', 'length', 'uuid', 'iso_date', 'regex']
const END_OF_LIST = ['max_length', 'length']

/**
 * Paths of parts without a bound or with arbitrary keys, such as `.filter.q`.
 * @param schema of data from a client
 */
export const unboundedParts = (
  schema: v.GenericSchema<unknown, unknown>,
  path = '',
  seen = new Set<unknown>(),
): string[] => {
  const shape = schema as unknown as Shape
  if (seen.has(schema)) return []
  const next = (inner: v.GenericSchema | undefined, step = ''): string[] =>
    inner === undefined ? [] : unboundedParts(inner, path + step, new Set([...seen, schema]))
  const steps = (pipe: readonly Shape[] = []): Shape[] =>
    pipe.flatMap((step) =>
      step === (schema as unknown) || step.pipe === undefined
        ? [step]
        : [step, ...steps(step.pipe.filter((inner) => inner !== step))],
    )
  const has = (names: readonly string[]): boolean =>
    steps(shape.pipe).some(({ type }) => names.includes(type))
  const here = (isFine: boolean, what: string): string[] =>
    isFine ? [] : [`${path || 'itself'} is ${what}`]
  switch (shape.type) {
    case 'string':
      return here(has(END_OF_TEXT), 'a text without end')
    case 'number':
      return here(
        has(['safe_integer']) || (has(['max_value']) && has(['min_value'])),
        'a number without end',
      )
    case 'array':
      return [...here(has(END_OF_LIST), 'a list without end'), ...next(shape.item, '[]')]
    case 'record':
      return [
        ...here(has(['max_entries']), 'a record without end'),
        ...next(shape.key, '{}'),
        ...next(shape.value, '{}'),
      ]
    case 'strict_object':
      return Object.entries(shape.entries ?? {}).flatMap(([key, inner]) => next(inner, `.${key}`))
    case 'object':
    case 'loose_object':
    case 'object_with_rest':
      return [`${path || 'itself'} takes unknown keys`]
    case 'tuple':
    case 'strict_tuple':
      return (shape.items ?? []).flatMap((item, index) => next(item, `[${index}]`))
    case 'optional':
    case 'exact_optional':
    case 'undefinedable':
    case 'nullable':
    case 'nullish':
    case 'non_optional':
      return next(shape.wrapped)
    case 'union':
    case 'variant':
    case 'intersect':
      return (shape.options ?? []).flatMap((option) => next(option))
    case 'lazy':
      return next(shape.getter?.(undefined))
    case 'picklist':
    case 'literal':
    case 'custom':
    case 'boolean':
    case 'null':
    case 'undefined':
    case 'never':
    case 'enum':
      return []
    default:
      return [`${path || 'itself'} is ${shape.type}`]
  }
}
