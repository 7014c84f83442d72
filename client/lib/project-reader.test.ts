import 'fake-indexeddb/auto'
import { expect, it } from 'vitest'
import { DeviceDatabase } from '#sync/browser/database.ts'
import { createDexieStorage } from '#sync/browser/dexie-storage.ts'
import { emptyChange } from '#sync/engine/change.ts'
import { buildRequirement, PROJECT_ID as projectId } from '../../tests/support/project-rows.ts'
import { ProjectMemory } from './project-memory.ts'
import { ProjectReader } from './project-reader.ts'

const row = (n: number, sectionId: string) => {
  const id = `r-${String(n).padStart(3, '0')}`
  return { bucket: 'p1:int', entity: 'requirement' as const, id, row: buildRequirement({ id, sectionId }) }
}
const many = (count: number, sectionId: string) => Array.from({ length: count }, (_, n) => row(n, sectionId))

it.each(['before it was opened', 'live'])('lists a row that came singly %s by what a newer page says of it, also where nobody looked at its kind when the page came', async (when) => {
  const database = new DeviceDatabase(when)
  const storage = createDexieStorage(database, () => 'client')
  const lay = (rows: ReturnType<typeof many>) => storage.transaction('edit', async (tx) => {
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
  if (when === 'live') reader.hear({ ...await lay([row(5, 'between')]), rows: [{ ...row(5, 'between'), isUnsent: false }] })
  reader.hear(await lay(many(60, 's2')))
  await reader.whenRead()
  reader.ask('requirement', 'sectionId', 'between')
  await reader.whenRead()
  expect(memory.ids('requirement', 'sectionId', 'between')).toEqual([])
})
