// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readActiveAt } from '#sync/browser/session/session-store.ts'
import { keepPageSession } from '../../tests/support/page-session.ts'
import { IDLE_WARNING_MS, noteActive, useIsIdle } from './idle.ts'

/* What `timed-hooks.test.ts` leaves out: the exact ends, and what a closed page no longer does. */
const IDLE_MS = 4 * 3_600_000
const START = Date.UTC(2030, 0, 1)
beforeEach(() => {
  vi.useFakeTimers({ now: START, toFake: ['Date', 'setInterval', 'clearInterval'] })
  localStorage.clear()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

let warnings: string[]
/** A page opened so long after the last activity. */
const openAfter = (quietMs: number) => {
  warnings = []
  noteActive()
  vi.setSystemTime(START + quietMs)
  const hook = renderHook(({ name }) => useIsIdle(() => void warnings.push(name)), {
    initialProps: { name: 'first' },
  })
  return { ...hook, isIdle: () => hook.result.current[0] }
}
const wait = (ms: number) => act(() => void vi.advanceTimersByTime(ms))
const tell = (target: EventTarget, type: string) =>
  act(() => void target.dispatchEvent(new Event(type, { bubbles: true })))
const noted = () => Number(localStorage.getItem('tenderbook.active'))

it('the service worker learns of an activity', async () => {
  vi.useRealTimers()
  await keepPageSession()
  noteActive()
  await vi.waitFor(async () => expect(await readActiveAt()).toBe(noted()))
})

describe('the warning', () => {
  it('comes two minutes before the end, not a millisecond earlier', () => {
    openAfter(IDLE_MS - IDLE_WARNING_MS - 15_001)
    wait(15_000)
    expect(warnings).toEqual([])
    cleanup()
    vi.setSystemTime(START)
    openAfter(IDLE_MS - 120_000 - 15_000)
    wait(14_999)
    expect(warnings).toEqual([])
    wait(1)
    expect(warnings).toEqual(['first'])
  })

  it('comes on a page that is opened shortly before the end, once', () => {
    openAfter(IDLE_MS - 60_000)
    expect(warnings).toEqual([])
    wait(30_000)
    expect(warnings).toEqual(['first'])
  })

  it('does not come with the end itself', () => {
    const { isIdle } = openAfter(IDLE_MS - 15_000)
    wait(15_000)
    expect([isIdle(), warnings]).toEqual([true, []])
  })

  it('is the one of the last rendering', () => {
    const { rerender } = openAfter(IDLE_MS - 60_000)
    rerender({ name: 'second' })
    wait(15_000)
    expect(warnings).toEqual(['second'])
  })
})

describe('an activity', () => {
  it.each(['pointerdown', 'keydown', 'wheel', 'touchstart'])(
    'is a %s, also where an element keeps it to itself',
    (type) => {
      openAfter(30_001)
      const field = document.body.appendChild(document.createElement('input'))
      field.addEventListener(type, (event) => event.stopPropagation())
      tell(field, type)
      expect(noted()).toBe(START + 30_001)
      field.remove()
    },
  )

  it('is no mere movement of the mouse', () => {
    openAfter(60_000)
    tell(window, 'mousemove')
    expect(noted()).toBe(START)
  })
})

describe('a page that is left', () => {
  it('neither notes an activity nor warns', () => {
    const { unmount } = openAfter(IDLE_MS - 60_000)
    unmount()
    tell(window, 'keydown')
    tell(document, 'visibilitychange')
    expect([noted(), warnings, vi.getTimerCount()]).toEqual([START, [], 0])
  })

  it('neither does one that became idle, until the password is entered', () => {
    const { result, isIdle } = openAfter(IDLE_MS)
    expect([isIdle(), vi.getTimerCount()]).toEqual([true, 0])
    tell(window, 'keydown')
    expect(noted()).toBe(START)
    act(() => result.current[1]())
    expect([isIdle(), noted(), vi.getTimerCount()]).toEqual([false, START + IDLE_MS, 1])
    wait(60_000)
    tell(window, 'keydown')
    expect(noted()).toBe(START + IDLE_MS + 60_000)
  })
})
