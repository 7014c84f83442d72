import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { OutboxEntry, ParkedEntry } from '#sync/engine/ports.ts'
import type { FileRecord } from '../files/file-records.ts'
import { openSealedFiles, SEALED_FILE, sealFiles } from '../files/seal-files.ts'
import { DeviceDatabase } from '../storage/database.ts'
import { createDexieStorage, type DexieStorage } from '../storage/dexie-storage.ts'
import { hasSealed, importSealKey, openSeals, sealWork } from './seal.ts'

const entry = (mid: number): OutboxEntry =>
  ({ ...{ mid, writer: 'w', projectId: 'p', command: 'c', args: { mid } }, touched: [] }) as never
const parked = (id: string): ParkedEntry => ({ id, mid: 1, projectId: 'p', args: { id } }) as never
const file = (id: string): FileRecord =>
  ({ id, projectId: 'p', args: { id }, blob: new Blob([`bytes of ${id}`]) }) as never
const keyOf = (letter: string): Promise<CryptoKey> => importSealKey(btoa(letter.repeat(32)))
const [mine, another] = [await keyOf('m'), await keyOf('a')]

let count = 0
let database: DeviceDatabase
let storage: DexieStorage
/** Another tab of the same person. */
let tab: { database: DeviceDatabase; storage: DexieStorage }
const write = (by: DexieStorage, ...mids: number[]) =>
  by.transaction('edit', async (tx) => {
    await tx.meta()
    for (const mid of mids) tx.putOutbox(entry(mid))
  })
const outbox = async (by = storage) =>
  (await by.transaction('read', (tx) => tx.outbox())).map(({ mid }) => mid)
const parkedIds = async () => (await database.parked.toArray()).map(({ id }) => id)
const files = async () =>
  Promise.all((await database.file.toArray()).map(async ({ id, blob }) => [id, await blob.text()]))
/** Runs `work` when the next call of WebCrypto is under way. */
const during = (call: 'encrypt' | 'decrypt', work: () => Promise<unknown>): void => {
  const original = crypto.subtle[call].bind(crypto.subtle)
  vi.spyOn(crypto.subtle, call).mockImplementationOnce(async (...args) => {
    await work()
    return original(...args)
  })
}

beforeEach(async () => {
  const name = `seal-${(count += 1)}`
  database = new DeviceDatabase(name)
  storage = createDexieStorage(database, () => 'client')
  const other = new DeviceDatabase(name)
  tab = { database: other, storage: createDexieStorage(other, () => 'client') }
})
afterEach(() => {
  vi.restoreAllMocks()
  database.close()
  tab.database.close()
})

it('no code reads the key of the seals out again', async () => {
  await expect(crypto.subtle.exportKey('raw', mine)).rejects.toThrow()
})

describe('sealed edits', () => {
  it('[I1] include an edit that another tab writes during the encryption', async () => {
    await write(storage, 1)
    await database.parked.put(parked('k'))
    during('encrypt', () => write(tab.storage, 2))
    await sealWork(database, mine)
    expect([await outbox(), await parkedIds(), await hasSealed(database)]).toEqual([[], [], true])
    await openSeals(database, mine)
    expect([await outbox(), await parkedIds(), await hasSealed(database)]).toEqual([
      ...[[1, 2], ['k']],
      false,
    ])
  })
  it('leave the memory of every tab, and return to it', async () => {
    await write(storage, 1)
    expect([await outbox(), await outbox(tab.storage)]).toEqual([[1], [1]])
    await sealWork(database, mine)
    expect([await outbox(), await outbox(tab.storage)]).toEqual([[], []])
    await openSeals(database, mine)
    expect([await outbox(), await outbox(tab.storage)]).toEqual([[1], [1]])
  })
  it('can be those of a device whose record is lost', async () => {
    await database.outbox.put(entry(1))
    await sealWork(database, mine)
    expect(await database.outbox.count()).toBe(0)
    await openSeals(database, mine)
    expect(await database.outbox.count()).toBe(1)
  })
  it('stay sealed under another key, and those of two sign-outs are opened together', async () => {
    await write(storage, 1)
    await sealWork(database, another)
    await write(storage, 2)
    await sealWork(database, mine)
    await write(storage, 3)
    await sealWork(database, mine)
    await openSeals(database, mine)
    expect([await outbox(), await hasSealed(database)]).toEqual([[2, 3], true])
    await openSeals(database, another)
    expect([await outbox(), await hasSealed(database)]).toEqual([[1, 2, 3], false])
  })
  it('are not sent again where another tab has opened and sent them', async () => {
    await write(storage, 1)
    await sealWork(database, mine)
    during('decrypt', async () => {
      await openSeals(tab.database, mine)
      await tab.storage.transaction('apply', async (tx) => tx.deleteOutbox(1))
    })
    await openSeals(database, mine)
    expect([await outbox(), await hasSealed(database)]).toEqual([[], false])
  })
  it('never share the random number of their encryption', async () => {
    for (const mid of [1, 2]) {
      await write(storage, mid)
      await sealWork(database, mine)
    }
    const records = await database.meta.where('key').startsWith('sealed/').toArray()
    const numbers = records.map((record) => ('iv' in record ? [...record.iv] : []))
    expect(numbers.map(({ length }) => length)).toEqual([12, 12])
    expect(numbers[0]).not.toEqual(numbers[1])
  })
})

describe('sealed files', () => {
  it('cannot be read on the device, and return whole', async () => {
    await database.file.bulkPut([file('a'), file('b')])
    await sealFiles(database, mine)
    expect([await files(), await hasSealed(database)]).toEqual([[], true])
    const records = await database.meta.where('key').startsWith(SEALED_FILE).toArray()
    const bytes = records.map((record) => ('bytes' in record ? record.bytes : new ArrayBuffer(0)))
    for (const one of bytes) expect(new TextDecoder().decode(one)).not.toContain('bytes of')
    await openSealedFiles(database, another)
    expect([await files(), await hasSealed(database)]).toEqual([[], true])
    await openSealedFiles(database, mine)
    expect([await files(), await hasSealed(database)]).toEqual([
      [
        ['a', 'bytes of a'],
        ['b', 'bytes of b'],
      ],
      false,
    ])
  })
  it('of an earlier version are a length of four bytes, the record, and then the content', async () => {
    const { blob: _blob, ...rest } = file('a')
    const text = new TextEncoder().encode(JSON.stringify(rest))
    const plain = new Uint8Array([0, 0, 0, text.length, ...text, 120, 121])
    const iv = new Uint8Array(12)
    const bytes = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, mine, plain)
    await database.meta.put({ key: 'sealed-file/a', iv, bytes })
    await openSealedFiles(database, mine)
    expect(await files()).toEqual([['a', 'xy']])
    expect(await database.file.get('a')).toMatchObject(rest)
  })
  it.each([
    [
      'before',
      (work: () => Promise<unknown>) =>
        vi.spyOn(database.meta, 'get').mockImplementationOnce((async (key: string) => {
          await work()
          return database.meta.get(key)
        }) as never),
    ],
    ['while', (work: () => Promise<unknown>) => during('decrypt', work)],
  ])(
    'are not sent again where another tab opens and sends them %s this one does',
    async (_when, interrupt) => {
      await database.file.put(file('a'))
      await sealFiles(database, mine)
      interrupt(async () => {
        await openSealedFiles(tab.database, mine)
        await tab.database.file.delete('a')
      })
      await openSealedFiles(database, mine)
      expect([await files(), await hasSealed(database)]).toEqual([[], false])
    },
  )
  it('do not hold the others up when one cannot be read', async () => {
    await database.meta.put({ key: `${SEALED_FILE}0`, text: 'damaged' } as never)
    await database.file.put(file('a'))
    await sealFiles(database, mine)
    await openSealedFiles(database, mine)
    expect(await files()).toEqual([['a', 'bytes of a']])
  })
})
