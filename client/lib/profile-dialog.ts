import { useSyncExternalStore } from 'react'
import { createEmitter } from './emitter.ts'

/** Number of the person whose profile stands over the page; null = none. */
let shown: number | null = null
const changes = createEmitter<void>()

export const showProfile = (userId: number | null): void => {
  shown = userId
  changes.emit()
}
export const useShownProfile = (): number | null => useSyncExternalStore(changes.on, () => shown)
