import { randomUUID } from 'node:crypto'
import { BACKUP_UNTIL } from '../database/backup-lease.ts'
import { type Queries, inPieces } from '../database/database.ts'

export interface Ended {
  sessions: number
  /** Links of mails, among them those for new passwords. */
  links: number
  invitations: { id: string; email: string }[]
  mails: number
  calendars: number
  exports: number
}

/**
 * Makes a loaded database a server of its own: devices notice the new `serverId`, and nothing opens
 * that may have been closed after the backup.
 * @param missing hashes of files without bytes, which whoever attached them may send again
 */
export const beginAnew = async (
  tx: Queries,
  { now, missing }: { now: number; missing: readonly string[] },
): Promise<Ended> => {
  await tx.deleteFrom('server_meta').where('key', 'in', ['serverId', BACKUP_UNTIL]).execute()
  await tx.insertInto('server_meta').values({ key: 'serverId', value: randomUUID() }).execute()
  const sessions = await tx
    .updateTable('sessions')
    .set({ ended_on: now })
    .where('ended_on', 'is', null)
    .returning('id')
    .execute()
  for (const table of ['session_tokens', 'push_subscriptions', 'pushes'] as const)
    await tx.deleteFrom(table).execute()
  const links = await tx
    .updateTable('mail_links')
    .set({ used_on: now })
    .where('used_on', 'is', null)
    .returning('hash')
    .execute()
  const invitations = await tx
    .updateTable('invitations')
    .set({ cancelled_on: now })
    .where('accepted_on', 'is', null)
    .where('cancelled_on', 'is', null)
    .returning(['id', 'email'])
    .execute()
  const mails = await tx
    .updateTable('mails')
    .set({ failed_on: now, body: '', reason: 'restored from a backup' })
    .where('sent_on', 'is', null)
    .where('failed_on', 'is', null)
    .returning('id')
    .execute()
  const calendars = await tx.deleteFrom('calendar_addresses').returning('hash').execute()
  const exports = await tx.deleteFrom('exports').returning('id').execute()
  for (const hashes of inPieces(missing)) {
    const isUsed = tx.selectFrom('attachments').select('content_hash')
    await tx
      .deleteFrom('blobs')
      .where('sha256', 'in', hashes)
      .where('sha256', 'not in', isUsed)
      .execute()
    await tx.deleteFrom('blob_uploads').where('sha256', 'in', hashes).execute()
  }
  return {
    sessions: sessions.length,
    links: links.length,
    invitations,
    mails: mails.length,
    calendars: calendars.length,
    exports: exports.length,
  }
}
