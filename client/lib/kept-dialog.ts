import { useSyncExternalStore } from 'react'
import { createEmitter } from './emitter.ts'

let isOpen = false
const changes = createEmitter<void>()
const set = (next: boolean): void => {
  isOpen = next
  changes.emit()
}

/**
 * State of the dialog about what this device stores. It is mounted once and can be opened from
 * several places.
 */
export const openKeptDialog = (): void => set(true)
export const closeKeptDialog = (): void => set(false)
export const useKeptDialog = (): boolean => useSyncExternalStore(changes.on, () => isOpen)
