import type { Queries, SqlSession } from './database.ts'

/** Row of `server_meta`: until when a backup reads files, in ms. */
export const BACKUP_UNTIL = 'backupUntil'
const LASTS_MS = 600_000
const RENEWED_MS = 60_000

/** Whether a backup may still read files that the database of its snapshot names. */
export const isBackupReading = async (tx: Queries, now: number): Promise<boolean> => {
  const row = await tx
    .selectFrom('server_meta')
    .select('value')
    .where('key', '=', BACKUP_UNTIL)
    .executeTakeFirst()
  return row !== undefined && Number(row.value) > now
}

/** @returns the stored value */
const lease = (database: SqlSession): Promise<string> =>
  database.write(async (tx) => {
    const value = String(Date.now() + LASTS_MS)
    await tx
      .insertInto('server_meta')
      .values({ key: BACKUP_UNTIL, value })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
      .execute()
    return value
  })

/**
 * Keeps every server process from removing files while `work` reads the database and then its
 * files. If this process dies, they wait for ten more minutes.
 */
export const keepingFiles = async <T>(database: SqlSession, work: () => Promise<T>): Promise<T> => {
  let last = await lease(database)
  const renew = async (): Promise<void> => {
    last = await lease(database)
  }
  // After a failure the next one follows in time; a database that stays away fails the backup itself.
  const timer = setInterval(() => void renew().catch(() => undefined), RENEWED_MS)
  try {
    return await work()
  } finally {
    clearInterval(timer)
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
