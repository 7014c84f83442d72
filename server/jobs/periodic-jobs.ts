import type { Database } from '../database/database.ts'
import { endJob, findDueJobs, type JobLease, renewJob, takeJob } from '../database/periodic-jobs.ts'
import { startRounds } from './rounds.ts'

/** What a server does every PERIOD_MS. */
export const JOB_NAMES = [
  'compactLog',
  'collectFiles',
  'forgetOldAccess',
  'forgetOldMails',
  'forgetOldNotifications',
] as const
export type JobName = (typeof JOB_NAMES)[number]

export interface PeriodicJob {
  name: string
  /** Ends early, between two pieces of work, when the signal aborts. */
  run: (signal: AbortSignal) => Promise<void>
}

interface PeriodicPorts {
  database: Database
  clock: () => number
  jobs: readonly PeriodicJob[]
  onError: (name: string, error: unknown) => void
}

export const PERIOD_MS = 6 * 3_600_000
/** A job that failed is tried again after this time. */
export const RETRY_MS = 10 * 60_000
/** A job of a process that died runs elsewhere after this time. */
export const LEASE_MS = 5 * 60_000
const RENEWED_MS = 60_000
const LOOK_MS = 30_000

/**
 * Runs the jobs that are due, one after another. The database says when: the age of a process does
 * not count, and of several processes one runs a job.
 */
export const runDueJobs = async (ports: PeriodicPorts, signal: AbortSignal): Promise<void> => {
  const names = ports.jobs.map(({ name }) => name)
  const due = await findDueJobs(ports.database.queries, names, ports.clock())
  for (const job of ports.jobs) {
    if (signal.aborted) return
    if (!due.includes(job.name)) continue
    try {
      await runIfDue(ports, job, signal)
    } catch (error) {
      ports.onError(job.name, error)
    }
  }
}

const runIfDue = async (
  { database, clock, onError }: PeriodicPorts,
  { name, run }: PeriodicJob,
  ending: AbortSignal,
): Promise<void> => {
  const taken = await takeJob(database, { name, now: clock(), leaseMs: LEASE_MS })
  if (taken === null) return
  let lease: JobLease = taken
  let renewing: Promise<unknown> = Promise.resolve()
  const lost = new AbortController()
  const renew = async (): Promise<void> => {
    const renewed = await renewJob(database, lease, clock() + LEASE_MS)
    if (renewed === null) lost.abort()
    else lease = renewed
  }
  const timer = setInterval(() => {
    // After a failure the next one follows in time.
    renewing = renewing.then(renew).catch(() => undefined)
  }, RENEWED_MS)
  const stop = async (): Promise<void> => {
    clearInterval(timer)
    await renewing
  }
  const signal = AbortSignal.any([ending, lost.signal])
  try {
    await run(signal)
    await stop()
    const isWhole = !signal.aborted
    const now = clock()
    await endJob(
      database,
      lease,
      isWhole ? { dueOn: now + PERIOD_MS, finishedOn: now } : { dueOn: null },
    )
  } catch (error) {
    await stop()
    onError(name, error)
    const now = clock()
    await endJob(database, lease, { dueOn: now + RETRY_MS, failedOn: now })
  }
}

/** Looks for due jobs twice a minute, the first time half a minute after the start. */
export const startPeriodicJobs = (ports: PeriodicPorts): { stop: () => Promise<void> } =>
  startRounds({
    round: (signal) => runDueJobs(ports, signal),
    pollMs: LOOK_MS,
    onError: (error) => ports.onError('', error),
  })
