// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { inLocale } from '../../../tests/support/in-locale.tsx'
import { openPageProject } from '../../../tests/support/page-project.ts'
import { signInPage } from '../../../tests/support/page-session.ts'
import { buildOwner, buildRows, PROJECT_ID } from '../../../tests/support/project-rows.ts'

let asked: { path: string; body: Record<string, unknown> }[]
let answer: () => object
beforeEach(async () => {
  ;[asked, answer] = [[], () => []]
  const device = await openPageProject({ actor: buildOwner(), rows: buildRows() })
  await signInPage(device)
  vi.stubGlobal('fetch', async (path: string, { body }: RequestInit) => {
    if (path.includes('/sync')) throw new TypeError('No network')
    asked.push({ path, body: JSON.parse(typeof body === 'string' ? body : '{}') as never })
    return Response.json(answer())
  })
})
// Work that React has scheduled would outlive the page's window.
afterEach(async () => {
  cleanup()
  await new Promise((done) => setImmediate(done))
})
/** The device hears from its engine that the server was reached, or that it is away. */
const standing = async (is: 'there' | 'away') => {
  const { deviceNotes } = await import('../../lib/device.ts')
  const away = { phase: 'waiting', reason: 'offline', nextTryAt: Date.now() + 60_000 }
  const state = is === 'there' ? { phase: 'idle' } : away
  act(() => deviceNotes.emit({ type: 'state', state, lastContactAt: 1 } as never))
}
const message = (id: string) => ({ id, text: 'The visit is on Monday', sentOn: 5 })

describe('the messages of a project', () => {
  const open = async () => {
    const { useMessages } = await import('./use-messages.ts')
    const hook = renderHook(() => useMessages(PROJECT_ID), { wrapper: inLocale })
    await waitFor(() => expect(hook.result.current.status).toBe('ready'))
    return hook
  }
  const expectAsked = (times: number) => waitFor(() => expect(asked).toHaveLength(times))
  const quiet = async (times: number) => {
    await new Promise((done) => setTimeout(done, 20))
    expect(asked).toHaveLength(times)
  }

  it('are read again when one arrives with its notification, or was sent from here', async () => {
    answer = () => [message('a')]
    await standing('there')
    const { result, unmount } = await open()
    const before = asked.length
    expect(asked[0]?.path).toContain(PROJECT_ID)
    expect(result.current).toMatchObject({ value: { answer: [message('a')], readOn: null } })
    const { deviceNotes } = await import('../../lib/device.ts')
    const { messagesSent } = await import('./use-messages.ts')
    const item = (id: unknown) =>
      act(() => deviceNotes.emit({ type: 'item', item: { project: { id } } } as never))
    item(PROJECT_ID)
    await expectAsked(before + 1)
    act(() => messagesSent.emit(PROJECT_ID))
    await expectAsked(before + 2)
    item('another')
    item(5)
    act(() => deviceNotes.emit({ type: 'item', item: null } as never))
    act(() => messagesSent.emit('another'))
    await quiet(before + 2)
    unmount()
    act(() => messagesSent.emit(PROJECT_ID))
    act(() => deviceNotes.emit({ type: 'item', item: { project: { id: PROJECT_ID } } } as never))
    await quiet(before + 2)
  })

  it('are read again when the server is back', async () => {
    await standing('there')
    await open()
    const before = asked.length
    await standing('away')
    await quiet(before)
    await standing('there')
    await expectAsked(before + 1)
  })
})

describe('a history', () => {
  const open = async (size = 20) => {
    const { useHistory } = await import('../requirements/history/use-history.ts')
    const of = { projectId: PROJECT_ID, documentId: 'd1', requirementId: 'r1' }
    const hook = renderHook((now: number) => useHistory(of, now), {
      ...{ wrapper: inLocale, initialProps: size },
    })
    await waitFor(() => expect(hook.result.current.remote.status).toBe('ready'))
    return hook
  }
  const page = { items: [], total: 0 }

  it('is asked for by its size, and again when the server is back or has decided', async () => {
    answer = () => page
    await standing('there')
    const { result, rerender } = await open()
    expect(asked.at(-1)?.body).toEqual({ requirementId: 'r1', pageSize: 20 })
    rerender(40)
    await waitFor(() => expect(asked.at(-1)?.body).toMatchObject({ pageSize: 40 }))
    await waitFor(() => expect(result.current.remote.status).toBe('ready'))
    let before = asked.length
    await standing('away')
    expect(result.current.isOffline).toBe(true)
    await standing('there')
    await waitFor(() => expect(asked).toHaveLength(before + 1))
    const { mutate } = await import('../../lib/mutate.ts')
    const args = { projectId: PROJECT_ID, id: 'r1', patch: { name: 'Sends letters' } }
    await mutate('requirements.update', args, { undoLabel: 'Rename' })
    await waitFor(() => expect(result.current.waiting).toHaveLength(1))
    before = asked.length
    const { currentDevice } = await import('../../lib/device.ts')
    const { outboxChanges } = await import('../../lib/sync-status.ts')
    await currentDevice()?.database.outbox.clear()
    act(() => outboxChanges.emit())
    await waitFor(() => expect(result.current.waiting).toEqual([]))
    await waitFor(() => expect(asked.length).toBeGreaterThan(before))
  })
})
