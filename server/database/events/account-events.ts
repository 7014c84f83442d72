import type { NoticeKind } from '#schema/tables/notices.ts'
import type { Queries } from '../database.ts'
import { NO_PROJECT, writeEvents } from './write-events.ts'

type AccountKind = Extract<NoticeKind, `account.${string}`>

/** Writes an event of the security of a person's account, which no setting turns off. */
export const writeAccountEvent = (
  tx: Queries,
  kind: AccountKind,
  { userId, now }: { userId: number; now: number },
): Promise<void> =>
  writeEvents(tx, { projectId: NO_PROJECT, actorId: userId, now }, [{ kind, userIds: [userId] }])
