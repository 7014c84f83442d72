import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type EmptyDatabase, NOW, openEmptyDatabase } from '../../tests/support/empty-database.ts'
import { endJob, readJobTimes, renewJob, takeJob } from '../database/periodic-jobs.ts'
import {
  LEASE_MS,
  PERIOD_MS,
  type PeriodicJob,
  RETRY_MS,
  runDueJobs,
  startPeriodicJobs,
} from './periodic-jobs.ts'

const MINUTE_MS = 60_000
let rows: EmptyDatabase
let now: number
let log: string[]
const never = new AbortController().signal
beforeEach(async () => {
  rows = await openEmptyDatabase()
  ;[now, log] = [NOW, []]
})
afterEach(async () => {
  vi.useRealTimers()
  await rows.close()
})
const job = (
  name: string,
  run: (signal: AbortSignal) => Promise<void> = async () => undefined,
): PeriodicJob => ({
  name,
  run: async (signal) => {
    log.push(name)
    await run(signal)
  },
})
const ports = (...jobs: PeriodicJob[]) => ({
  ...{ database: rows.database, clock: () => now, jobs },
  onError: (name: string, error: unknown) => void log.push(`${name} failed: ${String(error)}`),
})
const run = async (signal: AbortSignal, ...jobs: PeriodicJob[]): Promise<string[]> => {
  log = []
  await runDueJobs(ports(...jobs), signal)
  return log
}
const stored = (name: string) =>
  rows.database.queries
    .selectFrom('periodic_jobs')
    .select(['due_on', 'lease_until', 'finished_on', 'failed_on'])
    .where('name', '=', name)
    .executeTakeFirst()
const fail = (): Promise<void> => Promise.reject(new Error('no room'))

describe('a periodic job', () => {
  it('runs when it is due, six hours after it last finished, and each in its order', async () => {
    const jobs = [job('b'), job('a')]
    expect(await run(never, ...jobs)).toEqual(['b', 'a'])
    expect(await stored('b')).toEqual({
      ...{ due_on: NOW + 6 * 60 * MINUTE_MS, lease_until: 0, finished_on: NOW, failed_on: null },
    })
    now += PERIOD_MS - 1
    expect(await run(never, ...jobs)).toEqual([])
    now += 1
    expect(await run(never, ...jobs)).toEqual(['b', 'a'])
  })

  it('that fails is told, holds up no other, and is tried again after ten minutes', async () => {
    const [failing, sound] = [job('a', fail), job('b')]
    expect(await run(never, failing, sound)).toEqual(['a', 'a failed: Error: no room', 'b'])
    expect(await stored('a')).toEqual({
      ...{ due_on: NOW + 10 * MINUTE_MS, lease_until: 0, finished_on: null, failed_on: NOW },
    })
    expect(await readJobTimes(rows.database.queries)).toEqual([
      { name: 'a', finishedOn: null, failedOn: NOW },
      { name: 'b', finishedOn: NOW, failedOn: null },
    ])
    now += RETRY_MS - 1
    expect(await run(never, failing, sound)).toEqual([])
    now += 1
    expect(await run(never, job('a'), sound)).toEqual(['a'])
    expect(await stored('a')).toMatchObject({ finished_on: now, failed_on: NOW })
  })

  it('that was cut short stays due, and none begins after that', async () => {
    const ending = new AbortController()
    const cut = job('a', async () => ending.abort())
    expect(await run(ending.signal, cut, job('b'))).toEqual(['a'])
    expect(await stored('a')).toEqual({
      ...{ due_on: 0, lease_until: 0, finished_on: null, failed_on: null },
    })
    expect(await run(never, job('a'), job('b'))).toEqual(['a', 'b'])
  })

  it('runs in one process at a time, and again where that one died', async () => {
    await takeJob(rows.database, { name: 'a', now, leaseMs: LEASE_MS })
    now += 5 * MINUTE_MS - 1
    expect(await run(never, job('a'))).toEqual([])
    now += 1
    expect(await run(never, job('a'))).toEqual(['a'])
  })

  it('that another process took over ends, and leaves the row to that one', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    let other
    const slow = job('a', async (signal) => {
      now += 2 * LEASE_MS
      other = await takeJob(rows.database, { name: 'a', now, leaseMs: LEASE_MS })
      await vi.advanceTimersByTimeAsync(MINUTE_MS)
      await vi.waitFor(() => expect(signal.aborted).toBe(true))
    })
    await run(never, slow)
    expect(log).toEqual(['a'])
    expect(other).toEqual({ name: 'a', leaseUntil: now + LEASE_MS })
    expect(await stored('a')).toMatchObject({ lease_until: now + LEASE_MS, finished_on: null })
  })

  it('renews its lease each minute for as long as it runs', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const leases: number[] = []
    const long = job('a', async (signal) => {
      for (let minute = 0; minute < 3; minute += 1) {
        now += MINUTE_MS
        await vi.advanceTimersByTimeAsync(MINUTE_MS)
        await vi.waitFor(async () => expect((await stored('a'))?.lease_until).toBe(now + LEASE_MS))
        leases.push(now)
      }
      expect(signal.aborted).toBe(false)
    })
    await run(never, long)
    expect([log, leases.length, vi.getTimerCount()]).toEqual([['a'], 3, 0])
    expect(await stored('a')).toMatchObject({ lease_until: 0, due_on: now + PERIOD_MS })
    await run(never, job('b', fail))
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('the lease of a job', () => {
  it('is renewed and ended by its holder alone, and only of this job', async () => {
    const { database } = rows
    const first = await takeJob(database, { name: 'a', now, leaseMs: 10 })
    await takeJob(database, { name: 'b', now, leaseMs: 10 })
    expect(first).toEqual({ name: 'a', leaseUntil: NOW + 10 })
    expect(await takeJob(database, { name: 'a', now: NOW + 9, leaseMs: 10 })).toBeNull()
    const lease = { name: 'a', leaseUntil: NOW + 10 }
    expect(await renewJob(database, { ...lease, leaseUntil: NOW + 9 }, NOW + 30)).toBeNull()
    await endJob(database, { ...lease, leaseUntil: NOW + 9 }, { dueOn: 5 })
    expect(await renewJob(database, lease, NOW + 30)).toEqual({ name: 'a', leaseUntil: NOW + 30 })
    expect(await stored('b')).toMatchObject({ lease_until: NOW + 10, due_on: 0 })
    await endJob(database, { name: 'a', leaseUntil: NOW + 30 }, { dueOn: NOW + 40 })
    expect(await stored('b')).toMatchObject({ lease_until: NOW + 10, due_on: 0 })
    expect(await takeJob(database, { name: 'a', now: NOW + 39, leaseMs: 10 })).toBeNull()
    expect(await takeJob(database, { name: 'a', now: NOW + 40, leaseMs: 10 })).not.toBeNull()
  })
})

it('the server looks for due jobs half a minute after its start, and tells what fails', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const periodic = startPeriodicJobs(ports(job('a')))
  await vi.advanceTimersByTimeAsync(29_999)
  expect(log).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  vi.useRealTimers()
  await vi.waitFor(() => expect(log).toEqual(['a']))
  await periodic.stop()
  await vi.waitFor(async () => expect(await stored('a')).toMatchObject({ finished_on: NOW }))
})
