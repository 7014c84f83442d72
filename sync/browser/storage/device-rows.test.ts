import 'fake-indexeddb/auto'
import { beforeEach, describe, expect, it } from 'vitest'
import type { SyncRow } from '#schema/api/sync.ts'
import { BucketDigest } from '#schema/rules/project/bucket-digest.ts'
import type { OutboxEntry, StorageTx, TransactionKind } from '#sync/engine/ports.ts'
import { newCursor } from '#sync/engine/pull/cursor.ts'
import { buildSection } from '../../../tests/support/project-rows.ts'
import { DeviceDatabase } from './database.ts'
import { createDexieStorage, type DexieStorage } from './dexie-storage.ts'

let count = 0
let name: string
let database: DeviceDatabase
let storage: DexieStorage
/** Runs on this connection, then checks that another connection reads the same. */
const tx = <T>(work: (tx: StorageTx) => Promise<T> | T, kind: TransactionKind = 'apply') =>
  storage.transaction(kind, async (one) => work(one))
const elsewhere = async <T>(work: (tx: StorageTx) => Promise<T>): Promise<T> => {
  const other = new DeviceDatabase(name)
  try {
    return await createDexieStorage(other, () => 'other').transaction('read', work)
  } finally {
    other.close()
  }
}
const both = async <T>(work: (tx: StorageTx) => Promise<T>): Promise<T> => {
  const [here, there] = [await tx(work, 'read'), await elsewhere(work)]
  expect(there).toEqual(here)
  return here
}
const row = (id: string, changes: object | null = {}, bucket = 'a'): SyncRow => ({
  ...{ bucket, entity: 'section' as const, id },
  row: changes === null ? null : buildSection({ id, ...changes }),
})
const many = (from: number, size: number, changes: object = {}): SyncRow[] =>
  Array.from({ length: size }, (_, at) => row(`s${String(from + at).padStart(4, '0')}`, changes))

beforeEach(() => {
  name = `rows-${(count += 1)}`
  database = new DeviceDatabase(name)
  storage = createDexieStorage(database, () => 'client')
})

describe('the rows of a bucket', () => {
  it('are pages from five rows on and single rows below, read alike', async () => {
    const first = await tx((one) => one.layRows('p', many(0, 5, { name: 'page' })))
    expect([first.pages.length, first.single]).toEqual([1, []])
    const single = many(2, 1, { name: 'single' })
    expect(await tx((one) => one.layRows('p', single))).toEqual({ pages: [], single })
    expect(await both((one) => one.baseRow('p', 'section', 's0002'))).toMatchObject({
      name: 'single',
    })
    for (const id of ['s0000', 's0001', 's0003', 's0004'])
      expect(await both((one) => one.baseRow('p', 'section', id)), id).toMatchObject({
        id,
        name: 'page',
      })
    for (const id of ['s', 's0005', 's00015'])
      expect(await both((one) => one.baseRow('p', 'section', id)), id).toBeUndefined()
    expect(await both((one) => one.baseRow('q', 'section', 's0002'))).toBeUndefined()
    const search = { index: 'documentId' as const, value: 'd1' }
    expect((await both((one) => one.baseRows('p', 'section', search))).length).toBe(5)
    expect(await both((one) => one.baseRows('p', 'section', { ...search, value: 'd2' }))).toEqual(
      [],
    )
    expect(
      await both((one) => one.baseRows('p', 'document', { index: 'packageId', value: 'd1' })),
    ).toEqual([])
  })
  it('a new page replaces the single rows that it holds, and a deletion the row of its bucket', async () => {
    await tx((one) => one.layRows('p', [row('s0001', { name: 'single' }), row('other')]))
    await tx((one) => one.layRows('p', many(0, 5, { name: 'page' })))
    expect(await database.delta.toCollection().primaryKeys()).toEqual([
      ['p', 'section', 'other', 'a'],
    ])
    expect(await both((one) => one.baseRow('p', 'section', 's0001'))).toMatchObject({
      name: 'page',
    })
    await tx((one) => one.layRows('p', [row('s0001', null), row('s0002', null, 'b')]))
    expect(await both((one) => one.baseRow('p', 'section', 's0001'))).toBeUndefined()
    expect(await both((one) => one.baseRow('p', 'section', 's0002'))).toMatchObject({
      name: 'page',
    })
    await tx((one) => one.layRows('p', [row('s0001', { name: 'back' })]))
    expect(await both((one) => one.baseRow('p', 'section', 's0001'))).toMatchObject({
      name: 'back',
    })
  })
  it('go with their bucket, or with the project', async () => {
    await tx((one) =>
      one.layRows('p', [...many(0, 5), row('x'), row('x', { name: 'b' }, 'b'), row('y', {}, 'b')]),
    )
    await tx((one) => one.layRows('q', [...many(0, 5), row('x')]))
    for (const projectId of ['p', 'q'])
      await database.meta.put({
        key: `history/${projectId}/requirement/r1`,
        text: '[]',
        at: 1,
      } as never)
    await tx((one) => one.emptyBuckets('p', ['b']))
    expect(await both((one) => one.baseRow('p', 'section', 'x'))).toMatchObject({ name: 'General' })
    expect(await both((one) => one.baseRow('p', 'section', 'y'))).toBeUndefined()
    expect((await both((one) => one.baseRow('p', 'section', 's0000')))?.id).toBe('s0000')
    await tx((one) => one.emptyBuckets('p', ['a']))
    expect(await both((one) => one.baseRow('p', 'section', 's0000'))).toBeUndefined()
    expect(await both((one) => one.baseRow('p', 'section', 'x'))).toBeUndefined()
    expect((await both((one) => one.baseRow('q', 'section', 's0000')))?.id).toBe('s0000')
    await tx((one) => one.emptyProject('q'))
    expect(await both((one) => one.baseRow('q', 'section', 's0000'))).toBeUndefined()
    expect(await both((one) => one.baseRow('q', 'section', 'x'))).toBeUndefined()
    expect([
      await database.page.count(),
      await database.pageInfo.count(),
      await database.delta.count(),
    ]).toEqual([0, 0, 0])
  })
  it('are told apart by their digest, which is read from the database', async () => {
    const digest = (...rows: [string, number][]) => {
      const made = new BucketDigest('version')
      for (const [id, updatedOn] of rows) made.add('section', id, updatedOn)
      return made.text
    }
    const read = (buckets = ['a', 'b']) => tx((one) => one.digests('p', buckets), 'read')
    expect(await read()).toEqual({ a: digest(), b: digest() })
    await tx((one) => one.layRows('p', many(0, 5, { updatedOn: 1 })))
    await tx((one) =>
      one.layRows('p', [
        row('s0000', { updatedOn: 2 }),
        row('s0001', null),
        row('s9', { updatedOn: 3 }, 'b'),
      ]),
    )
    const left: [string, number][] = [
      ['s0000', 2],
      ['s0002', 1],
      ['s0003', 1],
      ['s0004', 1],
    ]
    expect(await read()).toEqual({ a: digest(...left), b: digest(['s9', 3]) })
    expect(await read(['b'])).toEqual({ b: digest(['s9', 3]) })
    await database.page.toCollection().modify({ text: '[broken' })
    expect((await read())['a'], 'a broken page counts as empty').toBe(digest(['s0000', 2]))
    await database.page.clear()
    expect((await read())['b']).toBe(digest(['s9', 3]))
  })
})

it('a comparison reads the database itself, and what follows works with what it found', async () => {
  await tx((one) => one.layRows('p', many(0, 5)))
  await tx((one) => one.layRows('p', [row('single')]))
  const read = () =>
    tx(
      async (one) => [
        (await one.baseRow('p', 'section', 's0001'))?.id,
        (await one.baseRow('p', 'section', 'single'))?.id,
      ],
      'read',
    )
  expect(await read()).toEqual(['s0001', 'single'])
  // The device loses rows behind the back of the worker, which has them in memory.
  await database.pageInfo.clear()
  await database.delta.clear()
  expect(await read()).toEqual(['s0001', 'single'])
  await tx((one) => one.digests('p', ['a']), 'read')
  expect(await read()).toEqual([undefined, undefined])
})

const entry = (mid: number, projectId = 'p') =>
  ({
    ...{ mid, projectId, writer: 'w', command: 'c', args: {}, base: {} },
    touched: [],
    clientAt: 0,
    label: '',
    poison: null,
  }) as OutboxEntry

describe('the records of a device', () => {
  it('are read as they were written, here and on another connection', async () => {
    await tx(async (one) => {
      await one.meta()
      one.putHome({ etag: 'e', projects: [] })
      one.putCursor(newCursor('p'))
      one.putCursor(newCursor('q'))
      for (const mid of [2, 10, 1]) one.putOutbox(entry(mid))
      one.putUndoScope({ scope: 's', top: 3, last: 3, label: 'l' })
      for (const n of [1, 2, 3]) one.putUndoStep({ scope: 's', n } as never)
      one.putParked({ id: 'k', at: 1, mid: 1 } as never)
      one.putOverlay({ projectId: 'p', entity: 'section', id: 's1', row: null, lastMid: 1 })
      one.putOverlay({ projectId: 'p', entity: 'document', id: 's1', row: null, lastMid: 2 })
    })
    const read = () =>
      both(async (one) => ({
        home: (await one.home())?.etag,
        cursor: (await one.cursor('p'))?.projectId,
        cursors: (await one.cursors()).length,
        outbox: (await one.outbox()).map(({ mid }) => mid),
        after: (await one.outboxAfter(1, 1)).map(({ mid }) => mid),
        all: (await one.outboxAfter(0, 9)).map(({ mid }) => mid),
        one: (await one.outboxEntry(10))?.mid,
        counts: [await one.outboxCount(), await one.parkedCount()],
        parked: [(await one.parked()).length, (await one.parkedEntry('k'))?.id],
        scope: (await one.undoScope('s'))?.top,
        steps: [
          (await one.undoStep('s', 1))?.n,
          (await one.undoStep('s', 2))?.n,
          (await one.undoStep('s', 3))?.n,
        ],
        overlay: [
          (await one.overlayRow('p', 'section', 's1'))?.lastMid,
          (await one.overlayRow('p', 'document', 's1'))?.lastMid,
          (await one.overlayRows('p')).length,
          (await one.overlayRows('p', 'section')).length,
          (await one.overlayRows('q')).length,
        ],
      }))
    expect(await read()).toEqual({
      ...{
        home: 'e',
        cursor: 'p',
        cursors: 2,
        outbox: [1, 2, 10],
        after: [2],
        all: [1, 2, 10],
        one: 10,
      },
      ...{ counts: [3, 1], parked: [1, 'k'], scope: 3, steps: [1, 2, 3], overlay: [1, 2, 2, 1, 0] },
    })
    await tx(async (one) => {
      await one.meta()
      one.deleteCursor('p')
      one.deleteOutbox(2)
      one.deleteParked('k')
      one.deleteUndoSteps('s', 2, 3)
      one.putUndoScope({ scope: 's', top: 1, last: 1, label: 'l' })
      one.deleteOverlay('p', 'section', 's1')
      one.deleteOverlay('p', 'section', 'none')
    })
    expect(await read()).toMatchObject({
      ...{ cursor: undefined, cursors: 1, outbox: [1, 10], counts: [2, 0], parked: [0, undefined] },
      ...{ scope: 1, steps: [1, undefined, undefined], overlay: [undefined, 2, 1, 0, 0] },
    })
  })
  it('a write of another connection ends what this one remembers', async () => {
    await tx(async (one) => {
      await one.meta()
      one.putOutbox(entry(1))
    })
    const other = new DeviceDatabase(name)
    await createDexieStorage(other, () => 'other').transaction('edit', async (one) => {
      expect((await one.meta()).clientId).toBe('client')
      one.putOutbox(entry(2))
    })
    other.close()
    expect((await both((one) => one.outbox())).map(({ mid }) => mid)).toEqual([1, 2])
  })
  it('a transaction that only reads raises no revision', async () => {
    const rev = async () =>
      ((await database.meta.get('device')) as { rev: number } | undefined)?.rev
    await tx(async (one) => one.putMeta(await one.meta()))
    const before = await rev()
    await tx((one) => one.outbox(), 'read')
    expect(await rev()).toBe(before)
    await tx(async (one) => one.putMeta(await one.meta()))
    expect(await rev()).toBe((before ?? 0) + 1)
  })
})

it('folds many single rows into pages without changing what is read', async () => {
  await tx((one) => one.layRows('p', many(0, 60, { name: 'old' })))
  for (let at = 0; at < 499; at += 1)
    await tx((one) => one.layRows('p', [row(`s${String(at).padStart(4, '0')}`, { name: 'new' })]))
  expect(await storage.compact('p')).toBe(false)
  await tx((one) => one.layRows('p', [row('s0499', { name: 'new' }), row('t', null)]))
  expect(await storage.compact('p')).toBe(true)
  expect([await database.delta.count(), await database.pageInfo.count()]).toEqual([0, 4])
  const rows = await both((one) =>
    one.baseRows('p', 'section', { index: 'documentId', value: 'd1' }),
  )
  expect([rows.length, new Set(rows.map((one) => one.name))]).toEqual([500, new Set(['new'])])
  expect(await storage.compact('p')).toBe(false)
})

describe('every record that one worker writes', () => {
  const overlay = { projectId: 'p', entity: 'section', id: 's1', row: null, lastMid: 1 } as const
  const writes: [name: string, write: (one: StorageTx) => unknown][] = [
    ['putMeta', async (one) => one.putMeta(await one.meta())],
    ['putHome', (one) => one.putHome({ etag: 'e', projects: [] })],
    ['putCursor', (one) => one.putCursor(newCursor('p'))],
    ['deleteCursor', (one) => one.deleteCursor('p')],
    ['layRows in a page', (one) => one.layRows('p', many(0, 5))],
    ['layRows one by one', (one) => one.layRows('p', [row('x')])],
    ['emptyBuckets', (one) => one.emptyBuckets('p', ['a'])],
    ['emptyProject', (one) => one.emptyProject('p')],
    ['putOverlay', (one) => one.putOverlay(overlay)],
    ['deleteOverlay', (one) => one.deleteOverlay('p', 'section', 's1')],
    ['putOutbox', (one) => one.putOutbox(entry(1))],
    ['deleteOutbox', (one) => one.deleteOutbox(1)],
    ['putParked', (one) => one.putParked({ id: 'k', at: 1, mid: 1 } as never)],
    ['deleteParked', (one) => one.deleteParked('k')],
    ['putKept', (one) => one.putKept({ no: 1 } as never)],
    ['deleteKept', (one) => one.deleteKept(1, 1)],
    ['putUndoScope', (one) => one.putUndoScope({ scope: 's', top: 1, last: 1, label: '' })],
    ['putUndoStep', (one) => one.putUndoStep({ scope: 's', n: 1 } as never)],
    ['deleteUndoSteps', (one) => one.deleteUndoSteps('s', 1, 1)],
  ]
  const rev = async () => {
    const record = await database.meta.get('device')
    return record?.key === 'device' ? record.rev : 0
  }
  it.each(writes)('is known to the others by a new revision: %s', async (_name, write) => {
    await tx((one) => one.layRows('p', many(0, 5)))
    await tx((one) => one.layRows('p', [row('y')]))
    const before = await rev()
    await tx(async (one) => {
      await one.meta()
      await write(one)
    })
    await storage.transaction('read', (one) => one.meta())
    expect(await rev()).toBe(before + 1)
    await tx((one) => one.outbox(), 'read')
    expect(await rev(), 'reading alone changes nothing').toBe(before + 1)
  })
})
