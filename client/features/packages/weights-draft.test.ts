import { expect, test } from 'vitest'
import { draftProblems, spreadDraft } from './weights-draft.ts'

const ids = ['a', 'b', 'c']

test('the rest is shared evenly among ids without a weight, to the hundredth', () => {
  expect(spreadDraft({ a: 50, b: null, c: null }, ids)).toEqual({ a: 50, b: 25, c: 25 })
  expect(spreadDraft({ a: null, b: null, c: null }, ids)).toEqual({ a: 33.34, b: 33.33, c: 33.33 })
})

test('if all weights are set or exceed 100, all become equal', () => {
  expect(spreadDraft({ a: 10, b: 20, c: 30 }, ids)).toEqual({ a: 33.34, b: 33.33, c: 33.33 })
  expect(spreadDraft({ a: 90, b: 20, c: null }, ids)).toEqual({ a: 33.34, b: 33.33, c: 33.33 })
})

test('each group of weights must total 100, and an empty group is valid', () => {
  const groups = [
    { id: 'packages', members: ['a', 'b'] },
    { id: 'a', members: ['c'] },
    { id: 'b', members: [] },
  ]
  expect(draftProblems({ a: 33.33, b: 66.67, c: 99.99 }, groups)).toEqual([
    { id: 'a', total: 99.99 },
  ])
})
