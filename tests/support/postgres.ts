import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { openRows } from '#server/database/open.ts'
import { createPostgresNode } from './postgres-node.ts'

export interface PostgresCluster {
  /** Connection URL of the maintenance database. */
  readonly url: string
  stop(): Promise<void>
}
export interface PostgresDatabase {
  readonly url: string
  drop(): Promise<void>
}

const WITHOUT_DURABILITY = ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off']

/**
 * Starts a real PostgreSQL from the npm package, in a temporary folder on a free port. Takes about
 * three seconds.
 */
export const startPostgres = async (): Promise<PostgresCluster> => {
  const node = await createPostgresNode()
  // A power cut costs a test nothing, and these settings save much time on 2 cores.
  await node.start(WITHOUT_DURABILITY.flatMap((setting) => ['-c', setting]))
  return { url: node.url(), stop: () => node.remove() }
}

let ownCluster: Promise<PostgresCluster> | undefined

/** A migrated database without rows, which tests copy: all migrations take longer than a copy. */
const TEMPLATE = 'tenderbook_migrated'

export const prepareTemplate = async (base: string): Promise<void> => {
  await maintain(base, `create database ${TEMPLATE}`)
  const database = await openRows({ dataDir: '', databaseUrl: urlOf(base, TEMPLATE) })
  await database.close()
}

const urlOf = (base: string, name: string): string => {
  const url = new URL(base)
  url.pathname = `/${name}`
  return url.href
}

/**
 * Creates a new, empty database in the cluster named by TEST_POSTGRES_URL (scripts/test.mjs starts
 * it once for all stages). Without that variable, the first call starts a cluster for this process;
 * call `stopOwnPostgres` in afterAll then.
 * @param isMigrated whether the database may have its tables already
 */
export const createPostgresDatabase = async (isMigrated = false): Promise<PostgresDatabase> => {
  const given = process.env['TEST_POSTGRES_URL']
  const base = given ?? (await (ownCluster ??= startPostgres())).url
  const name = `t_${randomUUID().replaceAll('-', '')}`
  // A copy of files takes half the processor time of a copy by the write-ahead log.
  const template =
    isMigrated && given !== undefined ? ` template ${TEMPLATE} strategy file_copy` : ''
  await maintain(base, `create database ${name}${template}`)
  return {
    url: urlOf(base, name),
    drop: () => maintain(base, `drop database if exists ${name} with (force)`),
  }
}

export const stopOwnPostgres = async (): Promise<void> => {
  const cluster = await ownCluster
  ownCluster = undefined
  await cluster?.stop()
}

const maintain = async (url: string, statement: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
