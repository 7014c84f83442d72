import type { SyncStatus } from '#client/lib/sync-status.ts'

/** Whether answers were saved without a network and the server does not have them all yet. */
export const isAway = (
  { phase, unsentAnswers }: Pick<SyncStatus, 'phase' | 'unsentAnswers'>,
  wasAway: boolean,
): boolean => (phase === 'offline' ? wasAway || unsentAnswers > 0 : wasAway && unsentAnswers > 0)
