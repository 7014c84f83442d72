import 'fake-indexeddb/auto'
import { expect, test } from 'vitest'
import { newCursor } from '#sync/engine/pull/cursor.ts'
import type { StorageTx } from '#sync/engine/ports.ts'
import { DeviceDatabase } from './database.ts'
import { createDexieStorage } from './dexie-storage.ts'
import { writeHistory } from './kept-histories.ts'
import { forgetMessages, readMessages, writeMessages } from './kept-messages.ts'

let count = 0
const build = async () => {
  const database = new DeviceDatabase(`messages-${(count += 1)}`)
  const storage = createDexieStorage(database, () => 'client')
  for (const projectId of ['p1', 'p10'])
    await storage.transaction('apply', async (tx) =>
      tx.putCursor({ ...newCursor(projectId), epoch: 7 }),
    )
  const keep = (projectId: string, text = projectId, at = 1) =>
    writeMessages(database, projectId, { text, at, epoch: 7 })
  const textOf = async (projectId: string) => (await readMessages(database, projectId)).kept?.text
  return { database, storage, keep, textOf }
}

test('[KH5] messages stay on the device, each project’s apart', async () => {
  const { database, keep, textOf } = await build()
  await keep('p1')
  await keep('p10')
  await keep('p1', 'newer', 2)
  expect(await readMessages(database, 'p1')).toMatchObject({
    kept: { text: 'newer', at: 2 },
    epoch: 7,
  })
  expect(await textOf('p10')).toBe('p10')
  await forgetMessages(database, 'p1')
  expect(await textOf('p1')).toBeUndefined()
  expect(await textOf('p10')).toBe('p10')
})

test('[KH5] many histories push no messages out', async () => {
  const { database, keep, textOf } = await build()
  await keep('p1', 'oldest', 0)
  for (let at = 1; at < 43; at += 1)
    await writeHistory(
      database,
      { projectId: 'p1', documentId: `d${at}` },
      { text: '[]', at, epoch: 7 },
    )
  expect(await textOf('p1')).toBe('oldest')
})

test.each<[string, (tx: StorageTx) => Promise<unknown>]>([
  ['its copy', (tx) => tx.emptyProject('p1')],
  ['any bucket that the person loses', (tx) => tx.emptyBuckets('p1', ['*:int'])],
])('[KH5] the messages of a project leave with %s', async (_, lose) => {
  const { storage, keep, textOf } = await build()
  await keep('p1')
  await keep('p10')
  await storage.transaction('apply', async (tx) => void (await lose(tx)))
  expect(await textOf('p1')).toBeUndefined()
  expect(await textOf('p10')).toBe('p10')
})

test('[KH4] messages that arrive after the access changed are not kept', async () => {
  const { storage, keep, textOf } = await build()
  for (const change of [{ epoch: 8 }, { epoch: 7, isDenied: true }]) {
    await storage.transaction('apply', async (tx) =>
      tx.putCursor({ ...newCursor('p1'), ...change }),
    )
    await keep('p1')
    expect(await textOf('p1')).toBeUndefined()
  }
})
