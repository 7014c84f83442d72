import { expect, it } from 'vitest'
import { DeviceDatabase } from '#sync/browser/storage/database.ts'
import { createDexieStorage } from '#sync/browser/storage/dexie-storage.ts'
import { createSoleWriter } from '#sync/browser/durability/sole-writer.ts'
import { storageContract } from './storage-contract.ts'

let count = 0
const name = (): string => `contract-${Date.now()}-${(count += 1)}`
storageContract('in Chromium', () => createDexieStorage(new DeviceDatabase(name()), () => 'client'))
storageContract('in Chromium, written by one worker alone', () =>
  createDexieStorage(
    new DeviceDatabase(name()),
    () => 'client',
    createSoleWriter({ name: name(), askToShare: () => undefined }),
  ),
)

it('[ST13] a connection that the browser took away is opened again', async () => {
  const database = new DeviceDatabase(`lost-${Date.now()}`)
  const storage = createDexieStorage(database, () => 'client')
  await storage.transaction('edit', async (tx) => {
    tx.putMeta({ ...(await tx.meta()), nextMid: 7 })
  })
  database.backendDB().close()
  expect(await storage.transaction('edit', async (tx) => (await tx.meta()).nextMid)).toBe(7)
})
