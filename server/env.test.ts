import { expect, test } from 'vitest'
import { readEnvironment } from './env.ts'

test('by default a server that freezes with a lock holds others up for less than ten seconds', () => {
  const { idleMs, lockMs } = readEnvironment({}).databaseTimeouts
  // Up to three transactions of the frozen server get the lock, one after the other.
  expect(3 * idleMs).toBeLessThan(10_000)
  expect(lockMs).toBeLessThan(2 * idleMs)
})

test('a time-out that is no number of milliseconds is refused by its name', () => {
  expect(() => readEnvironment({ DATABASE_LOCK_TIMEOUT_MS: '5 s' })).toThrow(
    'DATABASE_LOCK_TIMEOUT_MS',
  )
})
