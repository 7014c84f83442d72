import type { Database } from '../database/database.ts'
import {
  findRemovedFiles,
  findUnusedFiles,
  forgetRemovedFile,
  hasFile,
  takeOutFile,
} from '../database/files/removed-files.ts'
import { forgetRemoved } from '../database/rows/removed-content.ts'
import type { BlobStore } from '../files/blob-store.ts'

/**
 * How long bytes without an attachment are kept, for an edit that has not arrived yet and for an
 * undo.
 */
export const KEEP_UNUSED_MS = 30 * 86_400_000
/** How long an unfinished upload is kept. */
const KEEP_PARTS_MS = 7 * 86_400_000

interface CollectPorts {
  database: Database
  blobs: Pick<BlobStore, 'removeUnless' | 'dropOldParts'>
  clock: () => number
}

/**
 * Removes files that no attachment has used for KEEP_UNUSED_MS, with the record of who uploaded
 * them, and abandoned uploads. While a backup reads, files wait for the next round: its snapshot
 * may hold the rows of a project that was deleted since.
 */
export const collectFiles = async (ports: CollectPorts, signal?: AbortSignal): Promise<void> => {
  const { database, blobs, clock } = ports
  const before = clock() - KEEP_UNUSED_MS
  // Rows that an undo could restore go first: they may name a file that is removed below.
  await forgetRemoved(database, before)
  await finishRemovals(ports, signal)
  for (const sha256 of await findUnusedFiles(database.queries, before)) {
    if (signal?.aborted === true) return
    if (await takeOutFile(database, sha256, { before, now: clock() }))
      await removeBytes(ports, sha256)
  }
  await database.queries
    .deleteFrom('blob_uploads')
    .where('completed_on', 'is', null)
    .where('started_on', '<', clock() - KEEP_PARTS_MS)
    .execute()
  await blobs.dropOldParts(Date.now() - KEEP_PARTS_MS)
}

/** Removes the bytes that a process which ended has left. */
export const finishRemovals = async (
  ports: Omit<CollectPorts, 'clock'>,
  signal?: AbortSignal,
): Promise<void> => {
  for (const sha256 of await findRemovedFiles(ports.database.queries)) {
    if (signal?.aborted === true) return
    await removeBytes(ports, sha256)
  }
}

/** Outside a transaction: a slow disk must not hold a lock of the database. */
const removeBytes = async (
  { database, blobs }: Omit<CollectPorts, 'clock'>,
  sha256: string,
): Promise<void> => {
  await blobs.removeUnless(sha256, () => hasFile(database.queries, sha256))
  await forgetRemovedFile(database, sha256)
}
