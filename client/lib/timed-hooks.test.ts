// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { setClockSkew } from './clock.ts'
import { IDLE_WARNING_MS, noteActive, useIsIdle } from './idle.ts'
import { useMinute } from './use-minute.ts'
import { useRemote } from './use-remote.ts'
import { useRested } from '../ui/browser/use-rested.ts'
import { useNow } from '../features/projects/use-now.ts'

const IDLE_MS = 4 * 3_600_000
const START = Date.UTC(2030, 0, 1)
beforeEach(() => {
  vi.useFakeTimers({ now: START })
  localStorage.clear()
})
afterEach(() => {
  cleanup()
  setClockSkew(0)
  vi.useRealTimers()
})
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

it('a countdown follows the server’s clock at its own pace', async () => {
  setClockSkew(5_000)
  const { result, rerender } = renderHook(({ ms }) => useNow(ms), { initialProps: { ms: 1_000 } })
  expect(result.current).toBe(START + 5_000)
  await wait(999)
  expect(result.current).toBe(START + 5_000)
  await wait(1)
  expect(result.current).toBe(START + 6_000)
  rerender({ ms: 60_000 })
  await wait(59_999)
  expect(result.current).toBe(START + 6_000)
  await wait(1)
  expect(result.current).toBe(START + 66_000)
  cleanup()
  expect(vi.getTimerCount()).toBe(0)
})

it('a value that is announced rests until it has been the same for a while', async () => {
  const { result, rerender } = renderHook(({ value }) => useRested(value, 800), {
    initialProps: { value: 1 },
  })
  rerender({ value: 12 })
  await wait(799)
  rerender({ value: 123 })
  await wait(799)
  expect(result.current).toBe(1)
  await wait(1)
  expect(result.current).toBe(123)
  cleanup()
  expect(vi.getTimerCount()).toBe(0)
})

it('all ages on a page share one timer of 15 seconds, which ends with the last of them', async () => {
  const one = renderHook(() => useMinute())
  const other = renderHook(() => useMinute())
  expect(vi.getTimerCount()).toBe(1)
  const first = one.result.current
  await wait(14_999)
  expect(one.result.current).toBe(first)
  await wait(1)
  expect(one.result.current).toBe(START + 15_000)
  expect(other.result.current).toBe(START + 15_000)
  one.unmount()
  expect(vi.getTimerCount()).toBe(1)
  other.unmount()
  expect(vi.getTimerCount()).toBe(0)
  // Within the interval the last time is still good enough.
  await wait(15_000)
  expect(renderHook(() => useMinute()).result.current).toBe(START + 15_000)
  cleanup()
  await wait(1)
  expect(renderHook(() => useMinute()).result.current).toBe(START + 30_001)
})

it('a person is idle after four hours without a sign of them, not before', async () => {
  noteActive()
  const { result } = renderHook(() => useIsIdle(() => undefined))
  await wait(IDLE_MS - 15_000)
  expect(result.current[0]).toBe(false)
  await wait(15_000)
  expect(result.current[0]).toBe(true)
  act(() => result.current[1]())
  expect(result.current[0]).toBe(false)
  await wait(15_000)
  expect(result.current[0]).toBe(false)
})

it('a key press counts as activity, written at most every 30 seconds, but not too late', async () => {
  const press = () => act(() => void window.dispatchEvent(new Event('keydown')))
  const noted = () => Number(localStorage.getItem('tenderbook.active'))
  const { result } = renderHook(() => useIsIdle(() => undefined))
  expect(noted()).toBe(START)
  await wait(30_000)
  press()
  expect(noted()).toBe(START)
  await wait(1)
  press()
  expect(noted()).toBe(START + 30_001)
  vi.setSystemTime(START + 30_001 + IDLE_MS)
  press()
  expect(result.current[0]).toBe(true)
  expect(noted()).toBe(START + 30_001)
  cleanup()
  expect(vi.getTimerCount()).toBe(0)
  expect(renderHook(() => useIsIdle(() => undefined)).result.current[0]).toBe(true)
})

it('opening a page is no activity, and an idle page stays so until the password is entered', async () => {
  noteActive()
  vi.setSystemTime(START + IDLE_MS - 15_000)
  const { result } = renderHook(() => useIsIdle(() => undefined))
  expect(Number(localStorage.getItem('tenderbook.active'))).toBe(START)
  await wait(15_000)
  expect(result.current[0]).toBe(true)
  // Another tab was unlocked.
  noteActive()
  await wait(15_000)
  expect(result.current[0]).toBe(true)
})

it('a person is warned once before the idle time ends, and any key keeps them signed in', async () => {
  noteActive()
  let warnings = 0
  const { result } = renderHook(() => useIsIdle(() => (warnings += 1)))
  await wait(IDLE_MS - IDLE_WARNING_MS - 15_000)
  expect(warnings).toBe(0)
  await wait(45_000)
  expect([warnings, result.current[0]]).toEqual([1, false])
  act(() => void window.dispatchEvent(new Event('keydown')))
  await wait(IDLE_WARNING_MS)
  expect([warnings, result.current[0]]).toEqual([1, false])
  await wait(IDLE_MS - IDLE_WARNING_MS)
  expect([warnings, result.current[0]]).toEqual([2, true])
})

it('a page that is shown again looks at once', () => {
  noteActive()
  const { result } = renderHook(() => useIsIdle(() => undefined))
  vi.setSystemTime(START + IDLE_MS - 1)
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  expect(result.current[0]).toBe(false)
  vi.setSystemTime(START + IDLE_MS)
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  expect(result.current[0]).toBe(true)
})

it('an answer that a later request overtook is dropped', async () => {
  const asked = new Map<string, PromiseWithResolvers<string>>()
  const ask = (key: string) => {
    const request = Promise.withResolvers<string>()
    asked.set(key, request)
    return request.promise
  }
  const { result, rerender } = renderHook(({ key }) => useRemote(key, () => ask(key)), {
    initialProps: { key: 'a' },
  })
  rerender({ key: 'b' })
  await act(async () => asked.get('a')?.resolve('A'))
  expect(result.current.status).toBe('loading')
  await act(async () => asked.get('b')?.resolve('B'))
  expect(result.current).toMatchObject({ status: 'ready', value: 'B' })
  act(() => result.current.reload())
  expect(result.current).toMatchObject({ status: 'ready', value: 'B' })
  await act(async () => asked.get('b')?.reject(new Error('away')))
  expect(result.current).toMatchObject({ status: 'failed', error: new Error('away') })
  rerender({ key: 'c' })
  expect(result.current.status).toBe('loading')
})
