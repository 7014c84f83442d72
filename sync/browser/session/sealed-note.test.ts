import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { ProjectSummary } from '#schema/api/sync.ts'
import type { ProjectState } from '#schema/entities/project.ts'
import type { OutboxEntry, ParkedEntry } from '#sync/engine/ports.ts'
import { buildProject } from '../../../tests/support/project-rows.ts'
import { DeviceDatabase } from '../storage/database.ts'
import { hasSealed, importSealKey, openSeals, sealWork } from './seal.ts'
import { forgetNote, noteUnsent, readSealedNote } from './sealed-note.ts'

const entry = (mid: number, projectId: string, answer: string): OutboxEntry => ({
  ...{ mid, writer: 'w', projectId, command: 'commitments.update', args: {}, base: {} },
  ...{ clientAt: 0, label: '', touched: [`commitment/${answer}`], poison: null },
})
const parked = { id: 'parked', mid: 1, projectId: 'p' } as ParkedEntry
const project = (id: string, deadlineAt: number | null, state: ProjectState = 'PUBLISHED') =>
  buildProject({ id, deadlineAt, state }) as ProjectSummary

let count = 0
let database: DeviceDatabase
const rev = async (): Promise<number> => {
  const record = await database.meta.get('device')
  return record?.key === 'device' ? record.rev : -1
}
const note = () => readSealedNote(new DeviceDatabase(database.name))
beforeEach(async () => {
  database = new DeviceDatabase(`note-${(count += 1)}`)
  await database.meta.put({ key: 'device', rev: 5 } as never)
  await database.meta.put({
    key: 'home',
    home: {
      etag: '',
      projects: [
        project('p', 70),
        project('q', 80),
        project('same', 70),
        project('closed', 90, 'EVALUATION'),
        project('open', null),
        project('other', 60),
      ],
    },
  } as never)
})
afterEach(() => database.close())

it('counts unsent answers once, with the deadlines of the open projects that they belong to', async () => {
  await noteUnsent(database)
  expect(await note()).toBeNull()
  await database.outbox.bulkPut([
    entry(1, 'p', 'r1.7'),
    entry(2, 'p', 'r1.7'),
    entry(3, 'q', 'r2.7'),
    ...['same', 'closed', 'open'].map((id, at) => entry(4 + at, id, `r${4 + at}.7`)),
  ])
  await noteUnsent(database)
  expect(await note()).toEqual({ key: 'sealedNote', unsent: 5, deadlines: [70, 80] })
  await database.outbox.clear()
  await noteUnsent(database)
  expect(await note(), 'stays as it is').toMatchObject({ unsent: 5 })
  await database.outbox.put(entry(9, 'other', 'r9.7'))
  await noteUnsent(database)
  expect(await note()).toEqual({ key: 'sealedNote', unsent: 6, deadlines: [60, 70, 80] })
})

it('reads a note of an earlier version', async () => {
  await database.meta.put({ key: 'sealedNote', unsent: 2, deadlineAt: 4 } as never)
  expect(await note()).toMatchObject({ unsent: 2, deadlines: [] })
  await database.outbox.put(entry(1, 'p', 'r1.7'))
  await noteUnsent(database)
  expect(await note()).toEqual({ key: 'sealedNote', unsent: 3, deadlines: [70] })
})

it('seals the work whole, and only its own key opens it', async () => {
  const [key, other] = await Promise.all(
    ['k', 'o'].map((one) => importSealKey(btoa(one.repeat(32)))),
  )
  if (key === undefined || other === undefined) throw new Error('There are two keys')
  expect([key.extractable, key.usages.toSorted()]).toEqual([false, ['decrypt', 'encrypt']])
  await database.outbox.put(entry(1, 'p', 'r1.7'))
  await database.parked.put(parked)
  await noteUnsent(database)
  expect(await hasSealed(database)).toBe(false)
  await sealWork(database, key)
  expect(await Promise.all([database.outbox.count(), database.parked.count()])).toEqual([0, 0])
  expect([await hasSealed(database), await rev()]).toEqual([true, 6])
  await forgetNote(database)
  expect(await note(), 'a seal is left').not.toBeNull()
  await openSeals(database, other)
  expect([await hasSealed(database), await database.outbox.count(), await rev()]).toEqual([
    true,
    0,
    6,
  ])
  await openSeals(database, key)
  expect([await hasSealed(database), await rev()]).toEqual([false, 7])
  expect(await database.outbox.toArray()).toEqual([entry(1, 'p', 'r1.7')])
  expect(await database.parked.toArray()).toEqual([parked])
  await forgetNote(database)
  expect(await note()).toBeNull()
})

it('restores a seal once, however many tabs open it, and each of two seals', async () => {
  const key = await importSealKey(btoa('k'.repeat(32)))
  for (const mid of [1, 2]) {
    await database.outbox.put(entry(mid, 'p', `r${mid}.7`))
    await sealWork(database, key)
  }
  const seals = (await database.meta.where('key').startsWith('sealed/').toArray()) as unknown as {
    iv: Uint8Array
  }[]
  expect(seals.map(({ iv }) => iv.length)).toEqual([12, 12])
  const before = await rev()
  await Promise.all([openSeals(database, key), openSeals(database, key)])
  expect((await database.outbox.toArray()).map(({ mid }) => mid)).toEqual([1, 2])
  expect(await rev()).toBe(before + 2)
  // The work was sent; no late tab may bring it back.
  await database.outbox.clear()
  await openSeals(database, key)
  expect(await database.outbox.count()).toBe(0)
})
