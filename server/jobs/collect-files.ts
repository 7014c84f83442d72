import { isBackupReading } from '../database/backup-lease.ts'
import type { Database } from '../database/database.ts'
import { forgetRemoved } from '../database/rows/removed-content.ts'
import type { BlobStore } from '../files/blob-store.ts'

/**
 * How long bytes without an attachment are kept, for an edit that has not arrived yet and for an
 * undo.
 */
export const KEEP_UNUSED_MS = 30 * 86_400_000
/** How long an unfinished upload is kept. */
const KEEP_PARTS_MS = 7 * 86_400_000

/**
 * Removes files that no attachment has used for KEEP_UNUSED_MS, with the record of who uploaded
 * them, and abandoned uploads. While a backup reads, files wait for the next round: its snapshot
 * may hold the rows of a project that was deleted since.
 */
export const collectFiles = async (
  {
    database,
    blobs,
    clock,
  }: {
    database: Database
    blobs: BlobStore
    clock: () => number
  },
  signal?: AbortSignal,
): Promise<void> => {
  const before = clock() - KEEP_UNUSED_MS
  // Rows that an undo could restore go first: they may name a file that is removed below.
  await forgetRemoved(database, before)
  const isUnused = database.queries
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
  for (const { sha256 } of await isUnused.execute()) {
    if (signal?.aborted === true) return
    await database.write(async (tx) => {
      if (await isBackupReading(tx, Date.now())) return
      // Check again inside the transaction: an attachment created since the query above has updated
      // `used_on`.
      const gone = await tx
        .deleteFrom('blobs')
        .where('sha256', '=', sha256)
        .where('used_on', '<', before)
        .where((eb) =>
          eb.not(
            eb.exists(
              eb.selectFrom('attachments').select('id').whereRef('content_hash', '=', 'sha256'),
            ),
          ),
        )
        .returning('sha256')
        .executeTakeFirst()
      if (gone === undefined) return
      await tx.deleteFrom('blob_uploads').where('sha256', '=', sha256).execute()
      await blobs.remove(sha256)
    })
  }
  await database.queries
    .deleteFrom('blob_uploads')
    .where('completed_on', 'is', null)
    .where('started_on', '<', clock() - KEEP_PARTS_MS)
    .execute()
  await blobs.dropOldParts(Date.now() - KEEP_PARTS_MS)
}
