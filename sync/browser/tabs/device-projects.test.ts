import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Change } from '#sync/engine/change.ts'
import { createMemoryStorage, type MemoryStorage } from '#sync/engine/memory-storage.ts'
import { newCursor } from '#sync/engine/pull/cursor.ts'
import { buildSection } from '../../../tests/support/project-rows.ts'
import { DeviceDatabase } from '../storage/database.ts'
import { noteKeep, readKeeps } from '../storage/kept-projects.ts'
import { projectCalls } from './device-projects.ts'
import type { Note } from './notes.ts'
import type { OpenParts } from './parts.ts'

const NOW = 100 * 3_600_000
let count = 0
let database: DeviceDatabase
let storage: MemoryStorage
let told: Change[]
let notes: Note['type'][]
let wakes: number
let calls: ReturnType<typeof projectCalls>
const kept = async (projectId: string) => (await readKeeps(database)).get(projectId)
const copies = () => [...storage.state().cursors.keys()]
/** A project that was visited, pinned and removed for lack of space. */
const noteOld = (projectId: string) =>
  noteKeep(database, projectId, { isPinned: true, openedOn: 5, leftOn: 7 })

beforeEach(() => {
  vi.spyOn(Date, 'now').mockReturnValue(NOW)
  database = new DeviceDatabase(`projects-${(count += 1)}`)
  storage = createMemoryStorage('client')
  ;[told, notes, wakes] = [[], [], 0]
  const parts = {
    ...{ database, storage },
    publish: (changes: readonly Change[]) => void told.push(...changes),
    notes: { send: ({ type }: Note) => void notes.push(type) },
    engine: { wake: () => (wakes += 1) },
  } as unknown as OpenParts
  calls = projectCalls(() => parts)
})
afterEach(() => {
  vi.restoreAllMocks()
  database.close()
})

describe('opening a project', () => {
  it('asks the leader for its copy once, and notes the visit', async () => {
    await calls.openProject('p')
    expect(copies()).toEqual(['p'])
    expect(notes).toEqual(['tryNow'])
    expect(told).toMatchObject([{ projectId: 'p', cursor: true, reload: false }])
    await vi.waitFor(async () => expect((await kept('p'))?.openedOn).toBe(NOW))
    await calls.openProject('p')
    expect([notes.length, told.length], 'it is here already').toEqual([1, 1])
    expect(wakes).toBe(2)
  })
  it('ends the note that the copy had to leave, and keeps the wish to have it', async () => {
    await noteOld('p')
    await calls.openProject('p')
    await vi.waitFor(async () =>
      expect(await kept('p')).toMatchObject({
        ...{ isPinned: true, openedOn: NOW, lastVisitOn: 5, leftOn: null },
      }),
    )
  })
})

describe('a sign of the person', () => {
  it('is a visit of every project that the tab shows, and of no other', async () => {
    await calls.openProject('a')
    await calls.openProject('b')
    await noteOld('other')
    vi.mocked(Date.now).mockReturnValue(NOW + 60_000)
    calls.noteSeen()
    for (const id of ['a', 'b'])
      await vi.waitFor(async () => expect((await kept(id))?.openedOn).toBe(NOW + 60_000))
    expect((await kept('other'))?.openedOn).toBe(5)
  })
  it('that cannot be noted disturbs nothing', async () => {
    await calls.openProject('a')
    await vi.waitFor(async () => expect((await kept('a'))?.openedOn).toBe(NOW))
    const unhandled = vi.fn<(reason: unknown) => void>()
    process.on('unhandledRejection', unhandled)
    const noted = vi
      .spyOn(database, 'transaction')
      .mockImplementation((() => Promise.reject(new Error('closed'))) as never)
    calls.noteSeen()
    await new Promise((resolve) => setImmediate(resolve))
    process.off('unhandledRejection', unhandled)
    expect([noted.mock.calls.length, unhandled.mock.calls.length]).toEqual([1, 0])
  })
})

describe('closing a project', () => {
  it('removes its copy and the wish to have it, and ends its visits', async () => {
    await noteOld('p')
    await calls.openProject('p')
    await vi.waitFor(async () => expect((await kept('p'))?.openedOn).toBe(NOW))
    await storage.transaction('apply', (tx) =>
      tx.layRows('p', [{ bucket: 'b', entity: 'section', id: 's1', row: buildSection() }]),
    )
    await calls.closeProject('p')
    expect(copies()).toEqual([])
    const row = await storage.transaction('read', (tx) => tx.baseRow('p', 'section', 's1'))
    expect(row).toBeUndefined()
    expect(told.at(-1)).toMatchObject({ projectId: 'p', cursor: true, reload: true })
    expect(await kept('p')).toMatchObject({ isPinned: false, leftOn: null, openedOn: NOW })
    vi.mocked(Date.now).mockReturnValue(NOW + 60_000)
    calls.noteSeen()
    await calls.openProject('q')
    await vi.waitFor(async () => expect((await kept('q'))?.openedOn).toBe(NOW + 60_000))
    expect((await kept('p'))?.openedOn).toBe(NOW)
  })
})

describe('the wish to keep a project', () => {
  it('fetches it where it is missing, without a visit', async () => {
    await noteKeep(database, 'p', { openedOn: 5, leftOn: 7 })
    await calls.keepProject('p', true)
    expect(await kept('p')).toMatchObject({ isPinned: true, leftOn: null, openedOn: 5 })
    expect([copies(), notes, wakes]).toEqual([['p'], ['tryNow'], 1])
    calls.noteSeen()
    expect((await kept('p'))?.openedOn).toBe(5)
  })
  it('ends without removing or fetching anything', async () => {
    await noteOld('p')
    await storage.transaction('edit', async (tx) => tx.putCursor(newCursor('here')))
    await calls.keepProject('p', false)
    expect(await kept('p')).toMatchObject({ isPinned: false, leftOn: 7 })
    await calls.keepProject('here', false)
    expect([copies(), told, notes, wakes]).toEqual([['here'], [], [], 0])
  })
})
