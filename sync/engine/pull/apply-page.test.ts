import { beforeEach, describe, expect, it } from 'vitest'
import type { MutationResult, PullPage, SyncRow } from '#schema/api/sync.ts'
import type { Row } from '#schema/entities/rows.ts'
import { layDeviceProject, summaryOf, writerOf } from '../../../tests/support/device-project.ts'
import {
  buildRequirement,
  buildSection,
  PROJECT_ID as projectId,
} from '../../../tests/support/project-rows.ts'
import type { Change } from '../change.ts'
import { createMemoryStorage, type MemoryStorage } from '../memory-storage.ts'
import { edit } from '../outbox/edit.ts'
import { keepDecided } from '../outbox/kept-edits.ts'
import type { DeviceMeta, OutboxEntry, ProjectCursor } from '../ports.ts'
import { recordStep } from '../undo/record-step.ts'
import { type Asked, newAsked } from './apply-context.ts'
import { applyPage } from './apply-page.ts'
import { newCursor } from './cursor.ts'

const NOW = 5_000
const { commands, person } = writerOf()
const page = (changes: Partial<PullPage> = {}): PullPage => ({
  ...{ serverId: 's', now: NOW + 70, project: null, denied: [], home: null },
  ...{ results: [], lastMid: 0, more: false },
  ...changes,
})
const part = (changes: Partial<NonNullable<PullPage['project']>> = {}) => ({
  ...{ id: projectId, epoch: 3, rows: [], cursors: {}, reset: [], drop: [], head: 9 },
  ...changes,
})
const row = (entity: 'section' | 'requirement', one: Row, bucket = 'all'): SyncRow => ({
  ...{ bucket, entity, id: one.id, row: one },
})
const gone = (entity: 'section' | 'requirement', id: string, bucket = 'all'): SyncRow => ({
  ...{ bucket, entity, id, row: null },
})
const applied = (mid: number): MutationResult => ({
  ...{ mid, status: 'applied', reason: null, detail: {}, conflicts: [], at: 1 },
})

let storage: MemoryStorage
let asked: Asked
const apply = (one: PullPage) =>
  storage.transaction('apply', (tx) =>
    applyPage(tx, { commands, person, now: NOW, newId: () => 'parked' }, { page: one, asked }),
  )
const changesOf = async (one: PullPage): Promise<Change[]> => {
  const outcome = await apply(one)
  if (outcome.kind !== 'applied') throw new Error(outcome.kind)
  return outcome.changes
}
const write = (command: string, args: object, id = projectId) =>
  storage.transaction('edit', (tx) =>
    edit(tx, writerOf(), {
      ...{ projectId: id, command, args: { projectId: id, ...args }, label: '', undo: null },
    }),
  )
const rename = (name: string) => write('sections.update', { id: 's1', name })
const meta = () => storage.state().meta
const patchMeta = (changes: Partial<DeviceMeta>) =>
  storage.transaction('edit', async (tx) => tx.putMeta({ ...(await tx.meta()), ...changes }))
const cursor = () => storage.state().cursors.get(projectId)
const patchCursor = (changes: Partial<ProjectCursor>) =>
  storage.transaction('edit', async (tx) =>
    tx.putCursor({ ...newCursor(projectId), ...(await tx.cursor(projectId)), ...changes }),
  )
const section = (id = 's1') =>
  storage.transaction('read', (tx) => tx.baseRow(projectId, 'section', id))
const outbox = () => [...storage.state().outbox.keys()]
const overlay = () => [...storage.state().overlay.keys()]
/** The pull asks now. */
const ask = () => {
  const known = [...storage.state().cursors.values()].filter(({ isDenied }) => !isDenied)
  asked = newAsked(meta(), known)
}

beforeEach(async () => {
  storage = createMemoryStorage('client')
  await layDeviceProject(storage)
  ask()
})

describe('a page of', () => {
  it('another server stores nothing', async () => {
    await patchMeta({ serverId: 'former' })
    await rename('Mine')
    const before = storage.state()
    const outcome = await apply(
      page({ project: part({ rows: [gone('section', 's1')] }), denied: [projectId], lastMid: 1 }),
    )
    expect(outcome).toEqual({ kind: 'otherServer' })
    expect([storage.state().outbox, await section()]).toEqual([
      before.outbox,
      expect.objectContaining({ id: 's1' }),
    ])
    expect(meta()).toMatchObject({ serverId: 'former', lastContactAt: null })
  })
  it('the first server is remembered, with its clock and the time of the contact', async () => {
    await apply(page())
    expect(meta()).toMatchObject({ serverId: 's', clockSkewMs: 70, lastContactAt: NOW })
    expect(await apply(page())).toMatchObject({ kind: 'applied', changes: [], again: false })
  })
})

it('a page stores deletions while a refused restoration of rows fills a gap in the outbox', async () => {
  await storage.transaction('edit', async (tx) => {
    const own = { ...(await tx.meta()) }
    const entry: OutboxEntry = {
      ...{ mid: 1, writer: 'w', projectId, command: 'content.restore', args: { shown: [] } },
      ...{ base: {}, clientAt: 1, label: '', touched: [], poison: null },
    }
    await keepDecided(tx, own, { entry, status: 'refused', parkedId: null, now: NOW })
    const [kept] = await tx.kept(1, 2)
    if (kept === undefined) throw new Error('The edit was not kept')
    tx.putOutbox(kept.entry)
    tx.putMeta({ ...own, nextMid: 2 })
  })
  const outcome = await apply(
    page({ project: part({ rows: [gone('section', 's1')] }), more: true }),
  )
  expect(outcome.kind).toBe('applied')
  expect(await section()).toBeUndefined()
})

describe('a page is stale', () => {
  const stale = { kind: 'stale' }
  it('once the device has a new client', async () => {
    await patchMeta({ clientId: 'next' })
    expect(await apply(page({ lastMid: 1 }))).toEqual(stale)
  })
  it('once edits were put back whose verdicts it lacks', async () => {
    await patchMeta({ ackMid: 1 })
    ask()
    await rename('Mine')
    await patchMeta({ ackMid: 0 })
    expect(await apply(page({ lastMid: 1 }))).toEqual(stale)
    expect(outbox()).toEqual([1])
  })
  it('once another tab has stored rows of its project, or closed it', async () => {
    await patchCursor({ rev: 2 })
    const rows = [row('section', buildSection({ name: 'Late' }))]
    expect(await apply(page({ project: part({ rows }), more: true }))).toEqual(stale)
    expect(await section()).toMatchObject({ name: 'General' })
    await storage.transaction('edit', async (tx) => tx.deleteCursor(projectId))
    expect(await apply(page({ project: part({ rows }), more: true }))).toEqual(stale)
  })
  it('as the last one where it decides an edit of a project that another tab fetched', async () => {
    await rename('Mine')
    await patchCursor({ rev: 2 })
    expect(await apply(page({ results: [applied(1)], lastMid: 1 }))).toEqual(stale)
    expect(outbox()).toEqual([1])
    expect((await apply(page({ more: true, lastMid: 1 }))).kind, 'it decides none').toBe('applied')
  })
})

describe('[EG26] a page below the position of the device', () => {
  beforeEach(async () => {
    await patchCursor({ buckets: { all: [20, 1], other: [9, 1] }, isComplete: true })
    ask()
  })
  it('proves that the server went back', async () => {
    expect(await apply(page({ project: part(), more: true }))).toEqual({ kind: 'wentBack' })
  })
  it('proves nothing where the bucket with this position is fetched again', async () => {
    const project = part({ reset: ['all'], cursors: { all: [0, 9] } })
    expect((await apply(page({ project, more: true }))).kind).toBe('applied')
    ask()
    await patchCursor({ buckets: { all: [0, 9], other: [20, 1] } })
    ask()
    expect(await apply(page({ project, more: true }))).toEqual({ kind: 'wentBack' })
  })
})

describe('[EG31] a page with the time of the last verdict', () => {
  const first = { results: [applied(1)], lastMid: 1 }
  it('proves that the server went back, if it is another time', async () => {
    await rename('Mine')
    await apply(page({ ...first, results: [{ ...applied(1), at: 40 }] }))
    expect(meta()).toMatchObject({ ackMid: 1, ackAt: 40 })
    expect(await apply(page({ lastMid: 1, ackAt: 41 })), 'asked before the verdict').toMatchObject({
      kind: 'applied',
    })
    ask()
    expect(await apply(page({ lastMid: 1 })), 'not known any more').toMatchObject({
      kind: 'applied',
    })
    expect(await apply(page({ lastMid: 1, ackAt: 40 }))).toMatchObject({ kind: 'applied' })
    expect(await apply(page({ lastMid: 1, ackAt: 41 }))).toEqual({ kind: 'wentBack' })
    expect(meta()).toMatchObject({ ackMid: 1, ackAt: 40 })
  })
  it('is remembered by a device that had none', async () => {
    await patchMeta({ ackMid: 3 })
    ask()
    await apply(page({ lastMid: 3, ackAt: 7 }))
    expect(meta()).toMatchObject({ ackMid: 3, ackAt: 7 })
    await rename('Mine')
    await patchMeta({ nextMid: 5 })
    await apply(page({ results: [], lastMid: 4, ackAt: 7 }))
    expect(meta().ackAt, 'a verdict that the server has no more').toBeUndefined()
  })
})

describe('the rows of a page', () => {
  it('are stored with the cursor, and told as they look', async () => {
    await patchCursor({ buckets: { all: [4, 1], other: [2, 2] } })
    const rows = [row('section', buildSection({ name: 'Theirs' }))]
    const told = await changesOf(page({ project: part({ rows, cursors: { all: [9, 1] } }) }))
    expect(told).toMatchObject([
      {
        ...{ projectId, reload: false, cursor: false, outbox: false, home: false },
        rows: [{ entity: 'section', id: 's1', row: { name: 'Theirs' }, isUnsent: false }],
      },
    ])
    expect(await section()).toMatchObject({ name: 'Theirs' })
    expect(cursor()).toMatchObject({
      ...{ epoch: 3, head: 9, rev: 2, isComplete: true, isDenied: false },
      buckets: { all: [9, 1], other: [2, 2] },
    })
    expect(asked.revs.get(projectId), 'the next page of this pull is not stale').toBe(2)
    expect((await apply(page({ project: part() }))).kind).toBe('applied')
  })
  it('[I4] [I5] keep unsent words of a bucket that is fetched again, and none of a bucket that leaves with the same page', async () => {
    await patchMeta({ serverId: 's' })
    await patchCursor({ buckets: { all: [4, 1], lost: [4, 1] }, isComplete: true })
    const stamped = (id: string) => buildSection({ id, updatedOn: 5 })
    await storage.transaction('apply', (tx) =>
      tx.layRows(projectId, [
        row('section', stamped('s1')),
        gone('section', 's2'),
        row('section', stamped('s2'), 'lost'),
      ]),
    )
    await rename('Mine')
    await write('sections.update', { id: 's2', name: 'Mine too' })
    ask()
    const project = part({ drop: ['lost'], reset: ['all'], cursors: { all: [0, 0] } })
    const [told] = await changesOf(page({ project, more: true }))
    expect(overlay()).toEqual([`${projectId}|section|s1`])
    expect(told?.rows).toContainEqual(
      expect.objectContaining({ id: 's1', row: expect.objectContaining({ name: 'Mine' }) }),
    )
    expect(told?.rows).toContainEqual(expect.objectContaining({ id: 's2', row: null }))
    expect(outbox()).toEqual([1, 2])
  })
  it('are told once, though the last page is of no project', async () => {
    const rows = [row('section', buildSection({ name: 'Theirs' }))]
    expect(await changesOf(page({ project: part({ rows }), more: true }))).toHaveLength(1)
    expect(await changesOf(page())).toEqual([])
  })
  it('of a dropped bucket leave, with its cursor, and the copy stays complete', async () => {
    await patchCursor({ buckets: { all: [4, 1], other: [2, 2] } })
    const told = await changesOf(page({ project: part({ drop: ['all'] }), more: true }))
    expect(told).toMatchObject([{ reload: true, cursor: true }])
    expect(await section()).toBeUndefined()
    expect(cursor()?.isComplete).toBe(true)
    expect(cursor()?.buckets).toEqual({ other: [2, 2] })
  })
  it('of a bucket that is fetched again are incomplete until the last page', async () => {
    const rows = [row('section', buildSection({ name: 'Again' }))]
    const first = part({ reset: ['all'], rows, cursors: { all: [1, 9] } })
    expect(await changesOf(page({ project: first, more: true }))).toMatchObject([
      { reload: true, cursor: true },
    ])
    expect(await section('s2'), 'the former rows are gone').toBeUndefined()
    expect(cursor()?.isComplete).toBe(false)
    const told = await changesOf(page({ project: part({ cursors: { all: [9, 9] } }) }))
    expect(told.map(({ reload, cursor: isCursor }) => [reload, isCursor])).toEqual([
      [false, false],
      [false, true],
    ])
    expect(cursor()).toMatchObject({ isComplete: true, buckets: { all: [9, 9] } })
  })
  it('of a bucket that is fetched again in one page are complete at once', async () => {
    const rows = [row('section', buildSection())]
    await apply(page({ project: part({ reset: ['all'], rows }) }))
    expect(cursor()?.isComplete).toBe(true)
  })
  it('carry the unsent edits, until their verdict', async () => {
    await rename('Mine')
    ask()
    const theirs = row('section', buildSection({ name: 'General', rank: 'V9' }))
    expect(await changesOf(page({ project: part({ rows: [theirs] }), more: true }))).toMatchObject([
      { rows: [{ id: 's1', row: { name: 'Mine', rank: 'V9' }, isUnsent: true }] },
    ])
    const stored = row('section', buildSection({ name: 'Mine', rank: 'V9' }))
    const told = await changesOf(
      page({ project: part({ rows: [stored] }), results: [applied(1)], lastMid: 1 }),
    )
    expect(told).toMatchObject([
      { rows: [{ id: 's1', row: { name: 'Mine', rank: 'V9' }, isUnsent: false }] },
      { projectId: null, outbox: true, parked: false },
    ])
    expect([outbox(), overlay()]).toEqual([[], []])
  })
  it('that move between the pages stay as they are shown, and are computed after the last one', async () => {
    await write('requirements.update', { id: 'r1', patch: { name: 'Mine' } })
    ask()
    const [key] = overlay()
    const told = await changesOf(
      page({ project: part({ rows: [gone('requirement', 'r1')] }), more: true }),
    )
    expect(told).toMatchObject([{ rows: [{ id: 'r1', row: { name: 'Mine' }, isUnsent: true }] }])
    expect(overlay()).toEqual([key])
    expect([...(asked.postponed.get(projectId) ?? [])]).toEqual(['requirement/r1'])
    const there = row('requirement', buildRequirement({ packageId: 'p2' }), 'second')
    expect(await changesOf(page({ project: part({ rows: [there] }) }))).toMatchObject([
      { rows: [{ id: 'r1', row: { name: 'Mine', packageId: 'p2' }, isUnsent: true }] },
    ])
  })
  it('that left on several pages are all told at the end', async () => {
    for (const id of ['r1', 'r2'])
      await write('requirements.update', { id, patch: { name: `Mine ${id}` } })
    ask()
    for (const id of ['r1', 'r2'])
      await apply(page({ project: part({ rows: [gone('requirement', id)] }), more: true }))
    expect(await changesOf(page({ more: true })), 'they may still arrive').toEqual([])
    const [told] = await changesOf(page())
    expect(told?.rows.map(({ id, row: one }) => [id, one]).toSorted()).toEqual([
      ['r1', null],
      ['r2', null],
    ])
  })
  it('that left on an earlier page are told at the end, though the last page is of no project', async () => {
    await write('requirements.update', { id: 'r1', patch: { name: 'Mine' } })
    ask()
    await apply(page({ project: part({ rows: [gone('requirement', 'r1')] }), more: true }))
    const told = await changesOf(page())
    expect(told).toMatchObject([{ projectId, rows: [{ id: 'r1', row: null, isUnsent: false }] }])
    expect(overlay()).toEqual([])
  })
})

it('the changes of a page are told in the order of their numbers, without a gap', async () => {
  await rename('Mine')
  await patchCursor({ isComplete: false })
  await storage.transaction('edit', async (tx) => {
    for (const id of ['denied', 'again', 'other'])
      tx.putCursor({ ...newCursor(id), isDenied: id === 'again' })
  })
  ask()
  const { changeSeq } = meta()
  const told = await changesOf(
    page({
      ...{ results: [applied(1)], lastMid: 1, denied: ['denied'] },
      home: { etag: 'next', projects: [summaryOf(), { ...summaryOf(), id: 'again' }] },
      project: part({ rows: [row('section', buildSection({ name: 'Theirs' }))] }),
    }),
  )
  const numbers = told.map((_, at) => changeSeq + 1 + at)
  expect(told.map(({ seq }) => seq)).toEqual(numbers)
  expect(meta().changeSeq).toBe(numbers.at(-1))
  expect(told.map((one) => one.projectId)).toEqual([
    null,
    'again',
    'denied',
    projectId,
    projectId,
    'other',
    null,
  ])
})

it('[I5] an undo step that is recorded between two pages gets the last rows before the deletion', async () => {
  await apply(page({ project: part({ rows: [gone('requirement', 'r2')] }), more: true }))
  await storage.transaction('edit', async (tx) => {
    const deletion = { projectId, ids: ['r1'] }
    const { step } = await edit(tx, writerOf(), {
      ...{ projectId, command: 'requirements.delete', args: deletion, label: '' },
      undo: { scope: 'd1', group: '' },
    })
    if (step !== null) await recordStep(tx, step)
  })
  const renamed = row('requirement', buildRequirement({ name: 'Named since', updatedOn: 9 }))
  await apply(page({ project: part({ rows: [renamed] }), more: true }))
  const last = part({ rows: [gone('requirement', 'r1')] })
  await apply(page({ project: last, results: [applied(1)], lastMid: 1 }))
  const [step] = [...storage.state().steps.values()]
  expect(JSON.stringify(step?.undo)).toContain('Named since')
})

describe('verdicts', () => {
  const page1 = page({ results: [applied(1)], lastMid: 1 })
  beforeEach(async () => {
    await rename('Mine')
    ask()
  })
  it('count only with the last page', async () => {
    expect(await changesOf({ ...page1, more: true })).toEqual([])
    expect([outbox(), meta().ackMid]).toEqual([[1], 0])
    const told = await changesOf(page1)
    expect([outbox(), meta().ackMid]).toEqual([[], 1])
    expect(told).toMatchObject([
      { projectId, rows: [{ id: 's1', row: { name: 'General' }, isUnsent: false }] },
      { projectId: null, outbox: true, parked: false },
    ])
    expect(
      told.map(({ seq }) => seq),
      'no number is left out',
    ).toEqual([meta().changeSeq - 1, meta().changeSeq])
  })
  it('on one edit compute no row of the others', async () => {
    await write('sections.update', { id: 's2', name: 'Waits' })
    ask()
    const [told] = await changesOf(page1)
    expect(told?.rows).toMatchObject([{ id: 's1', isUnsent: false }])
    expect(outbox()).toEqual([2])
  })
  it('that are older than the known ones are acknowledged no second time', async () => {
    await patchMeta({ ackMid: 8 })
    await apply(page1)
    expect(meta().ackMid).toBe(8)
  })
  it('of a refused edit are told as parked', async () => {
    const refused = { ...applied(1), status: 'refused' as const, reason: 'DEADLINE_PASSED' }
    const told = await changesOf({ ...page1, results: [refused] })
    expect(told.at(-1)).toMatchObject({ outbox: true, parked: true })
    expect([...storage.state().parked.values()]).toMatchObject([{ id: 'parked', mid: 1 }])
  })
  it('on edits of a denied project show none of its rows', async () => {
    const told = await changesOf({ ...page1, denied: [projectId] })
    expect(told).toMatchObject([
      { projectId, reload: true, cursor: true, rows: [] },
      { projectId: null, outbox: true },
    ])
    expect(told).toHaveLength(2)
  })
})

describe('[I4] a denied project', () => {
  it('leaves the device with its rows, and its unsent words stay in the outbox', async () => {
    await rename('Mine')
    ask()
    await apply(page({ denied: [projectId], more: true }))
    expect(await section()).toBeUndefined()
    expect([cursor()?.isDenied, outbox(), overlay()]).toEqual([true, [1], []])
  })
  it('is asked for again once it is on the list', async () => {
    await patchCursor({ isDenied: true, rev: 5 })
    ask()
    const other = { etag: 'next', projects: [] }
    expect(await apply(page({ home: other }))).toMatchObject({
      ...{ again: false, changes: [{ home: true }] },
    })
    expect([storage.state().home, cursor()?.isDenied]).toEqual([other, true])
    const home = { etag: 'later', projects: [summaryOf()] }
    expect(await apply(page({ home }))).toMatchObject({
      ...{ again: true, changes: [{ home: true }, { projectId, cursor: true }] },
    })
    expect(cursor()).toMatchObject({ isDenied: false, isComplete: false, rev: 6 })
  })
  it('stays listed where the page brings no list', async () => {
    await apply(page())
    expect(storage.state().home?.etag).toBe('home')
  })
})
