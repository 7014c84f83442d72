import { useSyncExternalStore } from 'react'
import { createEmitter } from './emitter.ts'

let isOpen = false
const changes = createEmitter<void>()
const set = (next: boolean): void => {
  isOpen = next
  changes.emit()
}

/**
 * The dialog about what this device keeps can be opened from several places; it is mounted once.
 */
export const openKeptDialog = (): void => set(true)
export const closeKeptDialog = (): void => set(false)
export const useKeptDialog = (): boolean => useSyncExternalStore(changes.on, () => isOpen)
