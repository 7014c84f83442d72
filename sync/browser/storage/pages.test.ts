import { describe, expect, it } from 'vitest'
import type { SyncRow } from '#schema/api/sync.ts'
import type { Entity, Row } from '#schema/entities/rows.ts'
import { buildCommitment, buildRequirement } from '../../../tests/support/project-rows.ts'
import type { PageInfo } from './database.ts'
import {
  groupRows,
  Holdings,
  isPageful,
  packPages,
  type PageGroup,
  pagesFor,
  pagesWith,
} from './pages.ts'

const GROUP: PageGroup = { projectId: 'p', bucket: 'p1:int', entity: 'requirement' }
const numbered = (): (() => number) => {
  let no = 6
  return () => (no += 1)
}
const requirements = (count: number, changes: Partial<Row<'requirement'>> = {}): Row[] =>
  Array.from({ length: count }, (_, n) =>
    buildRequirement({ id: `r${String(n).padStart(3, '0')}`, ...changes }),
  )

it('makes a page of five first rows of a bucket, and of fifty later ones', () => {
  expect([isPageful(4, true), isPageful(5, true)]).toEqual([false, true])
  expect([isPageful(49, false), isPageful(50, false)]).toEqual([false, true])
})

it('sorts rows by id and cuts them into pages of 125, each with its own number and range', () => {
  const rows = requirements(251)
  const pages = packPages(GROUP, rows.toReversed(), numbered())
  expect(pages.map(({ info: { no, first, last, count } }) => [no, first, last, count])).toEqual([
    [7, 'r000', 'r124', 125],
    [8, 'r125', 'r249', 125],
    [9, 'r250', 'r250', 1],
  ])
  expect(pages.map(({ page }) => page.no)).toEqual([7, 8, 9])
  expect(pages.flatMap(({ page }) => JSON.parse(page.text) as Row[])).toEqual(rows)
  expect(pages.flatMap((one) => one.rows)).toEqual(rows)
  expect(pages[0]?.info).toMatchObject(GROUP)
  expect(packPages(GROUP, [], numbered())).toEqual([])
})

it('notes the values of each index up to sixty, and the least rank', () => {
  const infoOf = (rows: Row[], entity: Entity = 'requirement') =>
    packPages({ ...GROUP, entity }, rows, numbered())[0]?.info
  const sections = (count: number) =>
    requirements(count).map((row, n) => ({ ...row, sectionId: `s${n}`, rank: `V${99 - n}` }) as Row)
  const info = infoOf(sections(60))
  expect(info?.values['sectionId']).toHaveLength(60)
  expect(info?.rank).toBe('V40')
  expect(infoOf(sections(61))?.values).not.toHaveProperty('sectionId')
  expect(info?.values).not.toHaveProperty('projectId')
  const answers = infoOf([buildCommitment()], 'commitment')
  expect([answers?.rank, answers?.values['requirementId']]).toEqual([null, undefined])
})

const info = (no: number, changes: Partial<PageInfo> = {}): PageInfo => ({
  ...GROUP,
  ...{ no, first: 'r10', last: 'r20', count: 2, values: { sectionId: ['s1'] }, rank: null },
  ...changes,
})
const nos = (infos: readonly PageInfo[]): number[] => infos.map(({ no }) => no)

describe('a search', () => {
  const search = { entity: 'requirement' as const, index: 'sectionId', value: 's1' }
  it('reads pages with the value, with unknown values, and newer ones that overlap these', () => {
    const infos = [
      info(1, { values: { sectionId: ['s2'] } }),
      info(2),
      info(3, { values: {}, first: 'r30', last: 'r40' }),
      info(4, { values: { sectionId: ['s2'] }, first: 'r20', last: 'r29' }),
      info(5, { values: { sectionId: ['s2'] }, first: 'r00', last: 'r10' }),
      info(6, { values: { sectionId: ['s2'] }, first: 'r41', last: 'r50' }),
      info(7, { values: { sectionId: ['s2'] }, first: 'r21', last: 'r29' }),
      info(8, { entity: 'section' }),
    ]
    expect(nos(pagesFor(infos, search))).toEqual([2, 3, 4, 5])
  })
  it('by project reads every page of the entity', () => {
    const infos = [info(1), info(2, { entity: 'section' }), info(3, { values: {} })]
    expect(nos(pagesFor(infos, { ...search, index: 'projectId', value: 'p' }))).toEqual([1, 3])
  })
  it('of answers by requirement goes by their ids', () => {
    const of = (no: number, first: string, last: string) =>
      info(no, { entity: 'commitment', values: {}, first, last })
    const infos = [
      of(1, 'r1.7', 'r1.8'),
      of(2, 'r0.7', 'r0.8'),
      of(3, 'r0.9', 'r3.1'),
      of(0, 'r10.7', 'r10.8'),
      of(5, 'r1.9', 'r1.9'),
    ]
    const found = pagesFor(infos, { entity: 'commitment', index: 'requirementId', value: 'r1' })
    expect(nos(found)).toEqual([1, 3, 5])
  })
  it('by id reads the pages whose range holds it, its ends included', () => {
    const infos = [info(1), info(2, { entity: 'section' }), info(3, { first: 'r11' })]
    expect(
      ['r09', 'r10', 'r20', 'r21'].map((id) => nos(pagesWith(infos, 'requirement', id))),
    ).toEqual([[], [1], [1, 3], []])
  })
})

it('groups rows by bucket, entity and whether they are gone; of one id the last row wins', () => {
  const row = (bucket: string, id: string, body: unknown, entity: Entity = 'section'): SyncRow => ({
    ...{ bucket, entity, id, row: body },
  })
  const rows = [
    row('a', '1', { v: 1 }),
    row('a', '2', { v: 1 }),
    row('a', '1', { v: 2 }),
    row('a', '3', null),
    row('b', '1', { v: 1 }),
    row('a', '1', { v: 1 }, 'document'),
  ]
  expect([...groupRows(rows).values()]).toEqual([
    [rows[2], rows[1]],
    [rows[3]],
    [rows[4]],
    [rows[5]],
  ])
})

describe('of the copies of one row', () => {
  const at = (no: number, name: string | null, bucket = 'a') => ({
    ...{ bucket, no, row: name === null ? null : buildRequirement({ name }) },
  })
  const shown = (...copies: ReturnType<typeof at>[]) => {
    const holdings = new Holdings()
    for (const copy of copies) holdings.add('r1', copy)
    const row = holdings.row('r1') as Row<'requirement'> | null
    expect(holdings.rows()).toEqual(row === null ? [] : [row])
    return row?.name
  }
  it('the newest of a bucket counts, in whichever order they come', () => {
    expect([shown(at(1, 'old'), at(2, 'new')), shown(at(2, 'new'), at(1, 'old'))]).toEqual([
      'new',
      'new',
    ])
    expect(shown(at(1, 'old'), at(2, null))).toBeUndefined()
    expect(shown(at(2, null), at(1, 'old'))).toBeUndefined()
  })
  it('the newest of several buckets counts, and a tombstone removes only that of its own', () => {
    expect(shown(at(3, 'b', 'b'), at(2, 'a'))).toBe('b')
    expect(shown(at(2, 'a'), at(3, 'b', 'b'))).toBe('b')
    expect(shown(at(2, 'a'), at(3, null, 'b'))).toBe('a')
    expect(shown(at(4, null, 'b'), at(2, 'a'), at(3, 'b', 'b'))).toBe('a')
    expect(shown(at(4, null, 'b'), at(2, null))).toBeUndefined()
  })
  it('pages and single rows count alike, and an unknown row is not there', () => {
    const holdings = new Holdings()
    holdings.addPage(info(5, { bucket: 'a' }), [buildRequirement({ name: 'page' })])
    const delta = { projectId: 'p', entity: 'requirement' as const, id: 'r1' }
    holdings.addDelta({ ...delta, ...at(4, 'single') })
    expect(holdings.row('r1')).toMatchObject({ name: 'page' })
    holdings.addDelta({ ...delta, ...at(6, 'single') })
    expect(holdings.row('r1')).toMatchObject({ name: 'single' })
    expect(holdings.row('r2')).toBeNull()
  })
})
