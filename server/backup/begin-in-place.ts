import type { SqlDatabase } from '../database/database.ts'
import { openRows } from '../database/open.ts'
import type { BlobStore } from '../files/blob-store.ts'
import { beginAnew, type Ended } from './begin-anew.ts'
import { type DatabasePlace, requirePlace } from './database-place.ts'
import { lockOut, openForOperator } from './hold-postgres.ts'
import { holdSqlite } from './hold-sqlite.ts'
import { listDeadlines } from './lost-time.ts'
import { readRights } from './rights.ts'

interface Begun {
  ended: Ended
  /** Hashes of files that the database names and whose bytes are not there. */
  missing: string[]
  /** Projects that vendors answer, with their deadlines. */
  deadlines: string[]
}

/**
 * Makes the database of a place a server of its own, after another program has set the database
 * back.
 * @throws if a server uses the place
 */
export const beginInPlace = async (place: DatabasePlace, blobs: BlobStore): Promise<Begun> => {
  requirePlace(place)
  if (place.databaseUrl === undefined) await holdSqlite(place.dataDir)?.release()
  else await refuseRunning(place.databaseUrl)
  const database = await openRows(place)
  try {
    const missing = await findMissing(database, blobs)
    const ended = await database.write((tx) => beginAnew(tx, { now: Date.now(), missing }))
    const deadlines = listDeadlines(await readRights(database.queries), Date.now())
    return { ended, missing, deadlines }
  } finally {
    await database.close()
  }
}

const refuseRunning = async (url: string): Promise<void> => {
  const database = openForOperator(url)
  try {
    await database.write(lockOut)
  } finally {
    await database.close()
  }
}

const findMissing = async ({ queries }: SqlDatabase, blobs: BlobStore): Promise<string[]> => {
  const missing: string[] = []
  for (const { sha256, bytes } of await queries
    .selectFrom('blobs')
    .select(['sha256', 'bytes'])
    .orderBy('sha256')
    .execute())
    if ((await blobs.size(sha256)) !== bytes) missing.push(sha256)
  return missing
}
