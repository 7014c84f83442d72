import { beforeEach, expect, it } from 'vitest'
import { Refusal } from '#schema/refusal.ts'
import { layDeviceProject, writerOf } from '../../../tests/support/device-project.ts'
import {
  buildOwner,
  buildVendorContact,
  PROJECT_ID as projectId,
} from '../../../tests/support/project-rows.ts'
import { createMemoryStorage, type MemoryStorage } from '../memory-storage.ts'
import { edit, type EditRequest, type Writer } from './edit.ts'

const undo = { scope: 'd1', group: 'g' }
const rename = (name: string, more: Partial<EditRequest> = {}): EditRequest => ({
  ...{ projectId, command: 'sections.update', args: { projectId, id: 's1', name } },
  ...{ label: 'Rename', undo },
  ...more,
})
let storage: MemoryStorage
const write = (request: EditRequest, changes: Partial<Writer> = {}) =>
  storage.transaction('edit', (tx) => edit(tx, writerOf(buildOwner(), changes), request))
const outbox = () => [...storage.state().outbox.values()]
const meta = () => storage.state().meta
const NAME = 'section/s1#name'

beforeEach(async () => {
  storage = createMemoryStorage('client')
  await layDeviceProject(storage)
})

it('writes the rows, the entry with the values that were seen, and an undo step', async () => {
  const edited = await write(rename('Scope'))
  expect(outbox()).toEqual([
    {
      ...{ mid: 1, writer: 'w', projectId, command: 'sections.update', label: 'Rename' },
      args: { projectId, id: 's1', name: 'Scope' },
      base: { [NAME]: 'General' },
      ...{ clientAt: 1_000, touched: ['section/s1'], poison: null },
    },
  ])
  expect(meta()).toMatchObject({ nextMid: 2, sentMid: 0, changeSeq: 1 })
  expect([...storage.state().overlay.values()]).toMatchObject([
    { projectId, entity: 'section', id: 's1', row: { name: 'Scope' }, lastMid: 1 },
  ])
  expect(edited).toMatchObject({
    change: {
      ...{ seq: 1, projectId, outbox: true },
      rows: [{ entity: 'section', id: 's1', row: { name: 'Scope' }, isUnsent: true }],
    },
    before: { [NAME]: 'General' },
    step: {
      ...{ scope: 'd1', group: 'g', label: 'Rename' },
      undo: [{ command: 'sections.update', args: { name: 'General' } }],
      redo: [{ command: 'sections.update', args: { name: 'Scope' } }],
      before: { [NAME]: 'General' },
      after: { [NAME]: 'Scope' },
    },
  })
  expect(edited.written).toBeUndefined()
})

it('an edit that changes nothing takes no number, and leaves no step', async () => {
  expect(await write(rename('General'))).toMatchObject({ change: { seq: 0, rows: [] }, step: null })
  expect([outbox(), meta().nextMid, meta().changeSeq]).toEqual([[], 1, 0])
  expect((await write(rename('Scope', { undo: null }))).step).toBeNull()
})

it('[EG32] an edit that must be sent is written although its values are shown, and covers their rows', async () => {
  const { change, step } = await write(
    rename('General', { isAlwaysSent: true, undo: null, seen: { [NAME]: 'Seen', other: 1 } }),
  )
  expect(outbox()).toMatchObject([
    { mid: 1, args: { name: 'General' }, base: { [NAME]: 'Seen', other: 1 } },
  ])
  expect(outbox()[0]?.touched).toEqual(['section/s1'])
  expect([change.outbox, change.rows, step]).toMatchObject([
    true,
    [{ id: 's1', row: { name: 'General' }, isUnsent: true }],
    null,
  ])
  expect([...storage.state().overlay.values()]).toMatchObject([
    { id: 's1', row: { name: 'General' }, lastMid: 1 },
  ])
})

it('[I7] an edit that must be sent leaves a value alone that its writer had not seen', async () => {
  await write(rename('Theirs'), { id: 'other' })
  await write(rename('Mine', { isAlwaysSent: true, seen: { [NAME]: 'Seen' } }))
  expect(outbox()[1]).toMatchObject({ base: { [NAME]: 'Seen' }, touched: [] })
  expect([...storage.state().overlay.values()]).toMatchObject([{ row: { name: 'Theirs' } }])
})

it('[EG32] an edit that must be sent, and changes a deleted row no more, covers none', async () => {
  const { change } = await write({
    ...{ projectId, command: 'sections.delete', args: { projectId, id: 'gone' }, label: '' },
    ...{ undo: null, isAlwaysSent: true },
  })
  expect(outbox()).toMatchObject([{ command: 'sections.delete', touched: [], base: {} }])
  expect([change.outbox, change.rows]).toEqual([true, []])
})

it('merges into its last entry of the same command, and keeps the values seen first', async () => {
  await write(rename('Scope'))
  await write(rename('Aim'), { now: 2_000 })
  expect(outbox()).toMatchObject([
    { mid: 1, args: { name: 'Aim' }, base: { [NAME]: 'General' }, clientAt: 2_000 },
  ])
  expect(meta().nextMid).toBe(2)
  expect([...storage.state().overlay.values()]).toMatchObject([
    { row: { name: 'Aim' }, lastMid: 1 },
  ])
})

it.each<[string, Partial<EditRequest>, Partial<Writer>]>([
  ['another worker', {}, { id: 'other' }],
  ['another command', { command: 'sections.delete', args: { projectId, id: 's1' } }, {}],
])('does not merge with that of %s', async (_what, request, writer) => {
  await write(rename('Scope'))
  await write(rename('Aim', request), writer)
  expect(outbox().map(({ mid }) => mid)).toEqual([1, 2])
})

it('does not merge into an entry that may have been sent, nor past a later one of the row', async () => {
  await write(rename('Scope'))
  await storage.transaction('edit', async (tx) => tx.putMeta({ ...(await tx.meta()), sentMid: 1 }))
  await write(rename('Aim'))
  await write(rename('Goal'))
  expect(outbox().map(({ mid, args }) => [mid, (args as { name: string }).name])).toEqual([
    [1, 'Scope'],
    [2, 'Goal'],
  ])
  await write(rename('Foreign'), { id: 'other' })
  await write(rename('Last'))
  expect(outbox().map(({ mid, writer }) => [mid, writer])).toEqual([
    [1, 'w'],
    [2, 'w'],
    [3, 'other'],
    [4, 'w'],
  ])
})

it('merges the rows and fields that either edit wrote', async () => {
  const update = (patch: object): EditRequest => ({
    ...{ projectId, command: 'requirements.update', args: { projectId, id: 'r1', patch } },
    ...{ label: '', undo: null },
  })
  await write(update({ name: 'Mails' }))
  await write(update({ vendorHelp: 'Help' }))
  const [entry] = outbox()
  expect(outbox()).toHaveLength(1)
  expect(entry?.args).toMatchObject({ patch: { name: 'Mails', vendorHelp: 'Help' } })
  expect(entry?.base).toMatchObject({
    'requirement/r1#name': 'Sends mail',
    'requirement/r1#vendorHelp': '',
  })
  expect(new Set(entry?.touched).size).toBe(entry?.touched.length)
})

it('while it is sending, an edit is marked as sent in the transaction that writes it', async () => {
  const { written } = await write(rename('Scope'), { isSending: true })
  expect(written).toMatchObject({ serverId: null, clientId: 'client', entry: { mid: 1 } })
  expect(meta().sentMid).toBe(1)
  const next = await write(rename('Aim'), { isSending: false })
  expect([next.written, meta().sentMid, outbox().length]).toEqual([undefined, 1, 2])
  const merged = await write(rename('Goal'), { isSending: true })
  expect(merged.written?.entry.mid, 'the entry it merged into is the last').toBe(2)
})

it('an edit over an earlier view counts the values of that view, and is held where they changed', async () => {
  await write(rename('Theirs'), { id: 'other' })
  const held = await write(rename('Mine', { seen: { [NAME]: 'Seen' } }))
  expect(outbox()[1]).toMatchObject({ base: { [NAME]: 'Seen' }, touched: [] })
  expect(held.change).toMatchObject({ outbox: true, rows: [] })
  expect(storage.state().overlay.values().next().value).toMatchObject({ row: { name: 'Theirs' } })
  await write(rename('Third', { seen: {} }))
  expect(outbox()[2]?.base, 'what was not seen counts as empty').toEqual({ [NAME]: null })
})

it('runs by the server’s clock, only in a listed project, with known and valid arguments', async () => {
  await expect(write(rename('x', { projectId: 'other' }))).rejects.toEqual(new Refusal('NOT_FOUND'))
  await expect(write(rename('x', { command: 'toString' }))).rejects.toThrow('no command toString')
  await expect(write(rename('x', { args: { projectId, id: 's1' } }))).rejects.toMatchObject({
    ...{ code: 'INPUT_INVALID', field: 'name' },
    detail: { field: 'name', problem: expect.any(String) },
  })
  expect(outbox()).toEqual([])
  const vendor = buildVendorContact()
  await layDeviceProject(storage, {
    actor: vendor,
    project: { state: 'PUBLISHED', deadlineAt: 5_000 },
  })
  const answer: EditRequest = {
    ...{ projectId, command: 'commitments.update', label: '', undo: null },
    args: { projectId, requirementId: 'r1', vendorId: 7, values: { note: 'x' } },
  }
  const at = (clockSkewMs: number) =>
    storage.transaction('edit', async (tx) => {
      tx.putMeta({ ...(await tx.meta()), clockSkewMs })
      return edit(tx, writerOf(vendor), answer)
    })
  await expect(at(4_001)).rejects.toMatchObject({ code: 'DEADLINE_PASSED' })
  await at(3_000)
  expect(outbox()).toHaveLength(1)
})
