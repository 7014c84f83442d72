import { useSyncExternalStore } from 'react'
import { createEmitter } from './emitter.ts'

/** Whose profile stands over the page, by number; null = nobody's. */
let shown: number | null = null
const changes = createEmitter<void>()

export const showProfile = (userId: number | null): void => {
  shown = userId
  changes.emit()
}
export const useShownProfile = (): number | null => useSyncExternalStore(changes.on, () => shown)
