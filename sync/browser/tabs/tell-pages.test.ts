import 'fake-indexeddb/auto'
import { afterEach, expect, it, vi } from 'vitest'
import { Refusal } from '#schema/refusal.ts'
import { type Change, emptyChange } from '#sync/engine/change.ts'
import type { EngineState, SentEdit } from '#sync/engine/engine-ports.ts'
import { createMemoryStorage } from '#sync/engine/memory-storage.ts'
import { newCursor } from '#sync/engine/pull/cursor.ts'
import type { DeviceStorage } from '../storage/dexie-storage.ts'
import type { Note } from './notes.ts'
import { createPublisher } from './publisher.ts'
import { createRestChores } from './rest-chores.ts'
import { setOpen } from './set-open.ts'
import { settled } from './settled.ts'
import { createStatus } from './status.ts'

afterEach(() => {
  vi.useRealTimers()
})
const change = emptyChange(1, 'p')
const outbox: Change = { ...change, outbox: true }

const openPublisher = (sent: Promise<void> = Promise.resolve()) => {
  const log: string[] = []
  const publisher = createPublisher({
    engine: {
      wake: () => void log.push('wake'),
      send: () => {
        log.push('send')
        return sent
      },
    },
    tellPage: () => void log.push('page'),
    tellTabs: () => void log.push('tabs'),
    heardOfFiles: (isRowsChanged) => void log.push(`files ${String(isRowsChanged)}`),
  })
  return { publisher, log }
}
const whole = (log: string[]): Promise<void> =>
  vi.waitFor(() => expect(log.at(-1)).toBe('tabs'), { interval: 1 })

it('tells the own page first, wakes the engine for edits, and then tells the other tabs', async () => {
  const { publisher, log } = openPublisher()
  publisher.publish([change, outbox])
  expect(log).toEqual(['page'])
  await whole(log)
  expect(log).toEqual(['page', 'wake', 'files false', 'tabs'])
  const other = openPublisher()
  other.publisher.publish([])
  other.publisher.publish([change])
  await whole(other.log)
  expect(other.log).toEqual(['page', 'tabs'])
})

it('hands an edit that is sent at once to the network before any page hears, and wakes no engine', async () => {
  const { publisher, log } = openPublisher()
  await publisher.publishEdit(outbox, {} as SentEdit)
  expect(log).toEqual(['send', 'page'])
  await whole(log)
  expect(log).toEqual(['send', 'page', 'files false', 'tabs'])
  const waiting = openPublisher()
  await waiting.publisher.publishEdit(outbox)
  await whole(waiting.log)
  expect(waiting.log).toEqual(['page', 'wake', 'files false', 'tabs'])
})

it('waits for the network no longer than one task', async () => {
  const { publisher, log } = openPublisher(new Promise(() => undefined))
  await publisher.publishEdit(outbox, {} as SentEdit)
  expect(log).toEqual(['send', 'page'])
})

it('tells the sender of files of what concerns it', () => {
  const hears = (...changes: Partial<Change>[]): string[] => {
    const { publisher, log } = openPublisher()
    publisher.hearFiles(changes.map((one) => ({ ...change, ...one })))
    return log
  }
  const row = { id: 'a', row: null, isUnsent: false }
  expect([
    hears({}),
    hears({ home: true, rows: [{ ...row, entity: 'requirement' }] }),
    hears({}, { outbox: true }),
    hears({ parked: true }),
    hears({ reload: true }),
    hears({ cursor: true }),
    hears(
      {},
      {
        rows: [
          { ...row, entity: 'section' },
          { ...row, entity: 'attachment' },
        ],
      },
    ),
  ]).toEqual([
    [],
    [],
    ['files false'],
    ['files false'],
    ['files true'],
    ['files true'],
    ['files true'],
  ])
})

it('says how the leader stands, and nothing where another tab leads', async () => {
  const storage = createMemoryStorage('client')
  await storage.transaction('edit', async (tx) =>
    tx.putMeta({ ...(await tx.meta()), lastContactAt: 4, clockSkewMs: 6 }),
  )
  const notes: Note[] = []
  let isLeading = false
  let state: EngineState = { phase: 'working' }
  const status = createStatus({
    storage,
    isLeading: () => isLeading,
    engineState: () => state,
    tellTabs: (note) => void notes.push(note),
  })
  await status.send()
  expect(notes).toEqual([])
  isLeading = true
  await status.send()
  const first = { type: 'state', state, isLive: false, lastContactAt: 4, clockSkewMs: 6 }
  expect(notes).toEqual([{ ...first, compared: null }])
  status.contacted(10, 20)
  status.linked(true)
  await vi.waitFor(() => expect(notes).toHaveLength(2))
  expect(notes[1]).toMatchObject({ isLive: true, lastContactAt: 10, clockSkewMs: 20 })
  const soon = status.sendSoon()
  const result = { at: 1, outcome: 'same', projects: 1, differedAt: null } as const
  status.compared(result)
  expect(notes, 'later than the running task').toHaveLength(2)
  state = { phase: 'idle' }
  await soon
  await new Promise((resolve) => setTimeout(resolve, 5))
  expect(notes, 'once for both').toHaveLength(3)
  expect(notes[2]).toMatchObject({ state: { phase: 'idle' }, compared: result })
  await status.sendSoon()
  expect(notes).toHaveLength(4)
})

it('folds rows after three seconds of rest where it leads, and compares after twenty', async () => {
  vi.useFakeTimers()
  const memory = createMemoryStorage('client')
  await memory.transaction('apply', async (tx) => {
    for (const id of ['p', 'q']) tx.putCursor(newCursor(id))
  })
  const folded: string[] = []
  let compared = 0
  let isLeading = true
  const storage: DeviceStorage = {
    transaction: (kind, work) => memory.transaction(kind, work),
    compact: async (id) => {
      folded.push(id)
      throw new Error('no room')
    },
  }
  const rested = createRestChores({
    storage,
    isLeading: () => isLeading,
    compare: () => void (compared += 1),
  })
  rested()
  await vi.advanceTimersByTimeAsync(2_999)
  rested()
  await vi.advanceTimersByTimeAsync(2_999)
  expect(folded).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(folded, 'a failure ends the chore').toEqual(['p'])
  storage.compact = async (id) => folded.push(id) > 0
  await vi.advanceTimersByTimeAsync(16_999)
  expect(compared).toBe(0)
  await vi.advanceTimersByTimeAsync(1)
  expect(compared).toBe(1)
  rested()
  await vi.advanceTimersByTimeAsync(3_000)
  expect(folded).toEqual(['p', 'p', 'q'])
  isLeading = false
  rested()
  await vi.advanceTimersByTimeAsync(19_999)
  expect([folded.length, compared]).toEqual([3, 1])
})

it('opens a project once, closes it with its rows, and opens one again that was denied', async () => {
  const storage = createMemoryStorage('client') as DeviceStorage &
    ReturnType<typeof createMemoryStorage>
  const published: Change[] = []
  const set = (isOpen: boolean): Promise<boolean> =>
    setOpen({ storage, publish: (changes) => void published.push(...changes) }, 'p', isOpen)
  const cursor = () => storage.state().cursors.get('p')
  expect(await set(false)).toBe(false)
  expect(await set(true)).toBe(true)
  expect(cursor()).toEqual({ ...newCursor('p'), rev: 1 })
  expect(await set(true)).toBe(false)
  await storage.transaction('apply', async (tx) => {
    tx.putCursor({ ...newCursor('p'), rev: 7, isDenied: true })
    await tx.layRows('p', [{ bucket: 'b', entity: 'section', id: 's1', row: {} }])
  })
  expect(await set(false)).toBe(false)
  expect(await set(true)).toBe(true)
  expect(cursor()).toEqual({ ...newCursor('p'), rev: 8 })
  expect(await set(false)).toBe(true)
  expect([cursor(), storage.state().held.size]).toEqual([undefined, 0])
  expect(
    published.map(({ seq, projectId, cursor: is, reload }) => [seq, projectId, is, reload]),
  ).toEqual([
    [1, 'p', true, false],
    [2, 'p', true, false],
    [3, 'p', true, true],
  ])
})

it('turns a refusal into a value and leaves any other error as it is', async () => {
  expect(await settled(Promise.resolve(3))).toEqual({ value: 3 })
  const refusal = new Refusal('NOT_ALLOWED', { field: 'f', detail: { a: 1 } })
  expect(await settled(Promise.reject(refusal))).toEqual({
    refusal: { code: 'NOT_ALLOWED', detail: { a: 1 }, field: 'f' },
  })
  await expect(settled(Promise.reject(new Error('bug')))).rejects.toThrow('bug')
})
