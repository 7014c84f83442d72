import type { HeldFile, ProjectActor } from '#schema/mutations/mutation.ts'
import { attachmentDenial } from '#schema/rules/files/attachment-rules.ts'
import { isSentWhole } from '../database/files/uploads.ts'
import { parseRow } from '../database/entity-tables.ts'
import type { ProjectUnit } from './project-unit.ts'

/**
 * Finds a stored file by its hash, if the actor uploaded those bytes or may read an attachment of
 * this project that has them; otherwise null.
 */
export const readHeldFile = async (
  unit: ProjectUnit,
  actor: ProjectActor,
  contentHash: string,
): Promise<HeldFile | null> => {
  const { tx, now } = unit
  if (
    !(await isSentWhole(tx, actor.userId, contentHash)) &&
    !(await readsOneWith(unit, actor, contentHash))
  )
    return null
  // Updating `used_on` keeps collect-files from removing the bytes before this transaction commits.
  const found = await tx
    .updateTable('blobs')
    .set({ used_on: now })
    .where('sha256', '=', contentHash)
    .returning(['bytes', 'kind'])
    .executeTakeFirst()
  return found ?? null
}

const readsOneWith = async (
  { tx, rows }: ProjectUnit,
  actor: ProjectActor,
  contentHash: string,
): Promise<boolean> => {
  const project = await rows.get('project', rows.projectId)
  if (project === undefined) return false
  const found = await tx
    .selectFrom('attachments')
    .select('body')
    .where('project_id', '=', rows.projectId)
    .where('content_hash', '=', contentHash)
    .execute()
  return found.some(({ body }) => {
    const { packageId, vendorId } = parseRow('attachment', body)
    return attachmentDenial(actor, 'attachment.read', { project, packageId, vendorId }) === null
  })
}
