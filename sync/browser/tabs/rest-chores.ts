import type { DeviceStorage } from '../storage/dexie-storage.ts'

/** Time of rest after which single rows are folded into pages. */
const FOLD_AFTER_MS = 3_000
/** Time of rest after which copies are compared with the server. */
const COMPARE_AFTER_MS = 20_000

export interface ChoresPorts {
  storage: DeviceStorage
  isLeading(): boolean
  compare(): void
}

/**
 * Chores of a leader at rest: folds single rows, which reads all of them, and compares copies with
 * the server.
 * @returns call it when the engine rests; it restarts both waits
 */
export const createRestChores = ({ storage, isLeading, compare }: ChoresPorts): (() => void) => {
  let folding: ReturnType<typeof setTimeout> | undefined
  let comparing: ReturnType<typeof setTimeout> | undefined
  const fold = async (): Promise<void> => {
    const cursors = await storage.transaction('read', (tx) => tx.cursors())
    for (const { projectId } of cursors) await storage.compact(projectId)
  }
  return () => {
    clearTimeout(folding)
    clearTimeout(comparing)
    folding = setTimeout(() => {
      if (isLeading()) fold().catch(() => undefined)
    }, FOLD_AFTER_MS)
    comparing = setTimeout(compare, COMPARE_AFTER_MS)
  }
}
