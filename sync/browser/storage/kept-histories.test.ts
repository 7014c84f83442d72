import 'fake-indexeddb/auto'
import { expect, test } from 'vitest'
import { newCursor } from '#sync/engine/pull/cursor.ts'
import { DeviceDatabase } from './database.ts'
import { createDexieStorage } from './dexie-storage.ts'
import { readHistory, writeHistory, forgetHistory } from './kept-histories.ts'

let count = 0
const place = { projectId: 'p1', documentId: 'd1' }
const build = async () => {
  const database = new DeviceDatabase(`histories-${(count += 1)}`)
  const storage = createDexieStorage(database, () => 'client')
  for (const projectId of ['p1', 'p2'])
    await storage.transaction('apply', async (tx) =>
      tx.putCursor({ ...newCursor(projectId), epoch: 7 }),
    )
  const keep = (documentId: string, text = '[]', at = 1) =>
    writeHistory(database, { ...place, documentId }, { text, at, epoch: 7 })
  const textOf = async (documentId: string) =>
    (await readHistory(database, { ...place, documentId })).kept?.text
  return { database, storage, keep, textOf }
}

test('[KH1] a history that was read stays on the device, apart from those of other places', async () => {
  const { database, keep, textOf } = await build()
  await keep('d1', 'first')
  await writeHistory(database, { ...place, requirementId: 'r1' }, { text: 'r', at: 1, epoch: 7 })
  expect(await readHistory(database, place)).toMatchObject({ kept: { text: 'first' }, epoch: 7 })
  expect((await readHistory(database, { ...place, requirementId: 'r1' })).kept?.text).toBe('r')
  expect(await textOf('d2')).toBeUndefined()
  await forgetHistory(database, place)
  expect(await textOf('d1')).toBeUndefined()
})

test('[KH2] the oldest histories leave when there are more than 40', async () => {
  const { database, keep, textOf } = await build()
  for (let at = 0; at < 42; at += 1) await keep(`d${at}`, '[]', at)
  expect(await textOf('d1')).toBeUndefined()
  expect(await textOf('d2')).toBe('[]')
  expect(await database.meta.where('key').startsWith('history/').count()).toBe(40)
  expect(await database.meta.get('device')).toBeDefined()
})

test('[KH3] the histories of a project leave with its copy, and with any bucket that the person loses', async () => {
  for (const lose of [
    async ({ storage }: Awaited<ReturnType<typeof build>>) =>
      storage.transaction('apply', (tx) => tx.emptyProject('p1')),
    async ({ storage }: Awaited<ReturnType<typeof build>>) =>
      storage.transaction('apply', (tx) => tx.emptyBuckets('p1', ['p:v7'])),
  ]) {
    const built = await build()
    const other = { projectId: 'p2', documentId: 'd1' }
    await built.keep('d1')
    await writeHistory(built.database, other, { text: 'other', at: 1, epoch: 7 })
    await lose(built)
    expect(await built.textOf('d1')).toBeUndefined()
    expect((await readHistory(built.database, other)).kept?.text).toBe('other')
  }
})

test('[KH4] an answer of the server that arrives after the access changed is not kept', async () => {
  const { storage, keep, textOf } = await build()
  for (const change of [{ epoch: 8 }, { epoch: 7, isDenied: true }]) {
    await storage.transaction('apply', async (tx) =>
      tx.putCursor({ ...newCursor('p1'), ...change }),
    )
    await keep('d1')
    expect(await textOf('d1')).toBeUndefined()
  }
  await storage.transaction('apply', async (tx) => tx.deleteCursor('p1'))
  await keep('d1')
  expect(await textOf('d1')).toBeUndefined()
})
