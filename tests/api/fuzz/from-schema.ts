import * as v from 'valibot'
import type { Random } from '../../sync/simulator/random.ts'

/** The parts of a valibot schema that the walk reads. */
interface Shape {
  readonly type: string
  readonly entries?: Readonly<Record<string, v.GenericSchema>>
  readonly item?: v.GenericSchema
  readonly items?: readonly v.GenericSchema[]
  readonly wrapped?: v.GenericSchema
  readonly options?: readonly unknown[]
  readonly literal?: unknown
  readonly key?: v.GenericSchema
  readonly value?: v.GenericSchema
  readonly getter?: (input: unknown) => v.GenericSchema
}
export interface Words {
  readonly texts: readonly string[]
  readonly numbers: readonly number[]
  /** Usual values by field name. */
  readonly byField: Readonly<Record<string, readonly (string | number)[]>>
}

const MOST_ITEMS = 3
const DEEPEST = 6
/** The words that a schema of a text or number accepts; each schema is asked once. */
const accepted = new WeakMap<v.GenericSchema, readonly unknown[]>()
const acceptedOf = (
  schema: v.GenericSchema,
  candidates: readonly unknown[],
): readonly unknown[] => {
  const known = accepted.get(schema)
  if (known !== undefined) return known
  const found = candidates.filter((candidate) => v.safeParse(schema, candidate).success)
  accepted.set(schema, found)
  return found
}

/**
 * A value that the schema probably accepts. It uses words of the seeded world where they fit, so
 * that calls get past the validation.
 */
export const fromSchema = (
  schema: v.GenericSchema,
  random: Random,
  words: Words,
  depth = 0,
  field = '',
): unknown => {
  const shape = schema as unknown as Shape
  const next = (inner: v.GenericSchema, name = field): unknown =>
    fromSchema(inner, random, words, depth + 1, name)
  const meant = words.byField[field]
  switch (shape.type) {
    case 'strict_object':
    case 'object':
    case 'loose_object':
      return fromEntries(shape.entries ?? {}, next)
    case 'array':
      return Array.from({ length: depth > DEEPEST ? 0 : random.below(MOST_ITEMS + 1) }, () =>
        shape.item === undefined ? null : next(shape.item),
      )
    case 'tuple':
    case 'strict_tuple':
      return (shape.items ?? []).map((item) => next(item))
    case 'record':
      return Object.fromEntries(
        Array.from({ length: random.below(MOST_ITEMS) }, () => [
          String(shape.key === undefined ? 'a' : next(shape.key)),
          shape.value === undefined ? null : next(shape.value),
        ]),
      )
    case 'optional':
    case 'exact_optional':
    case 'undefinedable':
      return random.chance(0.6) || shape.wrapped === undefined ? undefined : next(shape.wrapped)
    case 'nullable':
    case 'nullish':
      return random.chance(0.3) || shape.wrapped === undefined ? null : next(shape.wrapped)
    case 'picklist':
      return random.pick(shape.options ?? [null])
    case 'union':
    case 'variant':
      return next(random.pick((shape.options ?? []) as v.GenericSchema[]))
    case 'intersect':
      return next((shape.options as v.GenericSchema[])[0] ?? v.unknown())
    case 'lazy':
      return depth > DEEPEST || shape.getter === undefined ? {} : next(shape.getter(undefined))
    case 'literal':
      return shape.literal
    case 'boolean':
      return random.chance(0.5)
    case 'null':
      return null
    case 'string':
      return meant !== undefined && random.chance(0.85)
        ? random.pick(meant)
        : pickOr(acceptedOf(schema, words.texts), words.texts, random)
    case 'number':
      return meant !== undefined && random.chance(0.85)
        ? random.pick(meant)
        : pickOr(acceptedOf(schema, words.numbers), words.numbers, random)
    default:
      return random.pick<unknown>([null, 1, 'text', { a: 1 }, [1]])
  }
}

const pickOr = (fitting: readonly unknown[], any: readonly unknown[], random: Random): unknown =>
  random.pick(fitting.length > 0 ? fitting : any)

const fromEntries = (
  entries: Readonly<Record<string, v.GenericSchema>>,
  next: (schema: v.GenericSchema, name: string) => unknown,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(entries)
      .map(([key, schema]) => [key, next(schema, key)])
      .filter(([, value]) => value !== undefined),
  )
