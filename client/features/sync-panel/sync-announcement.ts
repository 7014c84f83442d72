import type { SyncStatus } from '../../lib/sync-status.ts'
import type { SyncTone } from './sync-words.ts'

/** What a screen reader announces without being asked. */
export type SyncNews = 'well' | 'offline' | 'trouble'

/**
 * Work that is sent as usual is no news: announcing each count would give several messages for
 * every answer.
 */
export const syncNews = (status: SyncStatus, tone: SyncTone): SyncNews => {
  if (status.needYou > 0 || status.updateNeeded || status.isDeviceFull) return 'trouble'
  if (status.phase === 'trouble') return 'trouble'
  return status.phase === 'offline' && tone !== 'quiet' ? 'offline' : 'well'
}
