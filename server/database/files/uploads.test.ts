import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Row } from '#schema/entities/rows.ts'
import {
  type EmptyDatabase,
  NOW,
  openEmptyDatabase,
} from '../../../tests/support/empty-database.ts'
import type { RowChange } from '../rows/write-rows.ts'
import {
  announceUpload,
  completeUpload,
  forgetUpload,
  isSentWhole,
  keepForUndo,
  noteStored,
} from './uploads.ts'

let rows: EmptyDatabase
beforeEach(async () => {
  rows = await openEmptyDatabase()
})
afterEach(() => rows.close())
const queries = () => rows.database.queries
const sha = (letter: string): string => letter.repeat(64)
const [anna, boris] = [1, 2]

const announce = (
  userId: number,
  letter: string,
  bytes: number,
  { organizationId = 10, now = NOW, quotaBytes = 100 } = {},
) =>
  announceUpload(
    queries(),
    { userId, organizationId },
    { sha256: sha(letter), bytes, now, quotaBytes },
  )
const uploads = async () =>
  (
    await queries()
      .selectFrom('blob_uploads')
      .selectAll()
      .orderBy('sha256')
      .orderBy('user_id')
      .execute()
  ).map((row) => [
    row.sha256[0],
    row.user_id,
    row.organization_id,
    row.counted,
    row.started_on - NOW,
    row.completed_on === null ? null : row.completed_on - NOW,
  ])

describe('[FI12] an upload', () => {
  it('is the sender’s own: only the one who sent it whole holds the file', async () => {
    await announce(anna, 'a', 5)
    await announce(boris, 'a', 5)
    await announce(anna, 'b', 5)
    await noteStored(queries(), { sha256: sha('a'), bytes: 5, kind: 'pdf', now: NOW })
    await noteStored(queries(), { sha256: sha('b'), bytes: 5, kind: 'pdf', now: NOW })
    await completeUpload(queries(), { userId: anna, sha256: sha('a') }, NOW + 3)
    const holds = async (userId: number, letter: string) =>
      await isSentWhole(queries(), userId, sha(letter))
    expect([await holds(anna, 'a'), await holds(boris, 'a'), await holds(anna, 'b')]).toEqual([
      true,
      false,
      false,
    ])
    expect(await uploads()).toEqual([
      ['a', anna, 10, 5, 0, 3],
      ['a', boris, 10, 5, 0, null],
      ['b', anna, 10, 5, 0, null],
    ])
    await queries().deleteFrom('blobs').where('sha256', '=', sha('a')).execute()
    expect(await holds(anna, 'a'), 'without its bytes').toBe(false)
  })

  it('is forgotten for its sender, unless it is whole', async () => {
    await announce(anna, 'a', 5)
    await announce(boris, 'a', 5)
    await announce(anna, 'b', 5)
    await announce(anna, 'c', 5)
    await completeUpload(queries(), { userId: anna, sha256: sha('c') }, NOW)
    await forgetUpload(queries(), anna, sha('a'))
    await forgetUpload(queries(), anna, sha('c'))
    expect((await uploads()).map(([letter, user]) => `${letter}${user}`)).toEqual([
      'a2',
      'b1',
      'c1',
    ])
  })

  it('counts against the quota of the organization, up to its last byte', async () => {
    expect(await announce(boris, 'x', 100, { organizationId: 11 })).toBe(true)
    expect(await announce(boris, 'y', 1, { organizationId: 11 })).toBe(false)
    expect(await announce(anna, 'a', 60)).toBe(true)
    expect(await announce(boris, 'b', 41)).toBe(false)
    expect(await announce(boris, 'a', 40)).toBe(true)
    expect(await announce(anna, 'a', 61), 'instead of its own 60').toBe(false)
    expect(await announce(anna, 'a', 50, { now: NOW + 9 })).toBe(true)
    expect(await uploads()).toEqual([
      ['a', anna, 10, 50, 9, null],
      ['a', boris, 10, 40, 0, null],
      ['x', boris, 11, 100, 0, null],
    ])
    // The same file again needs no room, also when the quota was lowered.
    expect(await announce(anna, 'a', 50, { now: NOW + 20, quotaBytes: 0 })).toBe(true)
    expect((await uploads())[0]?.[4]).toBe(9)
  })
})

it('stored bytes are used from now on, and keep their size and kind', async () => {
  await noteStored(queries(), { sha256: sha('a'), bytes: 5, kind: 'pdf', now: NOW })
  await noteStored(queries(), { sha256: sha('b'), bytes: 6, kind: 'pdf', now: NOW })
  await noteStored(queries(), { sha256: sha('a'), bytes: 7, kind: 'png', now: NOW + 1 })
  const stored = await queries().selectFrom('blobs').selectAll().orderBy('sha256').execute()
  expect(stored).toEqual([
    { sha256: sha('a'), bytes: 5, kind: 'pdf', used_on: NOW + 1 },
    { sha256: sha('b'), bytes: 6, kind: 'pdf', used_on: NOW },
  ])
})

it('[FI12] who removes an attachment can restore it, without using the quota', async () => {
  for (const letter of ['a', 'b', 'c'])
    await noteStored(queries(), { sha256: sha(letter), bytes: 5, kind: 'pdf', now: NOW })
  const attachment = (letter: string) =>
    ({ file: { contentHash: sha(letter) }, createdByOrg: 10 }) as Row<'attachment'>
  const change = (entity: 'attachment' | 'section', before: unknown, after: unknown): RowChange =>
    ({ entity, id: 'x', before, after }) as RowChange
  await announce(boris, 'a', 5)
  await keepForUndo(
    queries(),
    [
      change('attachment', attachment('a'), null),
      change('attachment', null, attachment('b')),
      change('attachment', attachment('b'), attachment('b')),
      change('section', attachment('c'), null),
    ],
    { userId: anna, now: NOW + 4 },
  )
  await keepForUndo(queries(), [change('attachment', attachment('a'), null)], {
    userId: boris,
    now: NOW + 5,
  })
  expect(await uploads()).toEqual([
    ['a', anna, 10, 0, 4, 4],
    ['a', boris, 10, 5, 0, 5],
  ])
  const used = await queries().selectFrom('blobs').select('used_on').orderBy('sha256').execute()
  expect(used.map((row) => row.used_on - NOW)).toEqual([5, 0, 0])
})
