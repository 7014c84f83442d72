import { expect, it } from 'vitest'
import type { LiveChange, SyncRow } from '#schema/api/sync.ts'
import { buildRequirement } from '../../../tests/support/project-rows.ts'
import { createMemoryStorage } from '../memory-storage.ts'
import type { ProjectCursor } from '../ports.ts'
import { applyLive } from './apply-live.ts'
import { newCursor } from './cursor.ts'

const rowIn = (bucket: string): SyncRow => ({
  bucket,
  entity: 'requirement',
  id: 'r1',
  row: buildRequirement({ name: 'Live' }),
})
const live = (changes: Partial<LiveChange> = {}): LiveChange => ({
  project: 'p',
  epoch: 2,
  prev: 7,
  seq: 9,
  rows: [rowIn('p1:pub')],
  ...changes,
})

/** A device at positions 7 and 8 of epoch 2. */
const applied = async (change: LiveChange, cursor: Partial<ProjectCursor> = {}) => {
  const storage = createMemoryStorage('client')
  await storage.transaction('apply', async (tx) => {
    tx.putMeta({ ...(await tx.meta()), clockSkewMs: 500, changeSeq: 3 })
    tx.putCursor({
      ...newCursor('p'),
      epoch: 2,
      buckets: { '*:pub': [7, 1], 'p1:pub': [8, 2] },
      head: 8,
      rev: 4,
      isComplete: true,
      ...cursor,
    })
  })
  const person = { userId: 1, name: '' }
  const outcome = await storage.transaction('apply', (tx) =>
    applyLive(tx, { commands: {}, person, now: 60, newId: () => '' }, change),
  )
  return { outcome, state: storage.state() }
}

it('stores a change that begins where the device stands, and moves every bucket there', async () => {
  const { outcome, state } = await applied(live())
  expect(outcome).toMatchObject({
    seq: 4,
    projectId: 'p',
    rows: [{ entity: 'requirement', id: 'r1', row: { name: 'Live' }, isUnsent: false }],
  })
  expect(state.cursors.get('p')).toEqual({
    projectId: 'p',
    epoch: 2,
    buckets: { '*:pub': [9, 1], 'p1:pub': [9, 2] },
    head: 9,
    rev: 5,
    isComplete: true,
    isDenied: false,
  })
  expect(state.meta).toMatchObject({ changeSeq: 4, lastContactAt: 60, clockSkewMs: 500 })
  expect(state.held.size).toBe(1)
})

it('moves no bucket and no head backwards', async () => {
  const { state } = await applied(live(), {
    head: 11,
    buckets: { '*:pub': [7, 1], 'p1:pub': [10, 2] },
  })
  expect(state.cursors.get('p')).toMatchObject({
    head: 11,
    buckets: { '*:pub': [9, 1], 'p1:pub': [10, 2] },
  })
})

it.each<[string, 'known' | 'pull', Partial<LiveChange>, Partial<ProjectCursor>]>([
  ['the list of projects', 'pull', { project: null }, {}],
  ['a project without a copy', 'known', { project: 'other' }, {}],
  ['a project that is denied', 'known', {}, { isDenied: true }],
  ['a change that every bucket has passed', 'known', { prev: 5, seq: 7 }, {}],
  ['the same as a poke', 'known', { prev: 5, seq: 7, rows: null }, {}],
  ['the same of another epoch', 'pull', { prev: 5, seq: 7, epoch: 3 }, {}],
  ['a poke', 'pull', { rows: null }, {}],
  ['another epoch', 'pull', { epoch: 1 }, {}],
  ['an incomplete copy', 'pull', {}, { isComplete: false }],
  ['an incomplete copy without buckets', 'pull', {}, { isComplete: false, buckets: {} }],
  ['a gap before one bucket', 'pull', { prev: 8 }, {}],
  ['a row in a bucket that the device has not', 'pull', { rows: [rowIn('p2:pub')] }, {}],
  ['one of two rows in such a bucket', 'pull', { rows: [rowIn('p1:pub'), rowIn('p2:pub')] }, {}],
])('answers %s with %s, and stores nothing', async (_, answer, change, cursor) => {
  const { outcome, state } = await applied(live(change), cursor)
  expect(outcome).toBe(answer)
  expect([state.held.size, state.cursors.get('p')?.rev, state.meta.changeSeq]).toEqual([0, 4, 3])
})

it('a change that only one bucket has passed is stored', async () => {
  const { outcome, state } = await applied(live({ prev: 7, seq: 8 }))
  expect(outcome).toMatchObject({ projectId: 'p' })
  expect(state.cursors.get('p')?.buckets).toEqual({ '*:pub': [8, 1], 'p1:pub': [8, 2] })
})
