import { beforeEach, describe, expect, it } from 'vitest'
import type { SyncRow } from '#schema/api/sync.ts'
import type { Entity, Row } from '#schema/entities/rows.ts'
import { layDeviceProject, writerOf } from '../../../tests/support/device-project.ts'
import {
  buildOwner,
  buildRequirement,
  buildSection,
  PROJECT_ID as projectId,
} from '../../../tests/support/project-rows.ts'
import { createMemoryStorage, type MemoryStorage } from '../memory-storage.ts'
import { edit } from '../outbox/edit.ts'
import { type Arrived, rebase, type RebaseContext, touchedKeys } from './rebase.ts'
import { visibleRows } from './visible-rows.ts'

let storage: MemoryStorage
const write = (command: string, args: object) =>
  storage.transaction('edit', (tx) =>
    edit(tx, writerOf(), {
      ...{ projectId, command, args: { projectId, ...args }, label: '', undo: null },
    }),
  )
const lay = (rows: readonly (readonly [Entity, string, Row | null])[], bucket = 'all') =>
  storage.transaction('apply', (tx) =>
    tx.layRows(
      projectId,
      rows.map(([entity, id, row]): SyncRow => ({ bucket, entity, id, row })),
    ),
  )
const outbox = () => [...storage.state().outbox.values()]
const overlay = () =>
  [...storage.state().overlay.values()].map(({ id, row, lastMid }) => [
    id,
    row === null ? null : (row as { name?: string }).name,
    lastMid,
  ])
const { commands, person } = writerOf()
const run = (keys: readonly string[], context: Partial<RebaseContext> = {}) =>
  storage.transaction('apply', async (tx) =>
    rebase(
      tx,
      {
        ...{
          commands,
          person,
          now: 0,
          arrived: 'all' as Arrived,
          moving: new Set(),
          dropped: new Set(),
        },
        ...context,
      },
      { projectId, keys: new Set(keys), outbox: await tx.outbox() },
    ),
  )
const S1 = 'section/s1'
const renameS1 = () => write('sections.update', { id: 's1', name: 'Mine' })

beforeEach(async () => {
  storage = createMemoryStorage('client')
  await layDeviceProject(storage)
})

describe('a rebase', () => {
  it('lays the unsent edits over the newest row, and removes the overlay of a row without edits', async () => {
    await renameS1()
    await lay([['section', 's1', buildSection({ rank: 'V9', name: 'General' })]])
    const { changes, postponed } = await run([S1])
    expect(changes).toMatchObject([
      { entity: 'section', id: 's1', row: { name: 'Mine', rank: 'V9' }, isUnsent: true },
    ])
    expect(postponed.size).toBe(0)
    expect(overlay()).toEqual([['s1', 'Mine', 1]])
    await storage.transaction('apply', async (tx) => tx.deleteOutbox(1))
    expect((await run([S1])).changes).toMatchObject([{ row: { name: 'General' }, isUnsent: false }])
    expect(overlay()).toEqual([])
    expect((await run(['section/none'])).changes).toEqual([
      { entity: 'section', id: 'none', row: null, isUnsent: false },
    ])
  })

  it('runs the edits that depend on one another through rows, in their order, and no other', async () => {
    await write('sections.create', { id: 'new', documentId: 'd1', name: 'New', after: null })
    await write('requirements.move', { ids: ['r1'], sectionId: 'new', after: null })
    await write('sections.update', { id: 's2', name: 'Apart' })
    await write('sections.update', { id: 'new', name: 'Newer' })
    await lay([['requirement', 'r1', buildRequirement({ name: 'Theirs' })]])
    const { changes } = await run(['requirement/r1'])
    expect(new Set(changes.map(({ id }) => id))).toContain('r1')
    expect(changes.map(({ id }) => id)).not.toContain('s2')
    expect(changes.find(({ id }) => id === 'r1')?.row).toMatchObject({
      ...{ name: 'Theirs', sectionId: 'new' },
    })
    const created = await run(['section/new'])
    expect(created.changes.find(({ id }) => id === 'new')?.row).toMatchObject({ name: 'Newer' })
    expect(overlay().find(([id]) => id === 'new')).toEqual(['new', 'Newer', 4])
  })

  it('shows the newest number of each row, and the earlier edit only where the later is gone', async () => {
    await renameS1()
    await storage.transaction('edit', (tx) =>
      edit(tx, writerOf(buildOwner(), { id: 'other' }), {
        ...{ projectId, command: 'sections.update', label: '', undo: null },
        args: { projectId, id: 's1', name: 'Second' },
      }),
    )
    await run([S1])
    expect(overlay()).toEqual([['s1', 'Second', 2]])
    await storage.transaction('apply', async (tx) => tx.deleteOutbox(2))
    await run([S1])
    expect(overlay()).toEqual([['s1', 'Mine', 1]])
  })

  it('starts over with rows that an edit writes now and did not write before', async () => {
    await write('sections.delete', { id: 's1' })
    const [before] = outbox()
    expect(before?.touched.toSorted()).toEqual(['requirement/r1', 'requirement/r2', S1])
    await lay([['requirement', 'r9', buildRequirement({ id: 'r9', fullId: 'FUN-0009' })]])
    const { changes } = await run([S1])
    expect(changes.map(({ id, row }) => [id, row]).toSorted()).toEqual([
      ['r1', null],
      ['r2', null],
      ['r9', null],
      ['s1', null],
    ])
    expect(outbox()[0]?.touched).toHaveLength(4)
  })

  it('runs nothing in a project that is not listed', async () => {
    await renameS1()
    await storage.transaction('apply', async (tx) => tx.putHome({ etag: '', projects: [] }))
    expect((await run([S1])).changes).toMatchObject([{ row: { name: 'General' }, isUnsent: false }])
  })

  it('leaves the edits of other projects alone', async () => {
    await renameS1()
    await storage.transaction('edit', async (tx) => {
      const [entry] = await tx.outbox()
      if (entry !== undefined) tx.putOutbox({ ...entry, projectId: 'other' })
    })
    expect((await run([S1])).changes).toMatchObject([{ isUnsent: false }])
    expect(touchedKeys(outbox(), projectId)).toEqual(new Set())
    expect(touchedKeys(outbox(), 'other')).toEqual(new Set([S1]))
    expect(touchedKeys(outbox(), 'other', new Set(['section/s2']))).toEqual(new Set())
  })

  it('a storage that fails stops it, a command with a bug does not', async () => {
    await renameS1()
    const failing = (error: Error) =>
      run([S1], {
        commands: {
          ...commands,
          'sections.update': { ...commands['sections.update'], run: () => Promise.reject(error) },
        } as RebaseContext['commands'],
      })
    await expect(failing(new DOMException('gone', 'AbortError') as Error)).rejects.toThrow('gone')
    for (const bug of [new TypeError('bug'), new RangeError('bug')])
      expect((await failing(bug)).changes, 'the words stay shown').toMatchObject([
        { row: { name: 'Mine' }, isUnsent: true },
      ])
  })
})

describe('between the pages of a pull', () => {
  const arrive = async (arrived: Arrived) => run([S1], { arrived })
  it('an edit over a changed value keeps its row as shown, and not after the last page', async () => {
    await renameS1()
    await lay([['section', 's1', buildSection({ name: 'Theirs', rank: 'V9' })]])
    for (const arrived of ['part', 'refill'] as const) {
      const { changes, postponed } = await arrive(arrived)
      expect(changes).toMatchObject([{ row: { name: 'Mine' }, isUnsent: true }])
      expect([...postponed]).toEqual([S1])
      expect(overlay()).toEqual([['s1', 'Mine', 1]])
    }
    const { changes, postponed } = await arrive('all')
    expect(changes, 'the server will report the conflict').toMatchObject([
      { row: { name: 'Theirs', rank: 'V9' } },
    ])
    expect(postponed.size).toBe(0)
  })

  it('a row that is missing stays in a refill, and where this device made it', async () => {
    await renameS1()
    await lay([['section', 's1', null]])
    expect((await arrive('refill')).changes).toMatchObject([{ row: { name: 'Mine' } }])
    expect((await arrive('part')).changes).toMatchObject([{ row: { name: 'Mine' } }])
    await storage.transaction('apply', async (tx) =>
      tx.putOverlay({
        ...{ projectId, entity: 'section', id: 's1', lastMid: 1 },
        row: buildSection({ name: 'Mine', updatedOn: 5 }),
      }),
    )
    const { changes, postponed } = await arrive('part')
    expect(changes).toEqual([{ entity: 'section', id: 's1', row: null, isUnsent: false }])
    expect([[...postponed], overlay()]).toEqual([[S1], []])
  })

  it('the server’s copy of a row made here is shown with the edited fields', async () => {
    await write('sections.create', { id: 'new', documentId: 'd1', name: 'New', after: null })
    await storage.transaction('edit', (tx) =>
      edit(tx, writerOf(buildOwner(), { id: 'other' }), {
        ...{ projectId, command: 'sections.update', label: '', undo: null },
        args: { projectId, id: 'new', name: 'Newer' },
      }),
    )
    await lay([['section', 'new', buildSection({ id: 'new', name: 'Stored', updatedOn: 9 })]])
    const { changes } = await run(['section/new'], { arrived: 'part' })
    expect(changes.find(({ id }) => id === 'new')).toMatchObject({
      row: { name: 'Newer' },
      isUnsent: true,
    })
  })

  it('a row that moves to another bucket stays as shown until it arrives', async () => {
    await renameS1()
    await lay([['section', 's1', null]])
    const moving = new Set([S1])
    const early = await run([S1], { arrived: 'part', moving })
    expect(early.changes).toMatchObject([{ row: { name: 'Mine' }, isUnsent: true }])
    expect([...early.postponed]).toEqual([S1])
    expect((await run([S1], { arrived: 'all', moving })).postponed.size).toBe(0)
    await lay([['section', 's1', buildSection()]], 'second')
    expect((await run([S1], { arrived: 'part', moving })).postponed.size, 'it is here').toBe(0)
  })
})

describe('the visible rows of a page', () => {
  const see = (
    arriving: Partial<Parameters<typeof visibleRows>[2]['laid']> & { rows: SyncRow[] },
    left: readonly number[] = [],
  ) =>
    storage.transaction('apply', async (tx) => {
      const entries = outbox()
      for (const mid of left) tx.deleteOutbox(mid)
      const laid = {
        ...{
          pages: [],
          moving: new Set<string>(),
          dropped: new Set<string>(),
          isReload: false,
          arrived: 'all' as Arrived,
        },
        keys: new Set(arriving.rows.map(({ entity, id }) => `${entity}/${id}`)),
        single: arriving.rows,
        ...arriving,
      }
      await tx.layRows(projectId, arriving.rows)
      return visibleRows(
        tx,
        { commands, person, now: 0 },
        {
          ...{ projectId, laid },
          left: entries.filter(({ mid }) => left.includes(mid)),
          outbox: entries.filter(({ mid }) => !left.includes(mid)),
        },
      )
    })
  const row = (id: string, changes: object | null, bucket = 'all'): SyncRow => ({
    ...{ bucket, entity: 'section' as const, id },
    row: changes === null ? null : buildSection({ id, ...changes }),
  })
  const ids = ({ rows }: { rows: { id: string; isUnsent: boolean }[] }) =>
    rows.map(({ id, isUnsent }) => [id, isUnsent])

  it('are those that arrive singly, with the unsent edits over them', async () => {
    await renameS1()
    const seen = await see({ rows: [row('s1', { rank: 'V9' }), row('s2', { name: 'Theirs' })] })
    expect(ids(seen)).toEqual([
      ['s2', false],
      ['s1', true],
    ])
    expect(seen.rows[1]?.row).toMatchObject({ name: 'Mine', rank: 'V9' })
    expect(ids(await see({ rows: [row('s2', {})], single: [] })), 'a page is read as such').toEqual(
      [],
    )
  })

  it('a row that this device shows already is neither computed nor told again', async () => {
    await renameS1()
    expect((await see({ rows: [row('s1', { name: 'Mine', updatedOn: 77 })] })).rows).toEqual([])
    expect((await see({ rows: [row('s1', { name: 'Mine', rank: 'V9' })] })).rows).toMatchObject([
      { row: { rank: 'V9' } },
    ])
  })

  it('a deletion that this device shows is known, unless another bucket holds the row', async () => {
    await lay([['section', 's1', buildSection()]], 'second')
    await write('sections.delete', { id: 's1' })
    expect(ids(await see({ rows: [row('s1', null)] }))).toContainEqual(['s1', true])
    expect((await see({ rows: [row('s1', null, 'second')] })).rows).toEqual([])
  })

  it('a row that leaves one bucket is shown from the other', async () => {
    await lay([['section', 's1', buildSection({ name: 'Second' })]], 'second')
    expect((await see({ rows: [row('s1', null)] })).rows).toMatchObject([
      { row: { name: 'Second' } },
    ])
    expect((await see({ rows: [row('s1', null, 'second')] })).rows).toMatchObject([{ row: null }])
  })

  it('the rows of a decided edit lose its overlay, though they did not arrive', async () => {
    await renameS1()
    const seen = await see({ rows: [] }, [1])
    expect(seen.rows).toMatchObject([{ id: 's1', row: { name: 'General' }, isUnsent: false }])
    expect(overlay()).toEqual([])
    await renameS1()
    await storage.transaction('edit', async (tx) => {
      for (const entry of await tx.outbox()) tx.putOutbox({ ...entry, projectId: 'other' })
    })
    expect((await see({ rows: [] }, [2])).rows, 'it is of another project').toEqual([])
  })

  it('after a bucket was emptied every row with an unsent edit is computed', async () => {
    await renameS1()
    expect((await see({ rows: [] })).rows).toEqual([])
    expect(ids(await see({ rows: [], isReload: true }))).toEqual([['s1', true]])
  })
})
