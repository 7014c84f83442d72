import type pg from 'pg'
import { isOnThisMachine } from '../on-this-machine.ts'
import type { DatabaseTimeouts } from './timeouts.ts'
import { urlsOfHosts } from './urls-of-hosts.ts'

/**
 * Encrypts a connection to another machine and checks the certificate, unless the URL sets
 * `sslmode`. The URL has one host.
 */
export const postgresConnection = (
  url: string,
): Pick<pg.ClientConfig, 'connectionString' | 'ssl'> => ({
  connectionString: url,
  ...(isOnThisMachine(url) ? {} : { ssl: { rejectUnauthorized: true } }),
})

/** False with `?prepare=false` in the URL: a pooler may give each transaction another connection. */
export const preparesStatements = (url: string): boolean =>
  urlsOfHosts(url).every((one) => new URL(one).searchParams.get('prepare') !== 'false')

/**
 * Settings of a connection that bound how long it waits. A limit of 0 is not sent, because a pooler
 * may refuse settings that it does not know.
 */
export const boundedBy = ({
  connectMs,
  statementMs,
  lockMs,
  idleMs,
}: DatabaseTimeouts): pg.ClientConfig => ({
  connectionTimeoutMillis: connectMs,
  ...(statementMs > 0 ? { statement_timeout: statementMs } : {}),
  ...(lockMs > 0 ? { lock_timeout: lockMs } : {}),
  // A process that freezes while it receives rows is not idle for the database: the network ends
  // that connection.
  ...(idleMs > 0
    ? {
        idle_in_transaction_session_timeout: idleMs,
        options: `-c tcp_user_timeout=${idleMs}`,
      }
    : {}),
})
