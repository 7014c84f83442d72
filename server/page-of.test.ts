import { describe, expect, it } from 'vitest'
import type { ListRequest } from '#schema/api/common.ts'
import { refusal } from '../tests/support/refusal.ts'
import { pageOf } from './page-of.ts'

interface Item {
  name: string
  size: number | null
  state: string
  owner: { name: string } | null
}
const item = (name: string, more: Partial<Item> = {}): Item => ({
  ...{ name, size: null, state: 'OPEN', owner: null },
  ...more,
})
const items = [
  item('Beta', { size: 10, owner: { name: 'Olga' } }),
  item('alpha', { size: 9, state: 'REOPENED' }),
  item('Gamma', { size: 9 }),
  item('Alphabet', { state: 'reopened' }),
]
const page = (request: Partial<ListRequest> = {}, fields?: string[]) =>
  pageOf(
    items,
    { pageNumber: 0, pageSize: 10, filters: {}, sorts: [], ...request },
    fields === undefined ? undefined : { fields },
  )
const names = (request: Partial<ListRequest>) => page(request).items.map(({ name }) => name)
const by = (field: string, direction: 'ASC' | 'DESC' = 'ASC') => ({ field, direction })

describe('a list', () => {
  it('comes in pages, with the number of all items', () => {
    const at = (pageNumber: number, pageSize: number) => page({ pageNumber, pageSize })
    expect(at(0, 3)).toEqual({ items: items.slice(0, 3), total: 4, pageNumber: 0, pageSize: 3 })
    expect(at(1, 3)).toEqual({ items: items.slice(3), total: 4, pageNumber: 1, pageSize: 3 })
    expect(at(1, 2).items).toEqual(items.slice(2))
    expect(at(2, 2)).toMatchObject({ items: [], total: 4 })
  })

  it('keeps its order unless it is sorted', () => {
    expect(page().items).toEqual(items)
    expect(items[0]?.name).toBe('Beta')
  })
})

describe('a filter', () => {
  it('matches text that contains it, in any case, and counts what it found', () => {
    expect(names({ filters: { name: 'ALPHA' } })).toEqual(['alpha', 'Alphabet'])
    expect(names({ filters: { size: '1' } })).toEqual(['Beta'])
    expect(names({ filters: { owner: 'olga' } })).toEqual(['Beta'])
    expect(page({ filters: { name: 'alpha' }, pageSize: 1 })).toMatchObject({ total: 2 })
    expect(names({ filters: { size: '' } })).toHaveLength(4)
    expect(names({ filters: { owner: 'null' } }), 'an empty field has no text').toEqual([])
  })

  it('matches a state as a whole', () => {
    expect(names({ filters: { state: 'open' } })).toEqual(['Beta', 'Gamma'])
    expect(names({ filters: { state: 'REOPENED' } })).toEqual(['alpha', 'Alphabet'])
    for (const field of ['status', 'kind', 'entity'])
      expect(
        pageOf([{ [field]: 'NEW' }, { [field]: 'NEWER' }], {
          ...{ pageNumber: 0, pageSize: 9, sorts: [], filters: { [field]: 'new' } },
        }).total,
      ).toBe(1)
  })

  it('comes on top of the others', () => {
    expect(names({ filters: { name: 'alpha', size: '9' } })).toEqual(['alpha'])
    expect(names({ filters: { name: 'alpha', state: 'open' } })).toEqual([])
  })
})

describe('sorting', () => {
  it('compares numbers by size and other values as text', () => {
    expect(names({ sorts: [by('size')] }).indexOf('Beta')).toBeGreaterThan(1)
    expect(names({ sorts: [by('name')] })).toEqual(['alpha', 'Alphabet', 'Beta', 'Gamma'])
    expect(names({ sorts: [by('name', 'DESC')] })).toEqual(['Gamma', 'Beta', 'Alphabet', 'alpha'])
    const numbers = [10, 9, 100].map((size) => ({ size }))
    const sorted = (direction: 'ASC' | 'DESC') =>
      pageOf(numbers, {
        ...{ pageNumber: 0, pageSize: 9, filters: {}, sorts: [by('size', direction)] },
      }).items.map(({ size }) => size)
    expect([sorted('ASC'), sorted('DESC')]).toEqual([
      [9, 10, 100],
      [100, 10, 9],
    ])
    const mixed = [{ size: 'b' }, { size: null }, { size: 5 }, { size: 10 }, { size: 'a' }]
    const values = pageOf(mixed, {
      ...{ pageNumber: 0, pageSize: 9, filters: {}, sorts: [by('size')] },
    }).items.map(({ size }) => size)
    expect(values).toEqual([null, 5, 10, 'a', 'b'])
  })

  it('goes on with the next field where the first is equal, and else keeps the order', () => {
    expect(names({ filters: { size: '9' }, sorts: [by('size'), by('name', 'DESC')] })).toEqual([
      ...['Gamma', 'alpha'],
    ])
    expect(names({ filters: { size: '9' }, sorts: [by('size', 'DESC')] })).toEqual([
      ...['alpha', 'Gamma'],
    ])
  })
})

describe('a field', () => {
  const unknown = refusal('INPUT_INVALID', 'other')

  it('that the list lacks is refused, in filters and sorts', () => {
    expect(() => page({ filters: { name: '', other: '' } })).toThrow(unknown)
    expect(() => page({ sorts: [by('name'), by('other')] })).toThrow(unknown)
    expect(() => page({ filters: { size: '' } }, ['name'])).toThrow(
      refusal('INPUT_INVALID', 'size'),
    )
    expect(page({ filters: { other: '' } }, ['other']).total).toBe(4)
  })

  it('of an empty list is known only if the list names its fields', () => {
    const request = { pageNumber: 0, pageSize: 9, filters: { other: 'x' }, sorts: [] }
    expect(pageOf([], request)).toMatchObject({ items: [], total: 0 })
    expect(() => pageOf([], request, { fields: ['name'] })).toThrow(unknown)
  })
})
