import { describe, expect, it } from 'vitest'
import type { ColumnFilter } from '#schema/entities/table-view.ts'
import type { Facet } from './column-facet.ts'
import { fittingFilter, testOf } from './column-filter.ts'

const passing = (filter: ColumnFilter, values: readonly (string | number | boolean | null)[]) =>
  values.filter(testOf(filter))
const choice: Facet = {
  kind: 'choice',
  options: [
    { value: 'must', label: 'Must' },
    { value: 'may', label: 'May' },
  ],
}

describe('a column filter', () => {
  it('finds a text regardless of case and diacritics', () => {
    expect(
      passing({ op: 'contains', text: ' Zalo ' }, ['Záložka', 'zalozit', '', null, 'ZALO']),
    ).toEqual(['Záložka', 'zalozit', 'ZALO'])
  })
  it('distinguishes empty cells from filled ones', () => {
    const values = ['', '  ', null, 'x', 0, false]
    expect(passing({ op: 'empty' }, values)).toEqual(['', '  ', null])
    expect(passing({ op: 'filled' }, values)).toEqual(['x', 0, false])
  })
  it('accepts any of the chosen options, and empty cells if chosen', () => {
    expect(passing({ op: 'any', values: ['must'] }, ['must', 'may', null])).toEqual(['must'])
    expect(passing({ op: 'any', values: ['', 'may'] }, ['must', 'may', null])).toEqual([
      'may',
      null,
    ])
    expect(passing({ op: 'any', values: ['true'] }, [true, false, null])).toEqual([true])
  })
  it('includes both ends of a range', () => {
    expect(
      passing({ op: 'between', from: 10, to: 75 }, [9, 10, 75, 76, null, '50', 'x', '']),
    ).toEqual([10, 75, '50'])
    expect(passing({ op: 'between', to: 0 }, [null, '', 0, -1, 1])).toEqual([0, -1])
    expect(
      passing({ op: 'days', from: '2026-02-01', to: '2026-02-28' }, [
        '2026-01-31',
        '2026-02-01',
        '2026-02-28',
        null,
        '',
      ]),
    ).toEqual(['2026-02-01', '2026-02-28'])
  })
  it('keeps the part of a filter that fits the column', () => {
    expect(fittingFilter(choice, { op: 'any', values: ['must', 'gone'] })).toEqual({
      op: 'any',
      values: ['must'],
    })
    expect(fittingFilter(choice, { op: 'any', values: ['gone'] })).toBeNull()
    expect(fittingFilter(choice, { op: 'contains', text: 'must' })).toBeNull()
    expect(fittingFilter({ kind: 'number' }, { op: 'days', from: '2026-01-01' })).toBeNull()
    expect(
      fittingFilter({ ...choice, isAlwaysFilled: true }, { op: 'any', values: [''] }),
    ).toBeNull()
  })
})
