import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it } from 'vitest'
import type { Entity } from '#schema/entities/rows.ts'
import { DeviceDatabase, type PageInfo } from '#sync/browser/storage/database.ts'
import { newCursor } from '#sync/engine/pull/cursor.ts'
import { buildPackage, PROJECT_ID } from '../../tests/support/project-rows.ts'
import { firstPages, readLaid, readSnapshot } from './read-snapshot.ts'

const pageInfo = (no: number, changes: Partial<PageInfo> = {}): PageInfo => ({
  ...{ no, projectId: PROJECT_ID, bucket: 'all', entity: 'requirement', count: 60 },
  ...{ first: `r${no}0`, last: `r${no}9`, rank: null, values: { sectionId: ['s1'] } },
  ...changes,
})
const IN_S1 = { entity: 'requirement', index: 'sectionId', value: 's1' } as const
const shownFirst = (infos: PageInfo[]) => firstPages(infos, IN_S1).map(({ no }) => no)

let made = 0
let database: DeviceDatabase
const stored = async (count: number) => {
  database = new DeviceDatabase(`snapshot ${(made += 1)}`)
  const numbers = Array.from({ length: count }, (_, at) => at + 1)
  await database.pageInfo.bulkPut(numbers.map((no) => pageInfo(no)))
  await database.page.bulkPut(numbers.map((no) => ({ no, text: `[${no}]` })))
  return database
}
afterEach(() => database?.close())

describe('the first pages of a list', () => {
  it('are those that begin within the first hundred rows, by their lowest rank', () => {
    const infos = [
      pageInfo(1, { rank: 'c' }),
      pageInfo(2, { rank: 'd' }),
      pageInfo(3, { rank: 'a' }),
      pageInfo(4, { rank: 'b' }),
    ]
    expect(shownFirst(infos)).toEqual([3, 4])
    expect(shownFirst(infos.map((info) => ({ ...info, count: 50 })))).toEqual([3, 4])
    expect(shownFirst(infos.map((info) => ({ ...info, count: 49 })))).toEqual([3, 4, 1])
    expect(shownFirst(infos.map((info) => ({ ...info, count: 100 })))).toEqual([3])
    expect(shownFirst(infos.map((info) => ({ ...info, count: 33 })))).toEqual([3, 4, 1, 2])
  })

  it('are taken by their lowest id if the rows have no rank', () => {
    const infos = [4, 2, 3, 1].map((no) => pageInfo(no))
    expect(shownFirst(infos)).toEqual([1, 2])
  })

  it('are all pages of a list of one or two, as they stand', () => {
    const long = { count: 500 }
    expect(shownFirst([pageInfo(2, long), pageInfo(1, long)])).toEqual([2, 1])
    expect(shownFirst([3, 2, 1].map((no) => pageInfo(no, long)))).toEqual([1])
  })

  it('leave out pages without the list’s rows', () => {
    const others = [
      pageInfo(1, { entity: 'commitment' as Entity }),
      pageInfo(2, { values: { sectionId: ['s2'] } }),
    ]
    expect(shownFirst([...others, pageInfo(3)])).toEqual([3])
  })
})

describe('opening a project reads', () => {
  it('what the device holds of it, and nothing of another project', async () => {
    await stored(3)
    const delta = { entity: 'package' as const, bucket: 'all', no: 1 }
    const rowOf = (projectId: string) => ({ ...{ projectId, ...delta }, id: 'p1' })
    await database.delta.bulkPut([
      { ...rowOf(PROJECT_ID), row: buildPackage() },
      { ...rowOf('another'), row: buildPackage() },
    ])
    const edited = { entity: 'package' as const, id: 'p1', row: null }
    await database.overlay.bulkPut([
      { ...edited, projectId: PROJECT_ID },
      { ...edited, projectId: 'another' },
    ] as never[])
    await database.pageInfo.put(pageInfo(9, { projectId: 'another' }))
    await database.cursor.put({ ...newCursor(PROJECT_ID), isComplete: true })
    await database.meta.put({ key: 'device', meta: { changeSeq: 7 } } as never)
    const read = await readSnapshot(database, PROJECT_ID, (infos) => infos.slice(1))
    expect(read.seq).toBe(7)
    expect(read.infos.map(({ no }) => no)).toEqual([1, 2, 3])
    expect([read.deltas, read.overlay]).toMatchObject([
      [{ projectId: PROJECT_ID, id: 'p1' }],
      [{ projectId: PROJECT_ID, id: 'p1' }],
    ])
    expect(read.cursor?.isComplete).toBe(true)
    expect([...read.texts]).toEqual([
      [2, { no: 2, text: '[2]' }],
      [3, { no: 3, text: '[3]' }],
    ])
  })

  it('an empty device, and one whose connection was closed, without failing', async () => {
    await stored(0)
    database.close({ disableAutoOpen: false })
    expect(await readSnapshot(database, PROJECT_ID, (infos) => infos)).toEqual({
      ...{ seq: 0, infos: [], deltas: [], overlay: [], cursor: undefined, texts: new Map() },
    })
  })

  it('no text of a page that was merged into another', async () => {
    await stored(2)
    await database.page.delete(1)
    const read = await readSnapshot(database, PROJECT_ID, (infos) => infos)
    expect([...read.texts.keys()]).toEqual([2])
  })
})

describe('new pages', () => {
  const numbers = (count: number) => Array.from({ length: count }, (_, at) => at + 1)

  it('bring their texts if they are at most eight', async () => {
    await stored(9)
    const few = await readLaid(database, numbers(8))
    expect([few.infos.length, few.texts.size]).toEqual([8, 8])
    expect(few.texts.get(8)).toEqual({ no: 8, text: '[8]' })
    const many = await readLaid(database, numbers(9))
    expect([many.infos.length, many.texts.size]).toEqual([9, 0])
  })

  it('that are gone again are missing, and so are their texts', async () => {
    await stored(1)
    const read = await readLaid(database, [1, 5])
    expect([read.infos.map((info) => info?.no), [...read.texts.keys()]]).toEqual([
      ...[[1, undefined], [1]],
    ])
  })
})
