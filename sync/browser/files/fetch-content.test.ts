import 'fake-indexeddb/auto'
import { createHash } from 'node:crypto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { SyncRow } from '#schema/api/sync.ts'
import { Refusal } from '#schema/refusal.ts'
import { createMemoryStorage, type MemoryStorage } from '#sync/engine/memory-storage.ts'
import { SyncFailure } from '#sync/engine/ports.ts'
import { DeviceDatabase } from '../storage/database.ts'
import { noteKeep } from '../storage/kept-projects.ts'
import { type ContentPorts, fetchContent, fetchPinned } from './fetch-content.ts'

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')
const place = (id: string, text = id) => ({ projectId: 'p', id, contentHash: hashOf(text) })

let count = 0
let database: DeviceDatabase
let storage: MemoryStorage
let asked: string[]
let control: AbortController
/** What the server has under an id: a text, or an error. */
let held: Map<string, string | Error>
let ports: ContentPorts & { storage: MemoryStorage }
const kept = async () =>
  Promise.all(
    (await database.content.toArray()).map(async ({ projectId, id, contentHash, blob }) => [
      projectId,
      id,
      contentHash === hashOf(await blob.text()),
    ]),
  )
const lay = (projectId: string, files: { id: string; bytes?: number }[]) =>
  storage.transaction('apply', (tx) =>
    tx.layRows(
      projectId,
      files.map(
        ({ id, bytes = 1 }) =>
          ({
            ...{ bucket: 'b', entity: 'attachment', id },
            row: { id, projectId, file: { bytes, contentHash: hashOf(id), mime: 'text/plain' } },
          }) as unknown as SyncRow,
      ),
    ),
  )

beforeEach(() => {
  database = new DeviceDatabase(`content-${(count += 1)}`)
  storage = createMemoryStorage('client')
  asked = []
  held = new Map()
  control = new AbortController()
  ports = {
    database,
    storage,
    signal: control.signal,
    fileNetwork: {
      send: () => Promise.reject(new Error('nothing is sent')),
      content: async (id) => {
        asked.push(id)
        const found = held.get(id) ?? id
        if (typeof found !== 'string') throw found
        return new Blob([found])
      },
    },
  }
})
afterEach(() => database.close())

it('fetches bytes, and keeps them for reading without a network', async () => {
  expect(await (await fetchContent(ports, place('a'))).text()).toBe('a')
  expect(await kept()).toEqual([['p', 'a', true]])
})

it('refuses bytes that are not those of the attachment, and keeps none of them', async () => {
  await expect(fetchContent(ports, place('a', 'other'))).rejects.toEqual(
    new Refusal('FILE_DAMAGED'),
  )
  expect(await kept()).toEqual([])
})

it('says that the file is away where the server cannot be reached, and passes other errors on', async () => {
  held.set('a', new SyncFailure('offline'))
  await expect(fetchContent(ports, place('a'))).rejects.toMatchObject({ code: 'FILE_AWAY' })
  const refusal = new Refusal('NOT_FOUND')
  held.set('a', refusal)
  await expect(fetchContent(ports, place('a'))).rejects.toBe(refusal)
})

it('hands out bytes that find no room on the device', async () => {
  database.content.hook('creating', () => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  expect(await (await fetchContent(ports, place('a'))).text()).toBe('a')
  expect(await kept()).toEqual([])
})

it('fetches the files of pinned projects that are missing or changed, up to 20 million bytes each', async () => {
  await noteKeep(database, 'p', { isPinned: true })
  await noteKeep(database, 'visited', { openedOn: 5 })
  await lay('p', [
    { id: 'missing' },
    { id: 'here' },
    { id: 'changed' },
    { id: 'largest', bytes: 20_000_000 },
    { id: 'larger', bytes: 20_000_001 },
  ])
  await lay('visited', [{ id: 'elsewhere' }])
  await database.content.bulkPut([
    { ...place('here'), blob: new Blob(['here']) },
    { ...place('changed', 'old'), blob: new Blob(['old']) },
  ])
  await fetchPinned(ports)
  expect(asked.toSorted()).toEqual(['changed', 'largest', 'missing'])
  expect((await kept()).toSorted()).toEqual([
    ['p', 'changed', true],
    ['p', 'here', true],
    ['p', 'largest', true],
    ['p', 'missing', true],
  ])
})

it('goes on after a file that cannot be fetched, until the sender stops', async () => {
  await noteKeep(database, 'p', { isPinned: true })
  await lay('p', [{ id: 'a' }, { id: 'b' }])
  held.set('a', new SyncFailure('offline'))
  await fetchPinned(ports)
  expect(asked).toEqual(['a', 'b'])
  expect(await kept()).toEqual([['p', 'b', true]])
  control.abort()
  await expect(fetchPinned(ports)).rejects.toMatchObject({ code: 'FILE_AWAY' })
  expect(asked).toEqual(['a', 'b', 'a'])
  const bug = new Error('bug')
  held.set('a', bug)
  const { signal: _ended, ...endless } = ports
  await expect(fetchPinned(endless)).rejects.toBe(bug)
})
