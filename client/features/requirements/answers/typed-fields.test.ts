import { expect, it } from 'vitest'
import { buildCommitment } from '../../../../tests/support/project-rows.ts'
import {
  afterKeystroke,
  changesNothing,
  marked,
  type TypedFields,
  unsavedOf,
  withoutSaved,
  withoutShown,
} from './typed-fields.ts'

const field = (value: string, isSaved = false, over: string | null = null) => ({
  ...{ value, isSaved, over },
})
const key = (typed: TypedFields, value: string, stored?: Record<string, string>) =>
  afterKeystroke(typed, { field: 'a', value }, stored)

it('a keystroke remembers what stood in the field when typing began', () => {
  expect(key({}, 'x')).toEqual({ a: field('x') })
  expect(key({}, 'x', { a: 'stored' })).toEqual({ a: field('x', false, 'stored') })
  expect(key({ a: field('x', false, 'stored') }, 'xy', { a: 'theirs' })).toEqual({
    a: field('xy', false, 'stored'),
  })
  expect(key({ a: field('x', true, 'stored') }, 'xy', { a: 'theirs' }), 'its own text').toEqual({
    a: field('xy', false, 'x'),
  })
  expect(key({ b: field('z') }, 'x')).toEqual({ a: field('x'), b: field('z') })
})

it('collects the unsaved fields with what they replaced', () => {
  expect(unsavedOf({})).toBeNull()
  expect(unsavedOf({ a: field('x', true) })).toBeNull()
  expect(unsavedOf({ a: field('x', false, 'o'), b: field('y', true), c: field('z') })).toEqual({
    values: { a: 'x', c: 'z' },
    over: { a: 'o', c: null },
  })
})

it('marks only the fields that still hold the values', () => {
  const typed = { a: field('x'), b: field('changed'), c: field('z') }
  expect(marked(typed, { a: 'x', b: 'y' }, true)).toEqual({ ...typed, a: field('x', true) })
  expect(marked({ a: field('x', true) }, { a: 'x' }, false)).toEqual({ a: field('x') })
})

it('removes the saved fields with these values, or those that the store shows', () => {
  const typed = { a: field('x', true), b: field('y'), c: field('z', true) }
  expect(withoutSaved(typed, { a: 'x', b: 'y', c: 'other' })).toEqual({
    ...{ b: field('y'), c: field('z', true) },
  })
  expect(withoutSaved(typed, {})).toBe(typed)
  const shows = (values: Record<string, string>) => buildCommitment({ values })
  expect(withoutShown(typed, shows({ a: 'x', b: 'y', c: 'w' }))).toEqual({
    ...{ b: field('y'), c: field('z', true) },
  })
  expect(withoutShown(typed, undefined)).toBe(typed)
  expect(withoutShown(typed, shows({}))).toBe(typed)
})

it.each([
  [{ a: 'x' }, { a: 'x' }, true],
  [{ a: 'x', b: 'y' }, { a: 'x' }, false],
  [{ a: ' ' }, undefined, true],
  [{ a: null }, { a: '' }, true],
  [{ a: '1' }, { a: 1 }, false],
])('values %j over %j change nothing: %s', (values, stored, isSame) => {
  expect(changesNothing(values, stored)).toBe(isSame)
})
