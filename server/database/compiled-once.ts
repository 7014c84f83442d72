import type { Compilable, CompiledQuery } from 'kysely'
import type { Queries } from './database.ts'

type Leaf = string | number | null
type Value = Leaf | readonly Value[] | { readonly [name: string]: Value }

/** Lists and rows of many values make texts that hardly come again. */
const MOST_VALUES = 48

/** Stands in a statement where a value is going to be. What looks at it instead of passing it on would look at no value. */
class Slot {
  readonly at: number
  constructor(at: number) { this.at = at }
  toString(): string { throw new Error('A statement that is made once cannot depend on its values') }
  toJSON(): string { return this.toString() }
}

/** Collects the values in their order; answers what is left of them without: the same for all that the same text serves. */
const shapeOf = (value: Value, leaves: Leaf[]): string => {
  if (value === null || typeof value !== 'object') {
    leaves.push(value)
    return '?'
  }
  return `(${Object.entries(value).map(([name, part]) => `${name}${shapeOf(part, leaves)}`).join()})`
}
const withSlots = (value: Value, next: () => Slot): unknown => {
  if (value === null || typeof value !== 'object') return next()
  if (Array.isArray(value)) return value.map((part: Value) => withSlots(part, next))
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, withSlots(part, next)]))
}

/**
 * A statement whose text is made once for each connection and each number of values: making it costs several times what running it does.
 * @param build passes the values on to the statement and does nothing else with them
 */
export const compiledOnce = <V extends Value, O>(build: (tx: Queries, values: V) => Compilable<O>): ((tx: Queries, values: V) => Promise<O[]>) => {
  const texts = new WeakMap<object, Map<string, CompiledQuery<O>>>()

  const textOf = (tx: Queries, values: V, shape: string): CompiledQuery<O> => {
    const { adapter } = tx.getExecutor()
    const known = texts.get(adapter) ?? new Map<string, CompiledQuery<O>>()
    texts.set(adapter, known)
    const text = known.get(shape)
    if (text !== undefined) return text
    let slots = 0
    // Slots take the places of values one for one, and `build` hands them on unseen.
    const made = build(tx, withSlots(values, () => new Slot(slots++)) as V).compile()
    known.set(shape, made)
    return made
  }
  return async (tx, values) => {
    const leaves: Leaf[] = []
    const shape = shapeOf(values, leaves)
    if (leaves.length > MOST_VALUES) return (await tx.executeQuery<O>(build(tx, values))).rows
    const text = textOf(tx, values, shape)
    const parameters = text.parameters.map((parameter) => (parameter instanceof Slot ? leaves[parameter.at] : parameter))
    return (await tx.executeQuery<O>({ ...text, parameters })).rows
  }
}
