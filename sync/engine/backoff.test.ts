import { describe, expect, it } from 'vitest'
import { backoffMs, delayAfter, waitingFor } from './backoff.ts'
import { SyncFailure } from './ports.ts'

describe('the wait after a failure', () => {
  it.each([
    [1, 1_000, 2_000],
    [2, 2_000, 4_000],
    [3, 4_000, 8_000],
    [4, 8_000, 16_000],
    [5, 16_000, 32_000],
    [6, 30_000, 60_000],
    [7, 30_000, 60_000],
    [1_000, 30_000, 60_000],
  ])('after failure %i is between %i and %i ms', (failures, shortest, longest) => {
    expect(backoffMs(failures, 0)).toBe(shortest)
    expect(backoffMs(failures, 0.5)).toBe((shortest + longest) / 2)
    expect(backoffMs(failures, 1)).toBe(longest)
  })

  it('is never shorter than a second', () => {
    expect(backoffMs(0, 0)).toBe(1_000)
  })

  it('is as long as the server asks where that is longer, however long', () => {
    const after = (retryAfterMs: number): number =>
      delayAfter(new SyncFailure('busy', { retryAfterMs }), 1, 0)
    expect([after(120_000), after(1_001), after(1_000), after(999)]).toEqual([
      120_000, 1_001, 1_000, 1_000,
    ])
    expect(delayAfter(new SyncFailure('busy'), 2, 0)).toBe(2_000)
    expect(delayAfter(new Error('of the device'), 2, 0)).toBe(2_000)
  })
})

it('says what it waits for', () => {
  const full = new DOMException('no room', 'QuotaExceededError')
  expect([
    waitingFor(new SyncFailure('offline')),
    waitingFor(new SyncFailure('blocked')),
    waitingFor(new SyncFailure('gap')),
    waitingFor(full),
    waitingFor(new Error('anything')),
    waitingFor('QuotaExceededError'),
  ]).toEqual(['offline', 'blocked', 'busy', 'full', 'busy', 'busy'])
})
