import type { Queries, SqlSession } from './database.ts'

type Writing = Pick<SqlSession, 'write'>

/** A job that this process runs, until the lease ends. Times are in ms. */
export interface JobLease {
  name: string
  leaseUntil: number
}

/**
 * Takes a job that is due and that no process runs; a job without a row is due.
 * @returns null if it is not due or runs elsewhere
 */
export const takeJob = (
  database: Writing,
  { name, now, leaseMs }: { name: string; now: number; leaseMs: number },
): Promise<JobLease | null> =>
  database.write(async (tx) => {
    await tx
      .insertInto('periodic_jobs')
      .values({ name, due_on: 0, lease_until: 0, finished_on: null, failed_on: null })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute()
    const leaseUntil = now + leaseMs
    const taken = await tx
      .updateTable('periodic_jobs')
      .set({ lease_until: leaseUntil })
      .where('name', '=', name)
      .where('due_on', '<=', now)
      .where('lease_until', '<=', now)
      .returning('name')
      .executeTakeFirst()
    return taken === undefined ? null : { name, leaseUntil }
  })

/** @returns the lease from now on, or null if another process has taken the job since */
export const renewJob = async (
  database: Writing,
  lease: JobLease,
  leaseUntil: number,
): Promise<JobLease | null> =>
  (await changeOwn(database, lease, { lease_until: leaseUntil }))
    ? { name: lease.name, leaseUntil }
    : null

/** Ends the lease of a job and says when it is due again; `dueOn` null leaves it due. */
export const endJob = async (
  database: Writing,
  lease: JobLease,
  end: { dueOn: number | null; finishedOn?: number; failedOn?: number },
): Promise<void> => {
  await changeOwn(database, lease, {
    lease_until: 0,
    ...(end.dueOn === null ? {} : { due_on: end.dueOn }),
    ...(end.finishedOn === undefined ? {} : { finished_on: end.finishedOn }),
    ...(end.failedOn === undefined ? {} : { failed_on: end.failedOn }),
  })
}

interface Change {
  lease_until: number
  due_on?: number
  finished_on?: number
  failed_on?: number
}
const changeOwn = (
  database: Writing,
  { name, leaseUntil }: JobLease,
  change: Change,
): Promise<boolean> =>
  database.write(async (tx) => {
    const row = await tx
      .updateTable('periodic_jobs')
      .set(change)
      .where('name', '=', name)
      .where('lease_until', '=', leaseUntil)
      .returning('name')
      .executeTakeFirst()
    return row !== undefined
  })

/** The jobs of these names that may be taken. */
export const findDueJobs = async (
  tx: Queries,
  names: readonly string[],
  now: number,
): Promise<string[]> => {
  const rows = await tx
    .selectFrom('periodic_jobs')
    .select('name')
    .where((eb) => eb.or([eb('due_on', '>', now), eb('lease_until', '>', now)]))
    .execute()
  const resting = new Set(rows.map(({ name }) => name))
  return names.filter((name) => !resting.has(name))
}

export interface JobTimes {
  name: string
  /** null = never */
  finishedOn: number | null
  failedOn: number | null
}
export const readJobTimes = async (tx: Queries): Promise<JobTimes[]> =>
  await tx
    .selectFrom('periodic_jobs')
    .select(['name', 'finished_on as finishedOn', 'failed_on as failedOn'])
    .orderBy('name')
    .execute()
