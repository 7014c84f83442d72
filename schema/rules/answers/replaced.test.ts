import { expect, test } from 'vitest'
import { replacedUnseen } from './replaced.ts'

const row = { entity: 'commitment', id: 'r1.7' } as const
const before = (note: unknown) => ({ 'commitment/r1.7#values.note': note })
const find = (stood: unknown, over: string | null, given: string | null) =>
  replacedUnseen(before(stood), {
    row,
    over: { 'values.note': over },
    given: { 'values.note': given },
  })

test('[RU1] an overwritten text that its author had not seen is reported', () => {
  expect(find('alpha', 'old', 'beta')).toEqual({ 'values.note': 'alpha' })
  expect(find('alpha', null, 'beta')).toEqual({ 'values.note': 'alpha' })
  expect(find(null, 'old', 'beta')).toEqual({ 'values.note': null })
})

test.each([
  ['old', 'old', 'beta'],
  ['beta', 'old', 'beta'],
  [null, '', 'beta'],
  ['', null, 'beta'],
  ['old', 'old ', 'beta'],
  [undefined, null, 'beta'],
])(
  '[RU2] nothing is reported if the author saw the text or wrote the same: %j, %j, %j',
  (stood, over, given) => {
    expect(find(stood, over, given)).toEqual({})
  },
)

test('[RU3] only written fields whose former text is known are compared', () => {
  const over = { 'values.note': 'old', 'values.met': 1 }
  expect(replacedUnseen(before('alpha'), { row, over, given: { 'values.met': 2 } })).toEqual({})
  expect(replacedUnseen({}, { row, over, given: over })).toEqual({})
  expect(
    replacedUnseen(before('alpha'), { row, over: {}, given: { 'values.note': 'beta' } }),
  ).toEqual({})
})

test('[RU4] the base holds a content field as its whole parameter', () => {
  const text = { entity: 'requirement', id: 'r1' } as const
  const field = 'definition.content.a'
  const stood = {
    [`requirement/r1#${field}`]: { id: 'a', key: 'a', name: 'A', type: 'INPUT', value: 'alpha' },
  }
  expect(
    replacedUnseen(stood, { row: text, over: { [field]: 'old' }, given: { [field]: 'beta' } }),
  ).toEqual({ [field]: 'alpha' })
})

test('[RU4] the base holds tags as a list, which people type with commas', () => {
  const project = { entity: 'project', id: 'p1' } as const
  const edit = { row: project, over: { tags: 'old' }, given: { tags: 'beta' } }
  expect(replacedUnseen({ 'project/p1#tags': ['alpha', 'gamma'] }, edit)).toEqual({
    tags: 'alpha, gamma',
  })
  expect(replacedUnseen({ 'project/p1#tags': ['old'] }, edit)).toEqual({})
})
