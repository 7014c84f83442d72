import { i18n } from '@lingui/core'
import { beforeAll, expect, test } from 'vitest'
import type { SyncStatus } from '../../lib/sync-status.ts'
import { startLocale } from '../../locales/start-locale.ts'
import { syncWords } from './sync-words.ts'

const now = 1_000_000
const buildStatus = (over: Partial<SyncStatus>): SyncStatus => ({
  phase: 'saved',
  unsent: 0,
  unsentAnswers: 0,
  needYou: 0,
  since: null,
  nextTryAt: null,
  lastContactAt: null,
  updateNeeded: false,
  signInNeeded: false,
  isDeviceFull: false,
  isBlocked: false,
  compared: null,
  wentBack: null,
  ...over,
})
beforeAll(() => startLocale('en'))

test('the button says Saved only when nothing is unsent', () => {
  expect(i18n.locale).toBe('en')
  expect(syncWords(buildStatus({ phase: 'starting' }), now).text).toBe('Checking')
  expect(syncWords(buildStatus({}), now).text).toBe('Saved')
  expect(syncWords(buildStatus({ phase: 'sending', unsent: 3 }), now).text).toBe('Sending 3')
  expect(syncWords(buildStatus({ phase: 'unsent', unsent: 3 }), now).text).toBe('3 not sent')
})

test('offline shows nothing for 5 s, grey up to 30 s, then amber', () => {
  const offlineFor = (ms: number) =>
    syncWords(buildStatus({ phase: 'offline', unsent: 3, since: now - ms }), now)
  expect(offlineFor(4_000)).toEqual({ text: '3 not sent', tone: 'amber' })
  expect(offlineFor(6_000)).toEqual({ text: 'Offline, 3 not sent', tone: 'grey' })
  expect(offlineFor(31_000)).toEqual({ text: 'Offline, 3 not sent', tone: 'amber' })
})

test('edits that need a decision come before everything else', () => {
  expect(syncWords(buildStatus({ phase: 'offline', needYou: 2, since: 0 }), now)).toEqual({
    text: '2 edits need your decision',
    tone: 'amber',
  })
  expect(syncWords(buildStatus({ needYou: 1 }), now).text).toBe('1 edit needs your decision')
})

test('a full device is reported together with its unsent edits', () => {
  expect(syncWords(buildStatus({ phase: 'trouble', isDeviceFull: true }), now)).toEqual({
    text: 'Device full',
    tone: 'red',
  })
  expect(
    syncWords(buildStatus({ phase: 'trouble', isDeviceFull: true, unsent: 2 }), now).text,
  ).toBe('Device full, 2 not sent')
})
