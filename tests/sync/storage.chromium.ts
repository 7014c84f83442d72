import { expect, it } from 'vitest'
import { DeviceDatabase } from '#sync/browser/storage/database.ts'
import { createDexieStorage } from '#sync/browser/storage/dexie-storage.ts'
import { createDeviceStorage } from '#sync/browser/durability/device-storage.ts'
import { storageContract } from './storage-contract.ts'

let count = 0
const name = (): string => `contract-${Date.now()}-${(count += 1)}`
const createShipped = () => {
  const own = name()
  return createDeviceStorage({
    name: own,
    database: new DeviceDatabase(own),
    newId: () => 'client',
    askToShare: () => undefined,
  }).storage
}
storageContract('in Chromium', () => createDexieStorage(new DeviceDatabase(name()), () => 'client'))
storageContract('in Chromium, as the product ships it', () => createShipped())

it('[DS13] a connection that the browser closed is opened again', async () => {
  const database = new DeviceDatabase(`lost-${Date.now()}`)
  const storage = createDexieStorage(database, () => 'client')
  await storage.transaction('edit', async (tx) => {
    tx.putMeta({ ...(await tx.meta()), nextMid: 7 })
  })
  database.backendDB().close()
  expect(await storage.transaction('edit', async (tx) => (await tx.meta()).nextMid)).toBe(7)
})
