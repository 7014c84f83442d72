// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { DeviceDatabase } from '#sync/browser/storage/database.ts'
import type * as Watch from './database-watch.ts'
import { DEVICE_OF } from './form-keys.ts'

let watch: typeof Watch
let name = ''
let made = 0
const opened: { close(): void }[] = []
const database = () => {
  const one = new DeviceDatabase(name)
  opened.push(one)
  return one
}
/** What an update of the product would do: opens the database with a higher version. */
const upgrade = () =>
  new Promise<void>((done, fail) => {
    const request = indexedDB.open(name, 100_000)
    request.addEventListener('success', () => {
      opened.push(request.result)
      done()
    })
    request.addEventListener('error', () => fail(new Error('The database was not upgraded')))
  })
/** A connection of an older version, which does not close by itself. */
const openOlder = () =>
  new Promise<IDBDatabase>((done) => {
    const request = indexedDB.open(name, 1)
    request.addEventListener('success', () => {
      opened.push(request.result)
      done(request.result)
    })
  })
const standing = () => renderHook(() => watch.useDatabaseStanding()).result

beforeEach(async () => {
  vi.resetModules()
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  name = `watched ${(made += 1)}`
  watch = await import('./database-watch.ts')
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  for (const one of opened.splice(0)) one.close()
})

describe('a database of this version', () => {
  it('is open and fine, also after the person deletes it', async () => {
    const one = database()
    const result = standing()
    expect(await watch.openWatched(one)).toBe('open')
    expect(one.isOpen()).toBe(true)
    expect(result.current).toBe('fine')
    await new DeviceDatabase(name).delete()
    expect(result.current).toBe('fine')
  })

  it('calls for a reload once another tab upgrades it', async () => {
    const result = standing()
    await watch.openWatched(database())
    await act(upgrade)
    await waitFor(() => expect(result.current).toBe('newer'))
  })

  it('waits for a tab of an older version to close it', async () => {
    const older = await openOlder()
    const result = standing()
    const opening = watch.openWatched(database())
    await waitFor(() => expect(result.current).toBe('blocked'))
    older.close()
    expect(await opening).toBe('open')
    await waitFor(() => expect(result.current).toBe('fine'))
  })

  it('goes on calling for a reload although another database can be opened', async () => {
    const result = standing()
    await watch.openWatched(database())
    await act(upgrade)
    await waitFor(() => expect(result.current).toBe('newer'))
    name = `${name} of another person`
    expect(await watch.openWatched(database())).toBe('open')
    expect(result.current).toBe('newer')
  })
})

describe('a database that cannot be opened at once', () => {
  const failing = (...names: string[]) => {
    const one = database()
    const open = one.open.bind(one)
    const tries: number[] = []
    const start = Date.now()
    one.open = (() => {
      tries.push(Date.now() - start)
      const error = names.shift()
      return error === undefined
        ? open()
        : Promise.reject(Object.assign(new Error(error), { name: error }))
    }) as never
    return { one, tries }
  }
  const opening = async (one: DeviceDatabase) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'Date'] })
    const result = watch.openWatched(one)
    await vi.advanceTimersByTimeAsync(1_300)
    vi.useRealTimers()
    return result
  }

  it('is not tried again if its version is newer, which calls for a reload', async () => {
    const { one, tries } = failing('VersionError')
    const result = standing()
    expect(await opening(one)).toBe('elsewhere')
    await waitFor(() => expect(result.current).toBe('newer'))
    expect(tries).toHaveLength(1)
  })

  it('is tried again after 300 ms and after another second, and then given up', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'Date'] })
    const { one, tries } = failing('AbortError', 'AbortError', 'AbortError')
    const result = standing()
    expect(await opening(one)).toBe('broken')
    expect(tries).toEqual([0, 300, 1_300])
    expect(result.current).toBe('fine')
  })

  it.each([[['UnknownError']], [['UnknownError', 'UnknownError']]])(
    'is open after the failures %j',
    async (names) => {
      const { one } = failing(...names)
      expect(await opening(one)).toBe('open')
    },
  )

  it('is silent once it has not answered for 10 s, until it does', async () => {
    const one = database()
    const result = standing()
    const { promise, resolve } = Promise.withResolvers<typeof one>()
    one.open = (() => promise) as never
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const opens = watch.openWatched(one)
    await act(() => vi.advanceTimersByTimeAsync(9_999))
    expect(result.current).toBe('fine')
    await act(() => vi.advanceTimersByTimeAsync(1))
    expect(result.current).toBe('silent')
    resolve(one)
    expect(await act(() => opens)).toBe('open')
    expect(result.current).toBe('fine')
  })

  it('is not called silent after it was opened', async () => {
    const one = database()
    const result = standing()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    one.open = (() => Promise.resolve(one)) as never
    expect(await watch.openWatched(one)).toBe('open')
    await act(() => vi.advanceTimersByTimeAsync(60_000))
    expect(result.current).toBe('fine')
  })

  it.each([[['DatabaseClosedError']], [['UnknownError', 'DatabaseClosedError']]])(
    'is not tried further once this page closed it: %j',
    async (names) => {
      const { one, tries } = failing(...names)
      const count = names.length
      expect(await opening(one)).toBe('elsewhere')
      expect(tries).toHaveLength(count)
    },
  )
})

it('notes half a second after the browser closed a database that it was cleared', async () => {
  const one = database()
  await watch.openWatched(one)
  localStorage.setItem(`${DEVICE_OF}${name}`, 'here client')
  const noted = () => localStorage.getItem(`${DEVICE_OF}${name}`)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  one.on.close.fire(new Event('close'))
  await vi.advanceTimersByTimeAsync(499)
  await new Promise((done) => setImmediate(done))
  expect(noted()).toBe('here client')
  await vi.advanceTimersByTimeAsync(1)
  vi.useRealTimers()
  await vi.waitFor(() => expect(noted()).toMatch(/^lost/))
})
