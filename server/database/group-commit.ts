import { CompiledQuery } from 'kysely'
import { Refusal } from '#schema/refusal.ts'
import type { Queries } from './database.ts'
import { measure, secondsSince } from '../measures.ts'

/** Time after which a group commits although more writers are waiting. */
const LONGEST_GROUP_MS = 25
const MOST_IN_GROUP = 50
/** Limit for waiting writers; even a slow disk works through this many in seconds. */
const MOST_WAITING = 5_000

interface Job {
  run(tx: Queries): Promise<void>
  resolve(): void
  reject(error: unknown): void
}
interface Connection {
  kysely: Queries
  isInTransaction(): boolean
}

const raw = (tx: Queries, text: string): Promise<unknown> =>
  tx.executeQuery(CompiledQuery.raw(text))

/**
 * Runs writers one after another. Writers that wait at the same time share one transaction and one
 * flush of the disk, each after its own savepoint; each promise settles after the commit. Without
 * waiting writers a write commits immediately.
 */
export const createGroupCommit = ({
  kysely,
  isInTransaction,
}: Connection): (<T>(work: (tx: Queries) => Promise<T>) => Promise<T>) => {
  const waiting: Job[] = []
  let isRunning = false

  /**
   * Returns false if only this writer was rolled back and its promise rejected. Throws the error
   * that rolled back the whole transaction.
   */
  const runOne = async (tx: Queries, job: Job): Promise<boolean> => {
    await raw(tx, 'savepoint job')
    try {
      await job.run(tx)
      await raw(tx, 'release job')
      return true
    } catch (error) {
      // SQLite rolls back the whole transaction itself on some errors, for example a full disk.
      if (!isInTransaction()) throw error
      await raw(tx, 'rollback to job')
      await raw(tx, 'release job')
      job.reject(error)
      return false
    }
  }
  const runGroup = async (tx: Queries): Promise<void> => {
    const done: Job[] = []
    const end = performance.now() + LONGEST_GROUP_MS
    try {
      await raw(tx, 'begin immediate')
    } catch (error) {
      // Reject the first writer, so that no writer waits forever for a locked database.
      waiting.shift()?.reject(error)
      return
    }
    try {
      for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) {
        done.push(job)
        if (!(await runOne(tx, job))) done.pop()
        if (done.length >= MOST_IN_GROUP || performance.now() > end) break
      }
      await raw(tx, 'commit')
    } catch (error) {
      if (isInTransaction()) await raw(tx, 'rollback').catch(() => undefined)
      for (const job of done) job.reject(error)
      return
    }
    for (const job of done) job.resolve()
  }
  const drain = async (): Promise<void> => {
    isRunning = true
    try {
      while (waiting.length > 0) await kysely.connection().execute(runGroup)
    } catch (error) {
      for (const job of waiting.splice(0)) job.reject(error)
    } finally {
      isRunning = false
    }
  }

  return (work) =>
    new Promise((resolve, reject) => {
      if (waiting.length >= MOST_WAITING) {
        reject(new Refusal('UNAVAILABLE'))
        return
      }
      let settle = (): void => undefined
      const since = performance.now()
      waiting.push({
        async run(tx) {
          measure('writerWait', secondsSince(since))
          const value = await work(tx)
          settle = () => resolve(value)
        },
        resolve: () => settle(),
        reject,
      })
      if (!isRunning) void drain()
    })
}
