import 'fake-indexeddb/auto'
import { expect, it } from 'vitest'
import { createDeviceStorage } from '#sync/browser/durability/device-storage.ts'
import { DeviceDatabase } from '#sync/browser/storage/database.ts'
import { createDexieStorage, type DexieStorage } from '#sync/browser/storage/dexie-storage.ts'
import { createMemoryStorage } from '#sync/engine/memory-storage.ts'
import { buildRequirement } from '../support/project-rows.ts'
import { PROJECT, storageContract } from './storage-contract.ts'

let count = 0
const createDexie = (name = `storage-${(count += 1)}`): DexieStorage =>
  createDexieStorage(new DeviceDatabase(name), () => 'client')

storageContract('in memory', () => createMemoryStorage('client'))
storageContract('in IndexedDB', () => createDexie())
storageContract('in IndexedDB, as the product ships it', () => {
  const name = `shipped-${(count += 1)}`
  return createDeviceStorage({
    name,
    database: new DeviceDatabase(name),
    newId: () => 'client',
    askToShare: () => undefined,
  }).storage
})

const requirementRow = (n: number, name: string, documentId = 'd1') => {
  const id = `r-${String(n).padStart(5, '0')}`
  return {
    bucket: 'p1:int',
    entity: 'requirement' as const,
    id,
    row: buildRequirement({ id, name, documentId }),
  }
}

it('[DS11] folding single rows into pages changes no read', async () => {
  const storage = createDexie()
  await storage.transaction(
    'apply',
    async (tx) =>
      void (await tx.layRows(
        PROJECT,
        Array.from({ length: 1_000 }, (_, n) => requirementRow(n, 'old')),
      )),
  )
  for (let at = 0; at < 600; at += 40) {
    const rows = Array.from({ length: 40 }, (_, n) =>
      n === 0 ? { ...requirementRow(at, ''), row: null } : requirementRow(at + n, 'new'),
    )
    await storage.transaction('apply', async (tx) => void (await tx.layRows(PROJECT, rows)))
  }
  const read = () =>
    storage.transaction('read', async (tx) =>
      (await tx.baseRows(PROJECT, 'requirement', { index: 'documentId', value: 'd1' }))
        .map((row) => `${row.id} ${row.name}`)
        .toSorted(),
    )
  const before = await read()
  expect(await storage.compact(PROJECT)).toBe(true)
  expect(await read()).toEqual(before)
  expect(before).toHaveLength(985)
  expect(await storage.compact(PROJECT)).toBe(false)
})

it('[DS12] a second tab reads the rows of the first one at once', async () => {
  const [first, second] = [createDexie('shared'), createDexie('shared')]
  const lay = (storage: DexieStorage, n: number) =>
    storage.transaction(
      'apply',
      async (tx) =>
        void (await tx.layRows(
          PROJECT,
          Array.from({ length: 60 }, (_, at) => requirementRow(n + at, 'x')),
        )),
    )
  const size = (storage: DexieStorage) =>
    storage.transaction(
      'read',
      async (tx) =>
        (await tx.baseRows(PROJECT, 'requirement', { index: 'documentId', value: 'd1' })).length,
    )
  await lay(first, 0)
  expect(await size(second)).toBe(60)
  await lay(second, 100)
  expect(await size(first)).toBe(120)
  await first.transaction('apply', (tx) => tx.emptyProject(PROJECT))
  expect(await size(second)).toBe(0)
})

it('[DS17] overlapping pages are folded once they are many', async () => {
  const storage = createDexie()
  const lay = (name: string) =>
    storage.transaction(
      'apply',
      async (tx) =>
        void (await tx.layRows(
          PROJECT,
          Array.from({ length: 500 }, (_, n) => requirementRow(n, name)),
        )),
    )
  for (let round = 0; round < 6; round += 1) await lay(`round ${round}`)
  expect(await storage.compact(PROJECT)).toBe(false)
  for (let round = 6; round < 8; round += 1) await lay(`round ${round}`)
  expect(await storage.compact(PROJECT)).toBe(true)
  const rows = await storage.transaction('read', (tx) =>
    tx.baseRows(PROJECT, 'requirement', { index: 'documentId', value: 'd1' }),
  )
  expect(rows).toHaveLength(500)
  expect(new Set(rows.map((row) => row.name))).toEqual(new Set(['round 7']))
  expect(await storage.compact(PROJECT)).toBe(false)
})

it('[DS18] hundreds of pages that two tabs store at once are all read, and removed with their bucket', async () => {
  const [first, second] = [createDexie('many'), createDexie('many')]
  const rows = (from: number, bucket: string) =>
    Array.from({ length: 5_000 }, (_, n) => ({ ...requirementRow(from + n, 'x'), bucket }))
  const size = (storage: DexieStorage) =>
    storage.transaction(
      'read',
      async (tx) =>
        (await tx.baseRows(PROJECT, 'requirement', { index: 'documentId', value: 'd1' })).length,
    )
  const lay = async (storage: DexieStorage, from: number, bucket: string) => {
    for (const part of [0, 2_500])
      await storage.transaction(
        'apply',
        async (tx) =>
          void (await tx.layRows(PROJECT, rows(from, bucket).slice(part, part + 2_500))),
      )
  }
  await Promise.all([lay(first, 0, 'p1:int'), lay(second, 10_000, 'p2:int')])
  expect([await size(first), await size(second)]).toEqual([10_000, 10_000])
  expect(await size(createDexie('many'))).toBe(10_000)
  await second.transaction('apply', (tx) => tx.emptyBuckets(PROJECT, ['p1:int']))
  expect([await size(first), await size(createDexie('many'))]).toEqual([5_000, 5_000])
})
