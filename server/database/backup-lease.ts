import { sql } from 'kysely'
import type { Queries, SqlSession } from './database.ts'

/** Row of `server_meta`: until when a backup reads files, in ms. */
export const BACKUP_UNTIL = 'backupUntil'
const LASTS_MS = 600_000
const RENEWED_MS = 60_000

/** Key of PostgreSQL's advisory lock between the lease of a backup and the removal of files. */
const LOCK = 7_402_618
// SQLite has one writer at a time, and needs no lock.
const WAIT_FOR_BACKUP = sql`select pg_advisory_xact_lock_shared(${LOCK})`
const WAIT_FOR_REMOVALS = sql`select pg_advisory_xact_lock(${LOCK})`

/**
 * Whether no backup may still read files that the database of its snapshot names. A backup that
 * begins now waits for the end of this transaction, and then reads the database without the files
 * that the transaction took out.
 */
export const mayRemoveFiles = async (
  tx: Queries,
  dialect: SqlSession['dialect'],
  now: number,
): Promise<boolean> => {
  if (dialect === 'postgres') await WAIT_FOR_BACKUP.execute(tx)
  const row = await tx
    .selectFrom('server_meta')
    .select('value')
    .where('key', '=', BACKUP_UNTIL)
    .executeTakeFirst()
  return row === undefined || Number(row.value) <= now
}

interface Lease {
  value: string
  /** Another backup may still read files. */
  isShared: boolean
}
const lease = (database: SqlSession): Promise<Lease> =>
  database.write(async (tx) => {
    if (database.dialect === 'postgres') await WAIT_FOR_REMOVALS.execute(tx)
    const now = Date.now()
    const former = await tx
      .selectFrom('server_meta')
      .select('value')
      .where('key', '=', BACKUP_UNTIL)
      .executeTakeFirst()
    const value = String(now + LASTS_MS)
    await tx
      .insertInto('server_meta')
      .values({ key: BACKUP_UNTIL, value })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
      .execute()
    return { value, isShared: former !== undefined && Number(former.value) > now }
  })

/**
 * Keeps every server process from removing files while `work` reads the database and then its
 * files. If this process dies, or two backups run at the same time, they wait for ten more minutes.
 */
export const keepingFiles = async <T>(database: SqlSession, work: () => Promise<T>): Promise<T> => {
  const first = await lease(database)
  let last = first.value
  const renew = async (): Promise<void> => {
    last = (await lease(database)).value
  }
  // After a failure the next one follows in time; a database that stays away fails the backup itself.
  const timer = setInterval(() => void renew().catch(() => undefined), RENEWED_MS)
  try {
    return await work()
  } finally {
    clearInterval(timer)
    if (!first.isShared)
      await database.write(async (tx) => {
        // Another backup that runs at the same time has written another value.
        await tx
          .deleteFrom('server_meta')
          .where('key', '=', BACKUP_UNTIL)
          .where('value', '=', last)
          .execute()
      })
  }
}
