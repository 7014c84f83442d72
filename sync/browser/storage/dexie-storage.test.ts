import 'fake-indexeddb/auto'
import { forceCloseDatabase } from 'fake-indexeddb'
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
const closeByForce = (database: DeviceDatabase) =>
  // The library's type asks for the class instead of an instance.
  forceCloseDatabase(database.backendDB() as unknown as typeof IDBDatabase)
/** Loses the connection during the next commit; the writer hears of an abort in both cases. */
const loseNextCommit = (database: DeviceDatabase, { isStored }: { isStored: boolean }) =>
  vi.spyOn(IDBTransaction.prototype, 'commit').mockImplementationOnce(function lose(
    this: IDBTransaction,
  ) {
    const { onabort } = this
    const close = (event: Event) => {
      closeByForce(database)
      onabort?.call(this, event)
    }
    Object.assign(this, { oncomplete: close, onabort: close })
    if (!isStored) this.abort()
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

it('an edit whose commit fails twice is rejected', async () => {
  const storage = open()
  await storage.transaction('edit', async (tx) => tx.putMeta(await tx.meta()))
  // The edit, the check whether it was stored, and the repeated edit.
  for (let n = 0; n < 3; n += 1) failNextCommit()
  const failed = storage.transaction('edit', async (tx) =>
    tx.putMeta({ ...(await tx.meta()), nextMid: 9 }),
  )
  await expect(failed).rejects.toThrow()
  expect(await storage.transaction('read', async (tx) => (await tx.meta()).nextMid)).toBe(1)
})

it.each([true, false])(
  'an edit whose connection is lost during its commit is stored once (stored before: %s)',
  async (isStored) => {
    const database = new DeviceDatabase(`dexie-${(count += 1)}`)
    const storage = createDexieStorage(database, () => 'client')
    const raise = () =>
      storage.transaction('edit', async (tx) => {
        const meta = await tx.meta()
        tx.putMeta({ ...meta, nextMid: meta.nextMid + 1 })
        return meta.nextMid
      })
    expect(await raise()).toBe(1)
    loseNextCommit(database, { isStored })
    expect(await raise()).toBe(2)
    expect(await storage.transaction('read', async (tx) => (await tx.meta()).nextMid)).toBe(3)
    expect(await raise()).toBe(3)
  },
)

it('an edit lost during its commit is repeated although another worker wrote in between', async () => {
  const database = new DeviceDatabase(`dexie-${(count += 1)}`)
  const storage = createDexieStorage(database, () => 'client')
  const other = createDexieStorage(new DeviceDatabase(database.name), () => 'client')
  const add = (by: typeof storage, id: string) =>
    by.transaction('edit', async (tx) => tx.putCursor(newCursor(id)))
  await add(storage, 'first')
  loseNextCommit(database, { isStored: false })
  const lost = add(storage, 'mine')
  const theirs = add(other, 'theirs')
  await Promise.all([lost, theirs])
  const cursors = await other.transaction('read', (tx) => tx.cursors())
  expect(cursors.map(({ projectId }) => projectId).toSorted()).toEqual(['first', 'mine', 'theirs'])
})

it('an edit finds the connection lost before it began', async () => {
  const database = new DeviceDatabase(`dexie-${(count += 1)}`)
  const storage = createDexieStorage(database, () => 'client')
  await storage.transaction('edit', async (tx) => tx.putCursor(newCursor('a')))
  closeByForce(database)
  await Promise.all(
    ['b', 'c'].map((id) => storage.transaction('edit', async (tx) => tx.putCursor(newCursor(id)))),
  )
  expect(await storage.transaction('read', (tx) => tx.cursors())).toHaveLength(3)
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

it('an opening that the browser never answers is asked for again', async () => {
  const database = new DeviceDatabase(`dexie-${(count += 1)}`)
  const storage = createDexieStorage(database, () => 'client')
  await storage.transaction('edit', async (tx) => tx.putCursor(newCursor('a')))
  closeByForce(database)
  vi.spyOn(indexedDB, 'open').mockImplementationOnce(() => new EventTarget() as IDBOpenDBRequest)
  await storage.transaction('edit', async (tx) => tx.putCursor(newCursor('b')))
  expect(await storage.transaction('read', (tx) => tx.cursors())).toHaveLength(2)
})
