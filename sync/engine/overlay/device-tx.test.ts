import { beforeEach, describe, expect, it } from 'vitest'
import type { Entity, Row } from '#schema/entities/rows.ts'
import { layDeviceProject, summaryOf } from '../../../tests/support/device-project.ts'
import {
  buildOwner,
  buildSection,
  PROJECT_ID as projectId,
} from '../../../tests/support/project-rows.ts'
import { createMemoryStorage, type MemoryStorage } from '../memory-storage.ts'
import type { StorageTx } from '../ports.ts'
import {
  actorOf,
  createDeviceTx,
  type DeviceTx,
  type DeviceTxOptions,
  overlayView,
  parseRowKey,
  rowKey,
  type View,
  type WrittenRows,
} from './device-tx.ts'

const S1 = { entity: 'section', id: 's1' } as const
const IN_D1 = ['section', 'documentId', 'd1'] as const
/** The names of the rows by id. */
const named = (rows: readonly Row[]) =>
  Object.fromEntries(rows.map((row) => [row.id, (row as { name?: string }).name]))

let storage: MemoryStorage
const read = <T>(work: (tx: StorageTx) => Promise<T>) => storage.transaction('read', work)
const put = (id: string, row: Row | null, entity: Entity = 'section') =>
  storage.transaction('edit', async (tx) =>
    tx.putOverlay({ projectId, entity, id, row, lastMid: 1 }),
  )

beforeEach(async () => {
  storage = createMemoryStorage('client')
  await layDeviceProject(storage, {
    rows: {
      section: [
        buildSection(),
        buildSection({ id: 'sa', name: 'A' }),
        buildSection({ id: 'sb', name: 'B' }),
        buildSection({ id: 'far', name: 'Far', documentId: 'd2' }),
      ],
    },
  })
})

it('a key of a row names entity and id, even where the id has a slash', () => {
  expect(rowKey('section', 'a/b')).toBe('section/a/b')
  expect(parseRowKey('section/a/b')).toEqual({ entity: 'section', id: 'a/b' })
})

it('acts as the person with the rights that the list of projects tells', () => {
  const { userId, name, ...me } = buildOwner()
  expect(actorOf({ userId, name }, summaryOf())).toEqual({
    ...{ userId, name, relation: me.relation, vendorId: me.vendorId },
    ...{ packageIds: me.packageIds, permissions: [...me.permissions] },
  })
})

describe('the rows that a device shows', () => {
  const view = (options: Parameters<typeof overlayView>[2] = {}) => ({
    row: (id: string) => read((tx) => overlayView(tx, projectId, options).row('section', id)),
    rows: () => read((tx) => overlayView(tx, projectId, options).rows(...IN_D1)),
  })
  beforeEach(async () => {
    await put('sa', buildSection({ id: 'sa', name: 'Mine' }))
    await put('sb', null)
    await put('new', buildSection({ id: 'new', name: 'New' }))
    await put('far', buildSection({ id: 'far', name: 'Near', documentId: 'd1' }))
    await put('s1', buildSection({ name: 'Another entity' }), 'document')
  })
  it('are those of the server under the unsent edits', async () => {
    expect(await view().row('s1')).toMatchObject({ name: 'General' })
    expect(await view().row('sa')).toMatchObject({ name: 'Mine' })
    expect(await view().row('sb')).toBeUndefined()
    expect(await view().row('new')).toMatchObject({ name: 'New' })
    expect(named(await view().rows())).toEqual({
      far: 'Near',
      new: 'New',
      s1: 'General',
      sa: 'Mine',
    })
  })
  it('leave a list with the value that they leave', async () => {
    await put('s1', buildSection({ documentId: 'd2' }))
    expect(Object.keys(named(await view().rows())).toSorted()).toEqual(['far', 'new', 'sa'])
  })
  it('are those of the server again where the overlay is hidden', async () => {
    const hidden = new Set(['sa', 'sb', 'new', 'far'].map((id) => rowKey('section', id)))
    expect(await view({ hidden }).row('sa')).toMatchObject({ name: 'A' })
    expect(await view({ hidden }).row('sb')).toMatchObject({ name: 'B' })
    expect(await view({ hidden }).row('new')).toBeUndefined()
    expect(named(await view({ hidden }).rows())).toEqual({ s1: 'General', sa: 'A', sb: 'B' })
  })
  it('are the fresh ones before all others', async () => {
    const fresh: WrittenRows = new Map([
      ['section/sa', { ...S1, id: 'sa', row: buildSection({ id: 'sa', name: 'Fresh' }) }],
      ['section/s1', { ...S1, row: null }],
      ['document/sb', { entity: 'document', id: 'sb', row: buildSection({ id: 'sb' }) }],
    ])
    expect(await view({ fresh }).row('sa')).toMatchObject({ name: 'Fresh' })
    expect(await view({ fresh }).row('s1')).toBeUndefined()
    expect(named(await view({ fresh }).rows())).toEqual({ far: 'Near', new: 'New', sa: 'Fresh' })
  })
})

describe('a mutation on a device', () => {
  const run = <T>(
    work: (tx: DeviceTx) => Promise<T> | T,
    options: Partial<DeviceTxOptions> = {},
  ): Promise<T> =>
    read(async (tx) => {
      const view: View = overlayView(tx, projectId)
      return work(createDeviceTx({ view, actor: buildOwner(), now: 7, ...options }))
    })
  it('reads what it wrote, and lists it', () =>
    run(async (tx) => {
      expect(named(await tx.list(...IN_D1))).toEqual({ s1: 'General', sa: 'A', sb: 'B' })
      tx.put('section', buildSection({ id: 'sa', name: 'Written' }))
      tx.put('section', buildSection({ id: 'new', name: 'New' }))
      tx.put('section', buildSection({ id: 'sb', documentId: 'd2' }))
      tx.put('document', buildSection({ id: 'd1', name: 'Another entity' }) as never)
      tx.delete('section', 's1')
      expect(await tx.get('section', 'sa')).toMatchObject({ name: 'Written' })
      expect(await tx.get('section', 's1')).toBeUndefined()
      expect(await tx.get('section', 'far')).toMatchObject({ name: 'Far' })
      expect(named(await tx.list(...IN_D1))).toEqual({ new: 'New', sa: 'Written' })
      expect(tx.written.get('section/s1')).toEqual({ ...S1, row: null })
      expect(tx.written.get('section/new')).toMatchObject({ id: 'new', row: { name: 'New' } })
      expect([tx.now, tx.isServer]).toEqual([7, false])
    }))
  it('notes the rows that leave with another, each once', () =>
    run(async (tx) => {
      const root = { entity: 'document', id: 'd1' } as const
      const [s1, sa] = [buildSection(), buildSection({ id: 'sa', name: 'A' })]
      tx.remove('section', s1, root)
      tx.remove('section', s1, root)
      tx.remove('section', sa, root)
      tx.remove('section', buildSection({ id: 'sb' }), { entity: 'document', id: 'other' })
      expect(await tx.get('section', 's1')).toBeUndefined()
      expect([...tx.removals]).toEqual([
        [
          'document/d1',
          [
            { entity: 'section', row: s1 },
            { entity: 'section', row: sa },
          ],
        ],
        ['document/other', [{ entity: 'section', row: buildSection({ id: 'sb' }) }]],
      ])
      expect(await tx.removed(root), 'those of this run are not restored by it').toEqual([])
    }))
  it('finds what earlier unsent edits removed with the same root', async () => {
    const before = new Map([['document/d1', [{ entity: 'section' as const, row: buildSection() }]]])
    await run(
      async (tx) => {
        expect(await tx.removed({ entity: 'document', id: 'd1' })).toHaveLength(1)
        expect(await tx.removed({ entity: 'document', id: 'd2' })).toEqual([])
        expect(await tx.removed({ entity: 'section', id: 'd1' })).toEqual([])
      },
      { before },
    )
  })
  it('at first takes each value, and notes the one before and the one after', () =>
    run((tx) => {
      expect(tx.settle(S1, 'name', 'Theirs', 'Mine')).toBe(true)
      expect(tx.base).toEqual({ 'section/s1#name': 'Theirs' })
      expect(tx.given).toEqual({ 'section/s1#name': 'Mine' })
      expect(tx.held.size).toBe(0)
    }))
  it('[I7] run again takes no value over one that its writer had not seen', async () => {
    const kept = { 'section/s1#name': 'Seen' }
    await run(
      (tx) => {
        expect(tx.settle(S1, 'name', 'Seen', 'Mine'), 'it is still what they saw').toBe(true)
        expect(tx.held.size).toBe(0)
        expect(tx.settle(S1, 'name', 'Theirs', 'Mine')).toBe(false)
        expect([...tx.held]).toEqual(['section/s1#name'])
        expect(tx.base).toEqual({ 'section/s1#name': 'Theirs' })
      },
      { kept },
    )
    await run(
      (tx) => {
        tx.settle(S1, 'name', 'Mine', 'Mine')
        expect(tx.held.size, 'both wrote the same').toBe(0)
      },
      { kept },
    )
  })
  it('holds a row that is left whole', () =>
    run((tx) => {
      tx.leave(S1, 'CHANGED' as never)
      expect([...tx.held]).toEqual(['section/s1#'])
    }))
  it('gives no number, knows no file of the server and leaves every person of a team in', () =>
    run(async (tx) => {
      expect([await tx.nextNumber('d1'), await tx.heldFile('hash'), await tx.isOnTeam(1)]).toEqual([
        null,
        null,
        true,
      ])
    }))
})
