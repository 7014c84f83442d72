import { type Compilable, type CompiledQuery, type Expression, sql, SqliteAdapter } from 'kysely'
import { inPieces, type Queries } from './database.ts'

type Leaf = string | number | null
type Value = Leaf | readonly Value[] | { readonly [name: string]: Value }

/** Lists of many values make texts that hardly come again. */
const MOST_VALUES = 48
/** Of how many rows there is a kept text, largest first: every list is cut into these. */
const ROWS_TOGETHER = [64, 16, 4, 1]

/**
 * Stands in a statement where a value is going to be. What looks at it instead of passing it on
 * would look at no value.
 */
class Slot {
  readonly at: number
  constructor(at: number) {
    this.at = at
  }
  toString(): string {
    throw new Error('A statement that is made once cannot depend on its values')
  }
  toJSON(): string {
    return this.toString()
  }
}

/**
 * Collects the values in their order; answers what is left of them without: the same for all that
 * the same text serves.
 */
const shapeOf = (value: Value, leaves: Leaf[]): string => {
  if (value === null || typeof value !== 'object') {
    leaves.push(value)
    return '?'
  }
  if (leaves.length > MOST_VALUES) return ''
  return `(${Object.entries(value)
    .map(([name, part]) => `${name}${shapeOf(part, leaves)}`)
    .join()})`
}
const withSlots = (value: Value, next: () => Slot): unknown => {
  if (value === null || typeof value !== 'object') return next()
  if (Array.isArray(value)) return value.map((part: Value) => withSlots(part, next))
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, withSlots(part, next)]),
  )
}

type Build<V, O> = (tx: Queries, values: V) => Compilable<O>

/**
 * Runs what `build` makes with the given leaves; its text is made once for each connection and
 * shape.
 */
const keepingTexts = <V extends Value, O>(build: Build<V, O>) => {
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
  return async (tx: Queries, values: V, shape: string, leaves: readonly Leaf[]): Promise<O[]> => {
    const text = textOf(tx, values, shape)
    const parameters = text.parameters.map((parameter) =>
      parameter instanceof Slot ? leaves[parameter.at] : parameter,
    )
    return (await tx.executeQuery<O>({ ...text, parameters })).rows
  }
}

/**
 * A statement whose text is made once for each connection and each number of values: making it
 * costs several times what running it does.
 * @param build passes the values on to the statement and does nothing else with them
 */
export const compiledOnce = <V extends Value, O>(
  build: Build<V, O>,
): ((tx: Queries, values: V) => Promise<O[]>) => {
  const run = keepingTexts(build)
  return async (tx, values) => {
    const leaves: Leaf[] = []
    const shape = shapeOf(values, leaves)
    if (leaves.length > MOST_VALUES) return (await tx.executeQuery<O>(build(tx, values))).rows
    return run(tx, values, shape, leaves)
  }
}

type Columns = Readonly<Record<string, Leaf>>

export const isEmbedded = (tx: Queries): boolean =>
  tx.getExecutor().adapter instanceof SqliteAdapter

/**
 * As `compiledOnce`, for a statement that writes rows of the same columns, however many. An
 * embedded database takes them by a few texts of fixed numbers of rows; to a server each statement
 * is a way there and back, so it gets as few as there are pieces.
 */
export const rowsCompiledOnce = <R extends Columns>(
  build: Build<R[], unknown>,
): ((tx: Queries, rows: readonly R[]) => Promise<void>) => {
  const few = compiledOnce<R[], unknown>(build)
  const run = keepingTexts<R[], unknown>(build)
  return async (tx, rows) => {
    if (!isEmbedded(tx)) {
      for (const piece of inPieces(rows)) await few(tx, piece)
      return
    }
    const columns = Object.keys(rows[0] ?? {}).join()
    let at = 0
    for (const count of ROWS_TOGETHER) {
      for (; rows.length - at >= count; at += count) {
        const piece = rows.slice(at, at + count)
        await run(
          tx,
          piece,
          `${count} ${columns}`,
          piece.flatMap((row) => Object.values(row)),
        )
      }
    }
  }
}

/**
 * As `compiledOnce`, for a statement that looks for texts of one list, however many: to an embedded
 * database the list is a single value.
 */
export const listCompiledOnce = <V extends Columns, O>(
  build: (tx: Queries, values: V, list: string[] | Expression<string>) => Compilable<O>,
): ((tx: Queries, values: V, list: readonly string[]) => Promise<O[]>) => {
  const whole = compiledOnce<V & { list: string }, O>((tx, values) =>
    build(tx, values, sql<string>`(select value from json_each(${values.list}))`),
  )
  const few = compiledOnce<{ values: V; list: string[] }, O>((tx, { values, list }) =>
    build(tx, values, list),
  )
  return async (tx, values, list) => {
    if (isEmbedded(tx)) return await whole(tx, { ...values, list: JSON.stringify(list) })
    const found: O[] = []
    for (const piece of inPieces(list)) found.push(...(await few(tx, { values, list: piece })))
    return found
  }
}
