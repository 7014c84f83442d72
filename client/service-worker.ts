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
import { OUTBOX_TAG } from './lib/background-sync.ts'
import { sendOutbox } from './worker/send-outbox.ts'

interface InstallEvent {
  waitUntil(work: Promise<unknown>): void
  /** Chromium's static routing; others ask the worker about every request. */
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
  readonly clients: {
    matchAll(options: { type: 'window' }): Promise<readonly { readonly visibilityState: string }[]>
  }
  skipWaiting(): Promise<void>
}
declare const self: ServiceWorkerScope

const manifest = self.__WB_MANIFEST
const ASSETS = '/assets/'
const PAGE = '/index.html'
const FORMER = 'tenderbook-former'

// The shell only: data lives in IndexedDB.
precache(manifest)
cleanupOutdatedCaches()
// The page that brought this worker along needs it at once: it may lose the network before its next
// load.
clientsClaim()
/**
 * The page of the waiting version, once the person has asked for it: a browser may keep this worker
 * for minutes after that, and the next version has put all its files into the same cache.
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
 * Tabs that still run the former version ask for its scripts after the new version has taken over,
 * when the server has them no more.
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
  // Calls of the API need not wake this worker.
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
// The network is back, and perhaps no tab is open. The queue and the engine are those of the tabs.
self.addEventListener('sync', (event) => {
  if (event.tag === OUTBOX_TAG) event.waitUntil(isSeen().then(sendOutbox))
})

// A new version waits until the person says so.
self.addEventListener('message', (event) => {
  if (
    typeof event.data === 'object' &&
    event.data !== null &&
    'type' in event.data &&
    event.data.type === 'SKIP_WAITING'
  )
    void self.skipWaiting()
})
