import { cacheNames, clientsClaim } from 'workbox-core'
import {
  addRoute,
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  getCacheKeyForURL,
  precache,
  type PrecacheEntry,
} from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { ASKED_CACHE } from './lib/asked-update.ts'
import { OUTBOX_TAG, PUSH_TAG } from './lib/background-sync.ts'
import { fetchNotification, isSignedIn } from './worker/fetch-notification.ts'
import { openPush, type Windows } from './worker/open-push.ts'
import {
  type PushPorts,
  type PushShelf,
  showPush,
  type ShownPush,
  showWaiting,
} from './worker/show-push.ts'
import { sendOutbox } from './worker/send-outbox.ts'

interface InstallEvent {
  waitUntil(work: Promise<unknown>): void
  /** Chromium's static routing; other browsers pass every request to the worker. */
  addRoutes?(routes: { condition: { urlPattern: string }; source: 'network' }): Promise<void>
}
interface ServiceWorkerScope {
  readonly __WB_MANIFEST: (PrecacheEntry | string)[]
  addEventListener(type: 'message', listener: (event: MessageEvent<unknown>) => void): void
  addEventListener(type: 'install', listener: (event: InstallEvent) => void): void
  addEventListener(
    type: 'activate',
    listener: (event: Pick<InstallEvent, 'waitUntil'>) => void,
  ): void
  addEventListener(
    type: 'sync',
    listener: (event: Pick<InstallEvent, 'waitUntil'> & { readonly tag: string }) => void,
  ): void
  addEventListener(
    type: 'push',
    listener: (
      event: Pick<InstallEvent, 'waitUntil'> & { readonly data: { text(): string } | null },
    ) => void,
  ): void
  addEventListener(
    type: 'notificationclick',
    listener: (
      event: Pick<InstallEvent, 'waitUntil'> & { readonly notification: ShownPush },
    ) => void,
  ): void
  readonly registration: PushShelf & { readonly sync?: { register(tag: string): Promise<void> } }
  readonly navigator: {
    readonly language: string
    setAppBadge?(count: number): Promise<void>
  }
  readonly clients: Windows
  skipWaiting(): Promise<void>
}
declare const self: ServiceWorkerScope

const manifest = self.__WB_MANIFEST
const ASSETS = '/assets/'
const PAGE = '/index.html'
const FORMER = 'tenderbook-former'

// Cache only the application shell; data is in IndexedDB.
precache(manifest)
cleanupOutdatedCaches()
// Control the page that installed this worker at once: it may go offline before its next load.
clientsClaim()
/**
 * The page of the waiting version, if the person asked for it. The browser may keep this worker for
 * minutes after that, and the waiting version has all its files in the same cache.
 */
const askedPage = async (): Promise<Response | undefined> => {
  if (!(await caches.has(ASKED_CACHE))) return undefined
  const cache = await caches.open(cacheNames.precache)
  const own = new URL(getCacheKeyForURL(PAGE) ?? PAGE, location.href).href
  const newest = (await cache.keys()).findLast(
    ({ url }) => new URL(url).pathname === PAGE && url !== own,
  )
  return newest && (await cache.match(newest))
}
const ownPage = createHandlerBoundToURL(PAGE)
registerRoute(
  new NavigationRoute(async (options) => (await askedPage()) ?? (await ownPage(options)), {
    denylist: [/^\/api\//],
  }),
)
addRoute()
self.addEventListener('activate', (event) => event.waitUntil(caches.delete(ASKED_CACHE)))

/**
 * Keeps the former version's scripts for tabs that still run it after an update, when the server no
 * longer has them.
 */
const keepFormer = async (): Promise<void> => {
  const current = new Set(
    manifest.map((entry) => `/${typeof entry === 'string' ? entry : entry.url}`),
  )
  const cache = await caches.open(cacheNames.precache)
  const leaving = (await cache.keys()).filter(
    ({ url }) => new URL(url).pathname.startsWith(ASSETS) && !current.has(new URL(url).pathname),
  )
  if (leaving.length === 0) return
  await caches.delete(FORMER)
  const former = await caches.open(FORMER)
  for (const request of leaving) {
    const answer = await cache.match(request)
    if (answer) await former.put(request, answer)
  }
}
self.addEventListener('install', (event) => {
  event.waitUntil(keepFormer())
  // Requests to the API bypass this worker.
  if (event.addRoutes)
    event.waitUntil(event.addRoutes({ condition: { urlPattern: '/api/*' }, source: 'network' }))
})
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith(ASSETS),
  async ({ request }) =>
    (await caches.match(request.url, { ignoreVary: true })) ?? (await fetch(request)),
)

const isSeen = async (): Promise<boolean> =>
  (await self.clients.matchAll({ type: 'window' })).some(
    ({ visibilityState }) => visibilityState === 'visible',
  )
// The device is online again, perhaps without an open tab. Uses the outbox and engine of the tabs.
self.addEventListener('sync', (event) => {
  if (event.tag === OUTBOX_TAG) event.waitUntil(isSeen().then(sendOutbox))
})

/** Pushes are shown in turn, because each counts those before it. */
let showing: Promise<unknown> = Promise.resolve()
const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
  const next = showing.then(work)
  showing = next.catch(() => undefined)
  return next
}
const pushPorts: PushPorts = {
  shelf: self.registration,
  fetchNotification,
  isSignedIn,
  setBadge: (unread) => void self.navigator.setAppBadge?.(unread).catch(() => undefined),
  language: self.navigator.language.startsWith('sk') ? 'sk' : 'en',
}
const show = async (text: string | undefined): Promise<void> => {
  // The person sees the bell.
  if (await isSeen()) return
  const { isLater } = await showPush(pushPorts, text)
  if (isLater) await self.registration.sync?.register(PUSH_TAG).catch(() => undefined)
  else await showWaiting(pushPorts, false)
}
const showLeft = async (): Promise<void> => {
  const { isLater } = await showWaiting(pushPorts, await isSeen())
  // The browser asks again.
  if (isLater) throw new Error('Texts of pushes are left to read')
}
self.addEventListener('push', (event) => {
  event.waitUntil(inTurn(() => show(event.data?.text())))
})
self.addEventListener('sync', (event) => {
  if (event.tag === PUSH_TAG) event.waitUntil(inTurn(showLeft))
})
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openPush(self.clients, event.notification.data))
})

// A new version takes over when the person asks for it.
self.addEventListener('message', (event) => {
  if (
    typeof event.data === 'object' &&
    event.data !== null &&
    'type' in event.data &&
    event.data.type === 'SKIP_WAITING'
  )
    void self.skipWaiting()
})
