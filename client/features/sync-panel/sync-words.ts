import { i18n } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import type { SyncStatus } from '../../lib/sync-status.ts'

export type SyncTone = 'quiet' | 'grey' | 'amber' | 'red'

/**
 * While offline, the button shows nothing for 5 s, is grey until 30 s, then amber: a short outage
 * needs no attention.
 */
export const GREY_AFTER_MS = 5_000
export const AMBER_AFTER_MS = 30_000

/** The sync state as a short text and a tone. */
export const syncWords = (status: SyncStatus, now: number): { text: string; tone: SyncTone } => {
  const { unsent, needYou } = status
  if (status.phase === 'starting') return { text: i18n._(msg`Checking`), tone: 'quiet' }
  if (needYou > 0)
    return {
      text: i18n._(
        msg`${plural(needYou, { one: '# edit needs your decision', other: '# edits need your decision' })}`,
      ),
      tone: 'amber',
    }
  if (status.updateNeeded) return { text: i18n._(msg`Update to send`), tone: 'amber' }
  if (status.isDeviceFull)
    return {
      text: unsent === 0 ? i18n._(msg`Device full`) : i18n._(msg`Device full, ${unsent} not sent`),
      tone: 'red',
    }
  const awayMs = status.since === null ? 0 : now - status.since
  if (status.phase === 'offline' && awayMs >= GREY_AFTER_MS) {
    const tone = awayMs >= AMBER_AFTER_MS ? 'amber' : 'grey'
    return {
      text: unsent === 0 ? i18n._(msg`Offline`) : i18n._(msg`Offline, ${unsent} not sent`),
      tone,
    }
  }
  if (unsent === 0) return { text: i18n._(msg`Saved`), tone: 'quiet' }
  if (status.phase === 'sending') return { text: i18n._(msg`Sending ${unsent}`), tone: 'quiet' }
  return {
    text: i18n._(msg`${unsent} not sent`),
    tone: status.phase === 'trouble' ? 'red' : 'amber',
  }
}
