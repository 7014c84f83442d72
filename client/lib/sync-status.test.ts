// @vitest-environment jsdom
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { EngineState } from '#sync/engine/engine-ports.ts'
import { fillLocalStorage } from '../../tests/support/full-local-storage.ts'
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

it('counts the files that are on their way, and tells since when a phase lasts', async () => {
  vi.useFakeTimers({ now: 1_000_000, toFake: ['Date'] })
  tell(waits('busy'))
  expect(read()).toMatchObject({ phase: 'trouble', since: 1_000_000 })
  vi.setSystemTime(1_050_000)
  tell(waits('full'))
  expect(read(), 'the same phase goes on').toMatchObject({ since: 1_000_000, isDeviceFull: true })
  await edit()
  for (const state of ['waiting', 'paused', 'sent', 'refused'] as const)
    await device.database.file.put({ id: state, projectId: PROJECT_ID, state } as never)
  tell(IDLE)
  emit({ type: 'files', progress: null, isChanged: true })
  await waitFor(() => expect(read().unsent).toBe(3))
  expect(read()).toMatchObject({ phase: 'unsent', nextTryAt: null })
  expect(read().since, 'another phase').toBeGreaterThanOrEqual(1_050_000)
})

it('tells of the last comparison, of the last contact and of a server that went back', async () => {
  const wentBack = { at: 5, kept: 2 }
  const record = await device.database.meta.get('device')
  if (record?.key !== 'device') throw new Error('The device has no record')
  await device.database.meta.put({ ...record, meta: { ...record.meta, wentBack } as never })
  emit({ type: 'files', progress: null, isChanged: true })
  await waitFor(() => expect(read().wentBack).toEqual(wentBack))
  const compared = { at: 7, wrong: 0 }
  emit({ type: 'state', state: IDLE, lastContactAt: 6, clockSkewMs: 0, compared })
  expect(read()).toMatchObject({ lastContactAt: 6, compared })
})

it('finds trouble by the clock alone, without a note', async () => {
  vi.resetModules()
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  device = await openPageProject()
  status = await import('./sync-status.ts')
  notes = (await import('./device.ts')).deviceNotes as never
  await device.worker.sleep()
  await edit()
  const at = (await device.database.outbox.toArray())[0]?.clientAt ?? 0
  tell(IDLE, at + 60_001)
  expect(read().phase).toBe('unsent')
  vi.setSystemTime(at + 60_001)
  act(() => void vi.advanceTimersByTime(5_000))
  expect(read().phase).toBe('trouble')
})

it('tells that it is offline, and of the time of the server, where local storage is full', async () => {
  const { serverNow } = await import('./clock.ts')
  fillLocalStorage()
  const state = { ...{ type: 'state', state: waits('offline') }, compared: null }
  emit({ ...state, lastContactAt: Date.now(), clockSkewMs: 3_600_000 })
  expect(read()).toMatchObject({ phase: 'offline', nextTryAt: 99 })
  expect(serverNow() - Date.now()).toBeGreaterThan(3_500_000)
})

it('knows nothing of the network of a device that was closed', async () => {
  tell(waits('refused'))
  expect(read()).toMatchObject({ phase: 'trouble', nextTryAt: 99 })
  const { closeDevice } = await import('./device.ts')
  act(closeDevice)
  emit({ type: 'files', progress: null, isChanged: false })
  expect(read()).toMatchObject({ phase: 'starting', nextTryAt: null })
})

it('asks for a background sync when edits stay behind, offline or with the page', async () => {
  const asked: string[] = []
  const register = async (tag: string) => void asked.push(tag)
  Object.defineProperty(navigator, 'serviceWorker', {
    value: { getRegistration: async () => ({ sync: { register } }) },
    configurable: true,
  })
  const pause = () => new Promise((done) => setTimeout(done, 10))
  tell(waits('offline'))
  window.dispatchEvent(new Event('pagehide'))
  await pause()
  expect(asked, 'nothing is unsent').toEqual([])
  tell(IDLE)
  await edit()
  await pause()
  expect(asked, 'online').toEqual([])
  window.dispatchEvent(new Event('pagehide'))
  await vi.waitFor(() => expect(asked).toEqual(['tenderbook-outbox']))
  tell(waits('offline'))
  await vi.waitFor(() => expect(asked).toHaveLength(2))
})

it('has the tabs send or compare at the wish of the person', async () => {
  const heard: string[] = []
  const channel = new BroadcastChannel(`${device.database.name}-notes`)
  channel.onmessage = ({ data }) => void heard.push((data as { type: string }).type)
  await status.tryNow()
  await vi.waitFor(() => expect(heard).toContain('tryNow'))
  expect(heard).not.toContain('compare')
  await status.compareNow()
  await vi.waitFor(() => expect(heard).toContain('compare'))
  channel.close()
})

it('keeps what it knows when the database goes away, and counts again later', async () => {
  await edit()
  const gone = Object.assign(new Error('Deleted'), { name: 'AbortError' })
  const count = vi.spyOn(device.database.parked, 'count').mockRejectedValue(gone)
  emit({ type: 'files', progress: null, isChanged: true })
  await vi.waitFor(() => expect(count).toHaveBeenCalled())
  await new Promise((done) => setTimeout(done, 10))
  expect(read()).toMatchObject({ unsent: 1, needYou: 0 })
  count.mockRestore()
  await device.database.parked.put({ id: 'k' } as never)
  emit({ type: 'files', progress: null, isChanged: true })
  await waitFor(() => expect(read().needYou).toBe(1))
})
