import { describe, expect, it } from 'vitest'
import * as v from 'valibot'
import type { Facet, ReadColumn } from './column-facet.ts'
import { DocumentSearch } from './document-filters.ts'
import {
  filterAt,
  filteredColumns,
  fittingSearch,
  patchAt,
  unreadableFilters,
} from './table-search.ts'

const column = (id: string, facet: Facet): ReadColumn => ({
  id,
  header: id,
  facet,
  read: () => null,
})
const columns = [
  column('section', {
    kind: 'choice',
    options: [{ value: 's1', label: 'One' }],
    isAlwaysFilled: true,
  }),
  column('name', { kind: 'text' }),
  column('a:score', { kind: 'number' }),
]
const contains = { op: 'contains', text: 'x' } as const

describe('column filters in the address', () => {
  it('reads and writes a column with its own search parameter', () => {
    expect(filterAt({ section: ['s1'] }, 'section')).toEqual({ op: 'any', values: ['s1'] })
    expect(patchAt({}, 'section', { op: 'any', values: ['s1'] })).toEqual({ section: ['s1'] })
    expect(patchAt({ section: ['s1'] }, 'section', undefined)).toEqual({ section: undefined })
  })
  it('reads and writes every other column', () => {
    const search = { where: { name: contains } }
    expect(filterAt(search, 'name')).toEqual(contains)
    expect(patchAt(search, 'a:score', { op: 'between', from: 1 })).toEqual({
      where: { name: contains, 'a:score': { op: 'between', from: 1 } },
    })
    expect(patchAt(search, 'name', undefined)).toEqual({ where: undefined })
    expect(filteredColumns({ ...search, status: ['NEW'] })).toEqual(['status', 'name'])
  })
  it('keeps the valid filters of an address and counts the others', () => {
    const raw = {
      where: { name: contains, 'a:score': { op: 'between', from: 'x' }, 'c:x': 7 },
      status: ['NOPE'],
      q: 'word',
      other: 1,
    }
    expect(v.parse(DocumentSearch, raw)).toEqual({ where: { name: contains }, q: 'word' })
    expect(unreadableFilters(raw)).toBe(3)
    for (const where of ['x', 7, null, [], { __proto__: contains }])
      expect(() => v.parse(DocumentSearch, { where })).not.toThrow()
    expect(unreadableFilters({ where: 'x' })).toBe(1)
  })
  it('limits the length of a text', () => {
    expect(
      v.parse(DocumentSearch, { where: { name: { op: 'contains', text: 'x'.repeat(1_000_000) } } }),
    ).toEqual({ where: {} })
  })
  it('drops filters that do not fit the document', () => {
    const search = {
      section: ['s1', 'gone'],
      where: { name: contains, gone: contains, 'a:score': contains },
    }
    expect(fittingSearch(search, columns)).toEqual({
      search: { section: ['s1'], where: { name: contains } },
      ignored: 3,
    })
    expect(fittingSearch({ section: ['gone'] }, columns)).toEqual({
      search: { section: undefined },
      ignored: 1,
    })
  })
})
