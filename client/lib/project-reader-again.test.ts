import 'fake-indexeddb/auto'
import { expect, it, vi } from 'vitest'
import { DeviceDatabase } from '#sync/browser/storage/database.ts'
import { createDexieStorage } from '#sync/browser/storage/dexie-storage.ts'
import { emptyChange } from '#sync/engine/change.ts'
import { buildRequirement, PROJECT_ID as projectId } from '../../tests/support/project-rows.ts'
import { ProjectMemory } from './project-memory.ts'
import { ProjectReader } from './project-reader.ts'

const requirements = Array.from({ length: 60 }, (_, n) => {
  const id = `r-${String(n).padStart(3, '0')}`
  return { bucket: 'p1:int', entity: 'requirement' as const, id, row: buildRequirement({ id }) }
})
/** A reader of a project whose requirements are stored in pages, which are read only on request. */
const readerOf = async (name: string) => {
  const database = new DeviceDatabase(name)
  const storage = createDexieStorage(database, () => 'client')
  await storage.transaction('apply', async (tx) => tx.layRows(projectId, requirements))
  const memory = new ProjectMemory()
  const reader = new ProjectReader({ database, projectId, memory, onState: () => undefined })
  await reader.whenRead()
  return { database, memory, reader }
}

it.each(['row', 'list'])(
  'reads a %s again after the browser closed the database for a moment',
  async (what) => {
    const { database, memory, reader } = await readerOf(`closed for a moment, ${what}`)
    database.close()
    if (what === 'row') reader.askRow('requirement', 'r-007')
    else reader.ask('requirement', 'sectionId', 's1')
    await reader.whenRead()
    expect(memory.row('requirement', 'r-007')).toBeUndefined()
    await database.open()
    await vi.waitFor(() => expect(memory.row('requirement', 'r-007')).toBeDefined(), 10_000)
    expect(memory.isWhole('requirement', 'sectionId', 's1')).toBe(what === 'list')
  },
)

it('reads nothing again once it is stopped', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { database, reader } = await readerOf('stopped')
  database.close()
  reader.askRow('requirement', 'r-007')
  await reader.whenRead()
  expect(vi.getTimerCount()).toBe(1)
  reader.stop()
  reader.askRow('requirement', 'r-008')
  await reader.whenRead()
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
})

it('keeps a row that was requested singly when it reads everything again', async () => {
  const { memory, reader } = await readerOf('requested singly')
  reader.askRow('requirement', 'r-007')
  await reader.whenRead()
  reader.hear({ ...emptyChange(9, projectId), reload: true })
  await reader.whenRead()
  expect(memory.row('requirement', 'r-007')).toBeDefined()
})
