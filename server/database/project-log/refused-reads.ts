import type { SEALED_THINGS } from '#schema/tables/log-kinds.ts'
import type { Database } from '../database.ts'
import { lockProject } from '../project-lock.ts'
import { appendToLog } from './append.ts'

/** What of sealed work a requestor asked for in vain. */
export interface RefusedRead {
  projectId: string
  userId: number
  what: (typeof SEALED_THINGS)[number]
  /** null = of all vendors. */
  vendorId: number | null
}
export interface RefusedReads {
  /** Resolves when the attempt is in the log or counted; never fails. */
  record(read: RefusedRead): Promise<void>
  close(): Promise<void>
}

const WINDOW_MS = 60_000
/** People times what they ask for, within a minute; beyond it the oldest is written early. */
const MOST_WINDOWS = 1_000

interface Window {
  read: RefusedRead
  /** Attempts after the first, which is in the log already. */
  more: number
  timer: NodeJS.Timeout
}

const keyOf = ({ projectId, userId, what, vendorId }: RefusedRead): string =>
  `${projectId} ${userId} ${what} ${vendorId}`

/**
 * The first attempt is logged at once, all that the same person repeats within a minute become one
 * entry with their count at its end: so many attempts cannot flood a log.
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
