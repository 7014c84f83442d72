import { type Compilable, type CompiledQuery, type Expression, sql, SqliteAdapter } from 'kysely'
import { inPieces, type Queries } from './database.ts'

type Leaf = string | number | null
type Value = Leaf | readonly Value[] | { readonly [name: string]: Value }

/** Statements with more values are not cached, because their text rarely repeats. */
const MOST_VALUES = 48
/** Numbers of rows per cached statement, largest first; every list of rows is split into these. */
const ROWS_TOGETHER = [64, 16, 4, 1]

/**
 * Placeholder for a value in a cached statement. It throws if `build` reads it rather than passing
 * it on, since there is no value to read.
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
 * Collects the values in order and returns the structure without them: values of the same structure
 * share a statement.
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
 * Runs the statement that `build` makes, with the given values. Compiles its text once per
 * connection and structure.
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
    // Slots replace the values one for one, and `build` passes them on unread.
    const made = build(tx, withSlots(values, () => new Slot(slots++)) as V).compile()
    known.set(shape, made)
    return made
  }
  return async (
    tx: Queries,
    values: V,
    { shape, leaves }: { shape: string; leaves: readonly Leaf[] },
  ): Promise<O[]> => {
    const text = textOf(tx, values, shape)
    const parameters = text.parameters.map((parameter) =>
      parameter instanceof Slot ? leaves[parameter.at] : parameter,
    )
    return (await tx.executeQuery<O>({ ...text, parameters })).rows
  }
}

/**
 * A statement compiled once per connection and number of values: compiling takes several times as
 * long as running it.
 * @param build passes the values on to the statement and must not read them
 */
export const compiledOnce = <V extends Value, O>(
  build: Build<V, O>,
): ((tx: Queries, values: V) => Promise<O[]>) => {
  const run = keepingTexts(build)
  return async (tx, values) => {
    const leaves: Leaf[] = []
    const shape = shapeOf(values, leaves)
    if (leaves.length > MOST_VALUES) return (await tx.executeQuery<O>(build(tx, values))).rows
    return run(tx, values, { shape, leaves })
  }
}

type Columns = Readonly<Record<string, Leaf>>

export const isEmbedded = (tx: Queries): boolean =>
  tx.getExecutor().adapter instanceof SqliteAdapter

/**
 * Like `compiledOnce`, for a statement that writes any number of rows with the same columns. SQLite
 * gets a few cached statements of fixed sizes. PostgreSQL gets as few statements as possible, since
 * each costs a network round trip.
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
        await run(tx, piece, {
          shape: `${count} ${columns}`,
          leaves: piece.flatMap((row) => Object.values(row)),
        })
      }
    }
  }
}

/**
 * Like `compiledOnce`, for a statement with one list of texts of any length; SQLite receives the
 * list as a single JSON value.
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
