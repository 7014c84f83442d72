import { useSyncExternalStore } from 'react'
import { ASKED_CACHE } from '../../lib/asked-update.ts'
import { isServerThere } from '../../lib/server-there.ts'
import { readSyncStatus } from '../../lib/sync-status.ts'

/**
 * State of an update:
 * - none → waiting (a new version is installed) → applying (the person asked for it; the page
 *   reloads after a few seconds)
 * - none, waiting → taken (another tab switched; this tab still runs the former version)
 */
export type UpdateState = 'none' | 'waiting' | 'applying' | 'taken'

const CHECK_EVERY_MS = 30 * 60_000
/**
 * Chromium lets the former worker finish before the switch, usually within a second. A request
 * during that time, or one that never ends, delays it by up to five minutes, and asking again does
 * not help.
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
 * Follows a new version from its download on, by the worker's own events: a tab opened before the
 * first worker has no controller that could report them.
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
  // A first installation also passes through "waiting", but replaces nothing.
  if (registration.waiting !== null && registration.active !== null) {
    // The person asked for this version before, so this page already belongs to it.
    if (await caches.has(ASKED_CACHE)) askToTakeOver(registration.waiting)
    else follow(registration.waiting)
  }
  registration.addEventListener('updatefound', () => {
    // Without an active worker this is the first installation; show nothing.
    if (registration.active !== null && registration.installing !== null)
      follow(registration.installing)
  })
  setInterval(() => void registration.update().catch(() => undefined), CHECK_EVERY_MS)
}

/**
 * Registers the service worker of a built application. A new version waits until the person asks
 * for it.
 */
export const startUpdates = (): void => {
  if (isStarted) return
  isStarted = true
  // The server no longer has a chunk of this version: say so now instead of failing at the next
  // click. Offline, the cause is unknown.
  addEventListener('vite:preloadError', (event) => {
    // Replace the browser's message: the router recognizes it and reloads the page, which fails
    // offline.
    event.payload.message = 'A part of the application could not be loaded'
    void isServerThere().then((isThere) => isThere && become('taken'))
  })
  if (import.meta.env.PROD && 'serviceWorker' in navigator) void register().catch(() => undefined)
}

const askToTakeOver = (next: ServiceWorker): void => next.postMessage({ type: 'SKIP_WAITING' })

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Waits until the last edits are sent: a request while the former worker stops would delay the
 * switch.
 */
const untilSent = async (): Promise<void> => {
  for (let waitedMs = 0; waitedMs < SENT_WITHIN_MS; waitedMs += LOOK_EVERY_MS) {
    await pause(LOOK_EVERY_MS)
    const { phase } = readSyncStatus()
    if (phase !== 'unsent' && phase !== 'sending') return
  }
}

/**
 * Loads the new version: through the new worker, or by a reload if the former worker does not stop
 * in time. Without a server, the former worker serves the new page.
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
