import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { setTimeout as delay } from 'node:timers/promises'
import { buildApp } from '#server/app.ts'
import { openDatabase } from '#server/database/open.ts'
import { findDueJobs } from '#server/database/periodic-jobs.ts'
import { JOB_NAMES, LEASE_MS, PERIOD_MS, RETRY_MS, runDueJobs } from '#server/jobs/periodic-jobs.ts'
import { dirname } from 'node:path'
import { buildWorld, type World } from './world.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

let world: World
beforeAll(async () => {
  world = await buildWorld()
})
afterAll(() => world.close())
/** The world lets its jobs rest. */
beforeEach(() =>
  world.database.write((tx) =>
    tx
      .deleteFrom('periodic_jobs')
      .execute()
      .then(() => undefined),
  ),
)

const addOldMail = (id: string): Promise<unknown> =>
  world.database.queries
    .insertInto('mails')
    .values({
      id,
      to_address: 'person@alpha.example',
      subject: 'Old',
      body: '',
      tries: 1,
      next_try_on: 0,
      notices: null,
      created_on: 0,
      sent_on: 1,
      failed_on: null,
    })
    .execute()
const oldMails = async (): Promise<string[]> =>
  (await world.database.queries.selectFrom('mails').select('id').orderBy('id').execute()).map(
    ({ id }) => id,
  )

const isAtRest = async (now: number): Promise<boolean> => {
  const { queries } = world.database
  const rows = await queries.selectFrom('periodic_jobs').select('lease_until').execute()
  const due = await findDueJobs(queries, JOB_NAMES, now)
  return due.length === 0 && rows.every((row) => row.lease_until <= now)
}

/** A server that starts, runs for two minutes and stops; it shares the database of `world`. */
const runShortly = async (now: number): Promise<void> => {
  // Only the timers of jobs: drivers and sockets keep real ones.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    const app = await buildApp({
      database: world.database,
      databaseUrl: world.databaseUrl,
      filesDir: world.filesDir,
      clock: () => now,
    })
    await vi.advanceTimersByTimeAsync(2 * MINUTE_MS)
    for (let waits = 0; waits < 200 && !(await isAtRest(now)); waits++) await delay(50)
    await app.close()
  } finally {
    vi.useRealTimers()
  }
}

test('[RJ1] a server that restarts every hour runs the jobs that are due every six hours', async () => {
  const start = world.clock.now
  await addOldMail('a')
  await runShortly(start)
  expect(await oldMails()).toEqual([])
  await addOldMail('b')
  for (let hour = 1; hour < 6; hour++) {
    await runShortly(start + hour * HOUR_MS)
    expect([hour, await oldMails()]).toEqual([hour, ['b']])
  }
  await runShortly(start + 6 * HOUR_MS)
  expect(await oldMails()).toEqual([])
})

/** A server on the database of `world`, with one job. */
const serverAt = (clock: { now: number }) => {
  const errors: unknown[] = []
  const look = (work: () => Promise<void>, signal = new AbortController().signal): Promise<void> =>
    runDueJobs(
      {
        database: world.database,
        clock: () => clock.now,
        jobs: [{ name: 'job', run: work }],
        onError: (_name, error) => void errors.push(error),
      },
      signal,
    )
  return { errors, look }
}
/** Work that takes as long as the test lets it. */
const held = (): { work: () => Promise<void>; starts: () => number; end: () => void } => {
  let starts = 0
  let end = (): void => undefined
  const gate = new Promise<void>((resolve) => (end = resolve))
  return {
    work: async () => {
      starts += 1
      await gate
    },
    starts: () => starts,
    end: () => end(),
  }
}

test('[RJ2] of several servers one runs a job that is due, also with connections of their own', async () => {
  const clock = { now: world.clock.now }
  const { database, databaseUrl, filesDir } = world
  // On SQLite one process serves a database.
  const other =
    databaseUrl === undefined
      ? database
      : await openDatabase({ dataDir: dirname(filesDir), databaseUrl })
  const job = held()
  const look = (of: World['database']) =>
    runDueJobs(
      {
        database: of,
        clock: () => clock.now,
        jobs: [{ name: 'job', run: job.work }],
        onError: (_name, error) => {
          throw error
        },
      },
      new AbortController().signal,
    )
  const first = [database, other, database, other].map(look)
  await expect.poll(job.starts).toBe(1)
  // It still runs when others look again.
  await Promise.race([look(other), delay(5_000)])
  expect(job.starts()).toBe(1)
  job.end()
  await Promise.all(first)
  await Promise.all([look(other), look(database)])
  expect(job.starts()).toBe(1)
  clock.now += PERIOD_MS
  await Promise.all([look(other), look(database)])
  expect(job.starts()).toBe(2)
  if (other !== database) await other.close()
})

test('[RJ2] a job of a server that died runs on another after its lease, and not before', async () => {
  const clock = { now: world.clock.now }
  const [dead, alive] = [held(), held()]
  const { look } = serverAt(clock)
  const dying = look(dead.work)
  await expect.poll(dead.starts).toBe(1)
  alive.end()
  clock.now += 5 * MINUTE_MS - 1
  await look(alive.work)
  expect(alive.starts()).toBe(0)
  clock.now += 1
  await look(alive.work)
  expect(alive.starts()).toBe(1)
  dead.end()
  await dying
})

test('[RJ2] a job that runs longer than its lease keeps it while its server lives', async () => {
  const clock = { now: world.clock.now }
  const [long, other] = [held(), held()]
  const { look } = serverAt(clock)
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    const running = look(long.work)
    await vi.waitFor(() => expect(long.starts()).toBe(1))
    for (let minutes = 0; minutes < 12; minutes++) {
      clock.now += MINUTE_MS
      await vi.advanceTimersByTimeAsync(MINUTE_MS)
      const until = clock.now + LEASE_MS
      await vi.waitFor(async () =>
        expect(
          await world.database.queries.selectFrom('periodic_jobs').select('lease_until').execute(),
        ).toEqual([{ lease_until: until }]),
      )
    }
    await look(other.work)
    expect(other.starts()).toBe(0)
    long.end()
    await running
  } finally {
    vi.useRealTimers()
  }
})

test('[RJ3] a job that fails is tried again soon, and the jobs after it run', async () => {
  const clock = { now: world.clock.now }
  const { look, errors } = serverAt(clock)
  let runs = 0
  const fail = async (): Promise<void> => {
    runs += 1
    throw new Error('no disk')
  }
  await look(fail)
  clock.now += 10 * MINUTE_MS - 1
  await look(fail)
  expect([runs, errors.map(String)]).toEqual([1, ['Error: no disk']])
  clock.now += 1
  await look(async () => void (runs += 1))
  expect(runs).toBe(2)
  const [row] = await world.database.queries.selectFrom('periodic_jobs').selectAll().execute()
  expect(row).toEqual({
    name: 'job',
    due_on: clock.now + PERIOD_MS,
    lease_until: 0,
    finished_on: clock.now,
    failed_on: clock.now - RETRY_MS,
  })
})

test('[RJ3] a job that the end of its server cuts short stays due', async () => {
  const clock = { now: world.clock.now }
  const { look } = serverAt(clock)
  const ending = new AbortController()
  let runs = 0
  const work = async (): Promise<void> => {
    runs += 1
    ending.abort()
  }
  await look(work, ending.signal)
  await look(async () => void (runs += 1))
  expect(runs).toBe(2)
})
