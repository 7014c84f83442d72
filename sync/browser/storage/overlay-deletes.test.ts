import 'fake-indexeddb/auto'
import { expect, it, vi } from 'vitest'
import { DeviceDatabase } from './database.ts'
import { createDexieStorage } from './dexie-storage.ts'

it('a row is deleted from the overlay once, however often the deletion is repeated', async () => {
  const remove = vi.spyOn(IDBObjectStore.prototype, 'delete')
  const storage = createDexieStorage(new DeviceDatabase('overlay-deletes'), () => 'client')
  const drop = () =>
    storage.transaction('apply', async (tx) => {
      await tx.overlayRow('p1', 'document', 'd1')
      tx.deleteOverlay('p1', 'document', 'd1')
    })
  await storage.transaction('edit', async (tx) => {
    await tx.meta()
    tx.putOverlay({ projectId: 'p1', entity: 'document', id: 'd1', row: null, lastMid: 1 })
  })
  await drop()
  expect(remove).toHaveBeenCalledTimes(1)
  await drop()
  expect(remove).toHaveBeenCalledTimes(1)
  expect(await storage.transaction('read', (tx) => tx.overlayRows('p1'))).toEqual([])
})
