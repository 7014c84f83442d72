import 'fake-indexeddb/auto'
import { afterEach, expect, it, vi } from 'vitest'
import type { OutboxEntry } from '#sync/engine/ports.ts'
import { DeviceDatabase } from '../storage/database.ts'
import { createDexieStorage, type DeviceStorage } from '../storage/dexie-storage.ts'
import { withSoleWriter } from './sole-storage.ts'
import { createSoleWriter, type SoleWriter } from './sole-writer.ts'

const entry = (mid: number): OutboxEntry => ({
  mid,
  writer: 'w',
  projectId: 'p',
  command: 'c',
  args: {},
  base: {},
  clientAt: 0,
  label: '',
  touched: [],
  poison: null,
})
/** Takes the next number and writes an entry under it, as an edit does. */
const mint = (storage: DeviceStorage): Promise<number> =>
  storage.transaction('edit', async (tx) => {
    const meta = await tx.meta()
    tx.putMeta({ ...meta, nextMid: meta.nextMid + 1 })
    tx.putOutbox(entry(meta.nextMid))
    return meta.nextMid
  })

interface Tab {
  storage: DeviceStorage
  sole: SoleWriter
}
let count = 0
const tabs: Tab[] = []
/** Workers of one database. A `deaf` one hears no other worker, like a sleeping one. */
const openTabs = (): ((deaf?: boolean) => Tab) => {
  const name = `sole-${(count += 1)}`
  const own: Tab[] = []
  return (deaf = false) => {
    const sole = createSoleWriter({
      name,
      askToShare: () => {
        for (const other of own) other.sole.heardAsk()
      },
    })
    const tab = {
      sole: deaf ? { ...sole, heardAsk: () => undefined } : sole,
      storage: withSoleWriter(
        createDexieStorage(new DeviceDatabase(name), () => 'client'),
        sole,
      ),
    }
    own.push(tab)
    tabs.push(tab)
    return tab
  }
}
afterEach(() => {
  vi.useRealTimers()
  for (const { sole } of tabs.splice(0)) sole.close()
})

it('a worker that writes alone reads nothing before it writes', async () => {
  const { storage, sole } = openTabs()()
  await mint(storage)
  expect(sole.isAlone()).toBe(true)
  const get = vi.spyOn(IDBObjectStore.prototype, 'get')
  expect(await mint(storage)).toBe(2)
  expect(get).not.toHaveBeenCalled()
  get.mockRestore()
})

it('a sole writer shares when another worker wants to write, and no number is given twice', async () => {
  const open = openTabs()
  const first = open()
  await mint(first.storage)
  const second = open()
  const minted = await Promise.all([
    ...Array.from({ length: 10 }, () => mint(first.storage)),
    ...Array.from({ length: 10 }, () => mint(second.storage)),
  ])
  expect(new Set(minted).size).toBe(20)
  expect([first.sole.isAlone(), second.sole.isAlone()]).toEqual([false, false])
  expect(await first.storage.transaction('read', (tx) => tx.outboxCount())).toBe(21)
})

it('a closed writer holds no lock and no timer, so that another writes alone at once', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const open = openTabs()
  const left = open(true)
  await mint(left.storage)
  expect(vi.getTimerCount()).toBe(1)
  left.sole.close()
  expect(vi.getTimerCount()).toBe(0)
  await vi.waitFor(() => expect(left.sole.isAlone()).toBe(false))
  const next = open()
  expect(await mint(next.storage)).toBe(2)
  expect(next.sole.isAlone()).toBe(true)
})

it('a worker that is alone again knows the edits of the other', async () => {
  const open = openTabs()
  const [first, second] = [open(), open()]
  await mint(first.storage)
  first.sole.release()
  expect(await mint(second.storage)).toBe(2)
  second.sole.release()
  expect(await mint(first.storage)).toBe(3)
  expect(
    await first.storage.transaction('read', async (tx) =>
      (await tx.outbox()).map(({ mid }) => mid),
    ),
  ).toEqual([1, 2, 3])
})

it('a sleeping worker loses its lock, and its cache when it wakes', async () => {
  const open = openTabs()
  const asleep = open(true)
  await mint(asleep.storage)
  vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] })
  const awake = open()
  expect(await mint(awake.storage)).toBe(2)
  vi.setSystemTime(Date.now() + 60_000)
  expect(await mint(asleep.storage)).toBe(3)
  expect(await mint(awake.storage)).toBe(4)
}, 20_000)

it('a worker that lost its lock in its sleep does not trust its cache before it hears of the loss', async () => {
  const open = openTabs()
  const request = navigator.locks.request.bind(navigator.locks)
  // The browser reports the lost lock only after the tasks already queued, such as an edit.
  const untold = vi
    .spyOn(navigator.locks, 'request')
    .mockImplementation(((name: string, options: LockOptions, work: LockGrantedCallback<unknown>) =>
      request(name, options, work).catch(
        () => new Promise(() => undefined),
      )) as typeof navigator.locks.request)
  const asleep = open(true)
  await mint(asleep.storage)
  untold.mockRestore()
  vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] })
  const awake = open()
  expect(await mint(awake.storage)).toBe(2)
  vi.setSystemTime(Date.now() + 60_000)
  expect(await mint(asleep.storage)).toBe(3)
  expect(
    await asleep.storage.transaction('read', async (tx) =>
      (await tx.outbox()).map(({ mid }) => mid),
    ),
  ).toEqual([1, 2, 3])
}, 20_000)

it('a worker that is alone again does not use its cache of the first time', async () => {
  const open = openTabs()
  const [first, second] = [open(), open()]
  await mint(first.storage)
  for (const { sole } of [first, second]) expect(sole.isAlone()).toBe(sole === first.sole)
  first.sole.release()
  await vi.waitFor(() => expect(first.sole.isAlone()).toBe(false))
  await mint(second.storage)
  expect(second.sole.isAlone()).toBe(true)
  second.sole.release()
  await vi.waitFor(() => expect(second.sole.isAlone()).toBe(false))
  expect(await mint(first.storage)).toBe(3)
  expect(first.sole.isAlone()).toBe(true)
})

it('an edit that throws leaves no change in the cache', async () => {
  const { storage } = openTabs()()
  await mint(storage)
  await expect(
    storage.transaction('edit', async (tx) => {
      tx.putMeta({ ...(await tx.meta()), nextMid: 50 })
      tx.putOutbox(entry(49))
      throw new Error('broken')
    }),
  ).rejects.toThrow('broken')
  expect(await mint(storage)).toBe(2)
  expect(
    await storage.transaction('read', async (tx) => (await tx.outbox()).map(({ mid }) => mid)),
  ).toEqual([1, 2])
})

it('a transaction after a failed commit does not see its writes', async () => {
  const { storage } = openTabs()()
  await mint(storage)
  function fail(this: IDBTransaction) {
    this.abort()
  }
  // The edit, the check whether it was stored, and the repeated edit.
  const commit = vi
    .spyOn(IDBTransaction.prototype, 'commit')
    .mockImplementationOnce(fail)
    .mockImplementationOnce(fail)
    .mockImplementationOnce(fail)
  const [failed, next] = await Promise.allSettled([mint(storage), mint(storage)])
  expect(failed.status).toBe('rejected')
  expect(next).toMatchObject({ value: 2 })
  expect(
    await storage.transaction('read', async (tx) => (await tx.outbox()).map(({ mid }) => mid)),
  ).toEqual([1, 2])
  commit.mockRestore()
})
