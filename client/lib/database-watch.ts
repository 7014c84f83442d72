import { useSyncExternalStore } from 'react'
import type { DeviceDatabase } from '#sync/browser/storage/database.ts'
import { createEmitter } from './emitter.ts'
import { wasCleared } from './eviction.ts'
import { holdOpening } from './hold-opening.ts'

/**
 * - fine: this tab's version fits the database.
 * - newer: another tab has upgraded the database; this tab should reload.
 * - blocked: this tab needs to upgrade it and waits until the others close it.
 * - silent: the browser has neither opened it for some time nor said why not.
 */
export type DatabaseStanding = 'fine' | 'newer' | 'blocked' | 'silent'

const changes = createEmitter<void>()
let standing: DatabaseStanding = 'fine'
const become = (next: DatabaseStanding): void => {
  standing = next
  changes.emit()
}
const SILENT_AFTER_MS = 10_000

/**
 * - open: the database is open.
 * - elsewhere: only another version can open it.
 * - broken: no attempt could open it.
 */
export type DatabaseOpening = 'open' | 'elsewhere' | 'broken'
/** Delays before retries: a browser that is busy or short of memory can need a moment. */
const TRIES_AFTER_MS = [300, 1_000]
/**
 * How long to wait after a close event: whatever closed the database may still be working on it.
 */
const LOOK_AFTER_MS = 500
/** This page closed the database while it was being opened. */
const isClosed = (error: unknown): boolean =>
  error instanceof Error && error.name === 'DatabaseClosedError'

const tryAgain = async (database: DeviceDatabase): Promise<DatabaseOpening> => {
  for (const ms of TRIES_AFTER_MS) {
    await new Promise((resolve) => {
      setTimeout(resolve, ms)
    })
    try {
      await database.open()
      return 'open'
    } catch (error) {
      if (isClosed(error)) return 'elsewhere'
    }
  }
  return 'broken'
}

/** Opens the page's connection and watches it. Resolves when it is open or cannot be opened. */
export const openWatched = (database: DeviceDatabase): Promise<DatabaseOpening> => {
  // Without a new version, the database is being deleted on purpose.
  database.on('versionchange', (event) => {
    if (event.newVersion !== null) become('newer')
  })
  database.on('blocked', () => become('blocked'))
  // The browser closed the database, to clear it or for other reasons.
  database.on('close', () =>
    setTimeout(() => void wasCleared(database).catch(() => undefined), LOOK_AFTER_MS),
  )
  const silence = setTimeout(() => {
    if (standing === 'fine') become('silent')
  }, SILENT_AFTER_MS)
  const answered = (): void => {
    clearTimeout(silence)
    if (standing === 'blocked' || standing === 'silent') become('fine')
  }
  const opened = database.open()
  holdOpening(database.name, opened)
  return opened.then(
    (): DatabaseOpening => {
      answered()
      return 'open'
    },
    (error: unknown): DatabaseOpening | Promise<DatabaseOpening> => {
      answered()
      const isNewer = error instanceof Error && error.name === 'VersionError'
      if (isNewer) become('newer')
      return isNewer || isClosed(error) ? 'elsewhere' : tryAgain(database)
    },
  )
}

export const useDatabaseStanding = (): DatabaseStanding =>
  useSyncExternalStore(changes.on, () => standing)
