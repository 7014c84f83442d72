import { expect, test } from 'vitest'
import type { FieldConflict } from '../../api/sync.ts'
import { Refusal } from '../../refusal.ts'
import { leftReason, leftRow, partResult } from './left-rows.ts'

const left = leftRow(
  { entity: 'commitment', id: 'r1.7' },
  new Refusal('CONTENT_CHANGED', { detail: { fullId: 'FUN-0001' } }),
)
const ordinary: FieldConflict = {
  entity: 'commitment',
  id: 'r1.7',
  field: 'values.note',
  base: 'a',
  mine: 'b',
  theirs: 'c',
  theirsBy: 'Vera',
  theirsOn: 1,
}

test('[BS5] a partly accepted edit counts the rows that were left; an ordinary conflict is not counted', () => {
  expect(partResult({ items: [{}, {}, {}] }, [left])).toEqual({ n: 2, m: 1 })
  expect(partResult({ items: [{}, {}, {}] }, [ordinary, left, ordinary])).toEqual({ n: 2, m: 1 })
  expect([partResult({ items: [{}, {}] }, []), partResult({ items: [{}] }, [ordinary])]).toEqual([
    null,
    null,
  ])
  expect([leftReason(left), leftReason(ordinary)]).toEqual([
    { reason: 'CONTENT_CHANGED', detail: { fullId: 'FUN-0001' } },
    null,
  ])
  // A definition may contain a field with this name; its values are not reasons.
  expect(leftReason({ field: 'submitted', theirs: { reason: 7 } })).toBeNull()
})
