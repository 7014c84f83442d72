import { readBackupTimes } from '../database/backup-times.ts'
import type { Queries } from '../database/database.ts'
import { readJobTimes } from '../database/periodic-jobs.ts'

export interface PeriodicAge {
  job: string
  /** Since the job last succeeded; null = never. */
  ageSeconds: number | null
  isFailing: boolean
}

interface JobCount {
  job: 'export' | 'event' | 'push'
  state: 'waiting' | 'running' | 'failed'
  count: number
  ageSeconds: number
}

export interface Stored {
  jobs: JobCount[]
  periodic: PeriodicAge[]
  mails: { waiting: number; failed: number }
  /** Age of the oldest mail that waits; 0 if none does. */
  mailAgeSeconds: number
  /** null = none was made */
  backups: { written: number | null; verified: number | null }
}

const EXPORT_STATES = ['waiting', 'running', 'failed'] as const

/** Counts what waits, runs or has failed. */
export const readStored = async (tx: Queries, now: number): Promise<Stored> => {
  const age = (since: number | string | null): number =>
    since === null ? 0 : Math.max(0, now - Number(since)) / 1_000
  const exports = await tx
    .selectFrom('exports')
    .select((eb) => [
      'state',
      eb.fn.countAll<number>().as('count'),
      eb.fn.min('created_on').as('since'),
    ])
    .groupBy('state')
    .execute()
  const events = await tx
    .selectFrom('events')
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min('created_on').as('since')])
    .executeTakeFirstOrThrow()
  const pushes = await tx
    .selectFrom('pushes')
    .innerJoin('notifications', 'notifications.id', 'pushes.notification_id')
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min('created_on').as('since')])
    .executeTakeFirstOrThrow()
  const waiting = await tx
    .selectFrom('mails')
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min('created_on').as('since')])
    .where('sent_on', 'is', null)
    .where('failed_on', 'is', null)
    .executeTakeFirstOrThrow()
  const failed = await tx
    .selectFrom('mails')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('failed_on', 'is not', null)
    .executeTakeFirstOrThrow()
  const backups = await readBackupTimes(tx)
  const times = await readJobTimes(tx)
  return {
    jobs: [
      ...EXPORT_STATES.map((state): JobCount => {
        const found = exports.find((row) => row.state === state)
        const count = Number(found?.count ?? 0)
        return { job: 'export', state, count, ageSeconds: age(found?.since ?? null) }
      }),
      {
        job: 'event',
        state: 'waiting',
        count: Number(events.count),
        ageSeconds: age(events.since),
      },
      { job: 'push', state: 'waiting', count: Number(pushes.count), ageSeconds: age(pushes.since) },
    ],
    periodic: times.map(({ name, finishedOn, failedOn }) => ({
      job: name,
      ageSeconds: finishedOn === null ? null : age(finishedOn),
      isFailing: failedOn !== null && failedOn > (finishedOn ?? 0),
    })),
    mails: { waiting: Number(waiting.count), failed: Number(failed.count) },
    mailAgeSeconds: age(waiting.since),
    backups: {
      written: backups.written === null ? null : age(backups.written),
      verified: backups.verified === null ? null : age(backups.verified),
    },
  }
}
