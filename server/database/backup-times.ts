import type { Queries, SqlSession } from './database.ts'

/** Rows of `server_meta`: the moments of the newest backup and of the newest verified one, in ms. */
const KEYS = { written: 'backupWrittenOn', verified: 'backupVerifiedOn' } as const
export type BackupStep = keyof typeof KEYS

/** Records that a backup of this moment was written or verified, unless a newer one is recorded. */
export const noteBackup = (
  database: Pick<SqlSession, 'write'>,
  step: BackupStep,
  of: number,
): Promise<void> =>
  database.write(async (tx) => {
    const known = (await readBackupTimes(tx))[step]
    if (known !== null && known >= of) return
    const value = String(of)
    await tx
      .insertInto('server_meta')
      .values({ key: KEYS[step], value })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
      .execute()
  })

/** null = none is recorded */
export const readBackupTimes = async (tx: Queries): Promise<Record<BackupStep, number | null>> => {
  const rows = await tx
    .selectFrom('server_meta')
    .select(['key', 'value'])
    .where('key', 'in', Object.values(KEYS))
    .execute()
  const of = (step: BackupStep): number | null => {
    const row = rows.find(({ key }) => key === KEYS[step])
    return row === undefined ? null : Number(row.value)
  }
  return { written: of('written'), verified: of('verified') }
}
