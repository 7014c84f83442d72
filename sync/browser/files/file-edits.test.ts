import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { attachmentId } from '#schema/entities/attachment.ts'
import { Refusal } from '#schema/refusal.ts'
import { createMemoryStorage, type MemoryStorage } from '#sync/engine/memory-storage.ts'
import { SyncFailure } from '#sync/engine/ports.ts'
import { newCursor } from '#sync/engine/pull/cursor.ts'
import { layDeviceProject, summaryOf, writerOf } from '../../../tests/support/device-project.ts'
import { buildVendorContact, PROJECT_ID as projectId } from '../../../tests/support/project-rows.ts'
import { DeviceDatabase } from '../storage/database.ts'
import { handOver, refuse, takeUp } from './file-edits.ts'
import type { FileRecord } from './file-records.ts'
import type { FileSenderPorts } from './file-sender-ports.ts'
import { createFileStore } from './file-store.ts'

const HASH = 'a'.repeat(64)
const record = (changes: Partial<FileRecord> = {}): FileRecord => ({
  id: 'f1',
  projectId,
  args: {
    projectId,
    id: 'f1',
    place: { kind: 'document', id: 'd1' },
    file: { contentHash: HASH, bytes: 3, mime: 'text/plain' },
    name: 'plan.txt',
    alias: 'Plan',
    description: 'First',
  },
  blob: new Blob(['abc']),
  addedAt: 40,
  label: 'Attach',
  scope: 'd1',
  state: 'waiting',
  restarts: 0,
  ...changes,
})

let count = 0
let database: DeviceDatabase
let storage: MemoryStorage
let ports: FileSenderPorts
const publish = vi.fn<FileSenderPorts['publish']>()
const pull = vi.fn<() => void>()

const build = async (given: Parameters<typeof layDeviceProject>[1] = {}): Promise<void> => {
  database?.close()
  database = new DeviceDatabase(`file-edits-${(count += 1)}`)
  storage = createMemoryStorage('client')
  await layDeviceProject(storage, given)
  publish.mockClear()
  pull.mockClear()
  ports = {
    files: createFileStore(database),
    storage,
    publish,
    pull,
    surroundings: { now: () => 500 } as FileSenderPorts['surroundings'],
    writer: () => writerOf(given.actor, { isSending: true }),
  } as Partial<FileSenderPorts> as FileSenderPorts
}
const put = async (changes: Partial<FileRecord> = {}): Promise<FileRecord> => {
  await database.file.put(record(changes))
  return record(changes)
}
const stored = () => database.file.get('f1')
const outbox = () => [...storage.state().outbox.values()]
const parked = () => [...storage.state().parked.values()]
const changes = () => publish.mock.calls.flatMap(([list]) => list)

beforeEach(() => build())
afterEach(() => database.close())

it('writes the edit of a file whose bytes have arrived, with an undo step in the scope of the file', async () => {
  await handOver(ports, await put())
  expect(outbox()).toMatchObject([
    { mid: 1, command: 'attachments.create', projectId, label: 'Attach', args: record().args },
  ])
  expect(storage.state().meta.sentMid, 'it leaves with the next push').toBe(0)
  expect(await stored()).toMatchObject({
    state: 'sent',
    told: { alias: 'Plan', description: 'First' },
  })
  expect([...storage.state().scopes.values()]).toMatchObject([{ scope: 'd1', top: 1, last: 1 }])
  expect([...storage.state().steps.values()]).toMatchObject([
    { scope: 'd1', group: '', label: 'Attach', redo: [{ command: 'attachments.create' }] },
  ])
  expect(changes()).toMatchObject([
    { projectId, outbox: true, rows: [{ entity: 'attachment', isUnsent: true }] },
    { undoScope: 'd1', outbox: false },
  ])
  expect(pull).not.toHaveBeenCalled()
})

it('a file that came with other edits is undone with them', async () => {
  await handOver(ports, await put({ group: 'import' }))
  expect([...storage.state().steps.values()]).toMatchObject([{ scope: 'd1', group: 'import' }])
})

it('writes nothing for a file that was paused or taken back during its upload', async () => {
  const begun = await put()
  await put({ state: 'paused' })
  await handOver(ports, begun)
  expect(await stored()).toMatchObject({ state: 'paused' })
  expect((await stored())?.told).toBeUndefined()
  await database.file.clear()
  await handOver(ports, begun)
  expect([outbox(), changes()]).toEqual([[], []])
})

it('the edit carries the name of now, and a name given while it was written follows as an edit', async () => {
  const begun = await put()
  await put({ args: { ...record().args, alias: 'Renamed' } })
  const { storage: plain } = ports
  const rename = vi.fn<() => Promise<unknown>>(() =>
    ports.files.change('f1', ({ args }) => ({ args: { ...args, description: 'Second' } })),
  )
  ports.storage = {
    transaction: async (kind, work) => {
      const result = await plain.transaction(kind, work)
      if (kind === 'edit' && rename.mock.calls.length === 0) await rename()
      return result
    },
  }
  await handOver(ports, begun)
  expect(outbox().map(({ command, args }) => [command, args])).toMatchObject([
    ['attachments.create', { alias: 'Renamed', description: 'First' }],
    ['attachments.update', { id: 'f1', patch: { description: 'Second' } }],
  ])
  expect(outbox()[1]?.label).toBe('Attach')
  expect(await stored()).toMatchObject({
    state: 'sent',
    told: { alias: 'Renamed', description: 'Second' },
  })
  expect([...storage.state().steps.values()], 'a name is no step of its own').toHaveLength(1)
})

it('a refused name is parked as an edit of its own, and the file goes on', async () => {
  await handOver(ports, await put())
  await database.file.update('f1', {
    state: 'waiting',
    'args.alias': 'x'.repeat(10_000),
    'args.description': 'New',
  })
  await storage.transaction('edit', async (tx) => {
    tx.putMeta({ ...(await tx.meta()), clockSkewMs: 7 })
  })
  await takeUp(ports, (await stored()) as FileRecord)
  expect(parked()).toMatchObject([
    {
      id: 'file-name-f1',
      mid: 0,
      projectId,
      command: 'attachments.update',
      args: { id: 'f1', patch: { description: 'New' } },
      status: 'refused',
      reason: 'INPUT_INVALID',
      at: 507,
      clientAt: 40,
      label: 'Attach',
      standing: expect.stringContaining('PREPARATION'),
    },
  ])
  expect(await stored()).toMatchObject({ state: 'sent', told: { description: 'New' } })
  expect(changes().at(-1)).toMatchObject({ parked: true, projectId })
})

it('after a crash it sends the name of a written edit, and forgets one that was not written', async () => {
  const told = { alias: 'Plan', description: 'First' }
  await takeUp(ports, await put({ told }))
  expect(await stored()).toMatchObject({ state: 'waiting' })
  expect((await stored())?.told).toBeUndefined()
  await handOver(ports, (await stored()) as FileRecord)
  await takeUp(ports, await put({ told, args: { ...record().args, alias: 'Later' } }))
  expect(outbox().map(({ command }) => command)).toEqual([
    'attachments.create',
    'attachments.update',
  ])
  expect(await stored()).toMatchObject({ state: 'sent', told: { alias: 'Later' } })
  await storage.transaction('edit', async (tx) => tx.deleteOutbox(1))
  await storage.transaction('edit', async (tx) =>
    tx.putParked({
      ...outbox()[0],
      id: 'k',
      reason: 'X',
      command: 'attachments.create',
      args: { id: 'f1' },
    } as never),
  )
  await takeUp(ports, await put())
  expect(await stored(), 'one without a note is settled').toMatchObject({ state: 'refused' })
})

it('sends damaged bytes again at most three times, and parks every other refusal', async () => {
  const damaged = new Refusal('FILE_DAMAGED')
  await refuse(ports, await put({ restarts: 2, told: { alias: '', description: '' } }), damaged)
  expect(await stored()).toMatchObject({ state: 'waiting', restarts: 3 })
  expect((await stored())?.told).toBeUndefined()
  expect(parked()).toEqual([])
  await refuse(ports, await put({ restarts: 3 }), damaged)
  expect(await stored()).toMatchObject({ state: 'refused', restarts: 3 })
  expect(parked()).toMatchObject([{ id: 'file-f1', reason: 'FILE_DAMAGED' }])

  await build()
  const detail = { limit: 5 }
  await refuse(ports, await put(), new Refusal('FILE_EMPTY', { detail }))
  expect(await stored()).toMatchObject({ state: 'refused', restarts: 0 })
  expect(parked()).toMatchObject([
    {
      id: 'file-f1',
      command: 'attachments.create',
      args: record().args,
      reason: 'FILE_EMPTY',
      detail,
    },
  ])
  await build()
  await refuse(ports, record(), new Refusal('FILE_EMPTY'))
  expect(parked(), 'the file was taken back').toEqual([])
})

it('an edit that is too late goes to the server, and any other refusal ends the upload', async () => {
  const actor = buildVendorContact()
  const rest = { state: 'PUBLISHED', deadlineAt: 900 } as const
  await build({ actor, project: rest })
  await handOver(ports, await put())
  expect(outbox()).toMatchObject([{ command: 'attachments.create', touched: [] }])
  expect([...storage.state().overlay.values()]).toEqual([])
  expect([...storage.state().steps.values()]).toEqual([])
  expect(changes()).toMatchObject([{ outbox: true, rows: [] }])
  expect(await stored()).toMatchObject({ state: 'sent' })

  await build()
  const nowhere = { ...record().args, place: { kind: 'document' as const, id: 'gone' } }
  await put({ args: nowhere })
  await expect(handOver(ports, record())).rejects.toBeInstanceOf(Refusal)
  expect(outbox()).toEqual([])
})

it('waits for the rows of a listed project, and asks for them once', async () => {
  const begun = await put()
  const cursor = (changed: object | null) =>
    storage.transaction('edit', async (tx) => {
      if (changed === null) tx.deleteCursor(projectId)
      else tx.putCursor({ ...newCursor(projectId), ...changed })
    })
  await cursor(null)
  for (let at = 0; at < 2; at += 1)
    await expect(handOver(ports, begun)).rejects.toEqual(new SyncFailure('busy'))
  expect(storage.state().cursors.get(projectId)).toEqual(newCursor(projectId))
  expect(pull).toHaveBeenCalledTimes(1)
  expect(changes()).toMatchObject([{ projectId, cursor: true }])
  expect(outbox()).toEqual([])
  await cursor({ isDenied: true })
  await handOver(ports, begun)
  expect(outbox()).toHaveLength(1)

  await build()
  await put()
  await cursor(null)
  await storage.transaction('edit', async (tx) =>
    tx.putHome({ etag: '', projects: [{ ...summaryOf(), id: 'other' }] }),
  )
  await expect(handOver(ports, record())).rejects.toEqual(new Refusal('NOT_FOUND'))
  expect(pull).not.toHaveBeenCalled()
})

it('the row of a vendor’s file carries the vendor', async () => {
  const actor = buildVendorContact()
  await build({ actor, project: { state: 'PUBLISHED', deadlineAt: null } })
  await put({ told: { alias: 'Plan', description: 'First' } })
  await storage.transaction('apply', (tx) =>
    tx.layRows(projectId, [
      { bucket: 'v', entity: 'attachment', id: attachmentId('f1', 7), row: { id: 'x' } },
    ]),
  )
  await takeUp(ports, record({ told: { alias: 'Plan', description: 'First' } }))
  expect(await stored(), 'the row is here, so the file is done').toBeUndefined()
  expect(await database.content.toCollection().primaryKeys()).toEqual([
    [projectId, attachmentId('f1', 7)],
  ])
})
