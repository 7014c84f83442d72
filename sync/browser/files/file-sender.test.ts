import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { buildProject } from '../../../tests/support/project-rows.ts'
import type { ProjectSummary, SyncRow } from '#schema/api/sync.ts'
import { createMemoryStorage, type MemoryStorage } from '#sync/engine/memory-storage.ts'
import { type OutboxEntry, type ParkedEntry, SyncFailure } from '#sync/engine/ports.ts'
import { DeviceDatabase } from '../storage/database.ts'
import type { FileRecord } from './file-records.ts'
import { createFileSender } from './file-sender.ts'
import type { FileSender, FileSenderPorts } from './file-sender-ports.ts'
import { createFileStore, type FileStore } from './file-store.ts'
import { settleFile, settleFiles, sweepContents } from './settle-files.ts'

const record = (id: string, changes: Partial<FileRecord> = {}): FileRecord => ({
  id,
  projectId: 'p',
  args: { projectId: 'p', id, file: { contentHash: id, bytes: 1, mime: 'm' } } as never,
  blob: new Blob(['x']),
  ...{ addedAt: 1, label: '', scope: 's', state: 'waiting', restarts: 0 },
  ...changes,
})
const ROW: SyncRow = { bucket: 'b', entity: 'attachment', id: 'a.7', row: { id: 'a.7' } }

let count = 0
let database: DeviceDatabase
let files: FileStore
let storage: MemoryStorage
let naps: { ms: number; end(): void }[]
let asked: string[]
let failure: SyncFailure
let sweeps: number
let sender: FileSender
const publish = vi.fn<FileSenderPorts['publish']>()
const states = async () =>
  (await database.file.toArray()).map(({ id, state, restarts }) => [id, state, restarts])

beforeEach(async () => {
  database = new DeviceDatabase(`sender-${(count += 1)}`)
  files = createFileStore(database)
  storage = createMemoryStorage('client')
  await storage.transaction('edit', async (tx) => {
    tx.putHome({
      etag: '',
      projects: [{ ...buildProject({ id: 'p' }), me: { vendorId: 7 } } as ProjectSummary],
    })
  })
  ;[naps, asked, sweeps] = [[], [], 0]
  failure = new SyncFailure('offline')
  sender = createFileSender({
    ...{ files, storage, publish },
    network: {
      send: async ({ contentHash }) => {
        asked.push(contentHash)
        throw failure
      },
      content: async () => new Blob(),
    },
    surroundings: {
      now: () => 0,
      random: () => 0,
      newId: () => 'id',
      sleep: (ms) => {
        const { promise, resolve } = Promise.withResolvers<void>()
        naps.push({ ms, end: resolve })
        return { done: promise, interrupt: resolve }
      },
    },
    writer: () => {
      throw new Error('no edit is written')
    },
    tell: () => undefined,
    fetchWanted: async () => void (sweeps += 1),
    pull: () => undefined,
  })
})
afterEach(async () => {
  await sender.stop()
  database.close()
})
const untilNaps = (length: number): Promise<void> =>
  vi.waitFor(() => expect(naps).toHaveLength(length), { timeout: 10_000 })
/** Nothing happens in this time. */
const rest = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 20))
const last = (): { ms: number; end(): void } | undefined => naps.at(-1)

it('tries the oldest waiting file first, and waits longer after each failure', async () => {
  await database.file.bulkPut([
    record('young', { addedAt: 5 }),
    record('old', { addedAt: 3 }),
    record('paused', { addedAt: 1, state: 'paused' }),
  ])
  sender.start()
  sender.start()
  await untilNaps(1)
  sender.wake()
  sender.heard(true)
  await rest()
  expect(asked, 'a wait for the server is no wish of a person').toEqual(['old'])
  sender.tryNow()
  await untilNaps(2)
  sender.reached()
  await untilNaps(3)
  last()?.end()
  await untilNaps(4)
  expect(naps.map(({ ms }) => ms)).toEqual([1_000, 2_000, 4_000, 8_000])
  expect(asked).toEqual(['old', 'old', 'old', 'old'])
  failure = new SyncFailure('unauthorized')
  sender.tryNow()
  await untilNaps(5)
  expect(last()?.ms, 'only a person can help').toBe(60_000)
  await sender.stop()
  sender.tryNow()
  await rest()
  expect(asked).toHaveLength(5)
})

it('rests a minute without files, ignores edits, and looks at contents once and after new rows', async () => {
  sender.start()
  await untilNaps(1)
  expect([last()?.ms, sweeps]).toEqual([60_000, 1])
  sender.reached()
  sender.heard(false)
  await rest()
  expect(naps).toHaveLength(1)
  sender.heard(true)
  await untilNaps(2)
  expect(sweeps).toBe(2)
  await database.file.put(record('new'))
  sender.wake()
  await untilNaps(3)
  expect([asked, last()?.ms, sweeps]).toEqual([['new'], 1_000, 2])
})

const entryOf = (id: string, projectId = 'p') =>
  ({ mid: 1, projectId, command: 'attachments.create', args: { id } }) as unknown as OutboxEntry
const parkedOf = (id: string, reason: string) =>
  ({ ...entryOf(id), id: `parked-${id}`, reason }) as unknown as ParkedEntry
const park = (id: string, reason: string): Promise<void> =>
  storage.transaction('edit', async (tx) => tx.putParked(parkedOf(id, reason)))
const settle = async (one: FileRecord): Promise<void> => {
  await database.file.put(one)
  await settleFile({ files, storage, publish }, one)
}

it('notes that the edit of a file waits, or was refused, and keeps one that is unknown yet', async () => {
  await storage.transaction('edit', async (tx) => tx.putOutbox(entryOf('a')))
  await park('b', 'DEADLINE_PASSED')
  for (const id of ['a', 'b', 'c']) await settle(record(id))
  expect(await states()).toEqual([
    ['a', 'sent', 0],
    ['b', 'refused', 0],
    ['c', 'waiting', 0],
  ])
  await settle(record('a', { projectId: 'other', state: 'sent' }))
  await settle(record('c', { state: 'sent' }))
  expect((await states()).map(([id]) => id)).toEqual(['b'])
})

it('sends a file whose bytes the server lost again, at most three times', async () => {
  await park('a', 'FILE_MISSING')
  await settle(record('a', { state: 'sent', restarts: 2, told: {} as never }))
  expect(await states()).toEqual([['a', 'waiting', 3]])
  expect((await database.file.get('a'))?.told).toBeUndefined()
  expect(storage.state().parked.size).toBe(0)
  expect(publish).toHaveBeenLastCalledWith([expect.objectContaining({ parked: true })])
  await park('a', 'FILE_MISSING')
  await settle(record('a', { state: 'sent', restarts: 3 }))
  expect([await states(), storage.state().parked.size]).toEqual([[['a', 'refused', 3]], 1])
})

it('keeps the bytes of a file that was taken under its row, until the row goes', async () => {
  await storage.transaction('apply', (tx) => tx.layRows('p', [ROW]))
  await database.file.put(record('waits'))
  await database.file.put(record('a', { state: 'sent' }))
  await settleFiles({ files, storage, publish })
  expect(await states()).toEqual([['waits', 'waiting', 0]])
  const keys = () => database.content.toCollection().primaryKeys()
  expect(await keys()).toEqual([['p', 'a.7']])
  await database.content.put({ projectId: 'p', id: 'gone.7', contentHash: 'h', blob: new Blob() })
  await sweepContents({ database, storage })
  expect(await keys()).toEqual([['p', 'a.7']])
})
