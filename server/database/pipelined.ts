import { CompiledQuery, Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import type { Queries } from './database.ts'
import type { Tables } from './tables.ts'

/** Each prepared statement takes tens of kilobytes of its connection. */
const MOST_PREPARED = 200
/** Long lists make texts that rarely repeat. */
const LONGEST_PREPARED = 4_000

/** Names the first texts with values, so that PostgreSQL parses and plans each of them once. */
const namer = () => {
  const names = new Map<string, string>()
  return (text: string, values: readonly unknown[]): string | undefined => {
    const known = names.get(text)
    if (known !== undefined) return known
    if (values.length === 0 || text.length > LONGEST_PREPARED) return undefined
    if (names.size >= MOST_PREPARED) return undefined
    const name = `s${names.size}`
    names.set(text, name)
    return name
  }
}

const START = 'start transaction isolation level read committed'
const isRead = (text: string): boolean => text.startsWith('select ')

/** One connection, which must have `pipeline: true`. */
interface Pipeline {
  queries: Queries
  /** Sends `start transaction`. */
  start(): void
}

/**
 * Kysely lets the statements of a connection or transaction wait for each other. These queries send
 * each statement at once, and PostgreSQL runs them in the order of the calls.
 *
 * Reads and locks may be under way together with `start transaction`. Anything else waits for its
 * answer, and fails if it fails: without a transaction the statement would take effect by itself.
 */
const pipelineOf = (client: pg.PoolClient, prepares: boolean): Pipeline => {
  const nameOf = prepares ? namer() : () => undefined
  let started: Promise<void> = Promise.resolve()
  let isStarted = true
  /** Statements that wait, behind which later reads have to wait as well. */
  let held = 0
  const send = (text: string, values: unknown[]) => {
    const name = nameOf(text, values)
    return client.query({ text, values, ...(name === undefined ? {} : { name }) })
  }
  const query = async (text: string, values: unknown[]) => {
    if (held === 0 && (isStarted || isRead(text))) return await send(text, values)
    held += 1
    try {
      await started
    } finally {
      held -= 1
    }
    return await send(text, values)
  }
  const pool = {
    options: {},
    connect: () => Promise.resolve({ query, release: () => undefined }),
    end: () => Promise.resolve(),
  }
  return {
    queries: new Kysely<Tables>({ dialect: new PostgresDialect({ pool: pool as never }) }),
    start: () => {
      isStarted = false
      started = client.query(START).then(() => {
        isStarted = true
      })
      // Those who wait for it tell.
      started.catch(() => undefined)
    },
  }
}

const raw = (tx: Queries, text: string) =>
  tx.executeQuery<{ command?: string }>(CompiledQuery.raw(text))

/** Transactions whose statements need not wait for each other; see `together`. */
export const pipelinedTransactions = (
  connect: () => Promise<pg.PoolClient>,
  { prepares }: { prepares: boolean },
): (<T>(work: (tx: Queries) => Promise<T>) => Promise<T>) => {
  const pipelines = new WeakMap<pg.PoolClient, Pipeline>()
  return async (work) => {
    const client = await connect()
    const pipeline = pipelines.get(client) ?? pipelineOf(client, prepares)
    pipelines.set(client, pipeline)
    const tx = pipeline.queries
    let isBroken = false
    try {
      pipeline.start()
      const result = await work(tx)
      // Awaited alone: its answer is the only proof that the writes before it are stored.
      const { rows } = await raw(tx, 'commit')
      // What PostgreSQL answers if an earlier error has ended the transaction.
      if (rows[0]?.command === 'ROLLBACK') throw new Error('The transaction was rolled back')
      return result
    } catch (error) {
      await raw(tx, 'rollback').catch(() => {
        isBroken = true
      })
      isBroken ||= client.getTransactionStatus() !== 'I'
      throw error
    } finally {
      client.release(isBroken)
    }
  }
}
