import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { createPostgresNode } from './postgres-node.ts'

export interface PostgresCluster {
  /** Connection text of the maintenance database. */
  readonly url: string
  stop(): Promise<void>
}
export interface PostgresDatabase {
  readonly url: string
  drop(): Promise<void>
}

/**
 * A real PostgreSQL from the registry's package, in a temporary folder on a free port. Takes about
 * three seconds.
 */
export const startPostgres = async (): Promise<PostgresCluster> => {
  const node = await createPostgresNode()
  // Tests lose nothing by a power cut, and 2 cores gain much.
  await node.start(['-c', 'fsync=off'])
  return { url: node.url(), stop: () => node.remove() }
}

let ownCluster: Promise<PostgresCluster> | undefined

/**
 * A new, empty database. The cluster is the one named by TEST_POSTGRES_URL (scripts/test.mjs starts
 * it once for all stages), else one of this process, started on first use; then call
 * `stopOwnPostgres` in afterAll.
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
