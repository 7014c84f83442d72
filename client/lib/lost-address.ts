import { useSyncExternalStore } from 'react'
import { createEmitter } from './emitter.ts'

/** An address that the person could not open, so that they were redirected to their home page. */
export interface LostAddress {
  path: string
  /** The project of the address, if any; its kept edits are listed. */
  projectId: string | null
}

/** Start pages, to which a person is redirected from an address that they cannot open. */
const STARTS: ReadonlySet<string> = new Set([
  '/',
  '/dashboard',
  '/vendor',
  '/vendor/dashboard',
  '/vendor/dashboard/projects',
])
export const isStart = (path: string): boolean => STARTS.has(path)

const changes = createEmitter<void>()
let lost: LostAddress | null = null

/**
 * Records the address. Missing and forbidden places are treated alike, so as not to reveal which
 * exist. Start pages redirect without a message, and a page that is being left can be shown for a
 * moment under the address of the start page.
 */
export const noteLostAddress = (path: string): void => {
  if (isStart(path)) return
  lost = { path, projectId: /^\/project\/([^/]+)/.exec(path)?.[1] ?? null }
  changes.emit()
}
export const forgetLostAddress = (): void => {
  lost = null
  changes.emit()
}
export const useLostAddress = (): LostAddress | null => useSyncExternalStore(changes.on, () => lost)
