// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openPageProject } from '../../tests/support/page-project.ts'
import type { OpenDevice } from './device.ts'

/* What `unsent-rows.test.ts` leaves out: how often the edits are read, and which ones. */
let device: OpenDevice
beforeEach(async () => {
  device = await openPageProject()
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const put = (mid: number, ...touched: string[]) =>
  device.database.outbox.put({ ...{ mid, id: `e${mid}`, touched, args: {} } } as never)
const park = (mid: number, reason: string, args: unknown) =>
  device.database.parked.put({ id: mid, mid, args, reason, detail: {} } as never)

describe('a reading of unsent edits', () => {
  const reader = async (...ids: string[]) => {
    const { sentReader } = await import('./sent-rows.ts')
    return sentReader({ entity: 'requirement', ids: new Set(ids) })
  }

  it('counts rows of its own kind only', async () => {
    const read = await reader('r1', 'r2')
    await put(1, 'publication/r1', 'requirement/r2', 'requirement/r3')
    expect([...((await read())?.unsent ?? [])]).toEqual(['r2'])
  })

  it('reads the edits once, and again when there is a new one', async () => {
    const read = await reader('r1', 'r2', 'r3')
    await put(1, 'requirement/r1')
    expect((await read())?.unsent).toEqual(new Set(['r1']))
    await put(1, 'requirement/r2')
    expect((await read())?.unsent, 'the edit is known').toEqual(new Set(['r1']))
    await put(2, 'requirement/r3')
    expect((await read())?.unsent).toEqual(new Set(['r2', 'r3']))
  })

  it('tells the last reason for which a row was refused', async () => {
    const read = await reader('r1')
    await park(1, 'NOT_ALLOWED', { id: 'r1' })
    await park(2, 'NOT_FOUND', [{ requirement: { id: 'r1' } }])
    expect((await read())?.refused.get('r1')).toEqual({ reason: 'NOT_FOUND', detail: {} })
  })
})

it('the ids in the arguments of a command are found at any depth', async () => {
  const { namedIds } = await import('./sent-rows.ts')
  const ids = new Set(['a', 'b', 'c'])
  const args = { id: 'a', items: [{ id: 'b' }, 'c', 'd', null, 5], note: undefined }
  expect(namedIds(args, ids)).toEqual(['a', 'b', 'c'])
  expect([namedIds('a', ids), namedIds('d', ids), namedIds(null, ids)]).toEqual([['a'], [], []])
})

describe('rows that are followed', () => {
  const follow = async () => {
    const { useSentRows } = await import('./sent-rows.ts')
    const { outboxChanges, parkedChanges } = await import('./sync-status.ts')
    const { deviceChanges } = await import('./device.ts')
    const reads = vi.spyOn(device.database.parked, 'toArray')
    const ids = new Set(['r1'])
    const { result, unmount } = renderHook(() => useSentRows(ids))
    const settle = () =>
      act(async () => {
        for (let round = 0; round < 5; round += 1) await device.database.parked.count()
      })
    return {
      ...{ result, unmount, settle },
      changes: {
        'the outbox': () => outboxChanges.emit(),
        'the parked edits': () => parkedChanges.emit(),
        'the device': () => deviceChanges.emit(device),
      },
      reads: () => reads.mock.calls.length,
    }
  }

  it('are read at first, and then not until something changes', async () => {
    await put(1, 'requirement/r1')
    const { result, reads, settle } = await follow()
    await waitFor(() => expect(result.current?.unsent).toEqual(new Set(['r1'])))
    await settle()
    const before = reads()
    await settle()
    expect(reads()).toBe(before)
  })

  it.each(['the outbox', 'the parked edits', 'the device'] as const)(
    'are read again after a change of %s, and no more once the page is left',
    async (name) => {
      const { result, reads, settle, changes, unmount } = await follow()
      await waitFor(() => expect(result.current).not.toBeNull())
      await put(1, 'requirement/r1')
      act(() => changes[name]())
      await waitFor(() => expect(result.current?.unsent.size).toBe(1))
      const before = reads()
      unmount()
      changes[name]()
      await settle()
      expect(reads()).toBe(before)
    },
  )

  it('are read once more after several changes during a reading', async () => {
    const { result, reads, settle, changes } = await follow()
    await waitFor(() => expect(result.current).not.toBeNull())
    await settle()
    const before = reads()
    act(() => {
      for (let count = 0; count < 5; count += 1) changes['the outbox']()
    })
    await waitFor(() => expect(reads()).toBeGreaterThanOrEqual(before + 2))
    await settle()
    expect(reads()).toBe(before + 2)
  })

  it('stay as they were read while there is no device, or it cannot be read', async () => {
    await put(1, 'requirement/r1')
    const { result, reads, settle, changes } = await follow()
    await waitFor(() => expect(result.current?.unsent.size).toBe(1))
    await settle()
    const before = reads()
    vi.spyOn(device.database.parked, 'toArray').mockRejectedValueOnce(new Error('broken'))
    act(() => changes['the outbox']())
    await waitFor(() => expect(reads()).toBeGreaterThan(before))
    await settle()
    expect(result.current?.unsent.size).toBe(1)
    const { closeDevice } = await import('./device.ts')
    act(() => closeDevice())
    await act(async () => new Promise((done) => setImmediate(done)))
    expect(result.current?.unsent.size).toBe(1)
  })
})
