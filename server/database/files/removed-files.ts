import type { Database, Queries } from '../database.ts'
import { mayRemoveFiles } from '../backup-lease.ts'

/** Files that no attachment uses, last used before `before`. */
const unusedFiles = (tx: Queries, before: number) =>
  tx
    .selectFrom('blobs')
    .select('sha256')
    .where('used_on', '<', before)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb.selectFrom('attachments').select('id').whereRef('content_hash', '=', 'sha256'),
        ),
      ),
    )

export const findUnusedFiles = async (tx: Queries, before: number): Promise<string[]> =>
  (await unusedFiles(tx, before).execute()).map(({ sha256 }) => sha256)

/**
 * Takes an unused file out of the database, with the record of who uploaded it, and notes that its
 * bytes have to be removed.
 * @returns false if the file is used again, or a backup reads files
 */
export const takeOutFile = (
  database: Pick<Database, 'write' | 'dialect'>,
  sha256: string,
  { before, now }: { before: number; now: number },
): Promise<boolean> =>
  database.write(async (tx) => {
    if (!(await mayRemoveFiles(tx, database.dialect, Date.now()))) return false
    // Check again inside the transaction: an attachment created since the search has updated
    // `used_on`.
    const gone = await tx
      .deleteFrom('blobs')
      .where('sha256', '=', sha256)
      .where('sha256', 'in', unusedFiles(tx, before))
      .where('used_on', '<', before)
      .returning('sha256')
      .executeTakeFirst()
    if (gone === undefined) return false
    await tx.deleteFrom('blob_uploads').where('sha256', '=', sha256).execute()
    await tx
      .insertInto('removed_files')
      .values({ sha256, removed_on: now })
      .onConflict((conflict) => conflict.column('sha256').doUpdateSet({ removed_on: now }))
      .execute()
    return true
  })

/** Hashes of files whose bytes are to be removed. */
export const findRemovedFiles = async (tx: Queries): Promise<string[]> =>
  (await tx.selectFrom('removed_files').select('sha256').orderBy('sha256').execute()).map(
    ({ sha256 }) => sha256,
  )

/** Whether the database has the file, possibly again. */
export const hasFile = async (tx: Queries, sha256: string): Promise<boolean> =>
  (await tx
    .selectFrom('blobs')
    .select('sha256')
    .where('sha256', '=', sha256)
    .executeTakeFirst()) !== undefined

/** Call it when the bytes are gone, or used again. */
export const forgetRemovedFile = (
  database: Pick<Database, 'write'>,
  sha256: string,
): Promise<void> =>
  database.write(
    async (tx) =>
      void (await tx.deleteFrom('removed_files').where('sha256', '=', sha256).execute()),
  )
