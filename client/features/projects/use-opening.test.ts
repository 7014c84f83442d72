// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ProjectSummary } from '#schema/api/sync.ts'
import { openPageProject } from '../../../tests/support/page-project.ts'
import { buildProject } from '../../../tests/support/project-rows.ts'

const SEALED = buildProject({
  ...{ state: 'PUBLISHED', sealed: true, deadlineAt: Date.now() + 86_400_000 },
})
const summary = (relation: 'owner' | 'vendor', changes: object = {}) =>
  ({ ...SEALED, me: { relation }, ...changes }) as unknown as ProjectSummary

let asked: number
let answers: (() => Promise<Response>)[]
const answer = (reason: string) => async () => new Response(JSON.stringify({ reason }))
beforeEach(async () => {
  const device = await openPageProject()
  const { readSyncStatus } = await import('../../lib/sync-status.ts')
  await vi.waitFor(() => expect(readSyncStatus().phase).not.toBe('starting'))
  // The engine of this device finds no server; what it tells must not mix with the test's notes.
  await device.worker.sleep()
  await tell({ phase: 'idle' })
  const { sessionTokens } = await import('../../lib/session-tokens.ts')
  vi.spyOn(sessionTokens, 'current').mockResolvedValue('token')
  asked = 0
  answers = []
  vi.stubGlobal('fetch', async () => {
    asked += 1
    return await (answers.shift() ?? answer(`Round ${asked}`))()
  })
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const tell = async (state: object) => {
  const { deviceNotes } = await import('../../lib/device.ts')
  const note = { type: 'state', state, lastContactAt: Date.now(), clockSkewMs: 0, compared: null }
  act(() => deviceNotes.emit(note as never))
}
const show = async (project: ProjectSummary) => {
  const { useOpening } = await import('./use-opening.ts')
  return renderHook((given) => useOpening(given), { initialProps: project })
}
const settle = () => act(() => new Promise<void>((done) => setTimeout(done, 20)))

it('asks the server for a request to open early, again and again, and when the page is shown', async () => {
  const { result, unmount } = await show(summary('owner'))
  expect(result.current.state).toBeNull()
  await settle()
  expect(result.current.state).toEqual({ reason: 'Round 1' })
  act(() => void vi.advanceTimersByTime(19_999))
  expect(asked).toBe(1)
  act(() => void vi.advanceTimersByTime(1))
  await settle()
  expect(result.current.state).toEqual({ reason: 'Round 2' })
  act(() => void window.dispatchEvent(new Event('focus')))
  await settle()
  expect(result.current.state).toEqual({ reason: 'Round 3' })
  act(() => result.current.reload())
  await settle()
  act(() => result.current.reload())
  await settle()
  expect(result.current.state).toEqual({ reason: 'Round 5' })
  unmount()
  vi.advanceTimersByTime(60_000)
  window.dispatchEvent(new Event('focus'))
  expect(asked).toBe(5)
})

it('keeps what it knows if one question fails', async () => {
  answers = [answer('First'), () => Promise.reject(new TypeError('offline'))]
  const { result } = await show(summary('owner'))
  await settle()
  act(() => result.current.reload())
  await settle()
  expect([asked, result.current.state]).toEqual([2, { reason: 'First' }])
})

it('drops an answer that comes after the project was left', async () => {
  const late = Promise.withResolvers<Response>()
  answers = [() => late.promise, answer('Other')]
  const { result, rerender } = await show(summary('owner'))
  rerender(summary('owner', { id: 'other' }))
  await settle()
  late.resolve(await answer('Late')())
  await settle()
  expect(result.current.state).toEqual({ reason: 'Other' })
})

it.each([
  ['vendors', summary('vendor')],
  ['after the deadline', summary('owner', { deadlineAt: Date.now() - 1 })],
  ['where answers are not sealed', summary('owner', { sealed: false })],
])('asks nothing for %s', async (_whom, project) => {
  const { result } = await show(project)
  await settle()
  expect([asked, result.current.state]).toEqual([0, null])
})

it('knows nothing without a connection', async () => {
  const { result } = await show(summary('owner'))
  await settle()
  await tell({ phase: 'waiting', reason: 'offline', nextTryAt: 99 })
  expect(result.current.state).toBeNull()
  vi.advanceTimersByTime(60_000)
  expect(asked).toBe(1)
})
