import { useSyncExternalStore } from 'react'
import type { DeviceDatabase } from '#sync/browser/database.ts'
import { createEmitter } from './emitter.ts'

/**
 * newer: another tab runs a newer version, which has changed the form of the database; this tab should follow.
 * blocked: this tab is the newer one and waits until the others let go.
 */
export type DatabaseStanding = 'fine' | 'newer' | 'blocked'

const changes = createEmitter<void>()
let standing: DatabaseStanding = 'fine'
const become = (next: DatabaseStanding): void => {
  standing = next
  changes.emit()
}

/** Opens the page's own connection and follows what becomes of it; resolves when it is open, or cannot be opened. */
export const openWatched = (database: DeviceDatabase): Promise<void> => {
  // Without a new version it is being deleted, which is somebody's wish.
  database.on('versionchange', (event) => { if (event.newVersion !== null) become('newer') })
  database.on('blocked', () => become('blocked'))
  return database.open().then(() => { if (standing === 'blocked') become('fine') }, (error: unknown) => {
    if (error instanceof Error && error.name === 'VersionError') become('newer')
  })
}

export const useDatabaseStanding = (): DatabaseStanding => useSyncExternalStore(changes.on, () => standing)
