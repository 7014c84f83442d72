import { useEffect, useRef, useState } from 'react'
import { writeActiveAt } from '#sync/browser/session/session-store.ts'
import { LIMITS } from '#schema/tables/limits.ts'
import { storeText } from './store-text.ts'

const KEY = 'tenderbook.active'
/** Minimum time between two writes of the last activity. */
const NOTE_MS = 30_000
const LOOK_MS = 15_000
/** How long before the end of the idle time a person is warned; any key keeps them signed in. */
export const IDLE_WARNING_MS = 120_000
const SIGNS = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const

const lastActive = (): number => Number(localStorage.getItem(KEY) ?? Date.now())
/** The service worker reads its own copy, because it has no local storage. */
export const noteActive = (): void => {
  const now = Date.now()
  storeText(KEY, String(now))
  writeActiveAt(now).catch(() => undefined)
}

/**
 * True after four hours without activity in any tab. The returned function ends it, after the
 * password was entered. `warn` is called once, `IDLE_WARNING_MS` before.
 */
export const useIsIdle = (warn: () => void): readonly [isIdle: boolean, end: () => void] => {
  const [isIdle, setIdle] = useState(() => Date.now() - lastActive() >= LIMITS.idleMs)
  const latest = useRef(warn)
  useEffect(() => {
    latest.current = warn
  })
  useEffect(() => {
    if (isIdle) return undefined
    if (localStorage.getItem(KEY) === null) noteActive()
    let isWarned = false
    const look = (): void => {
      const quietMs = Date.now() - lastActive()
      const isSoon = quietMs >= LIMITS.idleMs - IDLE_WARNING_MS && quietMs < LIMITS.idleMs
      if (isSoon && !isWarned) latest.current()
      isWarned = isSoon
      setIdle(quietMs >= LIMITS.idleMs)
    }
    const note = (): void => {
      const quietMs = Date.now() - lastActive()
      // A person who returns too late has to enter the password first.
      if (quietMs >= LIMITS.idleMs) setIdle(true)
      else if (quietMs > NOTE_MS) noteActive()
    }
    const timer = setInterval(look, LOOK_MS)
    document.addEventListener('visibilitychange', look)
    for (const sign of SIGNS) window.addEventListener(sign, note, { capture: true, passive: true })
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
      for (const sign of SIGNS) window.removeEventListener(sign, note, { capture: true })
    }
  }, [isIdle])
  const end = (): void => {
    noteActive()
    setIdle(false)
  }
  return [isIdle, end]
}
