import type { PushMutation, PushRequest } from '#schema/api/sync.ts'
import { Refusal } from '#schema/refusal.ts'
import { type CommandServices } from '../commands/execute.ts'
import type { Queries } from '../database/database.ts'
import { isSessionOpen } from '../database/sessions/open-sessions.ts'
import { together } from '../database/together.ts'
import { readLastMid } from './sync-client.ts'

export interface PushContext {
  services: CommandServices
  serverId: string
  userId: number
  onError: (error: unknown) => void
  /**
   * Set for a socket, which outlives the token it was opened with: the session is checked in the
   * transaction, so that a sign-out by any process takes effect.
   */
  sessionId?: string
  /**
   * Between two parts of a push the server reads requests that have arrived in the meantime. Default:
   * the next turn of the event loop; the simulator, whose time is its own, takes none.
   */
  betweenParts?: () => Promise<void>
  /** Set for work that a colleague delivers; checked in each transaction. */
  maySend?: (tx: Queries) => Promise<boolean>
}

/**
 * Locks the device and returns the number of its last processed edit. Refuses a session that has
 * ended, a writer for whom no colleague may deliver work any more, and a device of another person
 * or organization.
 */
export const lockClient = async (
  tx: Queries,
  { services, userId, sessionId, maySend }: PushContext,
  request: PushRequest,
): Promise<number> => {
  const now = services.clock()
  const [, , last] = await together(tx, [
    async () => {
      if (sessionId !== undefined && !(await isSessionOpen(tx, sessionId, now)))
        throw new Refusal('WRONG_TOKEN')
    },
    async () => {
      if (maySend !== undefined && !(await maySend(tx))) throw new Refusal('WORK_NOT_VOUCHED')
    },
    () => readLastMid(tx, services.database.dialect, { ...request, userId, now }),
  ])
  return last
}

/** The edits that the server has not processed yet; refuses a gap in their numbers. */
export const takeFresh = (mutations: readonly PushMutation[], last: number): PushMutation[] => {
  const fresh = mutations.filter(({ mid }) => mid > last)
  requireUnbroken(fresh, last)
  return fresh
}

export const requireUnbroken = (fresh: readonly PushMutation[], last: number): void => {
  fresh.forEach(({ mid }, index) => {
    if (mid !== last + 1 + index) throw new Refusal('SYNC_GAP', { detail: { lastMid: last } })
  })
}

export const projectIdOf = ({ args }: PushMutation): string => {
  const id =
    typeof args === 'object' && args !== null && 'projectId' in args ? args.projectId : undefined
  return typeof id === 'string' ? id : ''
}
