import 'fake-indexeddb/auto'
import { expect, it, vi } from 'vitest'
import { DeviceDatabase } from '#sync/browser/storage/database.ts'
import { createDexieStorage } from '#sync/browser/storage/dexie-storage.ts'
import { newCursor } from '#sync/engine/pull/cursor.ts'
import { emptyChange } from '#sync/engine/change.ts'
import { buildRequirement, PROJECT_ID as projectId } from '../../tests/support/project-rows.ts'
import { listKey, ProjectMemory } from './project-memory.ts'
import { ProjectReader } from './project-reader.ts'

const row = (n: number, sectionId: string) => {
  const id = `r-${String(n).padStart(3, '0')}`
  return {
    bucket: 'p1:int',
    entity: 'requirement' as const,
    id,
    row: buildRequirement({ id, sectionId }),
  }
}
const many = (count: number, sectionId: string) =>
  Array.from({ length: count }, (_, n) => row(n, sectionId))

it.each(['before it was opened', 'live'])(
  'lists a row that arrived singly %s by its newer page, even if no list of its entity was requested when the page arrived',
  async (when) => {
    const database = new DeviceDatabase(when)
    const storage = createDexieStorage(database, () => 'client')
    const lay = (rows: ReturnType<typeof many>) =>
      storage.transaction('edit', async (tx) => {
        const meta = { ...(await tx.meta()) }
        const { pages } = await tx.layRows(projectId, rows)
        tx.putMeta({ ...meta, changeSeq: meta.changeSeq + 1 })
        return { ...emptyChange(meta.changeSeq + 1, projectId), pages }
      })
    await lay(many(60, 's1'))
    if (when !== 'live') await lay([row(5, 'between')])
    const memory = new ProjectMemory()
    const reader = new ProjectReader({ database, projectId, memory, onState: () => undefined })
    await reader.whenRead()
    if (when === 'live')
      reader.hear({
        ...(await lay([row(5, 'between')])),
        rows: [{ ...row(5, 'between'), isUnsent: false }],
      })
    reader.hear(await lay(many(60, 's2')))
    await reader.whenRead()
    reader.ask('requirement', 'sectionId', 'between')
    await reader.whenRead()
    expect(memory.ids('requirement', 'sectionId', 'between')).toEqual([])
  },
)

it('reads changes that were committed without a note once another tab announces a newer sequence number', async () => {
  const database = new DeviceDatabase('no note')
  const storage = createDexieStorage(database, () => 'client')
  const lay = (rows: ReturnType<typeof many>) =>
    storage.transaction('edit', async (tx) => {
      const meta = { ...(await tx.meta()) }
      await tx.layRows(projectId, rows)
      tx.putCursor({ ...newCursor(projectId), isComplete: rows.length > 1 })
      tx.putMeta({ ...meta, changeSeq: meta.changeSeq + 1 })
      return meta.changeSeq + 1
    })
  await lay([row(1, 's1')])
  const memory = new ProjectMemory()
  const reader = new ProjectReader({ database, projectId, memory, onState: () => undefined })
  reader.ask('requirement', 'sectionId', 's1')
  await reader.whenRead()
  expect(reader.cursor?.isComplete).toBe(false)
  const seq = await lay(many(60, 's1'))
  reader.hear({ ...emptyChange(seq, null), reload: true })
  await reader.whenRead()
  expect(reader.cursor?.isComplete).toBe(true)
  expect(memory.ids('requirement', 'sectionId', 's1')).toHaveLength(60)
})

it('keeps what it read when the browser clears the database, until the project is here again', async () => {
  const database = new DeviceDatabase('cleared')
  const storage = createDexieStorage(database, () => 'client')
  const lay = (count: number, isComplete: boolean) =>
    storage.transaction('edit', async (tx) => {
      const meta = { ...(await tx.meta()) }
      await tx.layRows(projectId, many(count, 's1'))
      if (count > 0) tx.putCursor({ ...newCursor(projectId), isComplete })
      tx.putMeta({ ...meta, changeSeq: meta.changeSeq + 1 })
      return meta.changeSeq + 1
    })
  await lay(60, true)
  const memory = new ProjectMemory()
  const reader = new ProjectReader({ database, projectId, memory, onState: () => undefined })
  const shown = () => [
    reader.cursor?.isComplete,
    memory.ids('requirement', 'sectionId', 's1').length,
  ]
  reader.ask('requirement', 'sectionId', 's1')
  await reader.whenRead()
  expect(shown()).toEqual([true, 60])
  await database.delete({ disableAutoOpen: false })
  // Storage leaves a gap in the change numbers for a commit that was lost.
  for (let n = 0; n < 3; n += 1)
    reader.hear({ ...emptyChange(await lay(0, false), null), reload: true })
  await reader.whenRead()
  expect(shown()).toEqual([true, 60])
  reader.hear({ ...emptyChange(await lay(20, false), projectId), cursor: true })
  await reader.whenRead()
  expect(shown()).toEqual([true, 60])
  reader.hear({ ...emptyChange(await lay(40, true), projectId), cursor: true })
  await reader.whenRead()
  expect(shown()).toEqual([true, 40])
})

it('after a failed read, reads everything with the next change', async () => {
  const database = new DeviceDatabase('closed at first')
  const storage = createDexieStorage(database, () => 'client')
  await storage.transaction('apply', async (tx) => void (await tx.meta()))
  const open = database.open.bind(database)
  database.close()
  // As if another tab deleted the database at this moment.
  database.open = () => {
    throw Object.assign(new Error('closed'), { name: 'DatabaseClosedError' })
  }
  const reader = new ProjectReader({
    database,
    projectId,
    memory: new ProjectMemory(),
    onState: () => undefined,
  })
  await reader.whenRead()
  expect(reader.isRead).toBe(false)
  database.open = open
  reader.hear(emptyChange(1, projectId))
  await reader.whenRead()
  expect(reader.isRead).toBe(true)
})

it('shows a screenful of a long list before it has read the rest', async () => {
  const database = new DeviceDatabase('long list')
  const storage = createDexieStorage(database, () => 'client')
  await storage.transaction(
    'apply',
    async (tx) => void (await tx.layRows(projectId, many(999, 's1'))),
  )
  const memory = new ProjectMemory()
  const reader = new ProjectReader({ database, projectId, memory, onState: () => undefined })
  const shown: number[] = []
  memory.subscribe(listKey('requirement', 'sectionId', 's1'), () =>
    shown.push(memory.ids('requirement', 'sectionId', 's1').length),
  )
  reader.ask('requirement', 'sectionId', 's1')
  await reader.whenRead()
  expect(shown[0]).toBeGreaterThanOrEqual(100)
  expect(shown[0]).toBeLessThan(200)
  expect(shown.at(-1)).toBe(999)
})

it('calls a list whole only once all of its rows are read, so that no count is too small', async () => {
  const database = new DeviceDatabase('whole list')
  const storage = createDexieStorage(database, () => 'client')
  await storage.transaction(
    'apply',
    async (tx) => void (await tx.layRows(projectId, many(999, 's1'))),
  )
  const memory = new ProjectMemory()
  const list = ['requirement', 'sectionId', 's1'] as const
  const reader = new ProjectReader({ database, projectId, memory, onState: () => undefined })
  const seen: { rows: number; isWhole: boolean }[] = []
  const look = () =>
    seen.push({ rows: memory.list(...list).length, isWhole: memory.isWhole(...list) })
  memory.subscribe(listKey(...list), look)
  look()
  reader.ask(...list)
  await reader.whenRead()
  expect(seen[0]).toEqual({ rows: 0, isWhole: false })
  expect(
    seen.some(({ rows, isWhole }) => rows > 0 && !isWhole),
    'shows its start',
  ).toBe(true)
  expect(seen.filter(({ rows, isWhole }) => isWhole && rows < 999)).toEqual([])
  expect(seen.at(-1)).toEqual({ rows: 999, isWhole: true })
})

it('says that a project is complete only once its last rows are in memory', async () => {
  const database = new DeviceDatabase('complete at last')
  const storage = createDexieStorage(database, () => 'client')
  const lay = (rows: ReturnType<typeof many>, isComplete: boolean) =>
    storage.transaction('apply', async (tx) => {
      const meta = { ...(await tx.meta()) }
      const { pages } = await tx.layRows(projectId, rows)
      tx.putCursor({ ...newCursor(projectId), isComplete })
      tx.putMeta({ ...meta, changeSeq: meta.changeSeq + 1 })
      return { ...emptyChange(meta.changeSeq + 1, projectId), pages, cursor: true }
    })
  await lay(many(60, 's1'), false)
  const memory = new ProjectMemory()
  const seen: { isComplete: boolean | undefined; rows: number }[] = []
  const reader: ProjectReader = new ProjectReader({
    database,
    projectId,
    memory,
    onState: () =>
      seen.push({
        isComplete: reader.cursor?.isComplete,
        rows: memory.ids('requirement', 'sectionId', 's2').length,
      }),
  })
  reader.ask('requirement', 'sectionId', 's2')
  await reader.whenRead()
  reader.hear(await lay(many(60, 's2'), true))
  await reader.whenRead()
  expect(seen).toEqual([
    { isComplete: false, rows: 0 },
    { isComplete: true, rows: 60 },
  ])
})

it.each(['by the same tab', 'by another tab first'])(
  'reads everything again if the last announced change was never stored and its number is reused %s',
  async (by) => {
    const database = new DeviceDatabase(`told in vain ${by}`)
    const [storage, otherTab] = [
      createDexieStorage(database, () => 'client'),
      createDexieStorage(database, () => 'client'),
    ]
    const lay = (from: typeof storage, n: number) =>
      from.transaction('apply', async (tx) => {
        const meta = { ...(await tx.meta()) }
        await tx.layRows(projectId, [row(n, 's1')])
        tx.putMeta({ ...meta, changeSeq: meta.changeSeq + 1 })
        return {
          ...emptyChange(meta.changeSeq + 1, projectId),
          rows: [{ ...row(n, 's1'), isUnsent: false }],
        }
      })
    await lay(storage, 1)
    const memory = new ProjectMemory()
    const reader = new ProjectReader({ database, projectId, memory, onState: () => undefined })
    reader.ask('requirement', 'sectionId', 's1')
    await reader.whenRead()
    const commit = vi
      .spyOn(IDBTransaction.prototype, 'commit')
      .mockImplementationOnce(function fail(this: IDBTransaction) {
        this.abort()
      })
    reader.hear(await lay(storage, 2))
    await vi.waitFor(() =>
      expect(storage.transaction('read', async () => undefined)).rejects.toThrow(),
    )
    commit.mockRestore()
    if (by !== 'by the same tab') {
      reader.hear(await lay(otherTab, 3))
      reader.hear(await lay(otherTab, 4))
    }
    reader.hear(await lay(storage, 5))
    await reader.whenRead()
    expect(memory.ids('requirement', 'sectionId', 's1')).toEqual(
      by === 'by the same tab' ? ['r-001', 'r-005'] : ['r-001', 'r-003', 'r-004', 'r-005'],
    )
  },
)
