import { useSyncExternalStore } from 'react'
import { serverNow } from './clock.ts'

/** One timer for all times on the page; “5 minutes ago” is never older than this. */
const EVERY_MS = 15_000
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
let told = serverNow()

const tick = (): void => {
  told = serverNow()
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  timer ??= setInterval(tick, EVERY_MS)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}
/**
 * Stays the same within one rendering, and is not older than the timer after a while without one.
 */
const read = (): number => {
  if (timer === undefined && Math.abs(serverNow() - told) > EVERY_MS) told = serverNow()
  return told
}

/** The server's time, told again while a page shows it. */
export const useMinute = (): number => useSyncExternalStore(subscribe, read)
