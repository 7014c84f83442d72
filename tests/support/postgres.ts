import { randomUUID } from 'node:crypto'
import pg from 'pg'
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

/**
 * Starts a real PostgreSQL from the npm package, in a temporary folder on a free port. Takes about
 * three seconds.
 */
export const startPostgres = async (): Promise<PostgresCluster> => {
  const node = await createPostgresNode()
  // A power cut costs a test nothing, and disabling fsync saves much time on 2 cores.
  await node.start(['-c', 'fsync=off'])
  return { url: node.url(), stop: () => node.remove() }
}

let ownCluster: Promise<PostgresCluster> | undefined

/**
 * Creates a new, empty database in the cluster named by TEST_POSTGRES_URL (scripts/test.mjs starts
 * it once for all stages). Without that variable, the first call starts a cluster for this process;
 * call `stopOwnPostgres` in afterAll then.
 */
export const createPostgresDatabase = async (): Promise<PostgresDatabase> => {
  const base = process.env['TEST_POSTGRES_URL'] ?? (await (ownCluster ??= startPostgres())).url
  const name = `t_${randomUUID().replaceAll('-', '')}`
  await maintain(base, `create database ${name}`)
  const url = new URL(base)
  url.pathname = `/${name}`
  return {
    url: url.href,
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
