import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openTown, type Town } from '../../tests/support/town.ts'
import {
  findRestoration,
  listArchiveLines,
  readArchiveLines,
  restoredLast,
  restoredOf,
} from './restorations.ts'

let town: Town
beforeEach(async () => {
  town = await openTown()
})
afterEach(() => town.rows.close())
const queries = () => town.rows.database.queries
const restore = async (
  id: string,
  restored_on: number,
  { place = town.city, text_bytes = 1 } = {},
) => {
  await town.rows.project(id, place)
  const row = { project_id: id, archived_id: `old ${id}`, chains: '["log/team.jsonl"]' }
  await queries()
    .insertInto('restorations')
    .values({ ...row, user_id: 1, by_name: 'Anna', version: 2, restored_on, text_bytes })
    .execute()
}

describe('a restored project', () => {
  it('is told from others', async () => {
    await restore('a', 1)
    expect(await findRestoration(queries(), 'a')).toEqual({
      ...{ version: 2, archivedId: 'old a', chains: ['log/team.jsonl'] },
    })
    expect(await findRestoration(queries(), 'old a')).toBeNull()
  })

  it('comes after the living one, the newest first, whatever the order of their ids', async () => {
    await restore('b', 5)
    await restore('c', 9)
    await restore('a', 9)
    expect(await restoredLast(queries(), ['b', 'a', 'living', 'c'])).toEqual([
      ...['living', 'c', 'a', 'b'],
    ])
    expect(await restoredLast(queries(), ['m', 'n'])).toEqual(['n', 'm'])
    expect(await restoredLast(queries(), ['b', 'living'])).toEqual(['living', 'b'])
    expect(await restoredLast(queries(), ['b'])).toEqual(['b'])
    expect(await restoredLast(queries(), [])).toEqual([])
  })

  it('counts for its organization as long as it is there', async () => {
    expect(await restoredOf(queries(), town.city)).toEqual({ projects: 0, textBytes: 0 })
    await restore('a', 1, { text_bytes: 5 })
    await restore('b', 1, { text_bytes: 7 })
    await restore('c', 1, { place: town.village, text_bytes: 100 })
    expect(await restoredOf(queries(), town.city)).toEqual({ projects: 2, textBytes: 12 })
    await queries().deleteFrom('projects').where('id', '=', 'b').execute()
    expect(await restoredOf(queries(), town.city)).toEqual({ projects: 1, textBytes: 5 })
  })
})

describe('the lines of a part', () => {
  const add = async (project_id: string, part: string, sizes: readonly number[]) => {
    for (let at = 0; at < sizes.length; at += 100)
      await queries()
        .insertInto('archive_lines')
        .values(
          sizes.slice(at, at + 100).map((bytes, index) => ({
            ...{ project_id, part, serial: at + index + 1, bytes },
            ...{ row_id: `r${at + index + 1}`, body: `${part} of ${project_id}` },
          })),
        )
        .execute()
  }
  const pieces = async (part: string): Promise<number[][]> => {
    const found: number[][] = []
    for await (const serials of listArchiveLines(queries(), { projectId: 'a', part }))
      found.push(serials)
    return found
  }

  it('are read in pieces that fit into memory, a longer line alone', async () => {
    await add('a', 'x', [1_500_000, 2_500_000, 1, 9_000_000, 1, 3_999_999, 1])
    await add('a', 'y', [1])
    await add('b', 'x', [1, 1, 1, 1, 1, 1, 1, 1])
    expect(await pieces('x')).toEqual([[1, 2], [3], [4], [5, 6], [7]])
    expect([await pieces('y'), await pieces('z')]).toEqual([[[1]], []])
  })

  it('are at most four hundred at once, and all of them in the end', async () => {
    await add(
      'a',
      'x',
      Array.from({ length: 801 }, () => 1),
    )
    await add(
      'a',
      'y',
      Array.from({ length: 400 }, () => 1),
    )
    const found = await pieces('x')
    expect(found.map(({ length }) => length)).toEqual([400, 400, 1])
    expect(found.flat()).toEqual(Array.from({ length: 801 }, (_, index) => index + 1))
    expect((await pieces('y')).map(({ length }) => length)).toEqual([400])
  })

  it('are read by their serials, in order, of one part of one project', async () => {
    await add('a', 'x', [1, 1, 1, 1, 1])
    await add('a', 'y', [1, 1, 1, 1, 1])
    await add('b', 'x', [1, 1, 1, 1, 1])
    const read = (serials: number[]) =>
      readArchiveLines(queries(), { projectId: 'a', part: 'x' }, serials)
    expect(await read([2, 3, 4])).toEqual(
      [2, 3, 4].map((serial) => ({ serial, row_id: `r${serial}`, body: 'x of a' })),
    )
    expect(await read([])).toEqual([])
  })
})
