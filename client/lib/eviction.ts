import { useSyncExternalStore } from 'react'
import { createEmitter } from './emitter.ts'
import { DEVICE_OF } from './form-keys.ts'

const keyOf = (database: string): string => `${DEVICE_OF}${database}`
const changes = createEmitter<void>()
let isEvicted = false
const become = (next: boolean): void => {
  isEvicted = next
  changes.emit()
}

/** Browsers that clear the database of an origin for want of space leave the local storage alone: so one can tell for the other. */
export const noteOpened = (database: string, isNew: boolean): void => {
  if (isNew && localStorage.getItem(keyOf(database)) !== null) become(true)
  localStorage.setItem(keyOf(database), 'here')
}
/** The person takes everything along on purpose. */
export const noteLeft = (database: string): void => localStorage.removeItem(keyOf(database))
export const dismissEviction = (): void => become(false)

/** The browser has cleared what lay here, unsent edits included, without asking. */
export const useEvicted = (): boolean => useSyncExternalStore(changes.on, () => isEvicted)
