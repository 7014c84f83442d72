import { deviceChanges } from './device.ts'

/**
 * Edits that are on their way to the disk: the worker may still be starting, or the edit is large.
 * While there are any, the browser asks before the page is closed or loaded again. The listener is
 * removed in between, because Firefox keeps no page with one in its back-forward cache.
 */
let unwritten = new Set<symbol>()

const ask = (event: BeforeUnloadEvent): void => event.preventDefault()

const watch = (): void => {
  if (unwritten.size > 0) window.addEventListener('beforeunload', ask)
  else window.removeEventListener('beforeunload', ask)
}

/** Asks before the page is closed until the work has ended. */
export const untilWritten = async <T>(work: () => Promise<T>): Promise<T> => {
  const mark = Symbol('an edit')
  const marks = unwritten
  marks.add(mark)
  watch()
  try {
    return await work()
  } finally {
    marks.delete(mark)
    watch()
  }
}

// Calls of a device that was closed may never end.
deviceChanges.on(() => {
  unwritten = new Set()
  watch()
})
