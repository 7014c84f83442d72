// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { setClockSkew } from './clock.ts'
import { useOverdue } from './overdue-edits.ts'
import type { ParkedEdit } from './parked.ts'

const HOUR_MS = 3_600_000
const NOW = Date.UTC(2030, 0, 1, 8)
const parked = (id: string, at: number): ParkedEdit => ({
  ...{ id, mid: 1, projectId: 'p', command: 'commitments.update', args: {}, base: {} },
  ...{ status: 'refused', reason: 'DEADLINE_PASSED', detail: {}, conflicts: [], at, clientAt: at },
  ...{ label: 'Answer', standing: '' },
})
const overdueOf = (...initial: ParkedEdit[]) =>
  renderHook(({ edits }) => useOverdue(edits).map(({ id }) => id), {
    initialProps: { edits: initial },
  })
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

beforeEach(() => {
  vi.useFakeTimers({ now: NOW })
})
afterEach(() => {
  cleanup()
  setClockSkew(0)
  vi.useRealTimers()
})

it('an edit that needs a decision is overdue an hour after the verdict, at that moment', async () => {
  const fresh = parked('fresh', NOW - HOUR_MS + 60_000)
  const { result } = overdueOf(parked('old', NOW - 3 * HOUR_MS), fresh)
  expect(result.current).toEqual(['old'])
  await wait(59_999)
  expect(result.current).toEqual(['old'])
  await wait(1)
  expect(result.current).toEqual(['old', 'fresh'])
})

it('an edit that was decided is overdue no longer, and one that appears later is told in its time', async () => {
  const { result, rerender } = overdueOf(parked('old', NOW - 2 * HOUR_MS))
  expect(result.current).toEqual(['old'])
  rerender({ edits: [] })
  expect(result.current).toEqual([])
  await wait(HOUR_MS)
  rerender({ edits: [parked('new', NOW + HOUR_MS)] })
  await wait(HOUR_MS - 1)
  expect(result.current).toEqual([])
  await wait(1)
  expect(result.current).toEqual(['new'])
})

it('the server’s clock decides, not a wrong one of the device', async () => {
  setClockSkew(2 * HOUR_MS)
  const { result } = overdueOf(parked('old', NOW + HOUR_MS), parked('fresh', NOW + HOUR_MS + 1))
  expect(result.current).toEqual(['old'])
  await wait(1)
  expect(result.current).toEqual(['old', 'fresh'])
})
