import 'fake-indexeddb/auto'
import { afterEach, expect, it, vi } from 'vitest'
import { newCursor } from '#sync/engine/pull/cursor.ts'
import type { OutboxEntry, StorageTx } from '#sync/engine/ports.ts'
import { memoryJournalFile, type MemoryJournalFile } from '../../../tests/support/memory-journal.ts'
import { DEVICE_STORES, DeviceDatabase } from '../storage/database.ts'
import { createDexieStorage } from '../storage/dexie-storage.ts'
import { type DexieStorage } from '../storage/storage-attempt.ts'
import { createJournal, type Journal } from './journal.ts'
import { createSoleWriter, type SoleWriter } from './sole-writer.ts'

const PROJECT = 'p'
const entry = (mid: number, label: string): OutboxEntry => ({
  mid,
  writer: 'w',
  projectId: PROJECT,
  command: 'c',
  args: { text: label },
  base: {},
  clientAt: 0,
  label,
  touched: [],
  poison: null,
})
/** What an edit does: the next number, and the entry under it. */
const mint =
  (label: string) =>
  async (tx: StorageTx): Promise<number> => {
    const meta = await tx.meta()
    tx.putMeta({ ...meta, nextMid: meta.nextMid + 1 })
    tx.putOutbox(entry(meta.nextMid, label))
    return meta.nextMid
  }
const takeFirst = async (tx: StorageTx): Promise<void> => {
  const [first] = await tx.outbox()
  const meta = await tx.meta()
  tx.putMeta({ ...meta, ackMid: Math.max(meta.ackMid, first?.mid ?? 0) })
  if (first !== undefined) tx.deleteOutbox(first.mid)
}

interface Device {
  database: DeviceDatabase
  storage: DexieStorage
  sole: SoleWriter
  file: MemoryJournalFile
  journal: Journal
}
let count = 0
const opened: Device[] = []
const openDevice = (
  name = `journal-${(count += 1)}`,
  file = memoryJournalFile(),
  locks = name,
): Device => {
  const database = new DeviceDatabase(name)
  const sole = createSoleWriter({
    name: locks,
    askToShare: () => {
      for (const other of opened) other.sole.heardAsk()
    },
    onEnter: async (alone) => void (await storage.entered(alone)),
    onLeave: () => storage.left(),
  })
  const journal = createJournal(file)
  const storage = createDexieStorage(database, () => 'client', sole, journal)
  const device = { database, storage, sole, file, journal }
  opened.push(device)
  return device
}
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  for (const { sole } of opened.splice(0)) sole.release()
})

type Dump = Record<string, unknown[]>
const dump = async ({ database }: Pick<Device, 'database'>): Promise<Dump> =>
  Object.fromEntries(
    await Promise.all(
      DEVICE_STORES.map(async (name) => [name, await database.table(name).toArray()] as const),
    ),
  )
const restore = async ({ database }: Device, content: Dump): Promise<void> =>
  database.transaction('rw', [...DEVICE_STORES], async () => {
    for (const name of DEVICE_STORES)
      await database
        .table(name)
        .clear()
        .then(() => database.table(name).bulkPut(content[name] ?? []))
  })
const labels = ({ storage }: Device): Promise<string[]> =>
  storage.transaction('read', async (tx) => (await tx.outbox()).map(({ label }) => label))
/** The journal is open and covers what comes. */
const warmUp = async ({ storage }: Device): Promise<void> => {
  await storage.transaction('edit', mint('first'))
  await storage.transaction('edit', mint('second'))
}

it('an edit is durable before the database has it, and there after the worker was ended in between', async () => {
  const device = openDevice()
  await warmUp(device)
  const before = await dump(device)
  // The database would get it in some milliseconds.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { value } = await device.storage.edit(mint('third'))
  expect(value).toBe(3)
  expect((await dump(device))['outbox']).toEqual(before['outbox'])

  const next = openDevice(device.database.name, device.file, 'after the end')
  expect(await next.storage.catchUp()).toBe(true)
  expect(await labels(next)).toEqual(['first', 'second', 'third'])
  expect(await next.storage.transaction('edit', mint('fourth'))).toBe(4)
})

it('whatever comes next meets the edit, and so does whoever is told that it has begun', async () => {
  const device = openDevice()
  await warmUp(device)
  await device.storage.edit(mint('third'))
  expect(await labels(device)).toContain('third')
  const { isBegun } = await device.storage.edit(mint('fourth'))
  await isBegun
  expect((await dump(device))['outbox']).toHaveLength(4)
})

it('an edit that is refused takes nothing of the one before with it', async () => {
  const device = openDevice()
  await warmUp(device)
  await device.storage.edit(mint('third'))
  await expect(
    device.storage.edit(async (tx) => {
      await tx.parked()
      await mint('broken')(tx)
      throw new Error('refused')
    }),
  ).rejects.toThrow('refused')
  expect(await device.storage.transaction('edit', mint('fourth'))).toBe(4)
  expect(await labels(device)).toEqual(['first', 'second', 'third', 'fourth'])
})

it('a database that fails to take it gets it again', async () => {
  const device = openDevice()
  await warmUp(device)
  await device.storage.edit(mint('third'))
  const commit = vi.spyOn(IDBTransaction.prototype, 'commit').mockImplementationOnce(function fail(
    this: IDBTransaction,
  ) {
    this.abort()
  })
  await vi.waitFor(() => expect(commit).toHaveBeenCalled())
  expect(await device.storage.transaction('edit', mint('fourth'))).toBe(4)
  expect(await labels(device)).toEqual(['first', 'second', 'third', 'fourth'])
})

it('where the journal cannot be written the database makes edits durable', async () => {
  const device = openDevice()
  await warmUp(device)
  device.file.fail()
  await device.storage.edit(mint('third'))
  expect((await dump(device))['outbox']).toHaveLength(3)
  expect(await device.storage.transaction('edit', mint('fourth'))).toBe(4)
})

it('a second tab meets all that the first one wrote, and the first goes on with the database alone', async () => {
  const device = openDevice()
  await warmUp(device)
  await device.storage.edit(mint('third'))
  const second = openDevice(device.database.name, device.file)
  expect(await second.storage.transaction('edit', mint('of the second'))).toBe(4)
  expect(await device.storage.edit(mint('fifth'))).toMatchObject({ value: 5 })
  expect(await labels(second)).toEqual(['first', 'second', 'third', 'of the second', 'fifth'])
})

it('nothing of a former database is written into one made anew', async () => {
  const device = openDevice()
  await warmUp(device)
  for (let n = 0; n < 5; n += 1) await device.storage.edit(mint(`old ${n}`))
  const next = openDevice(`${device.database.name}-anew`, device.file)
  const other = createDexieStorage(next.database, () => 'another client')
  await other.transaction('edit', mint('new'))
  expect(await next.storage.catchUp()).toBe(false)
  expect(await labels(next)).toEqual(['new'])
})

it('leaving takes the journal along, after the database has everything', async () => {
  const device = openDevice()
  await warmUp(device)
  await device.storage.edit(mint('third'))
  await device.storage.removeJournal()
  expect((await dump(device))['outbox']).toHaveLength(3)
  expect(await device.file.read()).toHaveLength(0)
})

/** 0 <= x < 1, the same for the same seed. */
const randomOf = (seed: number) => () => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return seed / 2_147_483_648
}
type Step = { kind: 'edit' | 'apply'; work: (tx: StorageTx) => Promise<unknown> }
const refused = async (tx: StorageTx): Promise<never> => {
  await tx.parked()
  throw new Error('refused')
}
const manyCursors =
  (step: number) =>
  async (tx: StorageTx): Promise<void> => {
    for (let n = 0; n < 90; n += 1) tx.putCursor(newCursor(`${step} ${n}`))
  }
const history = (seed: number): Step[] => {
  const random = randomOf(seed)
  return Array.from({ length: 6 + Math.floor(random() * 12) }, (_, step): Step => {
    const chance = random()
    if (chance < 0.6) return { kind: 'edit', work: mint(`${seed} ${step}`) }
    if (chance < 0.8) return { kind: 'apply', work: takeFirst }
    return chance < 0.9
      ? { kind: 'apply', work: manyCursors(step) }
      : { kind: 'edit', work: refused }
  })
}
const revOf = ({ meta }: Dump): number =>
  (
    meta?.find((record) => (record as { key: string }).key === 'device') as
      | { rev: number }
      | undefined
  )?.rev ?? 0

it('a power cut may take any number of the commits that the database had not made durable: every durable edit is there again, and nothing else than what stood there', async () => {
  for (let seed = 1; seed <= 6; seed += 1) {
    // The same history without a journal says how the database looks after each step.
    const plain = { database: new DeviceDatabase(`plain-${seed}`) }
    const reference = createDexieStorage(plain.database, () => 'client')
    const states = new Map<number, Dump>()
    const device = openDevice()
    const settled = vi.spyOn(device.journal, 'settled')
    await warmUp(device)
    for (const label of ['first', 'second']) {
      await reference.transaction('edit', mint(label))
      const state = await dump(plain)
      states.set(revOf(state), state)
    }
    let durable = 0
    for (const { kind, work } of history(seed)) {
      const [told, expected] = await Promise.allSettled([
        kind === 'edit' ? device.storage.edit(work) : device.storage.transaction(kind, work),
        reference.transaction(kind, work),
      ])
      expect(told.status).toBe(expected.status)
      const after = await dump(plain)
      states.set(revOf(after), after)
      if (kind === 'edit' && told.status === 'fulfilled') durable = revOf(after)
      const records = device.file.kept()
      for (let rev = settled.mock.lastCall?.[0] ?? 1; rev <= revOf(after); rev += 1) {
        const cut = openDevice()
        await cut.database.open()
        await restore(cut, states.get(rev) ?? {})
        cut.file.restore(records)
        await cut.storage.catchUp()
        const found = await dump(cut)
        expect(revOf(found)).toBeGreaterThanOrEqual(Math.max(rev, durable))
        expect(found).toEqual(states.get(revOf(found)))
      }
    }
    await Promise.all(
      [device.storage, reference].map((storage) => storage.transaction('edit', mint('last'))),
    )
    expect(await dump(device)).toEqual(await dump(plain))
  }
}, 120_000)
