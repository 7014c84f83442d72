// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { locks } from 'node:worker_threads'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { databaseName } from '#sync/browser/storage/database.ts'
import { buildSession } from '../../tests/support/page-project.ts'
import { beginReading } from '../../tests/support/page-reading.ts'

/** What the module of a page changes for all of its databases. */
const { transaction } = IDBDatabase.prototype
const { open: openDatabase } = IDBFactory.prototype
const shownLocation = globalThis.location
const SAFARI = 'AppleWebKit/605.1.15 Version/18.5 Safari/605.1.15'

let organizationId = 500
let threads: number
let reload: ReturnType<typeof vi.fn<() => void>>
let closePage: () => void

/** Loads a page in the browser with this name. */
const loadPage = async (agent = SAFARI) => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(`Mozilla/5.0 ${agent}`)
  vi.resetModules()
  const page = await import('./device.ts')
  closePage = page.closeDevice
  return page
}
const tell = (target: EventTarget, name: string, facts: object = {}) =>
  target.dispatchEvent(Object.assign(new Event(name), facts))
const look = (visibilityState: string) => {
  Object.defineProperty(document, 'visibilityState', { value: visibilityState, configurable: true })
  tell(document, 'visibilitychange')
}
const leads = (is: boolean) =>
  vi.waitFor(async () => {
    const held = ((await locks.query()).held ?? []).map(({ name }) => name)
    expect(held.includes(`${databaseName({ userId: 1, organizationId })}-leader`)).toBe(is)
  })

beforeEach(() => {
  organizationId += 1
  threads = 0
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true })
  vi.stubGlobal(
    'Worker',
    class {
      constructor() {
        threads += 1
        throw new Error('The device does not run in the page')
      }
    },
  )
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('There is no server')))
  reload = vi.fn<() => void>()
  vi.stubGlobal('location', Object.assign(new URL(shownLocation.href), { reload }))
})
afterEach(() => {
  closePage()
  IDBDatabase.prototype.transaction = transaction
  IDBFactory.prototype.open = openDatabase
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  look('visible')
})

it.each([
  ['Safari on a Mac', SAFARI],
  ['Chrome on iOS', 'AppleWebKit/605.1.15 CriOS/140.0 Mobile/15E148 Safari/604.1'],
  ['the installed application on iOS', 'AppleWebKit/605.1.15 Mobile/15E148'],
])('a page in %s (%s) runs its device, which ends with it', async (_what, agent) => {
  const page = await loadPage(agent)
  const device = page.openDevice(buildSession({ organizationId }))
  await device.isReady
  await leads(true)
  expect(await device.worker.countUnsent()).toEqual({ answers: 0, others: 0 })
  tell(window, 'pageshow', { persisted: false })
  look('visible')
  expect(reload).not.toHaveBeenCalled()

  const { database, ended } = await beginReading()
  tell(window, 'pagehide', { persisted: true })
  expect(await ended).toBe('abort')
  expect(() => database.transaction('rows')).toThrow('The page was left')
  await leads(false)
  look('hidden')
  expect(reload).not.toHaveBeenCalled()
  tell(window, 'pageshow', { persisted: true })
  expect(reload).toHaveBeenCalledTimes(1)
  expect(threads).toBe(0)
})

it('a page that was left in Safari loads again when it is seen, whatever the browser says', async () => {
  const page = await loadPage()
  await page.openDevice(buildSession({ organizationId })).isReady
  tell(window, 'pagehide', { persisted: false })
  look('hidden')
  expect(reload).not.toHaveBeenCalled()
  look('visible')
  expect(reload).toHaveBeenCalledTimes(1)
})

it('a page that is left in Safari while its device opens never leads', async () => {
  const page = await loadPage()
  const device = page.openDevice(buildSession({ organizationId }))
  tell(window, 'pagehide', { persisted: true })
  await expect(device.isReady).rejects.toThrow(/./)
  await leads(false)
})

it('a page without a person does not load again in Safari, which would empty the sign-in', async () => {
  await loadPage()
  const { database, ended } = await beginReading()
  tell(window, 'pagehide', { persisted: true })
  expect(await ended).toBe('abort')
  tell(window, 'pageshow', { persisted: true })
  look('visible')
  expect(reload).not.toHaveBeenCalled()
  // The person can sign in.
  expect(() => database.transaction('rows')).not.toThrow()
})
