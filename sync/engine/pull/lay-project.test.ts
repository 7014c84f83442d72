import { beforeEach, describe, expect, it } from 'vitest'
import type { SyncRow } from '#schema/api/sync.ts'
import { buildSection } from '../../../tests/support/project-rows.ts'
import { createMemoryStorage, type MemoryStorage } from '../memory-storage.ts'
import type { ProjectCursor } from '../ports.ts'
import { newCursor } from './cursor.ts'
import { type Arrival, layProject, type ProjectPart } from './lay-project.ts'

const here = (id: string, bucket = 'a'): SyncRow => ({
  ...{ bucket, entity: 'section', id },
  row: buildSection({ id }),
})
const gone = (id: string, bucket = 'a'): SyncRow => ({ bucket, entity: 'section', id, row: null })

let storage: MemoryStorage
const lay = (
  part: Partial<ProjectPart>,
  { isComplete = true, ...arrival }: Partial<Arrival> & { isComplete?: boolean } = {},
) =>
  storage.transaction('apply', (tx) => {
    const cursor: ProjectCursor = { ...newCursor('p'), isComplete, buckets: { a: [1, 1] } }
    const whole = { ...{ id: 'p', epoch: 2, rows: [], cursors: {}, reset: [], drop: [] }, head: 5 }
    return layProject(tx, { part: { ...whole, ...part }, cursor }, { isLast: false, ...arrival })
  })
const ids = () => [...storage.state().held.values()].map(({ id }) => id).toSorted()
const moving = async (...given: Parameters<typeof lay>) =>
  [...(await lay(...given)).moving].toSorted()

beforeEach(async () => {
  storage = createMemoryStorage('client')
  await storage.transaction('edit', (tx) => tx.layRows('p', [here('old'), here('there', 'b')]))
})

describe('how much of a project has arrived', () => {
  it.each([
    ['all with the last page', {}, { isLast: true }, 'all'],
    ['all, though a bucket is fetched again', { reset: ['a'] }, { isLast: true }, 'all'],
    ['a part of a complete copy', {}, {}, 'part'],
    ['nothing of an incomplete copy', {}, { isComplete: false }, 'refill'],
    ['nothing of a bucket that is fetched again', { reset: ['a'] }, {}, 'refill'],
    ['a part where a bucket only leaves', { drop: ['b'] }, { isComplete: false }, 'part'],
  ])('is %s', async (_title, part, arrival, arrived) => {
    expect((await lay(part, arrival)).arrived).toBe(arrived)
  })
})

describe('rows that may arrive in another bucket', () => {
  it('are those that left theirs on this page or an earlier one', async () => {
    const rows = [gone('x'), here('y')]
    expect(await moving({ rows })).toEqual(['section/x'])
    const waiting = new Set(['section/w'])
    expect(await moving({ rows }, { waiting })).toEqual(['section/w', 'section/x'])
  })
  it('are none where a bucket is dropped', async () => {
    const waiting = new Set(['section/w'])
    expect(await moving({ rows: [gone('x')], drop: ['b'] }, { waiting })).toEqual([])
  })
})

describe('[I4] the buckets of a part', () => {
  it('are emptied before its rows are stored, whether they leave or are fetched again', async () => {
    const dropped = await lay({ drop: ['b'], rows: [here('new')] })
    expect([ids(), dropped.isReload]).toEqual([['new', 'old'], true])
    const again = await lay({ reset: ['a'], rows: [here('first')] })
    expect([ids(), again.isReload]).toEqual([['first'], true])
  })
  it('stay as they are otherwise', async () => {
    const laid = await lay({ rows: [here('new'), gone('old')] })
    expect([ids().includes('there'), laid.isReload]).toEqual([true, false])
    expect([...laid.keys].toSorted()).toEqual(['section/new', 'section/old'])
    expect(laid.rows).toHaveLength(2)
  })
})

describe('the cursor', () => {
  const cursor = () => storage.state().cursors.get('p')
  it('takes the place of the part, without the dropped buckets', async () => {
    await lay({ cursors: { b: [4, 2], c: [5, 5] }, drop: ['a', 'c'] })
    expect(cursor()).toEqual({
      ...{ projectId: 'p', epoch: 2, head: 5, rev: 2, isDenied: false, isComplete: true },
      buckets: { b: [4, 2] },
    })
  })
  it.each([
    ['stays complete', {}, {}, true],
    ['stays incomplete, even with the last page', {}, { isComplete: false, isLast: true }, false],
    ['is incomplete while a bucket is fetched again', { reset: ['a'] }, {}, false],
    ['is complete once the bucket is here', { reset: ['a'] }, { isLast: true }, true],
  ])('%s', async (_title, part, arrival, isComplete) => {
    await lay(part, arrival)
    expect(cursor()?.isComplete).toBe(isComplete)
  })
})
