import type pg from 'pg'
import { isOnThisMachine } from '../on-this-machine.ts'

/**
 * Encrypts a connection to another machine and checks the certificate, unless the URL sets
 * `sslmode`.
 */
export const postgresConnection = (
  url: string,
): Pick<pg.ClientConfig, 'connectionString' | 'ssl'> => ({
  connectionString: url,
  ...(isOnThisMachine(url) ? {} : { ssl: { rejectUnauthorized: true } }),
})
