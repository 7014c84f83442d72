import type pg from 'pg'
import { isOnThisMachine } from '../on-this-machine.ts'

/**
 * Beyond this machine a connection is encrypted and the certificate checked, unless the URL says
 * otherwise (`sslmode`).
 */
export const postgresConnection = (
  url: string,
): Pick<pg.ClientConfig, 'connectionString' | 'ssl'> => ({
  connectionString: url,
  ...(isOnThisMachine(url) ? {} : { ssl: { rejectUnauthorized: true } }),
})
