import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { openDatabase } from '#server/database/open.ts'
import { createRandom } from '../sync/simulator/random.ts'
import { openWriters, seedLoadWorld } from './load-world.ts'
import { findBreaches, POSTGRES } from './stored.ts'
import type { Writer } from './writer.ts'

/**
 * Creates and fills a database of this name.
 * @param dataDir folder of the keys, shared by all servers on this database.
 * @returns the vendor's id
 */
export const seedPostgres = async (
  urlOf: (database?: string) => string,
  name: string,
  dataDir: string,
): Promise<number> => {
  await ask(urlOf(), async (client) => void (await client.query(`create database ${name}`)))
  const database = await openDatabase({ dataDir, databaseUrl: urlOf(name) })
  const { vendorId } = await seedLoadWorld(database)
  await database.close()
  return vendorId
}

/**
 * Compares the content of PostgreSQL, in one snapshot, with the acknowledgements that the writers
 * had received before.
 */
export const checkPostgres = async (url: string, writers: readonly Writer[]): Promise<string[]> => {
  const told = new Map(writers.map((writer) => [writer, writer.acknowledged]))
  return await ask(url, async (client) => {
    await client.query('begin isolation level repeatable read')
    const select = async (statement: string): Promise<unknown[]> =>
      (await client.query<Record<string, unknown>>(statement)).rows
    return await findBreaches(select, writers, {
      dialect: POSTGRES,
      acknowledgedBy: (writer) => told.get(writer) ?? 0,
    })
  })
}

export const ask = async <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: url })
  // A kill may end it at any time; the statement that is under way tells.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

export interface Load {
  writers: Writer[]
  acknowledged(): number
  until(condition: () => boolean): Promise<void>
  finish(): Promise<void>
}

const tell = ({ acknowledged, unsent, unknown, refused }: Writer): string =>
  `${acknowledged} acknowledged, ${unsent} unsent, ${unknown} unanswered, ${refused} refused`

/**
 * Starts devices that write until `finish`, which waits until all edits are acknowledged.
 * @param url of the server, or of several that the devices take in turn
 */
export const startLoad = async (
  url: string | readonly [string, ...string[]],
  vendorId: number,
  { each = 3, seed = 1 } = {},
): Promise<Load> => {
  const writers = await openWriters(typeof url === 'string' ? [url] : url, vendorId, each)
  let isDone = false
  const writing = Promise.all(
    writers.map((writer, index) => writer.run(createRandom(seed + index), () => isDone)),
  )
  return {
    writers,
    acknowledged: () => writers.reduce((sum, writer) => sum + writer.acknowledged, 0),
    until: async (condition) => {
      for (let tries = 0; !condition(); tries++) {
        if (tries > 2_400) throw new Error(`waited for 2 minutes: ${writers.map(tell).join(', ')}`)
        await delay(50)
      }
    },
    finish: async () => {
      isDone = true
      await writing
    },
  }
}
