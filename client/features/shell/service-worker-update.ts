import { useSyncExternalStore } from 'react'
import { ASKED_CACHE } from '../../lib/asked-update.ts'
import { isServerThere } from '../../lib/server-there.ts'
import { readSyncStatus } from '../../lib/sync-status.ts'

/**
 * none → waiting (a new version is there) → applying (asked for; the page reloads after a few
 * seconds)
 * none, waiting → taken (another tab switched; this one still runs the former version)
 */
export type UpdateState = 'none' | 'waiting' | 'applying' | 'taken'

const CHECK_EVERY_MS = 30 * 60_000
/**
 * Chromium lets the former worker finish and stop first, which takes it a second. A request that
 * comes in while it stops, or one that never ends, keeps it for up to five minutes, and asking
 * again changes nothing.
 */
const PATIENCE_MS = 3_000
const SENT_WITHIN_MS = 2_000
const LOOK_EVERY_MS = 250
const listeners = new Set<() => void>()
let state: UpdateState = 'none'
let waiting: ServiceWorker | null = null
let isStarted = false

let isReloading = false
const reloadOnce = () => {
  if (!isReloading) location.reload()
  isReloading = true
}

const become = (next: UpdateState) => {
  state = next
  for (const listener of listeners) listener()
}

/**
 * Follows a new version from its download on, by events of the worker itself: a tab opened before
 * the first one has no controller to hear from.
 */
const follow = (next: ServiceWorker) => {
  const onChange = () => {
    if (next.state === 'installed') {
      waiting = next
      if (state === 'applying') askToTakeOver(next)
      else become('waiting')
    } else if (next.state === 'activated') {
      if (state === 'applying') reloadOnce()
      else become('taken')
    }
  }
  next.addEventListener('statechange', onChange)
  onChange()
}

const register = async (): Promise<void> => {
  const registration = await navigator.serviceWorker.register('/service-worker.js')
  // The first installation waits for a moment too, and replaces nothing.
  if (registration.waiting !== null && registration.active !== null) {
    // Asked for before, this page is of the new version already.
    if (await caches.has(ASKED_CACHE)) askToTakeOver(registration.waiting)
    else follow(registration.waiting)
  }
  registration.addEventListener('updatefound', () => {
    // Without an active worker this is the first installation, which needs no note.
    if (registration.active !== null && registration.installing !== null)
      follow(registration.installing)
  })
  setInterval(() => void registration.update().catch(() => undefined), CHECK_EVERY_MS)
}

/**
 * Registers the service worker of the built application; a new version waits until the person asks
 * for it.
 */
export const startUpdates = (): void => {
  if (isStarted) return
  isStarted = true
  // A piece of the former version that the server no longer has: say so instead of failing at the
  // next click. Without a network the reason is unknown.
  addEventListener('vite:preloadError', (event) => {
    // With the browser's own message the router would recognize the error and reload the page,
    // which fails without a network.
    event.payload.message = 'A part of the application could not be loaded'
    void isServerThere().then((isThere) => isThere && become('taken'))
  })
  if (import.meta.env.PROD && 'serviceWorker' in navigator) void register().catch(() => undefined)
}

const askToTakeOver = (next: ServiceWorker): void => next.postMessage({ type: 'SKIP_WAITING' })

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Lets what was typed last go to the server: a request that comes in while the former worker stops
 * would keep it.
 */
const untilSent = async (): Promise<void> => {
  for (let waitedMs = 0; waitedMs < SENT_WITHIN_MS; waitedMs += LOOK_EVERY_MS) {
    await pause(LOOK_EVERY_MS)
    const { phase } = readSyncStatus()
    if (phase !== 'unsent' && phase !== 'sending') return
  }
}

/**
 * Loads the new version: by the new worker, or past a former one that does not go. Without a server
 * the former one hands out the new page.
 */
export const applyUpdate = async (): Promise<void> => {
  if (state !== 'waiting' || waiting === null) return location.reload()
  become('applying')
  await caches.open(ASKED_CACHE)
  await untilSent()
  askToTakeOver(waiting)
  await pause(PATIENCE_MS)
  if ((await isServerThere()) && !isReloading)
    await (await navigator.serviceWorker.getRegistration())?.unregister()
  reloadOnce()
}

export const useUpdateState = (): UpdateState =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => state,
  )
