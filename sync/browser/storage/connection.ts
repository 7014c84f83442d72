import type { DeviceDatabase } from './database.ts'

/**
 * The connection to a database. The browser may close it (memory eviction, a frozen tab) without
 * losing data.
 */
export interface Connection {
  /** Opens the database if it is closed. */
  ensure(): Promise<void>
  /** Opens the database unless it is open, also where Dexie takes a lost connection for open. */
  reopen(): Promise<void>
  /** Runs the work with an open database, a second time if the connection was lost. */
  use<T>(work: () => T): Promise<T>
  /** Whether the error says that the connection is closed. */
  isLost(error: unknown): boolean
  /** Whether a transaction with this error may have been running when the connection was lost. */
  mayBeLost(error: unknown): boolean
}

export const createConnection = (database: DeviceDatabase): Connection => {
  const ensure = async (): Promise<void> => {
    if (!database.isOpen()) await database.open()
  }
  let opening: Promise<void> | undefined
  const reopen = (): Promise<void> => {
    if (opening !== undefined) return opening
    if (isUsable(database)) return Promise.resolve()
    database.close()
    opening = ensure().finally(() => {
      opening = undefined
    })
    return opening
  }
  return {
    ensure,
    reopen,
    isLost: (error) => isNamed(error, CLOSED),
    mayBeLost: (error) => isNamed(error, CLOSED) || isNamed(error, ENDED),
    async use(work) {
      await ensure()
      try {
        return work()
      } catch (error) {
        if (!isNamed(error, CLOSED)) throw error
        await reopen()
        return work()
      }
    },
  }
}

const isUsable = (database: DeviceDatabase): boolean => {
  try {
    database.backendDB().transaction('meta', 'readonly')
    return true
  } catch {
    return false
  }
}

const CLOSED: ReadonlySet<string> = new Set(['InvalidStateError', 'DatabaseClosedError'])
/** Errors of a transaction and its requests that the browser ended without a fault of their own. */
const ENDED: ReadonlySet<string> = new Set(['AbortError', 'UnknownError'])

const isNamed = (error: unknown, names: ReadonlySet<string>): boolean =>
  error instanceof Error && names.has(error.name)
