import { describe, expect, it } from 'vitest'
import { nextSort, type GridSort } from './grid-sort.ts'

const asc = (columnId: string): GridSort => ({ columnId, direction: 'asc' })
const desc = (columnId: string): GridSort => ({ columnId, direction: 'desc' })

describe('the sort keys of a grid', () => {
  it('cycles from ascending to descending to none', () => {
    expect(nextSort([], 'a', false)).toEqual([asc('a')])
    expect(nextSort([asc('a')], 'a', false)).toEqual([desc('a')])
    expect(nextSort([desc('a')], 'a', false)).toEqual([])
  })
  it('replaces every other key without Shift', () => {
    expect(nextSort([asc('a'), desc('b')], 'c', false)).toEqual([asc('c')])
    expect(nextSort([asc('a'), desc('b')], 'a', false)).toEqual([desc('a')])
  })
  it('adds, reverses and removes a key with Shift', () => {
    expect(nextSort([asc('a')], 'b', true)).toEqual([asc('a'), asc('b')])
    expect(nextSort([asc('a'), asc('b')], 'a', true)).toEqual([desc('a'), asc('b')])
    expect(nextSort([desc('a'), asc('b')], 'a', true)).toEqual([asc('b')])
  })
  it('replaces the third key with a fourth one', () => {
    expect(nextSort([asc('a'), asc('b'), asc('c')], 'd', true)).toEqual([
      asc('a'),
      asc('b'),
      asc('d'),
    ])
  })
})
