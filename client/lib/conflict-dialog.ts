import { useSyncExternalStore } from 'react'

/**
 * State of the dialog of edits that need a decision; null = closed. `entityId` is the row whose
 * marker was clicked, `editId` the edit that was chosen.
 */
export interface ConflictDialogState {
  entityId: string | null
  editId?: string | undefined
}

let state: ConflictDialogState | null = null
const listeners = new Set<() => void>()
const set = (next: ConflictDialogState | null) => {
  state = next
  for (const listener of [...listeners]) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const openConflicts = (entityId: string | null = null, editId?: string): void =>
  set({ entityId, editId })
export const closeConflicts = (): void => set(null)
export const useConflictDialog = (): ConflictDialogState | null =>
  useSyncExternalStore(subscribe, () => state)
