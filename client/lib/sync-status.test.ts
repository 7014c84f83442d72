// @vitest-environment jsdom
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { EngineState } from '#sync/engine/engine-ports.ts'
import { openPageProject } from '../../tests/support/page-project.ts'
import { PROJECT_ID } from '../../tests/support/project-rows.ts'
import type { OpenDevice } from './device.ts'
import type * as Status from './sync-status.ts'

const AWAY = 'tenderbook.away-since'
let device: OpenDevice
let status: typeof Status
let notes: { emit(note: never): void }
const read = () => status.readSyncStatus()
const emit = (note: object) => act(() => notes.emit(note as never))
const tell = (state: EngineState, lastContactAt: number | null = Date.now()) =>
  emit({ type: 'state', state, lastContactAt, clockSkewMs: 0, compared: null })
const waits = (reason: string): EngineState =>
  ({ phase: 'waiting', reason, nextTryAt: 99 }) as EngineState
const IDLE: EngineState = { phase: 'idle' }
const edit = async () => {
  const { mutate } = await import('./mutate.ts')
  await mutate(
    'packages.update',
    { projectId: PROJECT_ID, id: 'p1', name: 'Base' },
    { undoLabel: '' },
  )
  await vi.waitFor(() => expect(read().unsent).toBe(1))
}

beforeEach(async () => {
  localStorage.clear()
  device = await openPageProject()
  status = await import('./sync-status.ts')
  notes = (await import('./device.ts')).deviceNotes as never
  await vi.waitFor(() => expect(read().phase).not.toBe('starting'))
  // The engine of this device finds no server; what it tells must not mix with the test's notes.
  await device.worker.sleep()
  tell(IDLE)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

it('everything is saved when nothing is unsent, and sending while the engine works', async () => {
  const { result } = renderHook(() => status.useSyncStatus())
  expect(result.current).toMatchObject({ phase: 'saved', unsent: 0, needYou: 0, nextTryAt: null })
  await edit()
  tell(IDLE)
  expect(read()).toMatchObject({ phase: 'unsent', unsent: 1, unsentAnswers: 0 })
  tell({ phase: 'working' } as EngineState)
  expect(result.current.phase).toBe('sending')
  tell(IDLE)
  emit({ type: 'files', progress: { id: 'f', sent: 1 }, isChanged: false })
  expect(read().phase).toBe('sending')
  emit({ type: 'files', progress: null, isChanged: false })
  expect(read().phase).toBe('unsent')
})

it('is offline since the first failure, also over a reload, until a request succeeds', async () => {
  vi.useFakeTimers({ now: 1_000_000, toFake: ['Date'] })
  tell(waits('offline'))
  expect(read()).toMatchObject({
    phase: 'offline',
    since: 1_000_000,
    nextTryAt: 99,
    isBlocked: false,
  })
  expect(localStorage.getItem(AWAY)).toBe('1000000')
  vi.setSystemTime(1_060_000)
  tell({ phase: 'working' } as EngineState)
  expect(read(), 'a try is no success').toMatchObject({ phase: 'offline', since: 1_000_000 })
  tell(waits('blocked'))
  expect(read()).toMatchObject({ phase: 'offline', since: 1_000_000, isBlocked: true })
  tell(IDLE)
  expect([read().phase, read().isBlocked, localStorage.getItem(AWAY)]).toEqual([
    'saved',
    false,
    null,
  ])
  localStorage.setItem(AWAY, '500')
  tell(waits('offline'))
  expect(read().since).toBe(500)
  tell(IDLE)
  localStorage.setItem(AWAY, '2000000')
  tell(waits('offline'))
  expect(read().since, 'no time of the future').toBe(1_060_000)
})

it.each([
  [
    { phase: 'paused', reason: 'update' },
    { updateNeeded: true, signInNeeded: false },
  ],
  [
    { phase: 'paused', reason: 'unauthorized' },
    { signInNeeded: true, updateNeeded: false },
  ],
  [
    { phase: 'waiting', reason: 'full', nextTryAt: 7 },
    { isDeviceFull: true, nextTryAt: 7 },
  ],
  [
    { phase: 'waiting', reason: 'busy', nextTryAt: 7 },
    { isDeviceFull: false, nextTryAt: 7 },
  ],
])('%o is trouble', async (state, expected) => {
  tell(state as EngineState)
  expect(read()).toMatchObject({ phase: 'trouble', ...expected })
})

it('is in trouble when an edit stays unsent for over a minute though the server answers', async () => {
  await edit()
  const at = (await device.database.outbox.toArray())[0]?.clientAt ?? 0
  vi.useFakeTimers({ now: at + 60_001, toFake: ['Date'] })
  tell(IDLE, at + 60_000)
  expect(read().phase).toBe('unsent')
  tell(IDLE, null)
  expect(read().phase).toBe('unsent')
  tell(IDLE, at + 60_001)
  expect(read().phase).toBe('trouble')
  vi.setSystemTime(at + 60_000)
  tell(IDLE, at + 90_000)
  expect(read().phase).toBe('unsent')
})

it('counts parked edits, and tells readers what changed', async () => {
  const heard: string[] = []
  status.outboxChanges.on(() => heard.push('outbox'))
  status.parkedChanges.on(() => heard.push('parked'))
  await device.database.parked.put({ id: 'k' } as never)
  const change = (parts: object) =>
    emit({ type: 'changes', changes: [{ seq: 900 + heard.length, rows: [], ...parts }] })
  change({ parked: true })
  await waitFor(() => expect(read().needYou).toBe(1))
  change({ outbox: true })
  change({})
  emit({ type: 'files', progress: null, isChanged: true })
  expect(heard).toEqual(['parked', 'outbox', 'outbox'])
})

it('starts again with another device', async () => {
  tell(waits('offline'))
  const { closeDevice } = await import('./device.ts')
  act(closeDevice)
  expect(read()).toMatchObject({ phase: 'starting', since: null, unsent: 0 })
})
