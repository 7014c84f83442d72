import { CompiledQuery } from 'kysely'
import { Refusal } from '#schema/refusal.ts'
import type { Queries } from './database.ts'
import { isEmbedded } from './compiled-once.ts'
import { together } from './together.ts'
import { measure, secondsSince } from '../measures.ts'

const MOST_IN_GROUP = 50
/** Limit for waiting writers; even a slow disk works through this many in seconds. */
const MOST_WAITING = 5_000

interface Job {
  run(tx: Queries): Promise<void>
  resolve(): void
  reject(error: unknown): void
}

interface Transactions {
  /** Runs `work` in one transaction; an error from `work` rolls everything back. */
  transact(work: (tx: Queries) => Promise<void>): Promise<void>
  /** Whether the transaction still stands after an error in it. */
  isInTransaction(): boolean
  /** Time after which a group commits although more writers are waiting. */
  longestMs: number
}
type Write = <T>(work: (tx: Queries) => Promise<T>) => Promise<T>

const raw = (tx: Queries, text: string): Promise<unknown> =>
  tx.executeQuery(CompiledQuery.raw(text))

/**
 * Runs writers one after another. Writers that wait at the same time share one transaction and one
 * flush of the disk, each after its own savepoint; each promise settles after the commit. Without
 * waiting writers a write commits immediately.
 */
export const createGroupCommit = ({
  transact,
  isInTransaction,
  longestMs,
}: Transactions): Write => {
  const waiting: Job[] = []
  let isRunning = false

  /**
   * Runs a writer after the first. Returns false if only this writer was rolled back and its promise
   * rejected. Throws the error that rolled back the whole transaction.
   */
  const runNext = async (tx: Queries, job: Job): Promise<boolean> => {
    try {
      await together(tx, [() => raw(tx, 'savepoint job'), () => job.run(tx)])
      return true
    } catch (error) {
      // SQLite rolls back the whole transaction itself on some errors, for example a full disk.
      if (!isInTransaction()) throw error
      await raw(tx, 'rollback to job')
      job.reject(error)
      return false
    } finally {
      // An error here shows in the commit.
      const released = raw(tx, 'release job').catch(() => undefined)
      if (isEmbedded(tx)) await released
    }
  }
  const runAll = async (tx: Queries, done: Job[]): Promise<void> => {
    const end = performance.now() + longestMs
    for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) {
      const isFirst = done.length === 0
      done.push(job)
      // If the first fails, there is nothing else to roll back.
      if (isFirst) await job.run(tx)
      else if (!(await runNext(tx, job))) done.pop()
      if (done.length >= MOST_IN_GROUP || performance.now() > end) return
    }
  }
  const runGroup = async (): Promise<void> => {
    const done: Job[] = []
    let hasBegun = false
    try {
      await transact(async (tx) => {
        hasBegun = true
        await runAll(tx, done)
      })
    } catch (error) {
      // Reject the first writer, so that no writer waits forever for a locked database.
      if (!hasBegun) waiting.shift()?.reject(error)
      for (const job of done) job.reject(error)
      return
    }
    for (const job of done) job.resolve()
  }
  const drain = async (): Promise<void> => {
    isRunning = true
    try {
      while (waiting.length > 0) await runGroup()
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

/** One group per key: writers of one key wait for each other and share transactions. */
export const createGroups = (
  transactions: Transactions,
): (<T>(key: string, work: (tx: Queries) => Promise<T>) => Promise<T>) => {
  const groups = new Map<string, { write: Write; writers: number }>()
  return async (key, work) => {
    const group = groups.get(key) ?? { write: createGroupCommit(transactions), writers: 0 }
    groups.set(key, group)
    group.writers += 1
    try {
      return await group.write(work)
    } finally {
      group.writers -= 1
      if (group.writers === 0) groups.delete(key)
    }
  }
}
