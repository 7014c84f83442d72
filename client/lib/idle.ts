import { useEffect, useState } from 'react'
import { writeActiveAt } from '#sync/browser/session/session-store.ts'
import { LIMITS } from '#schema/tables/limits.ts'

const KEY = 'tenderbook.active'
/** Minimum time between two writes of the last activity. */
const NOTE_MS = 30_000
const LOOK_MS = 15_000
const SIGNS = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const

const lastActive = (): number => Number(localStorage.getItem(KEY) ?? Date.now())
/** The service worker reads its own copy, because it has no local storage. */
export const noteActive = (): void => {
  const now = Date.now()
  localStorage.setItem(KEY, String(now))
  writeActiveAt(now).catch(() => undefined)
}

/**
 * True after four hours without activity in any tab. The returned function ends it, after the
 * password was entered.
 */
export const useIsIdle = (): readonly [isIdle: boolean, end: () => void] => {
  const [isIdle, setIdle] = useState(() => Date.now() - lastActive() >= LIMITS.idleMs)
  useEffect(() => {
    if (isIdle) return undefined
    if (localStorage.getItem(KEY) === null) noteActive()
    const look = (): void => setIdle(Date.now() - lastActive() >= LIMITS.idleMs)
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
