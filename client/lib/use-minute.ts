import { useSyncExternalStore } from 'react'
import { serverNow } from './clock.ts'

/** Interval of the one timer for all times on the page; “5 minutes ago” is at most this stale. */
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
 * The time of the last tick, so that it is constant during a render; refreshed after a period
 * without a timer.
 */
const read = (): number => {
  if (timer === undefined && Math.abs(serverNow() - told) > EVERY_MS) told = serverNow()
  return told
}

/** The server's time, updated regularly while a component uses it. */
export const useMinute = (): number => useSyncExternalStore(subscribe, read)
