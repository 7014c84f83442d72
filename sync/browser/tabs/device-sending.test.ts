import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createMemoryStorage, type MemoryStorage } from '#sync/engine/memory-storage.ts'
import type { EngineState } from '#sync/engine/engine-ports.ts'
import type { OutboxEntry } from '#sync/engine/ports.ts'
import type { FileRecord } from '../files/file-records.ts'
import { DeviceDatabase } from '../storage/database.ts'
import { sendingCalls } from './device-sending.ts'
import type { Note } from './notes.ts'
import type { OpenParts } from './parts.ts'

const entry = (mid: number, command: string): OutboxEntry =>
  ({ mid, writer: 'w', projectId: 'p', command, args: {}, base: {}, touched: [] }) as never

let count = 0
let database: DeviceDatabase
let storage: MemoryStorage
let log: string[]
let isLeading: boolean
let comparing: () => Promise<void>
let state: EngineState
let calls: ReturnType<typeof sendingCalls>
const put = (...entries: OutboxEntry[]) =>
  storage.transaction('edit', async (tx) => {
    for (const one of entries) tx.putOutbox(one)
  })

beforeEach(() => {
  database = new DeviceDatabase(`device-sending-${(count += 1)}`)
  storage = createMemoryStorage('client')
  ;[log, isLeading, state] = [[], true, { phase: 'idle' }]
  comparing = async () => undefined
  const note = (name: string) => () => void log.push(name)
  const parts = {
    ...{ database, storage },
    engine: { tryNow: note('engine'), state: () => state },
    socket: { tryNow: note('socket') },
    sender: { tryNow: note('sender') },
    leader: { isLeading: () => isLeading },
    comparer: {
      now: () => {
        log.push('compare')
        return comparing()
      },
    },
    notes: { send: ({ type }: Note) => void log.push(`note ${type}`) },
  } as unknown as OpenParts
  calls = sendingCalls(() => parts)
})
afterEach(() => {
  vi.useRealTimers()
  database.close()
})

it('a wish to send reaches every part of this tab and the other tabs', () => {
  calls.tryNow()
  expect(log.toSorted()).toEqual(['engine', 'note tryNow', 'sender', 'socket'])
})

describe('a wish to compare', () => {
  it('is passed on to the leading tab, whichever it is', () => {
    calls.compareNow()
    expect(log).toEqual(['note compare', 'compare'])
    ;[log.length, isLeading] = [0, false]
    calls.compareNow()
    expect(log).toEqual(['note compare'])
  })
  it('that fails shows the failure by the engine', async () => {
    comparing = () => Promise.reject(new Error('offline'))
    calls.compareNow()
    await vi.waitFor(() => expect(log.at(-1)).toBe('engine'))
  })
})

describe('sending before a sign-out', () => {
  it('asks all to send, and ends when nothing is left', async () => {
    expect(await calls.drain({ ms: 60_000 })).toBe(0)
    expect(log.toSorted()).toEqual(['engine', 'note tryNow', 'sender'])
  })
  it('returns how many edits and files are left at the end of its time', async () => {
    await put(entry(1, 'commitments.update'), entry(2, 'sections.update'))
    await database.file.bulkPut(
      (['waiting', 'paused', 'sent', 'refused'] as const).map(
        (one) => ({ id: one, projectId: 'p', state: one }) as FileRecord,
      ),
    )
    expect(await calls.drain({ ms: 0 })).toBe(4)
  })
  it('looks again until the edits have left', async () => {
    await put(entry(1, 'commitments.update'))
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    let left: number | undefined
    const draining = calls.drain({ ms: 10_000 }).then((rest) => (left = rest))
    await vi.advanceTimersByTimeAsync(500)
    expect(left).toBeUndefined()
    await storage.transaction('apply', async (tx) => tx.deleteOutbox(1))
    await vi.waitFor(async () => {
      await vi.advanceTimersByTimeAsync(100)
      expect(left).toBe(0)
    })
    await draining
  })
  it('gives up early where a person has to act', async () => {
    await put(entry(1, 'commitments.update'))
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    let left: number | undefined
    const draining = calls.drain({ ms: 600_000, tries: 2 }).then((rest) => (left = rest))
    state = { phase: 'paused', reason: 'unauthorized' }
    await vi.waitFor(async () => {
      await vi.advanceTimersByTimeAsync(100)
      expect(left).toBe(1)
    })
    await draining
  })
})
