import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { attachmentId } from '#schema/entities/attachment.ts'
import { FIELD_LIMITS } from '#schema/entities/field-limits.ts'
import { Refusal } from '#schema/refusal.ts'
import { FILE_LIMITS } from '#schema/tables/file-types.ts'
import { createMemoryStorage, type MemoryStorage } from '#sync/engine/memory-storage.ts'
import { type ParkedEntry, SyncFailure } from '#sync/engine/ports.ts'
import { layDeviceProject, writerOf } from '../../../tests/support/device-project.ts'
import {
  buildOwner,
  buildVendorContact,
  PROJECT_ID as projectId,
} from '../../../tests/support/project-rows.ts'
import { DeviceDatabase } from '../storage/database.ts'
import { noteKeep } from '../storage/kept-projects.ts'
import type { OpenParts } from '../tabs/parts.ts'
import { addFile, describeFile, dropFile, pauseFile, readFile, retryFile } from './device-files.ts'
import { fetchPinned } from './fetch-content.ts'
import type { FileRecord } from './file-records.ts'
import { hashBlob } from './hash-blob.ts'

const TEXT = new Blob(['abc'])
const HASH = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'
const given = (changes: object = {}) => ({
  ...{ projectId, id: 'f1', place: { kind: 'document' as const, id: 'd1' } },
  ...{ name: 'plan.txt', blob: TEXT, label: 'Attach', scope: 'd1' },
  ...changes,
})
const refusal = (code: string, detail: object, field?: string) =>
  expect.objectContaining({ code, detail, ...(field === undefined ? {} : { field }) })

let count = 0
let database: DeviceDatabase
let storage: MemoryStorage
let parts: OpenParts
let told: unknown[]
let fetched: string[]
const wake = vi.fn<() => void>()
const content = vi.fn<(id: string) => Promise<Blob>>()
const stored = () => database.file.get('f1')
const TOLD = { type: 'files', progress: null, isChanged: true }
/** What the pages and the sender were told since the last call. */
const takeTold = () => {
  const seen = [...told, wake.mock.calls.length]
  told = []
  wake.mockClear()
  return seen
}
const ONCE = [['page', TOLD], ['tabs', TOLD], 1]

beforeEach(async () => {
  database = new DeviceDatabase(`device-files-${(count += 1)}`)
  storage = createMemoryStorage('client')
  await layDeviceProject(storage)
  ;[told, fetched] = [[], []]
  wake.mockClear()
  content.mockReset().mockImplementation(async (id) => {
    fetched.push(id)
    return TEXT
  })
  const { person } = writerOf(buildOwner())
  parts = {
    ...{ database, storage, sender: { wake }, fileNetwork: { content } },
    options: { person },
    room: { storage, inOrder: async () => [], publish: () => undefined },
    notes: { send: (note: unknown) => told.push(['tabs', note]) },
    tellPage: (note: unknown) => told.push(['page', note]),
    publish: (changes: unknown) => told.push(['changes', changes]),
  } as unknown as OpenParts
})
afterEach(() => {
  vi.useRealTimers()
  database.close()
})

it('stores a chosen file with its edit, and wakes the sender', async () => {
  vi.useFakeTimers({ now: 77, toFake: ['Date'] })
  expect(await addFile(parts, given())).toEqual({ contentHash: HASH, bytes: 3, mime: 'text/plain' })
  const { blob, ...rest } = (await stored()) as FileRecord
  expect(await blob.text()).toBe('abc')
  expect(rest).toEqual({
    ...{ id: 'f1', projectId, addedAt: 77, label: 'Attach', scope: 'd1', restarts: 0 },
    state: 'waiting',
    args: {
      ...{ projectId, id: 'f1', place: { kind: 'document', id: 'd1' }, name: 'plan.txt' },
      ...{ alias: '', description: '' },
      file: { contentHash: HASH, bytes: 3, mime: 'text/plain' },
    },
  })
  expect(takeTold()).toEqual(ONCE)
  await addFile(parts, given({ id: 'f2', alias: 'A', description: 'D' }))
  expect((await database.file.get('f2'))?.args).toMatchObject({ alias: 'A', description: 'D' })
})

it('refuses a file by its name, size and bytes, and where the rules forbid it', async () => {
  const long = `${'x'.repeat(FIELD_LIMITS.title - 4)}.txt`
  await addFile(parts, given({ id: 'long', name: long }))
  takeTold()
  for (const [changes, expected] of [
    [
      { name: `x${long}` },
      refusal('validation.maxlength', { field: 'name', length: FIELD_LIMITS.title }, 'name'),
    ],
    [{ name: 'plan.exe' }, refusal('validation.mimes', expect.anything(), 'name')],
    [{ blob: new Blob([]) }, refusal('FILE_EMPTY', expect.anything(), 'name')],
    [{ name: 'plan.pdf' }, refusal('FILE_UNLIKE_NAME', { type: 'pdf' }, 'name')],
    [{ blob: new Blob(['\0\0']) }, refusal('FILE_UNLIKE_NAME', { type: 'txt' }, 'name')],
    [{ place: { kind: 'document', id: 'gone' } }, expect.any(Refusal)],
    [{ projectId: 'unknown' }, refusal('NOT_FOUND', {})],
    [{ id: 'not an id' }, expect.any(Refusal)],
  ] as const) {
    const refused = await addFile(parts, given(changes)).catch((error: unknown) => error)
    expect(refused, JSON.stringify(changes)).toEqual(expected)
  }
  // Only the first bytes decide.
  const head = 'a'.repeat(FILE_LIMITS.headBytes)
  await addFile(parts, given({ id: 'tail', blob: new Blob([head, '\0']) }))
  await expect(
    addFile(parts, given({ blob: new Blob([head.slice(1), '\0']) })),
  ).rejects.toMatchObject({ code: 'FILE_UNLIKE_NAME' })
  expect((await database.file.toArray()).map(({ id }) => id)).toEqual(['long', 'tail'])
  expect(takeTold()).toEqual(ONCE)
})

it('counts the files that wait at a place, up to its limit', async () => {
  await addFile(parts, given())
  const one = (await stored()) as FileRecord
  const waiting = FILE_LIMITS.perPlace - 2
  await database.file.bulkPut([
    ...Array.from({ length: waiting }, (_, n) => ({
      ...one,
      id: `w${n}`,
      state: n % 2 === 0 ? ('paused' as const) : ('waiting' as const),
    })),
    { ...one, id: 'sent', state: 'sent' },
    { ...one, id: 'elsewhere', args: { ...one.args, place: { kind: 'package', id: 'p1' } } },
    { ...one, id: 'foreign', projectId: 'other' },
  ])
  await addFile(parts, given({ id: 'last' }))
  await expect(addFile(parts, given({ id: 'more' }))).rejects.toEqual(
    refusal('FILES_FULL', { count: FILE_LIMITS.perPlace }),
  )
  await addFile(parts, given({ id: 'package', place: { kind: 'package', id: 'p1' } }))
})

it('asks again whether the file is allowed when it is stored, and removes it if not', async () => {
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementationOnce(function then(
    this: IDBObjectStore,
    value: unknown,
  ) {
    void storage.transaction('edit', async (tx) => tx.putHome({ etag: '', projects: [] }))
    return this.put(value)
  })
  await expect(addFile(parts, given())).rejects.toEqual(refusal('NOT_FOUND', {}))
  put.mockRestore()
  expect(await stored()).toBeUndefined()
  expect(takeTold()).toEqual([0])
})

it('is judged by the server’s clock', async () => {
  vi.useFakeTimers({ now: 1_000, toFake: ['Date'] })
  const deadline = { state: 'PUBLISHED' as const, deadlineAt: 5_000 }
  const actor = buildVendorContact()
  await layDeviceProject(storage, { actor, project: deadline })
  parts.options = { person: { userId: actor.userId, name: actor.name } } as OpenParts['options']
  await addFile(parts, given())
  await storage.transaction('edit', async (tx) =>
    tx.putMeta({ ...(await tx.meta()), clockSkewMs: 4_000 }),
  )
  await expect(addFile(parts, given({ id: 'late' }))).rejects.toMatchObject({
    code: 'DEADLINE_PASSED',
  })
})

it('takes back, pauses and names a file until its edit is written', async () => {
  await addFile(parts, given())
  takeTold()
  await pauseFile(parts, 'f1', true)
  expect([(await stored())?.state, takeTold()]).toEqual(['paused', ONCE])
  await pauseFile(parts, 'f1', false)
  expect((await stored())?.state).toBe('waiting')
  takeTold()
  expect(await describeFile(parts, 'f1', { alias: 'New' })).toBe(true)
  expect((await stored())?.args).toMatchObject({ alias: 'New', description: '', name: 'plan.txt' })
  expect(takeTold()).toEqual(ONCE)
  await expect(
    describeFile(parts, 'f1', { alias: 'x'.repeat(FIELD_LIMITS.title + 1) }),
  ).rejects.toBeInstanceOf(Refusal)
  expect([await describeFile(parts, 'gone', {}), takeTold()]).toEqual([false, [0]])

  await database.file.update('f1', { told: { alias: 'New', description: '' } })
  await pauseFile(parts, 'f1', true)
  expect((await stored())?.state, 'its edit is being written').toBe('waiting')
  takeTold()
  expect([await dropFile(parts, 'f1'), takeTold()]).toEqual([false, [0]])
  expect(await describeFile(parts, 'f1', { description: 'Late' })).toBe(true)
  await database.file.update('f1', { state: 'sent' })
  expect(await describeFile(parts, 'f1', { alias: 'Too late' })).toBe(false)
  expect((await stored())?.args).toMatchObject({ alias: 'New', description: 'Late' })
  await database.file.update('f1', { state: 'waiting', told: undefined })
  takeTold()
  expect([await dropFile(parts, 'f1'), takeTold()]).toEqual([true, ONCE])
  expect(await stored()).toBeUndefined()
  expect(await dropFile(parts, 'f1')).toBe(false)
})

it('sends a refused file again from the beginning, and removes its parked edit', async () => {
  await addFile(parts, given())
  await database.file.update('f1', {
    ...{ state: 'refused', restarts: 3, told: { alias: '', description: '' } },
  })
  await storage.transaction('edit', async (tx) => {
    for (const id of ['k', 'other']) tx.putParked({ id } as ParkedEntry)
  })
  takeTold()
  for (const args of [{ id: 'gone' }, { id: 5 }, {}])
    expect(await retryFile(parts, 'k', args)).toBe(false)
  expect([storage.state().parked.size, takeTold()]).toEqual([2, [0]])
  expect(await retryFile(parts, 'k', { id: 'f1' })).toBe(true)
  expect(await stored()).toMatchObject({ state: 'waiting', restarts: 0 })
  expect((await stored())?.told).toBeUndefined()
  expect([...storage.state().parked.keys()]).toEqual(['other'])
  expect(takeTold()).toEqual([['changes', [expect.objectContaining({ parked: true })]], ...ONCE])
})

const ROW = attachmentId('f1', null)
const layRow = (contentHash: string, id = ROW, bytes = 3) =>
  storage.transaction('apply', (tx) =>
    tx.layRows(projectId, [
      {
        ...{ bucket: 'all', entity: 'attachment' as const, id },
        row: { id, projectId, vendorId: null, file: { contentHash, bytes, mime: 'm' } },
      },
    ]),
  )

it('reads the bytes from its own record, else from what it kept, else from the server', async () => {
  await expect(readFile(parts, projectId, ROW)).rejects.toEqual(refusal('NOT_FOUND', {}))
  await layRow(HASH)
  expect(await (await readFile(parts, projectId, ROW)).text()).toBe('abc')
  expect(await (await readFile(parts, projectId, ROW)).text()).toBe('abc')
  expect(fetched, 'it is kept').toEqual([ROW])
  expect(await database.content.get([projectId, ROW])).toMatchObject({ contentHash: HASH })
  await layRow(await hashBlob(new Blob(['new'])))
  content.mockResolvedValueOnce(new Blob(['new']))
  expect(await (await readFile(parts, projectId, ROW)).text(), 'the kept one is old').toBe('new')
  await addFile(parts, given({ id: 'f2' }))
  const other = (await database.file.get('f2')) as FileRecord
  await database.file.put({ ...other, id: 'f1', blob: new Blob(['own']) })
  expect(await (await readFile(parts, projectId, ROW)).text()).toBe('own')
})

it('refuses bytes that are not those of the row, and says that a file is away', async () => {
  await layRow('0'.repeat(64))
  await expect(readFile(parts, projectId, ROW)).rejects.toEqual(refusal('FILE_DAMAGED', {}))
  expect(await database.content.count()).toBe(0)
  content.mockRejectedValueOnce(new SyncFailure('offline'))
  await expect(readFile(parts, projectId, ROW)).rejects.toEqual(refusal('FILE_AWAY', {}))
  content.mockRejectedValueOnce(new Refusal('NOT_FOUND'))
  await expect(readFile(parts, projectId, ROW)).rejects.toEqual(refusal('NOT_FOUND', {}))
  const bug = new TypeError('bug')
  content.mockRejectedValueOnce(bug)
  await expect(readFile(parts, projectId, ROW)).rejects.toBe(bug)
  await layRow(HASH)
  vi.spyOn(database.content, 'put').mockRejectedValueOnce(new Error('full'))
  expect((await readFile(parts, projectId, ROW)).size).toBe(3)
})

it('fetches the files of pinned projects up to 20 MB, each once, past those that fail', async () => {
  await layRow('0'.repeat(64), 'a.broken')
  await layRow(HASH, 'b.largest', 20_000_000)
  await layRow(HASH, 'c.larger', 20_000_001)
  const ports = { database, storage, fileNetwork: parts.fileNetwork }
  await noteKeep(database, projectId, { openedOn: 1 })
  await fetchPinned(ports)
  expect(fetched, 'it is not pinned').toEqual([])
  await noteKeep(database, projectId, { isPinned: true })
  await fetchPinned(ports)
  await fetchPinned(ports)
  expect(fetched).toEqual(['a.broken', 'b.largest', 'a.broken'])
  content.mockRejectedValueOnce(new TypeError('bug'))
  await expect(fetchPinned(ports)).rejects.toThrow('bug')
  const stopped = new AbortController()
  stopped.abort()
  await expect(fetchPinned({ ...ports, signal: stopped.signal })).rejects.toBeInstanceOf(Refusal)
})
