import type { Row } from '#schema/entities/rows.ts'
import type { FileKind } from '#schema/tables/file-types.ts'
import type { Queries } from '../database.ts'
import type { RowChange } from '../rows/write-rows.ts'

export interface Sender {
  userId: number
  organizationId: number
}

/**
 * Whether the person has uploaded the complete file. Uploads of others do not count: knowing a hash
 * grants no access.
 */
export const isSentWhole = async (
  tx: Queries,
  userId: number,
  sha256: string,
): Promise<boolean> => {
  const row = await tx
    .selectFrom('blob_uploads')
    .innerJoin('blobs', 'blobs.sha256', 'blob_uploads.sha256')
    .select('completed_on')
    .where('user_id', '=', userId)
    .where('blob_uploads.sha256', '=', sha256)
    .executeTakeFirst()
  return row !== undefined && row.completed_on !== null
}

/** Bytes counted against the organization's quota, without this file of this person. */
const countedElsewhere = async (
  tx: Queries,
  { userId, organizationId }: Sender,
  sha256: string,
): Promise<number> => {
  const { total } = await tx
    .selectFrom('blob_uploads')
    .select((eb) => eb.fn.sum<number | string | null>('counted').as('total'))
    .where('organization_id', '=', organizationId)
    .where((eb) => eb.not(eb.and([eb('user_id', '=', userId), eb('sha256', '=', sha256)])))
    .executeTakeFirstOrThrow()
  return Number(total ?? 0)
}

interface Announced {
  sha256: string
  bytes: number
  now: number
  quotaBytes: number
}
/** Records that the person is about to upload a file; false if the quota has no room for it. */
export const announceUpload = async (
  tx: Queries,
  sender: Sender,
  { sha256, bytes, now, quotaBytes }: Announced,
): Promise<boolean> => {
  const known = await tx
    .selectFrom('blob_uploads')
    .select('counted')
    .where('user_id', '=', sender.userId)
    .where('sha256', '=', sha256)
    .executeTakeFirst()
  if (known?.counted === bytes) return true
  if ((await countedElsewhere(tx, sender, sha256)) + bytes > quotaBytes) return false
  const row = {
    user_id: sender.userId,
    sha256,
    organization_id: sender.organizationId,
    counted: bytes,
    started_on: now,
    completed_on: null,
  }
  await tx
    .insertInto('blob_uploads')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'sha256'])
        .doUpdateSet({ counted: bytes, organization_id: sender.organizationId, started_on: now }),
    )
    .execute()
  return true
}

export const forgetUpload = async (tx: Queries, userId: number, sha256: string): Promise<void> => {
  await tx
    .deleteFrom('blob_uploads')
    .where('user_id', '=', userId)
    .where('sha256', '=', sha256)
    .where('completed_on', 'is', null)
    .execute()
}

interface StoredBytes {
  sha256: string
  bytes: number
  kind: FileKind
  now: number
}
/**
 * Records bytes before they are stored: collect-files leaves files that have a row, and this
 * transaction and the one that takes out an unused row cannot overlap.
 */
export const noteStored = async (
  tx: Queries,
  { sha256, bytes, kind, now }: StoredBytes,
): Promise<void> => {
  await tx
    .insertInto('blobs')
    .values({ sha256, bytes, kind, used_on: now })
    .onConflict((conflict) => conflict.column('sha256').doUpdateSet({ used_on: now }))
    .execute()
}
export const completeUpload = async (
  tx: Queries,
  { userId, sha256 }: { userId: number; sha256: string },
  now: number,
): Promise<void> => {
  await tx
    .updateTable('blob_uploads')
    .set({ completed_on: now })
    .where('user_id', '=', userId)
    .where('sha256', '=', sha256)
    .execute()
}

/**
 * Lets a person who removed an attachment restore it, even if another person uploaded its bytes,
 * and keeps the bytes from now on as long as the undo lasts.
 */
export const keepForUndo = async (
  tx: Queries,
  changes: readonly RowChange[],
  { userId, now }: { userId: number; now: number },
): Promise<void> => {
  for (const { entity, before, after } of changes) {
    if (entity !== 'attachment' || before === null || after !== null) continue
    // The check of `entity` above tells which kind of row the change holds.
    const {
      file: { contentHash },
      createdByOrg,
    } = before as Row<'attachment'>
    await tx
      .insertInto('blob_uploads')
      .values({
        user_id: userId,
        sha256: contentHash,
        organization_id: createdByOrg,
        counted: 0,
        started_on: now,
        completed_on: now,
      })
      .onConflict((conflict) =>
        conflict.columns(['user_id', 'sha256']).doUpdateSet({ completed_on: now }),
      )
      .execute()
    await tx.updateTable('blobs').set({ used_on: now }).where('sha256', '=', contentHash).execute()
  }
}

/**
 * Keeps the files of a project that is deleted for as long as other removed files: a restored
 * backup, or a database set back in time, names them again.
 */
export const keepFilesOfProject = async (
  tx: Queries,
  projectId: string,
  now: number,
): Promise<void> => {
  await tx
    .updateTable('blobs')
    .set({ used_on: now })
    .where('sha256', 'in', (eb) =>
      eb.selectFrom('attachments').select('content_hash').where('project_id', '=', projectId),
    )
    .execute()
}
