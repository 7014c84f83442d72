import 'fake-indexeddb/auto'
import { afterEach, expect, it, vi } from 'vitest'
import { newCursor } from '#sync/engine/pull/cursor.ts'
import { DeviceDatabase } from './database.ts'
import { createDexieStorage } from './dexie-storage.ts'

afterEach(() => vi.restoreAllMocks())

let count = 0
const open = () => createDexieStorage(new DeviceDatabase(`dexie-${(count += 1)}`), () => 'client')
const failNextCommit = () =>
  vi.spyOn(IDBTransaction.prototype, 'commit').mockImplementationOnce(function fail(
    this: IDBTransaction,
  ) {
    this.abort()
  })

it('an edit is committed with strict durability, rows of the server with relaxed', async () => {
  const storage = open()
  const begun = vi.spyOn(IDBDatabase.prototype, 'transaction')
  await storage.transaction('edit', async (tx) => tx.putMeta(await tx.meta()))
  expect(begun.mock.lastCall?.slice(1)).toEqual(['readwrite', { durability: 'strict' }])
  await storage.transaction('apply', async (tx) => tx.putCursor(newCursor('p')))
  expect(begun.mock.lastCall?.slice(1)).toEqual(['readwrite', { durability: 'relaxed' }])
  await storage.transaction('read', (tx) => tx.cursors())
  expect(begun.mock.lastCall?.[1]).toBe('readonly')
})

it('an edit whose commit fails is rejected', async () => {
  const storage = open()
  await storage.transaction('edit', async (tx) => tx.putMeta(await tx.meta()))
  failNextCommit()
  const failed = storage.transaction('edit', async (tx) =>
    tx.putMeta({ ...(await tx.meta()), nextMid: 9 }),
  )
  await expect(failed).rejects.toThrow()
  expect(await storage.transaction('read', async (tx) => (await tx.meta()).nextMid)).toBe(1)
})

it('a failed commit of the server’s rows rejects the next transaction and leaves a gap in the change numbers', async () => {
  const storage = open()
  const number = () =>
    storage.transaction('apply', async (tx) => {
      const meta = await tx.meta()
      const changeSeq = meta.changeSeq + 1
      tx.putMeta({ ...meta, changeSeq })
      return changeSeq
    })
  expect(await number()).toBe(1)
  failNextCommit()
  expect(await number()).toBe(2)
  await vi.waitFor(() => expect(number()).rejects.toThrow())
  expect(await number()).toBeGreaterThan(3)
})
