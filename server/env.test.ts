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

test('a URL of several hosts is taken, and one that cannot be used is refused without its password', () => {
  const url = 'postgres://u:secret@one:5432,other:5433/tenders'
  const { databaseUrl, databaseDirectUrl } = readEnvironment({ DATABASE_URL: url })
  expect([databaseUrl, databaseDirectUrl]).toEqual([url, url])
  const bad = { DATABASE_URL: `${url}?target_session_attrs=standby` }
  expect(() => readEnvironment(bad)).toThrow('DATABASE_URL: cannot be used: target_session_attrs')
  expect(() => readEnvironment(bad)).not.toThrow('secret')
})

test('the way without a pooler needs the database to which it leads', () => {
  expect(() => readEnvironment({ DATABASE_DIRECT_URL: 'postgres://db/x' })).toThrow('DATABASE_URL')
})
