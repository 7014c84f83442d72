import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Change } from '#sync/engine/change.ts'
import { createMemoryStorage, type MemoryStorage } from '#sync/engine/memory-storage.ts'
import type { EditRequest } from '#sync/engine/outbox/edit.ts'
import type { ParkedEntry } from '#sync/engine/ports.ts'
import { layDeviceProject, writerOf } from '../../../tests/support/device-project.ts'
import {
  buildDocument,
  buildRows,
  buildSection,
  PROJECT_ID as projectId,
} from '../../../tests/support/project-rows.ts'
import type { FileRecord } from '../files/file-records.ts'
import { DeviceDatabase } from '../storage/database.ts'
import type { Room } from '../storage/room.ts'
import type { Device } from './device-api.ts'
import { editCalls } from './device-edits.ts'
import type { OpenParts } from './parts.ts'

const full = (): Error => new DOMException('full', 'QuotaExceededError') as Error
const rename = (name: string, changes: Partial<EditRequest> = {}): EditRequest => ({
  projectId,
  command: 'sections.update',
  args: { projectId, id: 's1', name },
  label: `Rename to ${name}`,
  undo: { scope: 'd1', group: '' },
  ...changes,
})
const parkedOf = (id: string, changes: Partial<ParkedEntry> = {}): ParkedEntry => ({
  ...{
    id,
    mid: 1,
    projectId,
    command: 'sections.update',
    args: { projectId, id: 's1', name: 'Parked' },
  },
  ...{ base: { 'section/s1#name': 'Seen' }, status: 'refused', reason: 'DEADLINE_PASSED' },
  ...{ detail: {}, conflicts: [], at: 1, clientAt: 1, label: 'Again', standing: '' },
  ...changes,
})

let count = 0
let database: DeviceDatabase
let storage: MemoryStorage
let room: Room
let left: string[]
let told: Change[]
let sent: unknown[]
let isSending: boolean
let wakes: number
let calls: Pick<Device, 'edit' | 'editAll' | 'step' | 'retryParked' | 'discardParked'>
const outbox = () => [...storage.state().outbox.values()]
const parkedIds = () => [...storage.state().parked.keys()]
const name = async (id = 's1') =>
  (await storage.transaction('read', (tx) => tx.overlayRow(projectId, 'section', id)))?.row
const park = (parked: ParkedEntry) =>
  storage.transaction('edit', async (tx) => tx.putParked(parked))
/** Lets the pause before a step is recorded pass. */
const pass = () => vi.advanceTimersByTimeAsync(20)

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  database = new DeviceDatabase(`edits-${(count += 1)}`)
  storage = createMemoryStorage('client')
  await layDeviceProject(storage)
  ;[left, told, sent, isSending, wakes] = [[], [], [], false, 0]
  room = {
    storage,
    inOrder: async () => [projectId, 'cold'].map((one) => ({ projectId: one, openedOn: 0 })),
    publish: () => undefined,
    onLeft: async (one) => void left.push(one),
    now: () => 0,
  }
  const parts = {
    ...{ storage, database, room },
    notes: { send: () => undefined },
    tellPage: () => undefined,
    sender: { wake: () => (wakes += 1) },
    publish: (changes: readonly Change[]) => void told.push(...changes),
    publishEdit: async (change: Change, written: unknown) => {
      told.push(change)
      sent.push(written)
    },
  } as unknown as OpenParts
  calls = editCalls(
    () => parts,
    () => writerOf(undefined, { isSending }),
  )
})
afterEach(() => {
  vi.useRealTimers()
  database.close()
})

describe('an edit of a page', () => {
  it('is written and told with its row, and returns the former values', async () => {
    expect(await calls.edit(rename('First'))).toEqual({ value: { 'section/s1#name': 'General' } })
    expect(outbox()).toMatchObject([{ mid: 1, label: 'Rename to First', args: { name: 'First' } }])
    expect(told).toMatchObject([
      { projectId, outbox: true, rows: [{ id: 's1', row: { name: 'First' } }] },
    ])
    expect(sent, 'it waits in the outbox').toEqual([undefined])
  })
  it('is handed to the network where this tab sends now', async () => {
    isSending = true
    await calls.edit(rename('First'))
    expect(sent).toMatchObject([{ entry: { mid: 1 } }])
  })
  it('is refused as a value, and neither written nor told', async () => {
    expect(await calls.edit(rename('First', { projectId: 'unknown' }))).toEqual({
      refusal: { code: 'NOT_FOUND', detail: {}, field: undefined },
    })
    expect([outbox(), told]).toEqual([[], []])
  })
  it('gets an undo step a moment later, which is told', async () => {
    await calls.edit(rename('First'))
    expect(storage.state().steps.size, 'other people see the edit first').toBe(0)
    await pass()
    expect([...storage.state().steps.values()]).toMatchObject([{ label: 'Rename to First' }])
    expect(told.at(-1)).toMatchObject({ undoScope: 'd1' })
  })
  it.each([
    [20, 20],
    [21, 0],
  ])('of %i fields tells the page %i former values', async (fields, values) => {
    const documents = Array.from({ length: fields }, (_, at) => buildDocument({ id: `d${at}` }))
    await layDeviceProject(storage, { rows: buildRows({ document: documents }) })
    const documentIds = documents.map(({ id }) => id)
    const edited = await calls.edit({
      ...{ projectId, command: 'owners.set', label: '', undo: null },
      args: { projectId, ownerId: 1, packageIds: [], documentIds },
    })
    expect(Object.keys('value' in edited ? edited.value : {})).toHaveLength(values)
    expect(outbox()).toMatchObject([{ args: { documentIds } }])
  })
  it('that is no step of its own leaves none', async () => {
    await calls.edit(rename('First', { undo: null }))
    await pass()
    expect(storage.state().steps.size).toBe(0)
    expect(told).toHaveLength(1)
  })
})

describe('undo and redo', () => {
  it('wait until the newest edit can be undone, and return its label', async () => {
    await calls.edit(rename('First'))
    const undone = calls.step('d1', 'undo')
    await pass()
    expect(await undone).toEqual({ value: 'Rename to First' })
    expect(await name()).toMatchObject({ name: 'General' })
    expect(told.at(-1)).toMatchObject({ rows: [{ row: { name: 'General' } }] })
    expect(await calls.step('d1', 'redo')).toEqual({ value: 'Rename to First' })
    expect(await name()).toMatchObject({ name: 'First' })
  })
  it('of nothing tell nothing', async () => {
    expect(await calls.step('d1', 'undo')).toEqual({ value: null })
    expect(told).toEqual([])
  })
})

describe('several edits together', () => {
  it('are one change, and remove the parked edit that they settle', async () => {
    await park(parkedOf('k'))
    await park(parkedOf('other'))
    await calls.editAll([rename('First'), rename('Second')], 'k')
    expect(await name()).toMatchObject({ name: 'Second' })
    expect(parkedIds()).toEqual(['other'])
    expect(told).toMatchObject([{ projectId, outbox: true, parked: true }])
    expect(storage.state().meta.changeSeq).toBe(told[0]?.seq)
    expect(storage.state().meta.nextMid).toBeGreaterThan(1)
  })
  it('[EG32] that settle a parked edit are sent although the device shows their words', async () => {
    await park(parkedOf('k'))
    await calls.editAll([rename('General', { undo: null, seen: { 'section/s1#name': 'T' } })], 'k')
    expect(outbox()).toMatchObject([
      { args: { name: 'General' }, base: { 'section/s1#name': 'T' } },
    ])
    await calls.editAll([rename('General')], null)
    expect(outbox(), 'others are dropped').toHaveLength(1)
  })
  it('without a parked edit tell of none', async () => {
    await calls.editAll([rename('First')], null)
    expect(told).toMatchObject([{ projectId, outbox: true, parked: false }])
  })
  it('are all refused with one of them, and the parked edit stays', async () => {
    await park(parkedOf('k'))
    const refused = await calls.editAll([rename('First'), rename('x', { projectId: 'no' })], 'k')
    expect(refused).toMatchObject({ refusal: { code: 'NOT_FOUND' } })
    expect([outbox(), parkedIds(), told]).toEqual([[], ['k'], []])
  })
  it('discarding a parked edit writes no other', async () => {
    await park(parkedOf('k'))
    await calls.discardParked('k')
    expect([outbox(), parkedIds()]).toEqual([[], []])
    expect(told).toMatchObject([{ projectId: null, outbox: false, parked: true }])
  })
})

describe('a parked edit that is tried again', () => {
  it('keeps the values that its writer saw, and leaves the parked ones', async () => {
    await park(parkedOf('k'))
    expect(await calls.retryParked('k')).toEqual({ value: null })
    expect(outbox()).toMatchObject([
      { label: 'Again', args: { name: 'Parked' }, base: { 'section/s1#name': 'Seen' } },
    ])
    expect(parkedIds()).toEqual([])
    await pass()
    expect(storage.state().steps.size, 'it is no step of its own').toBe(0)
  })
  it('[EG32] is sent although the device shows its words already', async () => {
    await park(parkedOf('k', { args: { projectId, id: 's1', name: 'General' } }))
    expect(await calls.retryParked('k')).toEqual({ value: null })
    expect(outbox()).toMatchObject([
      { args: { name: 'General' }, base: { 'section/s1#name': 'Seen' } },
    ])
    expect(parkedIds()).toEqual([])
  })
  it('and is gone changes nothing', async () => {
    expect(await calls.retryParked('none')).toEqual({ value: null })
    expect([outbox(), told]).toEqual([[], []])
  })
  describe('of a file', () => {
    const args = {
      ...{ projectId, id: 'f1', place: { kind: 'document', id: 'd1' }, name: 'plan.txt' },
      file: { contentHash: 'a'.repeat(64), bytes: 3, mime: 'text/plain' },
      ...{ alias: 'Plan', description: '' },
    }
    beforeEach(() => park(parkedOf('k', { command: 'attachments.create', args, base: {} })))
    it('sends the file first where its bytes are still here', async () => {
      await database.file.put({
        ...{ id: 'f1', projectId, args, blob: new Blob(['abc']), addedAt: 1, label: '' },
        ...{ scope: 's', state: 'refused', restarts: 2, told: { alias: '', description: '' } },
      } as FileRecord)
      expect(await calls.retryParked('k')).toEqual({ value: null })
      expect([outbox(), parkedIds(), wakes]).toEqual([[], [], 1])
      const record = await database.file.get('f1')
      expect([record?.state, record?.restarts, record?.told]).toEqual(['waiting', 0, undefined])
    })
    it('writes the edit alone where they are gone', async () => {
      await calls.retryParked('k')
      expect(outbox()).toMatchObject([{ command: 'attachments.create' }])
      expect([parkedIds(), wakes]).toEqual([[], 0])
    })
    it('is not taken for another command with its id', async () => {
      await database.file.put({ id: 'f1', projectId, state: 'refused' } as FileRecord)
      await park(parkedOf('k', { args: { projectId, id: 'f1', name: 'x' } }))
      expect(await calls.retryParked('k')).toHaveProperty('refusal')
      expect([(await database.file.get('f1'))?.state, parkedIds()]).toEqual(['refused', ['k']])
    })
  })
})

describe('on a full device', () => {
  const failOnce = (): void => {
    const { transaction } = storage
    let isFull = true
    storage.transaction = async (kind, work) => {
      if (kind === 'edit' && isFull) {
        isFull = false
        throw full()
      }
      return transaction(kind, work)
    }
  }
  it.each([
    ['one edit', () => calls.edit(rename('First'))],
    ['several edits', () => calls.editAll([rename('First')], null)],
  ])('%s removes a copy of another project, never of its own', async (_name, write) => {
    await storage.transaction('edit', (tx) =>
      tx.layRows('cold', [
        { bucket: 'b', entity: 'section', id: 's1', row: buildSection({ projectId: 'cold' }) },
      ]),
    )
    await storage.transaction('edit', async (tx) => {
      const own = await tx.cursor(projectId)
      if (own !== undefined) tx.putCursor({ ...own, projectId: 'cold' })
    })
    failOnce()
    expect(await write()).toHaveProperty('value')
    expect(left).toEqual(['cold'])
    expect(outbox()).toHaveLength(1)
  })
})
