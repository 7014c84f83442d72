import { useSyncExternalStore } from 'react'
import { createEmitter } from './emitter.ts'

/** Id of the person whose profile is shown in the dialog; null = closed. */
let shown: number | null = null
const changes = createEmitter<void>()

export const showProfile = (userId: number | null): void => {
  shown = userId
  changes.emit()
}
export const useShownProfile = (): number | null => useSyncExternalStore(changes.on, () => shown)
