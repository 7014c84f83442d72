// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { api } from '../../lib/api.ts'
import { useWaiting } from './use-waiting.ts'

let organizationId: number
let isOffline: boolean
let projects: readonly object[]
vi.mock('../../lib/session.ts', () => ({
  currentSession: () => ({ userId: 1 }),
  useSession: () => ({ organizationId }),
}))
vi.mock('../../lib/sync-status.ts', () => ({
  useSyncStatus: () => ({ phase: isOffline ? 'offline' : 'saved' }),
}))
vi.mock('../../lib/home-list.ts', () => ({ useHome: () => ({ projects }) }))

let asked: { resolve(items: object[]): void; reject(error: Error): void }[]
const answer = (nth: number, items: object[] | null) =>
  act(async () => {
    if (items === null) asked[nth]?.reject(new Error('offline'))
    else asked[nth]?.resolve(items)
    await vi.advanceTimersByTimeAsync(0)
  })
beforeEach(() => {
  vi.useFakeTimers({ now: 1_000 })
  localStorage.clear()
  ;[organizationId, isOffline, projects, asked] = [5, false, [], []]
  vi.spyOn(api.projects, 'waiting').mockImplementation((() => {
    const { promise, resolve, reject } = Promise.withResolvers<object[]>()
    asked.push({ resolve, reject })
    return promise
  }) as never)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
})
const ONE = [{ id: 'one' }]

it('asks the server at once, every minute, and when the window gets the focus', async () => {
  const { result, unmount } = renderHook(() => useWaiting())
  expect(result.current).toEqual({ items: [], staleSince: 0 })
  await answer(0, ONE)
  expect(result.current).toEqual({ items: ONE, staleSince: null })
  await act(() => vi.advanceTimersByTimeAsync(59_999))
  expect(asked).toHaveLength(1)
  await act(() => vi.advanceTimersByTimeAsync(1))
  expect(asked).toHaveLength(2)
  act(() => void window.dispatchEvent(new Event('focus')))
  expect(asked).toHaveLength(3)
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  act(() => void window.dispatchEvent(new Event('focus')))
  expect(asked, 'a hidden page does not ask').toHaveLength(3)
  vi.restoreAllMocks()
  unmount()
  expect(vi.getTimerCount()).toBe(0)
  window.dispatchEvent(new Event('focus'))
  expect(asked).toHaveLength(3)
})

it('keeps the last answer with its time while the server cannot be reached', async () => {
  const { result, rerender } = renderHook(() => useWaiting())
  await answer(0, ONE)
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  await answer(1, null)
  expect(result.current).toEqual({ items: ONE, staleSince: 1_000 })
  isOffline = true
  rerender()
  await act(() => vi.advanceTimersByTimeAsync(120_000))
  expect(asked).toHaveLength(2)
  cleanup()
  expect(renderHook(() => useWaiting()).result.current).toEqual({ items: ONE, staleSince: 1_000 })
})

it('an answer to an earlier question does not replace a later one', async () => {
  const { result, rerender } = renderHook(() => useWaiting())
  projects = [{}]
  rerender()
  expect(asked, 'the projects changed').toHaveLength(2)
  await answer(1, ONE)
  await answer(0, [{ id: 'old' }])
  expect(result.current.items).toEqual(ONE)
  await answer(0, null)
  expect(result.current.staleSince).toBeNull()
})

it('each organization has an answer of its own', async () => {
  const { result, rerender } = renderHook(() => useWaiting())
  await answer(0, ONE)
  organizationId = 6
  rerender()
  expect(result.current).toEqual({ items: [], staleSince: 0 })
  expect(asked).toHaveLength(2)
})
