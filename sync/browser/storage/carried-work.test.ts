import 'fake-indexeddb/auto'
import { expect, it } from 'vitest'
import type { CarriedWork } from '#schema/api/work-file.ts'
import {
  carriedKey,
  type CarriedRecord,
  forgetCarried,
  noteOutcome,
  putCarried,
  readCarried,
} from './carried-work.ts'
import { DeviceDatabase } from './database.ts'

const recordOf = (clientId: string, savedOn: number): CarriedRecord => ({
  key: carriedKey(clientId),
  work: {
    format: 'tenderbook-carried/1',
    ...{ serverId: 's', sessionId: 'x', username: 'ada', name: 'Ada', edits: 1, pieces: [] },
    vendor: { id: 7, name: 'Alpha' },
    clientId,
    savedOn,
  } satisfies CarriedWork,
  at: savedOn,
  outcome: null,
})
let count = 0
const build = async () => {
  const database = new DeviceDatabase(`carried-${(count += 1)}`)
  await database.open()
  return database
}

it('keeps the newest file of each device', async () => {
  const database = await build()
  expect(await putCarried(database, recordOf('a', 2))).toBe(true)
  expect(await putCarried(database, recordOf('a', 1))).toBe(false)
  expect(await putCarried(database, recordOf('b', 1))).toBe(true)
  expect(await putCarried(database, recordOf('a', 3))).toBe(true)
  expect((await readCarried(database)).map(({ work }) => [work.clientId, work.savedOn])).toEqual([
    ['a', 3],
    ['b', 1],
  ])
  await forgetCarried(database, carriedKey('a'))
  expect((await readCarried(database)).map(({ work }) => work.clientId)).toEqual(['b'])
})

it('notes no outcome of work that a newer file has replaced', async () => {
  const database = await build()
  const [former, newer] = [recordOf('a', 1), recordOf('a', 2)]
  const outcome = { kind: 'refused', at: 1, code: 'SYNC_GAP', detail: {} } as const
  await putCarried(database, newer)
  await noteOutcome(database, former, outcome)
  expect((await readCarried(database))[0]?.outcome).toBeNull()
  await noteOutcome(database, newer, outcome)
  expect((await readCarried(database))[0]?.outcome).toEqual(outcome)
})
