import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { SqlDatabase } from '../database/database.ts'
import { connectDatabase } from '../database/open.ts'
import { urlsOfHosts } from '../database/urls-of-hosts.ts'

/** Where a database is: PostgreSQL if it has a URL, else an SQLite file in `dataDir`. */
export interface DatabasePlace {
  dataDir: string
  databaseUrl: string | undefined
}

export const sqliteFile = ({ dataDir }: Pick<DatabasePlace, 'dataDir'>): string =>
  join(dataDir, 'tenderbook.sqlite')

/** How a person names the place: the folder of SQLite, the database of PostgreSQL. */
export const nameOfPlace = ({ dataDir, databaseUrl }: DatabasePlace): string =>
  databaseUrl === undefined
    ? resolve(dataDir)
    : decodeURIComponent(new URL(urlsOfHosts(databaseUrl)[0] ?? '').pathname.slice(1))

/** @throws if there is no file where an SQLite database has to be */
export const requirePlace = (place: DatabasePlace): void => {
  if (place.databaseUrl === undefined && !existsSync(sqliteFile(place)))
    throw new Error(`There is no ${sqliteFile(place)}`)
}

/** Opens the database of a place, which must be there; migrates nothing. */
export const connectPlace = (place: DatabasePlace): SqlDatabase => {
  requirePlace(place)
  return connectDatabase(place)
}
