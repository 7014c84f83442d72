import { expect, test } from 'vitest'
import { parseVersionsSearch, showOf, shownStatuses } from './versions-search.ts'

test('an address without a choice shows what differs', () => {
  expect([...shownStatuses({})]).toEqual(['NEW', 'CHANGED', 'REMOVED'])
  expect([...shownStatuses({ show: 'nonsense' })]).toEqual(['NEW', 'CHANGED', 'REMOVED'])
})

test.each([['unchanged'], ['new.removed'], ['unchanged.new.changed.removed']])(
  'the address %s reads back as the same choice',
  (show) => {
    expect(showOf(shownStatuses({ show }))).toBe(show)
  },
)

test('the default choice is not written into the address', () => {
  expect(showOf(new Set(['REMOVED', 'CHANGED', 'NEW']))).toBeUndefined()
  expect(showOf(new Set())).toBeUndefined()
})

test('only texts of the address are read', () => {
  expect(parseVersionsSearch({ with: 7, show: '', other: 'x' })).toEqual({})
  expect(parseVersionsSearch({ with: 'p1', show: 'new' })).toEqual({ with: 'p1', show: 'new' })
})
