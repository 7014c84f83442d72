// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const sync = vi.hoisted(() => ({ phase: 'saved' }))
vi.mock('../../lib/sync-status.ts', () => ({ readSyncStatus: () => sync }))

const CHECK_MS = 30 * 60_000

/** One version of the service worker, as the browser reports it to the page. */
class Version extends EventTarget {
  readonly heard: unknown[] = []
  state: string
  constructor(state: string) {
    super()
    this.state = state
  }
  postMessage(message: unknown): void {
    this.heard.push(message)
  }
  become(state: string): void {
    this.state = state
    this.dispatchEvent(new Event('statechange'))
  }
}
class Registration extends EventTarget {
  active: Version | null = new Version('activated')
  waiting: Version | null = null
  installing: Version | null = null
  checks = 0
  isRegistered = true
  update(): Promise<void> {
    this.checks += 1
    return Promise.reject(new Error('Without a network'))
  }
  async unregister(): Promise<void> {
    this.isRegistered = false
  }
  /** The browser has found a new version and downloads it. */
  find(): Version {
    const next = new Version('installing')
    this.installing = next
    this.dispatchEvent(new Event('updatefound'))
    return next
  }
}

let registration: Registration
let registered: string[]
let reloads: number
let cacheNames: Set<string>
let answer: (() => Promise<{ ok: boolean }>) | null
const TAKE_OVER = [{ type: 'SKIP_WAITING' }]
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

beforeEach(() => {
  vi.resetModules()
  vi.useFakeTimers()
  vi.stubEnv('PROD', true)
  ;[registration, registered, reloads, cacheNames] = [new Registration(), [], 0, new Set()]
  sync.phase = 'saved'
  answer = () => Promise.resolve({ ok: true })
  vi.stubGlobal('location', { reload: () => void (reloads += 1) })
  vi.stubGlobal('caches', {
    has: async (name: string) => cacheNames.has(name),
    open: async (name: string) => void cacheNames.add(name),
  })
  vi.stubGlobal('fetch', () => answer?.() ?? Promise.reject(new TypeError('Without a network')))
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: {
      register: async (path: string) => {
        registered.push(path)
        return registration
      },
      getRegistration: async () => registration,
    },
  })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  Reflect.deleteProperty(navigator, 'serviceWorker')
})

/** Loads the page; the state that the person sees is in `result`. */
const openPage = async () => {
  const { applyUpdate, startUpdates, useUpdateState } = await import('./service-worker-update.ts')
  const { result } = renderHook(() => useUpdateState())
  startUpdates()
  await wait(0)
  return { result, apply: applyUpdate, startUpdates }
}
/** A page with a new version that waits for the person. */
const openWithUpdate = async () => {
  const page = await openPage()
  const next = registration.find()
  await wait(0)
  act(() => next.become('installed'))
  return { ...page, next }
}
/** The browser could not load a part of the page. */
const failToLoad = async () => {
  const payload = new Error('Failed to fetch dynamically imported module')
  window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload }))
  await wait(0)
  return payload.message
}

it('the page registers the service worker once, and looks for a new version each half hour', async () => {
  const { startUpdates } = await openPage()
  startUpdates()
  await wait(CHECK_MS - 1)
  expect([registered, registration.checks]).toEqual([['/service-worker.js'], 0])
  await wait(1)
  expect(registration.checks).toBe(1)
  await wait(CHECK_MS)
  expect(registration.checks, 'a check that fails is not the last').toBe(2)
})

it('a page that is not built registers nothing, nor does a browser without service workers', async () => {
  vi.stubEnv('PROD', false)
  await openPage()
  expect(registered).toEqual([])
  vi.resetModules()
  vi.stubEnv('PROD', true)
  Reflect.deleteProperty(navigator, 'serviceWorker')
  const { result } = await openPage()
  expect([registered, result.current]).toEqual([[], 'none'])
})

it('a browser that refuses the registration does not stop the page', async () => {
  Object.assign(navigator.serviceWorker, { register: () => Promise.reject(new Error('Refused')) })
  const { result } = await openPage()
  expect(result.current).toBe('none')
})

it('a new version is offered once it is installed, and not before', async () => {
  const { result } = await openPage()
  const next = registration.find()
  expect(result.current).toBe('none')
  act(() => next.become('installed'))
  expect(result.current).toBe('waiting')
  expect([next.heard, reloads]).toEqual([[], 0])
})

it('the first installation is no update', async () => {
  registration.active = null
  registration.waiting = new Version('installed')
  const { result } = await openPage()
  const first = registration.find()
  act(() => first.become('installed'))
  act(() => first.become('activated'))
  expect(result.current).toBe('none')
})

it('an announcement without a version that installs changes nothing', async () => {
  const { result } = await openPage()
  registration.dispatchEvent(new Event('updatefound'))
  expect(result.current).toBe('none')
})

it('a version that waits since an earlier visit is offered again', async () => {
  const left = new Version('installed')
  registration.waiting = left
  const { result } = await openPage()
  expect([result.current, left.heard]).toEqual(['waiting', []])
})

it('a version that the person asked for before takes over without another question', async () => {
  const asked = new Version('installed')
  registration.waiting = asked
  cacheNames.add('tenderbook-asked')
  const { result } = await openPage()
  expect([result.current, asked.heard]).toEqual(['none', TAKE_OVER])
})

it('a tab in which nothing was asked tells that another tab took the new version', async () => {
  const { result, next } = await openWithUpdate()
  act(() => next.become('activating'))
  expect(result.current).toBe('waiting')
  act(() => next.become('activated'))
  expect([result.current, reloads]).toEqual(['taken', 0])
})

it('the new version takes over when the person asks, and the page loads once', async () => {
  const { result, apply, next } = await openWithUpdate()
  const applied = apply()
  await wait(249)
  expect([result.current, next.heard, reloads]).toEqual(['applying', [], 0])
  await wait(1)
  expect(next.heard).toEqual(TAKE_OVER)
  act(() => next.become('activated'))
  expect(reloads).toBe(1)
  await wait(3_000)
  await applied
  expect([reloads, registration.isRegistered]).toEqual([1, true])
  expect(cacheNames, 'the next page knows that it was asked for').toEqual(
    new Set(['tenderbook-asked']),
  )
})

it.each([['unsent'], ['sending']])(
  'edits that are %s are sent first, for two seconds',
  async (phase) => {
    sync.phase = phase
    const { apply, next } = await openWithUpdate()
    void apply()
    await wait(1_999)
    expect(next.heard).toEqual([])
    await wait(1)
    expect(next.heard).toEqual(TAKE_OVER)
  },
)

it('the switch waits no longer than until the edits are sent', async () => {
  sync.phase = 'sending'
  const { apply, next } = await openWithUpdate()
  void apply()
  await wait(750)
  sync.phase = 'saved'
  await wait(249)
  expect(next.heard).toEqual([])
  await wait(1)
  expect(next.heard).toEqual(TAKE_OVER)
})

it('a worker that does not stop within three seconds is removed before the page loads', async () => {
  const { apply } = await openWithUpdate()
  void apply()
  await wait(250 + 2_999)
  expect([reloads, registration.isRegistered]).toEqual([0, true])
  await wait(1)
  expect([reloads, registration.isRegistered]).toEqual([1, false])
})

it.each([
  ['there is no network', null],
  ['the server is ill', () => Promise.resolve({ ok: false })],
] as const)('the worker stays if %s, since it alone has the page', async (_why, reply) => {
  answer = reply
  const { apply } = await openWithUpdate()
  void apply()
  await wait(3_250)
  expect([reloads, registration.isRegistered]).toEqual([1, true])
})

it('a browser that has lost its registration loads the page all the same', async () => {
  const { apply } = await openWithUpdate()
  Object.assign(navigator.serviceWorker, { getRegistration: async () => undefined })
  void apply()
  await wait(3_250)
  expect(reloads).toBe(1)
})

it('a still newer version that arrives during the switch is asked as well', async () => {
  sync.phase = 'sending'
  const { apply } = await openWithUpdate()
  void apply()
  await wait(0)
  const newest = registration.find()
  act(() => newest.become('installed'))
  expect(newest.heard).toEqual(TAKE_OVER)
})

it('asking again during the switch, or without a new version, just loads the page', async () => {
  const { result, apply } = await openPage()
  await apply()
  expect([reloads, result.current, cacheNames.size]).toEqual([1, 'none', 0])
})

it('a part that the server no longer has means that this version is over', async () => {
  const { result } = await openPage()
  expect(await failToLoad()).toBe('A part of the application could not be loaded')
  expect(result.current).toBe('taken')
})

it('a part that fails to load without a network says nothing about the version', async () => {
  answer = null
  const { result } = await openPage()
  await failToLoad()
  expect(result.current).toBe('none')
})
