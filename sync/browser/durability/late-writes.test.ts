import 'fake-indexeddb/auto'
import { afterEach, expect, it, vi } from 'vitest'
import { newCursor } from '#sync/engine/pull/cursor.ts'
import { DeviceDatabase } from '../storage/database.ts'
import { createDexieStorage, type DeviceStorage } from '../storage/dexie-storage.ts'
import { withSoleWriter } from './sole-storage.ts'
import { createSoleWriter, type SoleWriter } from './sole-writer.ts'

const put = IDBObjectStore.prototype.put
const writers: SoleWriter[] = []
afterEach(() => {
  vi.restoreAllMocks()
  for (const sole of writers.splice(0)) sole.release()
})

let count = 0
/** A storage, and the names of the stores in the order of the writes. */
const openWatched = (): { storage: DeviceStorage; order: string[] } => {
  const order: string[] = []
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function note(
    this: IDBObjectStore,
    ...args: Parameters<typeof put>
  ) {
    order.push(this.name)
    return put.apply(this, args)
  })
  const name = `late-${(count += 1)}`
  const sole = createSoleWriter({ name, askToShare: () => undefined })
  writers.push(sole)
  const plain = createDexieStorage(new DeviceDatabase(name), () => 'client')
  return { storage: withSoleWriter(plain, sole), order }
}
const cursor = (n: number) => newCursor(`p${n}`)

it('a transaction of kind apply writes everything, after its work is done', async () => {
  const { storage, order } = openWatched()
  await storage.transaction('apply', async (tx) => {
    tx.putCursor(cursor(1))
    tx.putMeta({ ...(await tx.meta()), changeSeq: 7 })
    order.push('told')
  })
  expect(order).toEqual(['told', 'cursor', 'meta'])
  const kept = await storage.transaction('read', async (tx) => ({
    cursors: await tx.cursors(),
    meta: await tx.meta(),
  }))
  expect(kept).toMatchObject({ cursors: [{ projectId: 'p1' }], meta: { changeSeq: 7 } })
})

it('a read inside the transaction finds the writes before it, and many writes are not held back', async () => {
  const { storage, order } = openWatched()
  await storage.transaction('apply', async (tx) => {
    tx.putCursor(cursor(1))
    expect((await tx.cursors()).map(({ projectId }) => projectId)).toEqual(['p1'])
    tx.deleteCursor('p1')
    for (let n = 10; n < 30; n += 1) tx.putCursor(cursor(n))
    order.push('told')
  })
  expect(order.indexOf('told')).toBeGreaterThan(8)
  expect(
    (await storage.transaction('read', (tx) => tx.cursors())).map(({ projectId }) => projectId),
  ).toEqual(Array.from({ length: 20 }, (_, n) => `p${n + 10}`))
})

it('an edit is written at once, so that the disk works while the rest is computed', async () => {
  const { storage, order } = openWatched()
  await storage.transaction('edit', async (tx) => {
    tx.putCursor(cursor(1))
    order.push('computed')
    await tx.meta()
  })
  expect(order).toEqual(['cursor', 'computed', 'meta'])
})
