import * as v from 'valibot'

interface Shape {
  readonly type: string
  readonly pipe?: readonly { readonly type: string; readonly requirement?: unknown }[]
  readonly entries?: Readonly<Record<string, v.GenericSchema>>
  readonly item?: v.GenericSchema
  readonly wrapped?: v.GenericSchema
  readonly options?: readonly unknown[]
  readonly literal?: unknown
}

const LONGEST_UNBOUNDED = 1_000

const longest = ({ pipe = [] }: Shape): number => {
  const bound = pipe.find(({ type }) => type === 'max_length' || type === 'length')?.requirement
  return typeof bound === 'number' ? bound : LONGEST_UNBOUNDED
}
const fitting = (schema: v.GenericSchema, candidates: readonly unknown[]): unknown => {
  const found = candidates.find((candidate) => v.safeParse(schema, candidate).success)
  if (found === undefined)
    throw new Error('No candidate fits: tests/support/largest-body.ts needs one')
  return found
}
const DOMAIN = `@${'x'.repeat(50)}.example`
const textsOf = (length: number): string[] => [
  'x'.repeat(length),
  `${'x'.repeat(Math.max(1, length - DOMAIN.length))}${DOMAIN}`,
  `${'x'.repeat(60)}${DOMAIN}`,
  'abcde',
  'a'.repeat(64),
  'A'.repeat(43),
]

/** The longest value that a schema of strict objects, lists, texts and numbers accepts. */
export const largestOf = (schema: v.GenericSchema): unknown => {
  const shape = schema as unknown as Shape
  switch (shape.type) {
    case 'strict_object':
      return Object.fromEntries(
        Object.entries(shape.entries ?? {}).map(([key, inner]) => [key, largestOf(inner)]),
      )
    case 'array': {
      const { item } = shape
      return item === undefined ? [] : Array.from({ length: longest(shape) }, () => largestOf(item))
    }
    case 'optional':
    case 'nullable':
    case 'nullish':
    case 'exact_optional':
      return shape.wrapped === undefined ? null : largestOf(shape.wrapped)
    case 'picklist':
      return shape.options?.[0]
    case 'literal':
      return shape.literal
    case 'boolean':
      return true
    case 'number':
      return fitting(schema, [Number.MAX_SAFE_INTEGER, 8_640_000_000_000_000, 1_000_000, 1])
    case 'string':
      return fitting(schema, textsOf(longest(shape)))
    default:
      throw new Error(`${shape.type}: tests/support/largest-body.ts does not know it`)
  }
}
