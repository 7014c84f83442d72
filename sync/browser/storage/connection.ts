import type { DeviceDatabase } from './database.ts'

/**
 * The connection to a database. The browser may close it (memory eviction, a frozen tab) without
 * losing data.
 */
export interface Connection {
  /** Opens the database if it is closed. */
  ensure(): Promise<void>
  reopen(): Promise<void>
  /** Runs the work with an open database, a second time if the connection was lost. */
  use<T>(work: () => T): Promise<T>
  isLost(error: unknown): boolean
}

/**
 * @param onOpen called after each opening, because the database may have been emptied or recreated
 */
export const createConnection = (database: DeviceDatabase, onOpen: () => void): Connection => {
  const open = async (): Promise<void> => {
    await database.open()
    onOpen()
  }
  const ensure = async (): Promise<void> => {
    if (!database.isOpen()) await open()
  }
  const reopen = (): Promise<void> => {
    database.close()
    return open()
  }
  return {
    ensure,
    reopen,
    isLost,
    async use(work) {
      await ensure()
      try {
        return work()
      } catch (error) {
        if (!isLost(error)) throw error
        await reopen()
        return work()
      }
    },
  }
}

const isLost = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === 'InvalidStateError' || error.name === 'DatabaseClosedError')
