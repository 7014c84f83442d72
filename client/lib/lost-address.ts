import { useSyncExternalStore } from 'react'
import { createEmitter } from './emitter.ts'

/** An address that the person could not open, so that they were redirected to their home page. */
export interface LostAddress {
  path: string
  /** The project of the address, if any; its kept edits are listed. */
  projectId: string | null
}

const changes = createEmitter<void>()
let lost: LostAddress | null = null

/**
 * Records the address. Missing and forbidden places are treated alike, so as not to reveal which
 * exist.
 */
export const noteLostAddress = (path: string): void => {
  lost = { path, projectId: /^\/project\/([^/]+)/.exec(path)?.[1] ?? null }
  changes.emit()
}
export const forgetLostAddress = (): void => {
  lost = null
  changes.emit()
}
export const useLostAddress = (): LostAddress | null => useSyncExternalStore(changes.on, () => lost)
