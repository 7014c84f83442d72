import { expect, it } from 'vitest'
import type { PushMutation } from '#schema/api/sync.ts'
import { carriedRequirements, mergeCarried } from './carried-fields.ts'

let mid = 0
const answer = (note: string, base: string | null, id = 'r1'): PushMutation => ({
  mid: (mid += 1),
  command: 'commitments.update',
  args: { projectId: 'p', requirementId: id, vendorId: 7, values: { note } },
  base: { [`commitment/${id}.7#values.note`]: base },
  clientAt: 1,
})
const fatesOf = (mutations: PushMutation[], here: Record<string, unknown>) =>
  mergeCarried(mutations, (id) => here[id]).map(({ requirementId, mine, fate }) => [
    requirementId,
    mine,
    fate,
  ])

it('[I7] merges carried answers as a sync does: over their base, and never over other words', () => {
  expect(fatesOf([answer('theirs', 'old')], { r1: 'old' })).toEqual([['r1', 'theirs', 'new']])
  expect(fatesOf([answer('theirs', 'old')], { r1: 'theirs' })).toEqual([['r1', 'theirs', 'same']])
  expect(fatesOf([answer('theirs', 'old')], { r1: 'mine' })).toEqual([['r1', 'theirs', 'conflict']])
  expect(fatesOf([answer('a', null, 'r1'), answer('b', null, 'r2')], { r2: 'mine' })).toEqual([
    ['r1', 'a', 'new'],
    ['r2', 'b', 'conflict'],
  ])
})

it('merges each edit over the one before', () => {
  expect(fatesOf([answer('one', 'old'), answer('two', 'one')], { r1: 'old' })).toEqual([
    ['r1', 'two', 'new'],
  ])
  expect(fatesOf([answer('one', 'old'), answer('two', 'one')], { r1: 'mine' })).toEqual([
    ['r1', 'two', 'conflict'],
  ])
})

it('reads the answers of bulk edits', () => {
  const bulk: PushMutation = {
    mid: 1,
    command: 'commitments.updateBulk',
    args: {
      projectId: 'p',
      vendorId: 7,
      items: [
        { requirementId: 'r1', values: { note: 'a' } },
        { requirementId: 'r2', values: { note: 'b' } },
      ],
    },
    base: { 'commitment/r1.7#values.note': null, 'commitment/r2.7#values.note': null },
    clientAt: 1,
  }
  expect(fatesOf([bulk], {})).toEqual([
    ['r1', 'a', 'new'],
    ['r2', 'b', 'new'],
  ])
  expect(carriedRequirements(bulk)).toEqual(['r1', 'r2'])
})
