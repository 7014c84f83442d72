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

/**
 * Kysely lets the statements of a connection or transaction wait for each other. These queries send
 * each statement at once, and PostgreSQL runs them in the order of the calls: the connection must
 * have `pipeline: true`.
 */
const queriesOf = (client: pg.PoolClient, prepares: boolean): Queries => {
  const nameOf = prepares ? namer() : () => undefined
  const connection = {
    query: (text: string, values: unknown[]) => {
      const name = nameOf(text, values)
      return client.query({ text, values, ...(name === undefined ? {} : { name }) })
    },
    release: () => undefined,
  }
  const pool = {
    options: {},
    connect: () => Promise.resolve(connection),
    end: () => Promise.resolve(),
  }
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: pool as never }) })
}

const raw = (tx: Queries, text: string) =>
  tx.executeQuery<{ command?: string }>(CompiledQuery.raw(text))

/** Transactions whose statements need not wait for each other; see `together`. */
export const pipelinedTransactions = (
  connect: () => Promise<pg.PoolClient>,
  { prepares }: { prepares: boolean },
): (<T>(work: (tx: Queries) => Promise<T>) => Promise<T>) => {
  const queries = new WeakMap<pg.PoolClient, Queries>()
  return async (work) => {
    const client = await connect()
    const tx = queries.get(client) ?? queriesOf(client, prepares)
    queries.set(client, tx)
    let isBroken = false
    try {
      // Awaited: without a transaction the statements would take effect one by one.
      await raw(tx, 'start transaction isolation level read committed')
      try {
        const result = await work(tx)
        const { rows } = await raw(tx, 'commit')
        // What PostgreSQL answers if an earlier error has ended the transaction.
        if (rows[0]?.command === 'ROLLBACK') throw new Error('The transaction was rolled back')
        return result
      } catch (error) {
        await raw(tx, 'rollback').catch(() => {
          isBroken = true
        })
        throw error
      }
    } catch (error) {
      isBroken ||= client.getTransactionStatus() !== 'I'
      throw error
    } finally {
      client.release(isBroken)
    }
  }
}
