import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { clearSession, writeActiveAt } from '#sync/browser/session/session-store.ts'
import { keepPageSession } from '../tests/support/page-session.ts'

const ORIGIN = 'https://tenders.example'
const PRECACHE = 'precache'
const ASKED = 'tenderbook-asked'
const FORMER = 'tenderbook-former'
const OWN_PAGE = `${ORIGIN}/index.html?__WB_REVISION__=1`
const NEUTRAL = 'Tenderbook: something is new'

interface Route {
  matches: (options: object) => unknown
  handler: (options: object) => Promise<Response>
}
const workbox = vi.hoisted(() => ({
  calls: [] as unknown[],
  routes: [] as unknown[],
  navigation: null as unknown,
}))
vi.mock('workbox-core', () => ({
  cacheNames: { precache: 'precache' },
  clientsClaim: () => void workbox.calls.push('claim'),
}))
vi.mock('workbox-precaching', () => ({
  precache: (manifest: unknown) => void workbox.calls.push(manifest),
  cleanupOutdatedCaches: () => void workbox.calls.push('cleanup'),
  addRoute: () => void workbox.calls.push('addRoute'),
  createHandlerBoundToURL: (url: string) => async () => new Response(`own ${url}`),
  getCacheKeyForURL: () => 'https://tenders.example/index.html?__WB_REVISION__=1',
}))
vi.mock('workbox-routing', () => ({
  NavigationRoute: class {
    constructor(handler: unknown, options: unknown) {
      workbox.navigation = { handler, options }
    }
  },
  registerRoute: (matches: unknown, handler?: unknown) =>
    handler === undefined ? undefined : void workbox.routes.push({ matches, handler }),
}))

/** What an event of the service worker holds back until it is done. */
class WorkEvent extends Event {
  readonly work: Promise<unknown>[] = []
  waitUntil(work: Promise<unknown>): void {
    this.work.push(work)
  }
}
interface Shown {
  title: string
  tag: string
  data: unknown
  close(): void
}
interface Tab {
  url: string
  visibilityState: string
}

/** The browser around the service worker. */
class Scope extends EventTarget {
  readonly __WB_MANIFEST = ['assets/new.js', { url: 'assets/other.js', revision: '1' }]
  shown: Shown[] = []
  tabs: Tab[] = []
  opened: string[] = []
  synced: string[] = []
  badges: number[] = []
  skips = 0
  registration = {
    showNotification: async (title: string, options: object) => {
      const { tag } = options as Shown
      const close = () => void (this.shown = this.shown.filter((one) => one.tag !== tag))
      close()
      this.shown.push({ ...(options as Shown), title, close })
    },
    getNotifications: async (filter?: { tag: string }) =>
      this.shown.filter(({ tag }) => filter === undefined || filter.tag === tag),
    sync: {
      register: (tag: string) => {
        this.synced.push(tag)
        return Promise.reject(new Error('Not permitted'))
      },
    },
  }
  navigator = {
    language: 'en-GB',
    setAppBadge: (count: number) => {
      this.badges.push(count)
      return Promise.reject(new Error('Not supported'))
    },
  }
  clients = {
    matchAll: async () =>
      this.tabs.map((tab) => ({
        ...tab,
        focus: async () => undefined,
        postMessage: (message: unknown, [port]: MessagePort[]) => {
          this.opened.push(`tab ${(message as { openLink: string }).openLink}`)
          port?.postMessage('heard')
        },
      })),
    openWindow: async (url: string) => void this.opened.push(url),
  }
  async skipWaiting(): Promise<void> {
    this.skips += 1
  }
  /** @returns what the worker did for the event; rejects as its work does */
  async tell(name: string, facts: object = {}): Promise<number> {
    const event = Object.assign(new WorkEvent(name), facts)
    this.dispatchEvent(event)
    await Promise.all(event.work)
    return event.work.length
  }
}

const signIn = async (): Promise<void> => {
  await keepPageSession()
  await writeActiveAt(Date.now())
}
let scope: Scope
let stored: Map<string, Map<string, string>>
let answers: Record<string, () => Response>
const load = async (changes: (scope: Scope) => void = () => undefined) => {
  vi.resetModules()
  scope = new Scope()
  changes(scope)
  vi.stubGlobal('self', scope)
  await import('./service-worker.ts')
  return scope
}
const keep = (cache: string, url: string, text = url) => {
  stored.set(cache, (stored.get(cache) ?? new Map<string, string>()).set(url, text))
}
const responseOf = (text: string | undefined) => (text === undefined ? text : new Response(text))
const urlOf = (request: string | Request) => (typeof request === 'string' ? request : request.url)

beforeEach(() => {
  Object.assign(workbox, { calls: [], routes: [], navigation: null })
  ;[stored, answers] = [new Map(), {}]
  vi.stubGlobal('location', { href: `${ORIGIN}/service-worker.js` })
  vi.stubGlobal('caches', {
    has: async (name: string) => stored.has(name),
    delete: async (name: string) => stored.delete(name),
    open: async (name: string) => {
      const cache = stored.get(name) ?? new Map<string, string>()
      stored.set(name, cache)
      return {
        keys: async () => [...cache.keys()].map((url) => new Request(url)),
        match: async (request: Request) => responseOf(cache.get(urlOf(request))),
        put: async (request: Request, answer: Response) =>
          void cache.set(urlOf(request), await answer.text()),
      }
    },
    match: async (url: string) =>
      responseOf([...stored.values()].find((cache) => cache.has(url))?.get(url)),
  })
  vi.stubGlobal('fetch', async (request: string | Request) => {
    const answer = answers[urlOf(request)]
    if (answer === undefined) throw new TypeError('Without a network')
    return answer()
  })
})
afterEach(async () => {
  vi.unstubAllGlobals()
  await clearSession()
})

describe('the pages and parts of the application', () => {
  const navigate = async () => {
    const { handler } = workbox.navigation as Route
    return await (await handler({})).text()
  }

  it('are kept by the list of the build, for the open page at once', async () => {
    await load()
    expect(workbox.calls).toEqual([scope.__WB_MANIFEST, 'cleanup', 'claim', 'addRoute'])
  })

  it('come from the cache for every address but those of the API', async () => {
    await load()
    keep(PRECACHE, `${ORIGIN}/index.html?__WB_REVISION__=2`, 'next')
    expect(await navigate()).toBe('own /index.html')
    const { denylist } = (workbox.navigation as { options: { denylist: RegExp[] } }).options
    const isDenied = (path: string) => denylist.some((one) => one.test(path))
    expect([isDenied('/api/files/1'), isDenied('/project/api/1')]).toEqual([true, false])
  })

  it('come from the newest version once the person has asked for it', async () => {
    await load()
    keep(ASKED, '')
    keep(PRECACHE, OWN_PAGE, 'own')
    expect(await navigate(), 'it is not here yet').toBe('own /index.html')
    keep(PRECACHE, `${ORIGIN}/index.html?__WB_REVISION__=2`, 'next')
    keep(PRECACHE, `${ORIGIN}/index.html?__WB_REVISION__=3`, 'newest')
    keep(PRECACHE, `${ORIGIN}/assets/new.js`, 'part')
    expect(await navigate()).toBe('newest')
  })

  it('the wish for a new version ends when it takes over', async () => {
    await load()
    keep(ASKED, '')
    expect(await scope.tell('activate')).toBe(1)
    expect(stored.has(ASKED)).toBe(false)
  })

  it('the former version’s parts stay for tabs that still run it, and those before it go', async () => {
    await load()
    keep(FORMER, `${ORIGIN}/assets/ancient.js`)
    keep(PRECACHE, `${ORIGIN}/assets/old.js`, 'old')
    keep(PRECACHE, `${ORIGIN}/assets/new.js`)
    keep(PRECACHE, `${ORIGIN}/assets/other.js`)
    keep(PRECACHE, `${ORIGIN}/index.html`)
    expect(await scope.tell('install')).toBe(1)
    expect([...(stored.get(FORMER) ?? [])]).toEqual([[`${ORIGIN}/assets/old.js`, 'old']])
  })

  it('an installation that replaces no part keeps what the one before it left', async () => {
    await load()
    keep(FORMER, `${ORIGIN}/assets/ancient.js`)
    keep(PRECACHE, `${ORIGIN}/assets/new.js`)
    await scope.tell('install')
    expect([...(stored.get(FORMER)?.keys() ?? [])]).toEqual([`${ORIGIN}/assets/ancient.js`])
  })

  it('a browser that can sends the calls of the API past the worker', async () => {
    await load()
    const added: unknown[] = []
    const addRoutes = async (routes: unknown) => void added.push(routes)
    expect(await scope.tell('install', { addRoutes })).toBe(2)
    expect(added).toEqual([{ condition: { urlPattern: '/api/*' }, source: 'network' }])
  })

  it('a part comes from any cache, and from the server if none has it', async () => {
    await load()
    const [route] = workbox.routes as Route[]
    const isPart = (path: string, sameOrigin = true) =>
      route?.matches({ url: new URL(path, ORIGIN), sameOrigin })
    expect(isPart('/assets/old.js')).toBe(true)
    expect(isPart('/icons/assets/')).toBe(false)
    expect(isPart('/assets/old.js', false)).toBe(false)
    keep(FORMER, `${ORIGIN}/assets/old.js`, 'kept')
    answers[`${ORIGIN}/assets/new.js`] = () => new Response('fetched')
    const get = async (name: string) =>
      await (await route?.handler({ request: new Request(`${ORIGIN}/assets/${name}`) }))?.text()
    expect([await get('old.js'), await get('new.js')]).toEqual(['kept', 'fetched'])
    await expect(get('gone.js')).rejects.toThrow('Without a network')
  })

  it('a new version takes over on the page’s word alone', async () => {
    await load()
    for (const data of [null, undefined, 'SKIP_WAITING', {}, { type: 'OTHER' }])
      await scope.tell('message', { data })
    expect(scope.skips).toBe(0)
    await scope.tell('message', { data: { type: 'SKIP_WAITING' } })
    expect(scope.skips).toBe(1)
  })
})

describe('unsent edits', () => {
  const visible = { url: `${ORIGIN}/projects`, visibilityState: 'visible' }
  beforeEach(signIn)

  it('are left to a visible tab, and the browser asks again', async () => {
    await load((one) => void (one.tabs = [{ ...visible, visibilityState: 'hidden' }, visible]))
    await expect(scope.tell('sync', { tag: 'tenderbook-outbox' })).rejects.toThrow('A tab is open')
    expect(await scope.tell('sync', { tag: 'other' })).toBe(0)
  })

  it('of a person who has signed out are not sent', async () => {
    await clearSession()
    await load((one) => void (one.tabs = [visible]))
    expect(await scope.tell('sync', { tag: 'tenderbook-outbox' })).toBe(1)
  })
})

describe('a push', () => {
  const API = '/api/notification-service/notifications/'
  const readable = (id: string, unread = 3) => {
    const project = { id: 'p', name: 'Groupware' }
    const notification = {
      ...{ id, message: `Text of ${id}`, createdOn: 0, read: false, project },
      ...{ organization: null, link: '/project/p/detail' },
    }
    answers[`${API}${id}`] = () => Response.json({ notification, unread })
  }
  const push = (id: string) =>
    scope.tell('push', { data: { text: () => JSON.stringify({ id, language: 'en' }) } })
  const titles = () => scope.shown.map(({ title }) => title)
  const tab = (visibilityState: string) => ({ url: `${ORIGIN}/projects`, visibilityState })
  beforeEach(signIn)

  it('is shown with its text and counted, in a browser that has no badge too', async () => {
    readable('a')
    await load((one) => void (one.tabs = [tab('hidden')]))
    expect(await push('a')).toBe(1)
    expect([titles(), scope.badges, scope.synced]).toEqual([['Text of a'], [3], []])
    await load((one) => Reflect.deleteProperty(one.navigator, 'setAppBadge'))
    await push('a')
    expect(titles()).toEqual(['Text of a'])
  })

  it('is not shown to a person who sees the page', async () => {
    readable('a')
    await load((one) => void (one.tabs = [tab('hidden'), tab('visible')]))
    await push('a')
    expect(titles()).toEqual([])
  })

  it('pushes at the same moment are shown in turn, so that the last counts the one before', async () => {
    readable('a')
    readable('b')
    await load()
    await Promise.all([push('a'), push('b')])
    expect(titles()).toEqual(['2 new in Groupware'])
  })

  it('is neutral without a network, and its text follows once there is one', async () => {
    await load()
    await push('a')
    expect([titles(), scope.synced]).toEqual([[NEUTRAL], ['tenderbook-pushes']])
    const wake = () => scope.tell('sync', { tag: 'tenderbook-pushes' })
    await expect(wake(), 'the browser wakes the worker again').rejects.toThrow('left to read')
    readable('a')
    expect(await wake()).toBe(1)
    expect(titles()).toEqual(['Text of a'])
  })

  it('brings the texts of earlier ones that could not be read', async () => {
    await load()
    await push('a')
    readable('a')
    readable('b')
    await push('b')
    expect(titles()).toEqual(['2 new in Groupware'])
  })

  it('is neutral in a browser that cannot wake the worker', async () => {
    await load((one) => Reflect.deleteProperty(one.registration, 'sync'))
    await push('a')
    expect(titles()).toEqual([NEUTRAL])
  })

  it('a neutral one goes once the person sees the page', async () => {
    await load()
    await push('a')
    scope.tabs = [tab('visible')]
    await scope.tell('sync', { tag: 'tenderbook-pushes' })
    expect(titles()).toEqual([])
  })

  it.each([
    ['en-GB', NEUTRAL],
    ['sk-SK', 'Tenderbook: máte niečo nové'],
    ['en-SK', NEUTRAL],
  ])('without a text speaks the language of the device: %s', async (language, title) => {
    await load((one) => void (one.navigator.language = language))
    await scope.tell('push', { data: null })
    expect(titles()).toEqual([title])
  })

  it('one that cannot be shown does not stop the next', async () => {
    readable('a')
    await load()
    const { showNotification } = scope.registration
    scope.registration.showNotification = () => Promise.reject(new Error('Not permitted'))
    await expect(push('a')).rejects.toThrow('Not permitted')
    scope.registration.showNotification = showNotification
    await push('a')
    expect(titles()).toEqual(['Text of a'])
  })

  it('a click closes it, and opens its page', async () => {
    readable('a')
    await load()
    await push('a')
    const [notification] = scope.shown
    expect(await scope.tell('notificationclick', { notification })).toBe(1)
    expect([titles(), scope.opened]).toEqual([[], ['/project/p/detail']])
  })
})
