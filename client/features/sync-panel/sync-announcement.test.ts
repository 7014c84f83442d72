import { expect, test } from 'vitest'
import type { SyncStatus } from '../../lib/sync-status.ts'
import { syncNews } from './sync-announcement.ts'

const status = (over: Partial<SyncStatus>): SyncStatus => ({
  ...{ phase: 'saved', unsent: 0, unsentAnswers: 0, needYou: 0, since: null, nextTryAt: null },
  ...{ lastContactAt: null, compared: null, isBlocked: false, updateNeeded: false },
  ...{ signInNeeded: false, isDeviceFull: false, wentBack: null },
  ...over,
})

test('sending work is no news', () => {
  for (const phase of ['starting', 'saved', 'sending', 'unsent'] as const)
    expect(syncNews(status({ phase, unsent: 3 }), 'quiet')).toBe('well')
  expect(syncNews(status({ phase: 'unsent', unsent: 3 }), 'amber')).toBe('well')
})

test('an outage is news once it lasts', () => {
  expect(syncNews(status({ phase: 'offline' }), 'quiet')).toBe('well')
  expect(syncNews(status({ phase: 'offline' }), 'grey')).toBe('offline')
  expect(syncNews(status({ phase: 'offline' }), 'amber')).toBe('offline')
})

test.each([{ needYou: 1 }, { updateNeeded: true }, { isDeviceFull: true }])(
  '%j is trouble, offline too',
  (over) => {
    expect(syncNews(status(over), 'amber')).toBe('trouble')
    expect(syncNews(status({ ...over, phase: 'offline' }), 'amber')).toBe('trouble')
  },
)
test('edits that stay unsent are trouble', () =>
  expect(syncNews(status({ phase: 'trouble', unsent: 1 }), 'red')).toBe('trouble'))
