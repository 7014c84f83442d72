import { useSyncExternalStore } from 'react'
import { createEmitter } from './emitter.ts'

const keyOf = (userId: number): string => `tenderbook.device-of.${userId}`
const changes = createEmitter<void>()
let isEvicted = false
const become = (next: boolean): void => {
  isEvicted = next
  changes.emit()
}

/** Browsers that clear the database of an origin for want of space leave the local storage alone: so one can tell for the other. */
export const noteOpened = (userId: number, isNew: boolean): void => {
  if (isNew && localStorage.getItem(keyOf(userId)) !== null) become(true)
  localStorage.setItem(keyOf(userId), 'here')
}
/** The person takes everything along on purpose. */
export const noteLeft = (userId: number): void => localStorage.removeItem(keyOf(userId))
export const dismissEviction = (): void => become(false)

/** The browser has cleared what lay here, unsent edits included, without asking. */
export const useEvicted = (): boolean => useSyncExternalStore(changes.on, () => isEvicted)
