import { useSyncExternalStore } from 'react'
import type { DeviceDatabase } from '#sync/browser/storage/database.ts'
import { createEmitter } from './emitter.ts'
import { wasCleared } from './eviction.ts'

/**
 * newer: another tab runs a newer version, which has changed the form of the database; this tab
 * should follow.
 * blocked: this tab is the newer one and waits until the others let go.
 */
export type DatabaseStanding = 'fine' | 'newer' | 'blocked'

const changes = createEmitter<void>()
let standing: DatabaseStanding = 'fine'
const become = (next: DatabaseStanding): void => {
  standing = next
  changes.emit()
}

/**
 * elsewhere: it can be opened by another version only. broken: by none, as often as it was tried.
 */
export type DatabaseOpening = 'open' | 'elsewhere' | 'broken'
/** A browser that is busy or short of memory may take a moment. */
const TRIES_AFTER_MS = [300, 1_000]
/** What closes a database is not done with it yet. */
const LOOK_AFTER_MS = 500
/** Closed by ourselves while it was opened. */
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

/**
 * Opens the page's own connection and follows what becomes of it; resolves when it is open, or
 * cannot be opened.
 */
export const openWatched = (database: DeviceDatabase): Promise<DatabaseOpening> => {
  // Without a new version the database is being deleted on purpose.
  database.on('versionchange', (event) => {
    if (event.newVersion !== null) become('newer')
  })
  database.on('blocked', () => become('blocked'))
  // The browser closed it: to clear it, or for reasons of its own.
  database.on('close', () =>
    setTimeout(() => void wasCleared(database).catch(() => undefined), LOOK_AFTER_MS),
  )
  return database.open().then(
    (): DatabaseOpening => {
      if (standing === 'blocked') become('fine')
      return 'open'
    },
    (error: unknown): DatabaseOpening | Promise<DatabaseOpening> => {
      const isNewer = error instanceof Error && error.name === 'VersionError'
      if (isNewer) become('newer')
      return isNewer || isClosed(error) ? 'elsewhere' : tryAgain(database)
    },
  )
}

export const useDatabaseStanding = (): DatabaseStanding =>
  useSyncExternalStore(changes.on, () => standing)
