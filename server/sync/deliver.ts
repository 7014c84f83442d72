import type * as v from 'valibot'
import type { sync } from '#schema/api/sync-calls.ts'
import { carriedText } from '#schema/api/unsent-file.ts'
import { Refusal } from '#schema/refusal.ts'
import type { Person } from '../database/access/read-actor.ts'
import type { Queries } from '../database/database.ts'
import { lastingSessions } from '../database/sessions/sessions-of-people.ts'
import { type PushContext } from './push-context.ts'
import { readSigner, runSigned, type SignedPiece } from './signed-work.ts'

type Reply = v.InferOutput<typeof sync.deliver.reply>

/**
 * Takes work that a device of the caller's vendor signed, as an edit of its writer: with the
 * writer's rights of now, under the device and the numbers under which it was written. The
 * signature alone stands for the writer, so it counts only while the session that made it lasts
 * and the writer works for this vendor. An idle session counts, because the writer's device may
 * have been offline for hours.
 */
export const deliver = async (
  context: Omit<PushContext, 'userId'>,
  caller: Person,
  piece: SignedPiece,
): Promise<Reply> => {
  const { database, clock } = context.services
  const { userId, worksIn } = await readSigner(database.queries, piece, carriedText)
  if (caller.parentId === null || caller.organizationId !== worksIn)
    throw new Refusal('CLIENT_FOREIGN')
  const maySend = async (tx: Queries): Promise<boolean> =>
    (await lastingSessions(tx, clock())
      .select('sessions.id')
      .where('sessions.id', '=', piece.sessionId)
      .where('users.active_organization_id', '=', caller.organizationId)
      .executeTakeFirst()) !== undefined
  // Checked here too: the reader of the verdicts would refuse with words meant for the writer.
  if (!(await maySend(database.queries))) throw new Refusal('WORK_NOT_VOUCHED')
  return await runSigned({ ...context, userId, maySend }, piece.payload)
}
