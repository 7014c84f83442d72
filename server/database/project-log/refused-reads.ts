import type { SEALED_THINGS } from '#schema/tables/log-kinds.ts'
import type { Database } from '../database.ts'
import { lockProject } from '../project-lock.ts'
import { appendToLog } from './append.ts'

/** A requestor's refused attempt to read sealed work. */
export interface RefusedRead {
  projectId: string
  userId: number
  what: (typeof SEALED_THINGS)[number]
  /** null if the attempt was for all vendors. */
  vendorId: number | null
}
export interface RefusedReads {
  /** Resolves when the attempt is logged or counted; never fails. */
  record(read: RefusedRead): Promise<void>
  close(): Promise<void>
}

const WINDOW_MS = 60_000
/** Limit for windows, one per person and thing asked for; above it the oldest is logged early. */
const MOST_WINDOWS = 1_000

interface Window {
  read: RefusedRead
  /** Attempts after the first, which is already logged. */
  more: number
  timer: NodeJS.Timeout
}

const keyOf = ({ projectId, userId, what, vendorId }: RefusedRead): string =>
  `${projectId} ${userId} ${what} ${vendorId}`

/**
 * Logs the first attempt immediately. Repeated attempts of the same person within a minute become
 * one entry with their count, so that many attempts cannot flood the log.
 */
export const createRefusedReads = (
  database: Database,
  clock: () => number,
  onError: (error: unknown) => void,
): RefusedReads => {
  const windows = new Map<string, Window>()

  const write = async ({ projectId, userId, what, vendorId }: RefusedRead, count: number) => {
    try {
      await database.write(async (tx) => {
        if ((await lockProject(tx, database.dialect, projectId)) === null) return
        const context = { projectId, now: clock(), actorId: userId }
        await appendToLog(tx, context, { kind: 'readRefused', detail: { what, vendorId, count } })
      })
    } catch (error) {
      onError(error)
    }
  }
  const end = async (key: string): Promise<void> => {
    const window = windows.get(key)
    if (window === undefined) return
    clearTimeout(window.timer)
    windows.delete(key)
    if (window.more > 0) await write(window.read, window.more)
  }
  return {
    async record(read) {
      const key = keyOf(read)
      const window = windows.get(key)
      if (window !== undefined) {
        window.more += 1
        return
      }
      const timer = setTimeout(() => void end(key), WINDOW_MS).unref()
      windows.set(key, { read, more: 0, timer })
      const [oldest] = windows.keys()
      if (windows.size > MOST_WINDOWS && oldest !== undefined) await end(oldest)
      await write(read, 1)
    },
    async close() {
      for (const key of [...windows.keys()]) await end(key)
    },
  }
}
