import 'fake-indexeddb/auto'
import { beforeEach, expect, it } from 'vitest'
import { Refusal } from '#schema/refusal.ts'
import { createMemoryStorage, type MemoryStorage } from '#sync/engine/memory-storage.ts'
import { newCursor } from '#sync/engine/pull/cursor.ts'
import { buildSection } from '../../../tests/support/project-rows.ts'
import { DeviceDatabase } from './database.ts'
import { createDeviceRoom } from './device-room.ts'
import { coldestFirst, noteKeep, readKeeps, seenNow } from './kept-projects.ts'
import { makeRoomForRows, type Room, withRoom } from './room.ts'

const HALF_HOUR = 30 * 60_000
const NOW = 10 * HALF_HOUR
const full = (): Error => new DOMException('full', 'QuotaExceededError') as Error

let storage: MemoryStorage
let room: Room
let left: string[]
let published: unknown[]
let order: { projectId: string; openedOn: number }[]
const copies = () =>
  [...storage.state().cursors.values()].map(({ projectId, isComplete }) => [projectId, isComplete])
/** A write that succeeds after `failures` attempts. */
const write = (failures: number, error = full) => {
  let tries = 0
  return async () => {
    tries += 1
    if (tries <= failures) throw error()
    return tries
  }
}

beforeEach(async () => {
  storage = createMemoryStorage('client')
  ;[left, published] = [[], []]
  order = [
    { projectId: 'cold', openedOn: 0 },
    { projectId: 'gone', openedOn: 0 },
    { projectId: 'warm', openedOn: NOW - HALF_HOUR },
    { projectId: 'used', openedOn: NOW - HALF_HOUR + 1 },
  ]
  await storage.transaction('edit', async (tx) => {
    for (const projectId of ['cold', 'warm', 'used']) {
      tx.putCursor({ ...newCursor(projectId), rev: 4, isComplete: true })
      await tx.layRows(projectId, [
        { bucket: 'b', entity: 'section', id: 's1', row: buildSection() },
      ])
    }
  })
  room = {
    storage,
    inOrder: async () => order,
    publish: (changes) => published.push(...changes),
    onLeft: async (projectId) => void left.push(projectId),
    now: () => NOW,
  }
})

it('writes without removing anything where there is room', async () => {
  expect(await withRoom(room, 'p', write(0))).toBe(1)
  expect([left, published, copies().length]).toEqual([[], [], 3])
})

it('removes the coldest copy first, and no more than it needs', async () => {
  expect(await withRoom(room, 'p', write(1))).toBe(2)
  expect(left).toEqual(['cold'])
  expect(copies()).toEqual([
    ['warm', true],
    ['used', true],
  ])
  expect(published).toMatchObject([{ projectId: 'cold', reload: true, cursor: true }])
  const rows = await storage.transaction('read', (tx) => tx.baseRow('cold', 'section', 's1'))
  expect(rows).toBeUndefined()
})

it('keeps the copy of the project that is written, and fetches one in use again', async () => {
  await expect(withRoom(room, 'warm', write(9))).rejects.toEqual(new Refusal('DEVICE_FULL'))
  expect(left).toEqual(['cold', 'used'])
  expect(copies()).toEqual([
    ['warm', true],
    ['used', false],
  ])
  expect(storage.state().cursors.get('used')?.rev).toBe(5)
})

it('removes contents that are kept for reading before any copy', async () => {
  let drops = 0
  room.dropContents = async () => (drops += 1) === 1
  expect(await withRoom(room, 'p', write(1))).toBe(2)
  expect([drops, left]).toEqual([1, []])
  expect(await withRoom(room, 'p', write(1))).toBe(2)
  expect(left, 'there were none').toEqual(['cold'])
})

it('only a full storage makes room, and a failed note of it does not matter', async () => {
  const bug = new Error('bug')
  await expect(
    withRoom(
      room,
      'p',
      write(1, () => bug),
    ),
  ).rejects.toBe(bug)
  expect(left).toEqual([])
  room.onLeft = () => Promise.reject(full())
  expect(await withRoom(room, 'p', write(2))).toBe(3)
  expect(published).toHaveLength(2)
})

it('makes room for rows by one copy that is not in use', async () => {
  await makeRoomForRows(room)
  expect(left).toEqual(['cold'])
  await makeRoomForRows(room)
  await makeRoomForRows(room)
  expect(left).toEqual(['cold', 'warm'])
})

it('a device orders its copies by wish and visit, and notes when one left', async () => {
  const database = new DeviceDatabase('room')
  const device = createDeviceRoom({ database, storage, publish: () => undefined })
  await noteKeep(database, 'cold', { isPinned: true, openedOn: 1 })
  await noteKeep(database, 'used', { openedOn: 5 })
  await noteKeep(database, 'used', ({ openedOn }) => ({ openedOn: openedOn + 1 }))
  await database.meta.put({ key: 'device' } as never)
  expect(await device.inOrder()).toEqual([
    { projectId: 'warm', openedOn: 0 },
    { projectId: 'used', openedOn: 6 },
    { projectId: 'cold', openedOn: 1 },
  ])
  await device.onLeft('used')
  const keeps = await readKeeps(database)
  expect([...keeps.keys()]).toEqual(['cold', 'used'])
  expect(keeps.get('used')).toMatchObject({ openedOn: 6, isPinned: false, lastVisitOn: null })
  expect(keeps.get('used')?.leftOn).toBeGreaterThan(0)
  expect(await device.dropContents?.()).toBe(false)
  await database.content.put({ projectId: 'p', id: 'a', contentHash: 'h', blob: new Blob() })
  expect([await device.dropContents?.(), await database.content.count()]).toEqual([true, 0])
  expect(coldestFirst([{ projectId: 'new' }, { projectId: 'used' }], keeps)).toEqual([
    'new',
    'used',
  ])
  database.close()
})

it('a visit goes on for half an hour, and then another begins', () => {
  const seen = (openedOn: number, lastVisitOn: number | null = 3) =>
    seenNow(NOW)({ openedOn, lastVisitOn })
  expect(seen(NOW - HALF_HOUR)).toEqual({ openedOn: NOW, lastVisitOn: 3, leftOn: null })
  expect(seen(NOW - HALF_HOUR - 1)).toMatchObject({
    openedOn: NOW,
    lastVisitOn: NOW - HALF_HOUR - 1,
  })
  expect(seen(0, null).lastVisitOn).toBeNull()
})
