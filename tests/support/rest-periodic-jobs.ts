import type { Database } from '#server/database/database.ts'
import { JOB_NAMES } from '#server/jobs/periodic-jobs.ts'

/** Otherwise the server would run them half a minute after its start, in the middle of a test. */
export const restPeriodicJobs = (database: Database): Promise<unknown> =>
  database.queries
    .insertInto('periodic_jobs')
    .values(
      JOB_NAMES.map((name) => ({
        name,
        due_on: Number.MAX_SAFE_INTEGER,
        lease_until: 0,
        finished_on: null,
        failed_on: null,
      })),
    )
    .execute()
