import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { attachmentId } from '#schema/entities/attachment.ts'
import { Refusal } from '#schema/refusal.ts'
import { createMemoryStorage, type MemoryStorage } from '#sync/engine/memory-storage.ts'
import { SyncFailure } from '#sync/engine/ports.ts'
import { layDeviceProject, writerOf } from '../../../tests/support/device-project.ts'
import { PROJECT_ID as projectId } from '../../../tests/support/project-rows.ts'
import { DeviceDatabase } from '../storage/database.ts'
import type { FileRecord } from './file-records.ts'
import { createFileSender } from './file-sender.ts'
import type { FileSender, FileSenderPorts } from './file-sender-ports.ts'
import { createFileStore } from './file-store.ts'

/** A sender with a server that takes what it is sent, 2 of 3 bytes with the first piece. */
const record = (id: string, changes: Partial<FileRecord> = {}): FileRecord => ({
  ...{ id, projectId, blob: new Blob(['abc']), addedAt: 1, label: `Attach ${id}`, scope: 'd1' },
  args: {
    ...{ projectId, id, place: { kind: 'document', id: 'd1' }, name: `${id}.txt` },
    file: { contentHash: id.repeat(64), bytes: 3, mime: 'text/plain' },
    ...{ alias: '', description: '' },
  },
  ...{ state: 'waiting', restarts: 0 },
  ...changes,
})

let count = 0
let database: DeviceDatabase
let storage: MemoryStorage
let log: string[]
/** Answers a piece; null = it is taken. */
let onPiece: (id: string, signal: AbortSignal) => Promise<void>
let onSweep: (signal: AbortSignal) => Promise<void>
let nap: { ms: number; end(): void } | null
let sender: FileSender
const states = async () => (await database.file.toArray()).map(({ id, state }) => `${id} ${state}`)
const written = () => [...storage.state().outbox.values()].map(({ label }) => label)
const untilNap = (): Promise<void> =>
  vi.waitFor(() => expect(nap).not.toBeNull(), { timeout: 10_000, interval: 5 })
/** Ends the nap and waits for the next one. */
const again = async (wake: () => void): Promise<void> => {
  nap = null
  wake()
  await untilNap()
}

beforeEach(async () => {
  database = new DeviceDatabase(`sending-${(count += 1)}`)
  storage = createMemoryStorage('client')
  await layDeviceProject(storage)
  ;[log, nap] = [[], null]
  onPiece = async () => undefined
  onSweep = async () => undefined
  const ports: FileSenderPorts = {
    ...{ files: createFileStore(database), storage, publish: () => undefined },
    network: {
      async send({ contentHash, offset, blob }, signal) {
        const id = contentHash.slice(0, 1)
        log.push(`${id} from ${offset}${blob === null ? '' : ` +${blob.size}`}`)
        if (blob !== null) await onPiece(id, signal)
        const received = blob === null ? 0 : Math.min(3, offset + 2)
        return { received, isComplete: received === 3 }
      },
      content: async () => new Blob(),
    },
    surroundings: {
      ...{ now: () => 500, random: () => 0, newId: () => 'id' },
      sleep: (ms) => {
        const { promise, resolve } = Promise.withResolvers<void>()
        nap = { ms, end: resolve }
        return { done: promise, interrupt: resolve }
      },
    },
    writer: () => writerOf(),
    tell: (progress, isChanged) =>
      void log.push(
        progress === null ? `tell ${isChanged}` : `${progress.id} has ${progress.sent}`,
      ),
    fetchWanted: async (signal) => {
      log.push('sweep')
      await onSweep(signal)
    },
    pull: () => undefined,
  }
  sender = createFileSender(ports)
})
afterEach(async () => {
  await sender.stop()
  database.close()
})

it('sends the bytes, then the edit, of one file after the other, the oldest first, and tells the page', async () => {
  await database.file.bulkPut([record('a', { addedAt: 2 }), record('b')])
  sender.start()
  await untilNap()
  const of = (id: string) => [
    ...[`${id} from 0`, `${id} has 0`, `${id} from 0 +3`, `${id} has 2`, `${id} from 2 +1`],
    'tell true',
  ]
  expect(log).toEqual([...of('b'), ...of('a'), 'tell true', 'sweep'])
  expect(written()).toEqual(['Attach b', 'Attach a'])
  expect(await states()).toEqual(['a sent', 'b sent'])
  expect(nap?.ms).toBe(60_000)
})

it('tells nothing where it holds no file, and removes one that the server has taken', async () => {
  sender.start()
  await untilNap()
  expect(log).toEqual(['sweep'])
  await storage.transaction('apply', (tx) =>
    tx.layRows(projectId, [
      { bucket: 'all', entity: 'attachment', id: attachmentId('a', null), row: {} },
    ]),
  )
  await database.file.put(record('a', { state: 'sent' }))
  await again(() => sender.wake())
  expect([await states(), log]).toEqual([[], ['sweep', 'tell true']])
})

it('sends no byte of a file whose edit was written before a crash', async () => {
  await database.file.put(record('a'))
  sender.start()
  await untilNap()
  await sender.stop()
  await database.file.put(record('a'))
  ;[log, nap] = [[], null]
  sender.start()
  await untilNap()
  expect([await states(), written()]).toEqual([['a sent'], ['Attach a']])
  expect(log.filter((line) => line.startsWith('a '))).toEqual([])
})

it('[I1] sends a refused file again although the device still holds its row, which the server has lost', async () => {
  const row = record('a').args
  await storage.transaction('apply', (tx) =>
    tx.layRows(projectId, [
      {
        ...{ bucket: 'all', entity: 'attachment', id: attachmentId('a', null) },
        row: {
          ...{ id: attachmentId('a', null), projectId, packageId: 'p1', documentId: 'd1' },
          ...{ requirementId: null, vendorId: null, file: row.file, name: row.name },
          ...{ alias: '', description: '', createdBy: 1, updatedOn: 1 },
        },
      },
    ]),
  )
  await database.file.put(record('a'))
  sender.start()
  await untilNap()
  expect(log).toContain('a from 2 +1')
  expect([await states(), written()]).toEqual([['a sent'], ['Attach a']])
})

it('leaves a file that was paused or taken back between two pieces, and goes on with the next', async () => {
  await database.file.bulkPut([
    record('a'),
    record('b', { addedAt: 2 }),
    record('c', { addedAt: 3 }),
  ])
  onPiece = async (id) => {
    if (id === 'a') await database.file.put(record('a', { state: 'paused' }))
    if (id === 'b') await database.file.delete('b')
  }
  sender.start()
  await untilNap()
  expect(log.filter((line) => line.includes('+'))).toEqual([
    ...['a from 0 +3', 'b from 0 +3', 'c from 0 +3', 'c from 2 +1'],
  ])
  expect([await states(), written()]).toEqual([['a paused', 'c sent'], ['Attach c']])
})

it('parks a file that the server refuses, and goes on with the next', async () => {
  await database.file.bulkPut([record('a'), record('b', { addedAt: 2 })])
  onPiece = async (id) => {
    if (id === 'a') throw new Refusal('FILE_QUOTA')
  }
  sender.start()
  await untilNap()
  expect(await states()).toEqual(['a refused', 'b sent'])
  expect([...storage.state().parked.values()]).toMatchObject([{ reason: 'FILE_QUOTA' }])
  expect(log.filter((line) => line.startsWith('tell'))).toHaveLength(3)
})

it('that stops ends its request, begins no other file and looks at no contents', async () => {
  await database.file.bulkPut([record('a'), record('b', { addedAt: 2 })])
  let stopped: Promise<void> | undefined
  let isAborted = false
  onPiece = async (_id, signal) => {
    stopped = sender.stop()
    isAborted = signal.aborted
  }
  sender.start()
  await vi.waitFor(() => expect(stopped).toBeDefined())
  await stopped
  expect([isAborted, nap, await states()]).toEqual([true, null, ['a waiting', 'b waiting']])
  expect(log.filter((line) => line.startsWith('b') || line === 'sweep')).toEqual([])
  onPiece = async (_id, signal) => expect(signal.aborted).toBe(false)
  sender.start()
  await untilNap()
  expect(written()).toEqual(['Attach a', 'Attach b'])
})

it('works once more at once if a file was added while it looked at contents', async () => {
  onSweep = async () => {
    await database.file.put(record('a'))
    sender.wake()
  }
  sender.start()
  await untilNap()
  expect([await states(), log.filter((line) => line === 'sweep')]).toEqual([['a sent'], ['sweep']])
})

it('after a failure waits its whole time, but for another request that reached the server', async () => {
  await database.file.put(record('a'))
  onPiece = () => Promise.reject(new SyncFailure('offline'))
  sender.start()
  await untilNap()
  expect([nap?.ms, log.at(-1)]).toEqual([1_000, 'tell true'])
  onPiece = async () => undefined
  await again(() => sender.reached())
  expect([nap?.ms, await states()]).toEqual([60_000, ['a sent']])
  nap = null
  sender.reached()
  await new Promise((resolve) => setTimeout(resolve, 10))
  expect(nap, 'nothing failed').toBeNull()
})

it('a failed look at contents is no reason to hurry until there is a file', async () => {
  onSweep = () => Promise.reject(new SyncFailure('offline'))
  sender.start()
  await untilNap()
  expect(nap?.ms).toBe(1_000)
  nap = null
  sender.reached()
  await new Promise((resolve) => setTimeout(resolve, 10))
  expect(nap).toBeNull()
  onSweep = async () => undefined
  await database.file.put(record('a'))
  sender.wake()
  sender.reached()
  await untilNap()
  expect([nap, await states()]).toMatchObject([{ ms: 60_000 }, ['a sent']])
  await again(() => sender.heard(true))
  expect(log.filter((line) => line === 'sweep')).toHaveLength(2)
})
