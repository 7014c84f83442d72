import { useSyncExternalStore } from 'react'
import { createEmitter } from './emitter.ts'

/**
 * An address at which nothing stands that this person can open, and from which they were led home.
 */
export interface LostAddress {
  path: string
  /** Where it belongs to a project, whose kept words are then named. */
  projectId: string | null
}

const changes = createEmitter<void>()
let lost: LostAddress | null = null

/** A missing place and a hidden one are told alike, so that the difference stays secret. */
export const noteLostAddress = (path: string): void => {
  lost = { path, projectId: /^\/project\/([^/]+)/.exec(path)?.[1] ?? null }
  changes.emit()
}
export const forgetLostAddress = (): void => {
  lost = null
  changes.emit()
}
export const useLostAddress = (): LostAddress | null => useSyncExternalStore(changes.on, () => lost)
