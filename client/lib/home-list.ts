import { useSyncExternalStore } from 'react'
import type { ProjectSummary } from '#schema/api/sync.ts'
import { currentDevice, deviceChanges, deviceNotes, onceReady, type OpenDevice } from './device.ts'
import { createEmitter } from './emitter.ts'

const homeChanges = createEmitter<void>()

export interface HomeState {
  projects: ProjectSummary[]
  isLoading: boolean
}
const NO_HOME: HomeState = { projects: [], isLoading: true }
let home: HomeState = NO_HOME

/** The browser may close the database for a moment; `database-watch.ts` opens it again. */
const READ_AGAIN_MS = 500

const readHome = async (): Promise<void> => {
  const device = currentDevice()
  const record = await device?.database.meta.get('home').catch(() => null)
  // Another person signed in during the read.
  if (currentDevice() !== device) return
  if (record === null) {
    setTimeout(() => {
      if (currentDevice() === device) void readHome()
    }, READ_AGAIN_MS)
    return
  }
  if (record?.key === 'home') home = { projects: record.home.projects, isLoading: false }
  homeChanges.emit()
}
/**
 * Reads the project list before the worker starts, and again afterwards if the page could not read
 * it.
 */
const followHome = (device: OpenDevice): void => {
  void readHome()
  onceReady(device, () => {
    if (home.isLoading) void readHome()
  })
}
deviceChanges.on((device) => {
  home = NO_HOME
  homeChanges.emit()
  if (device !== null) followHome(device)
})
const device = currentDevice()
if (device !== null) followHome(device)
deviceNotes.on((note) => {
  if (note.type === 'changes' && note.changes.some((change) => change.home)) void readHome()
})

export const useHome = (): HomeState => useSyncExternalStore(homeChanges.on, () => home)
export const readHomeNow = (): HomeState => home
