import { describe, expect, it } from 'vitest'
import type { ProjectSummary, PullPage } from '#schema/api/sync.ts'
import { buildProject, buildRequirement } from '../../../tests/support/project-rows.ts'
import { createMemoryStorage, newMeta } from '../memory-storage.ts'
import type { OutboxEntry, ProjectCursor } from '../ports.ts'
import {
  completeCursors,
  denyProject,
  isOutdated,
  isOvertaken,
  newCursor,
  readmit,
} from './cursor.ts'

const entryOf = (mid: number, projectId: string): OutboxEntry => ({
  mid,
  writer: 'w',
  projectId,
  command: 'x',
  args: {},
  base: {},
  clientAt: 0,
  label: '',
  touched: [],
  poison: null,
})
const page = (changes: Partial<PullPage>): PullPage => ({
  serverId: 's',
  now: 0,
  project: null,
  denied: [],
  home: null,
  results: [],
  lastMid: 0,
  more: false,
  ...changes,
})
const storageOf = async (...cursors: ProjectCursor[]) => {
  const storage = createMemoryStorage('client')
  await storage.transaction('apply', async (tx) => cursors.forEach((one) => tx.putCursor(one)))
  return storage
}
const at = (rev: number, changes: Partial<ProjectCursor> = {}): ProjectCursor => ({
  ...newCursor('p'),
  rev,
  isComplete: true,
  ...changes,
})

it('a page is outdated without a cursor, or where its revision is not the one asked for', () => {
  expect([
    isOutdated(undefined, undefined),
    isOutdated(at(2), undefined),
    isOutdated(at(2), 1),
    isOutdated(at(2), 3),
    isOutdated(at(2), 2),
  ]).toEqual([true, true, true, true, false])
})

describe('a pull is overtaken', () => {
  const overtaken = async (
    cursor: ProjectCursor | null,
    asked: number | null,
    { lastMid = 0, denied = [] as string[] } = {},
  ): Promise<boolean> => {
    const storage = await storageOf(...(cursor === null ? [] : [cursor]))
    const revs = new Map(asked === null ? [] : [['p', asked]])
    return storage.transaction('read', (tx) =>
      isOvertaken(tx, page({ lastMid, denied }), { revs, outbox: [entryOf(5, 'p')] }),
    )
  }
  it('where it decides an edit whose project has moved on', async () => {
    expect([
      await overtaken(at(3), 2, { lastMid: 5 }),
      await overtaken(at(3), 2, { lastMid: 6 }),
      await overtaken(at(3), null, { lastMid: 5 }),
    ]).toEqual([true, true, true])
  })
  it('not where the edit stays undecided, the project is denied or the copy is the one asked for', async () => {
    expect([
      await overtaken(at(3), 2, { lastMid: 4 }),
      await overtaken(at(3), 2, { lastMid: 5, denied: ['p'] }),
      await overtaken(at(3), 3, { lastMid: 5 }),
      await overtaken(at(3, { isDenied: true }), 2, { lastMid: 5 }),
      await overtaken(null, 2, { lastMid: 5 }),
    ]).toEqual([false, false, false, false, false])
  })
  it('where it would complete a copy that another tab has begun', async () => {
    expect([
      await overtaken(at(3, { isComplete: false }), 2),
      await overtaken(at(2, { isComplete: false }), 2),
      await overtaken(at(3, { isComplete: false }), null),
    ]).toEqual([true, false, false])
  })
})

it('a denied project loses its rows and overlay, not its unsent edits', async () => {
  const storage = await storageOf(
    at(3, { buckets: { a: [1, 1] }, epoch: 4, head: 9 }),
    newCursor('q'),
  )
  const row = buildRequirement()
  const meta = newMeta('client')
  const changes = await storage.transaction('apply', async (tx) => {
    for (const projectId of ['p', 'q', 'unknown']) {
      await tx.layRows(projectId, [{ bucket: 'a', entity: 'requirement', id: 'r1', row }])
      tx.putOverlay({ projectId, entity: 'requirement', id: 'r1', row, lastMid: 1 })
    }
    tx.putOutbox(entryOf(1, 'p'))
    return [await denyProject(tx, meta, 'p'), await denyProject(tx, meta, 'unknown')]
  })
  expect(changes).toMatchObject([
    { seq: 1, projectId: 'p', reload: true, cursor: true },
    { seq: 2, projectId: 'unknown', reload: true, cursor: true },
  ])
  const { cursors, held, overlay, outbox } = storage.state()
  expect(cursors.get('p')).toEqual({ ...newCursor('p'), rev: 4, isDenied: true })
  expect([...cursors.keys()]).toEqual(['p', 'q'])
  expect([...held.values()].map(({ projectId }) => projectId)).toEqual(['q'])
  expect([...overlay.values()].map(({ projectId }) => projectId)).toEqual(['q'])
  expect(outbox.size).toBe(1)
})

it('opens again only projects that were denied and are on the list', async () => {
  const storage = await storageOf(
    at(3, { isDenied: true, head: 9 }),
    { ...newCursor('open'), rev: 6, isComplete: true },
    { ...newCursor('gone'), isDenied: true },
  )
  const projects = ['p', 'open'].map((id) => buildProject({ id }) as ProjectSummary)
  const changes = await storage.transaction('apply', (tx) =>
    readmit(tx, newMeta('client'), { etag: '', projects }),
  )
  expect(changes).toMatchObject([{ seq: 1, projectId: 'p', cursor: true, reload: false }])
  const { cursors } = storage.state()
  expect(cursors.get('p')).toEqual({ ...newCursor('p'), rev: 4 })
  expect(cursors.get('open')).toMatchObject({ rev: 6, isComplete: true })
  expect(cursors.get('gone')?.isDenied).toBe(true)
})

it('completes the copies that the pull asked for, and tells of those that were not complete', async () => {
  const cursors = [
    newCursor('p'),
    { ...newCursor('done'), isComplete: true },
    { ...newCursor('denied'), isDenied: true },
    newCursor('unasked'),
  ]
  const storage = await storageOf(...cursors)
  const revs = new Map(['p', 'done', 'denied', 'missing'].map((id) => [id, 1]))
  const changes = await storage.transaction('apply', (tx) =>
    completeCursors(tx, newMeta('client'), { revs }),
  )
  expect(changes).toMatchObject([{ seq: 1, projectId: 'p', cursor: true }])
  expect(
    [...storage.state().cursors.values()].map((one) => [one.projectId, one.isComplete]),
  ).toEqual([
    ['p', true],
    ['done', true],
    ['denied', false],
    ['unasked', false],
  ])
})
