import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Database } from '../database/database.ts'
import { listenTo, type Measures } from '../measures.ts'
import type { Log } from '../log.ts'
import { within } from '../within.ts'
import { readStored } from './read-stored.ts'

export interface MetricsPorts {
  database: Pick<Database, 'queries' | 'connections'>
  openSockets: () => number
  clock: () => number
  log: Log
}

/** The metrics of this process in the format of Prometheus. */
export interface Metrics {
  contentType: string
  /** Takes a few seconds at most; without the database its part is missing. */
  read(): Promise<string>
  close(): void
}

const REQUEST_SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
const WAIT_SECONDS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const LAG_SECONDS = [0.005, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
/** Prometheus gives up after ten seconds. */
const MOST_MS = 3_000

type Waits = {
  [Name in keyof Measures]: Measures[Name] extends number ? Name : never
}[keyof Measures]
const WAITS: Readonly<Record<Waits, { name: string; help: string; buckets: number[] }>> = {
  writerWait: {
    name: 'tenderbook_database_writer_wait_seconds',
    help: 'Time for which a writer waited for its turn: at SQLite, or at its project on PostgreSQL.',
    buckets: WAIT_SECONDS,
  },
  lockWait: {
    name: 'tenderbook_database_lock_wait_seconds',
    help: 'Time until a writer had the lock of its project, on PostgreSQL.',
    buckets: WAIT_SECONDS,
  },
  poolWait: {
    name: 'tenderbook_database_pool_wait_seconds',
    help: 'Time until a connection to PostgreSQL was free.',
    buckets: WAIT_SECONDS,
  },
  fanoutLag: {
    name: 'tenderbook_fanout_lag_seconds',
    help: 'Time from a commit until its change was sent to all sockets of this server.',
    buckets: LAG_SECONDS,
  },
}

/**
 * Measures this process until `close`. Labels hold only words of the code: methods, templates of
 * routes, codes, states. Ids, names and addresses would tell monitors of people and projects, and
 * make a series each.
 */
export const createMetrics = (ports: MetricsPorts): Metrics => {
  const register = new Registry()
  const registers = [register]
  collectDefaultMetrics({ register })
  const requests = new Histogram({
    name: 'tenderbook_http_request_duration_seconds',
    help: 'Time from a request until its answer was sent, by template of its route.',
    labelNames: ['method', 'route', 'status'],
    buckets: REQUEST_SECONDS,
    registers,
  })
  const verdicts = new Counter({
    name: 'tenderbook_edits_total',
    help: 'Edits that devices pushed, by verdict and code of its reason.',
    labelNames: ['verdict', 'code'],
    registers,
  })
  const endings = (Object.keys(WAITS) as Waits[]).map((wait) => {
    const histogram = new Histogram({ ...WAITS[wait], registers })
    return listenTo(wait, (seconds) => histogram.observe(seconds))
  })
  endings.push(
    listenTo('verdict', (labels) => verdicts.inc({ ...labels })),
    listenTo('request', ({ seconds, ...labels }) => requests.observe(labels, seconds)),
  )
  addGauges(ports, registers)
  const stored = addStored(registers)
  return {
    contentType: register.contentType,
    read: async () => {
      await stored(ports)
      return await register.metrics()
    },
    close: () => {
      for (const end of endings) end()
      register.clear()
    },
  }
}

/** What this process holds at the moment of the reading. */
const addGauges = ({ database, openSockets }: MetricsPorts, registers: Registry[]): void => {
  new Gauge({
    name: 'tenderbook_open_sockets',
    help: 'Live sockets that are open on this server.',
    registers,
    collect() {
      this.set(openSockets())
    },
  })
  new Gauge({
    name: 'tenderbook_database_connections',
    help: 'Connections of the pool to PostgreSQL, and callers that wait for one.',
    labelNames: ['state'],
    registers,
    collect() {
      const counts = database.connections()
      for (const state of ['busy', 'idle', 'waiting'] as const)
        this.set({ state }, counts?.[state] ?? 0)
    },
  })
  new Gauge({
    name: 'tenderbook_database_connections_limit',
    help: 'The most connections that the pool opens; 0 on SQLite.',
    registers,
    collect() {
      this.set(database.connections()?.most ?? 0)
    },
  })
}

/** What the database says; all servers of one database say the same. */
const addStored = (registers: Registry[]): ((ports: MetricsPorts) => Promise<void>) => {
  const up = new Gauge({
    name: 'tenderbook_database_up',
    help: '1 if the database answered this reading; otherwise its metrics are missing.',
    registers,
  })
  const of = (name: string, help: string, labelNames: string[]) =>
    new Gauge({ name, help, labelNames, registers })
  const jobs = of('tenderbook_jobs', 'Jobs by state; failed ones until they expire.', [
    'job',
    'state',
  ])
  const jobAges = of('tenderbook_job_age_seconds', 'Age of the oldest job of a state.', [
    'job',
    'state',
  ])
  const periodic = of(
    'tenderbook_periodic_job_age_seconds',
    'Time since a periodic job last succeeded; missing if it never did.',
    ['job'],
  )
  const failing = of(
    'tenderbook_periodic_job_failing',
    '1 if the last attempt of a periodic job failed.',
    ['job'],
  )
  const mails = of('tenderbook_mails', 'Mails by state; failed ones for 30 days.', ['state'])
  const mailAge = of('tenderbook_mail_age_seconds', 'Age of the oldest mail that waits.', [])
  const backups = of(
    'tenderbook_backup_age_seconds',
    'Age of the newest backup that was written or verified; missing if there is none.',
    ['step'],
  )
  return async ({ database, clock, log }) => {
    for (const gauge of [jobs, jobAges, periodic, failing, mails, mailAge, backups]) gauge.reset()
    // `reset` gives a gauge without labels the value 0.
    mailAge.remove()
    try {
      const stored = await within(MOST_MS, readStored(database.queries, clock()))
      for (const { job, state, count, ageSeconds } of stored.jobs) {
        jobs.set({ job, state }, count)
        jobAges.set({ job, state }, ageSeconds)
      }
      for (const { job, ageSeconds, isFailing } of stored.periodic) {
        if (ageSeconds !== null) periodic.set({ job }, ageSeconds)
        failing.set({ job }, Number(isFailing))
      }
      for (const [state, count] of Object.entries(stored.mails)) mails.set({ state }, count)
      mailAge.set(stored.mailAgeSeconds)
      for (const [step, age] of Object.entries(stored.backups))
        if (age !== null) backups.set({ step }, age)
      up.set(1)
    } catch (error) {
      log.error('metrics.failed', error)
      up.set(0)
    }
  }
}
