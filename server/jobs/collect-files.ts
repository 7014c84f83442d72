import type { Database } from '../database/database.ts'
import type { BlobStore } from '../files/blob-store.ts'

/**
 * How long bytes stay that no attachment names: for an edit that is still on its way, and for an
 * undo.
 */
export const KEEP_UNUSED_MS = 30 * 86_400_000
/** How long half an upload waits for its other half. */
const KEEP_PARTS_MS = 7 * 86_400_000

/**
 * Frees bytes that no attachment has named for long, and forgets who sent them; removes abandoned
 * uploads too.
 */
export const collectFiles = async ({
  database,
  blobs,
  clock,
}: {
  database: Database
  blobs: BlobStore
  clock: () => number
}): Promise<void> => {
  const before = clock() - KEEP_UNUSED_MS
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
    await database.write(async (tx) => {
      // The row decides: a transaction that has named the bytes since wrote it, and it is not old
      // any more.
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
