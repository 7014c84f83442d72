import { describe, expect, it } from 'vitest'
import type { Parameter } from '../../entities/parameter.ts'
import { readValue, valueCell } from './excel-rows-values.ts'

const parameter = (changes: Partial<Parameter>): Parameter => ({
  id: 'x',
  key: 'x',
  name: 'X',
  type: 'INPUT',
  ...changes,
})

describe('values', () => {
  it.each([
    ['3,5', 3.5],
    ['-3.5', -3.5],
    ['1e3', 1_000],
    ['+7', 7],
    ['007', 7],
    ['0', 0],
  ])('[XL5] %s is the number %d', (text, value) => {
    expect(readValue(parameter({ inputType: 'number' }), text)).toEqual({ value })
  })
  it.each(['1.234,5', '1 000', '0x10', '1,2,3', '.5', 'Infinity', 'NaN', '1e999', '1e16', '12 %'])(
    '[XL5] %s is no number',
    (text) => {
      expect(readValue(parameter({ inputType: 'number' }), text)).toEqual({ problem: 'notNumber' })
    },
  )
  it.each([
    ['31.01.2026', '2026-01-31'],
    ['1. 2. 2026', '2026-02-01'],
    ['2026-01-31', '2026-01-31'],
    ['31.02.2026', null],
    ['2026-02-30', null],
    ['soon', null],
    ['1/2/2026', null],
  ])('[XL5] %s is the day %s', (text, day) => {
    expect(readValue(parameter({ type: 'DATE_PICKER' }), text)).toEqual(
      day === null ? { problem: 'notDate' } : { value: day },
    )
  })
  it.each([
    ['Yes', true],
    ['x', true],
    ['✓', true],
    ['1', true],
    ['TRUE', true],
    ['no', false],
    ['0', false],
    ['Nie', false],
    ['maybe', null],
  ])('[XL5] %s is the tick %s', (text, tick) => {
    for (const type of ['CHECKBOX', 'FLAG'] as const)
      expect(readValue(parameter({ type }), text)).toEqual(
        tick === null ? { problem: 'notTick' } : { value: tick },
      )
  })

  it('[XL5] a choice is found by its label, by its key where labels are equal, and a new one brings its option along', () => {
    const options = [
      { key: 'a', label: 'Same', value: 1 },
      { key: 'b', label: 'Same', value: 2 },
      { key: 'c', label: 'Other', value: 3 },
    ]
    const select = parameter({ type: 'SELECTBOX', options })
    expect(['Other', 'a', 'b', 'c'].map((text) => readValue(select, text))).toEqual([
      { value: 'c' },
      { value: 'a' },
      { value: 'b' },
      { value: 'c' },
    ])
    expect(readValue(select, 'New')).toEqual({
      value: 'New',
      options: [...options, { key: 'New', label: 'New', value: 'New' }],
    })
    expect(readValue(parameter({ type: 'RADIO' }), 'New')).toMatchObject({ value: 'New' })
    expect(readValue(select, 'n'.repeat(101))).toEqual({ problem: 'tooLong', max: 100 })
    const many = Array.from({ length: 200 }, (_, i) => ({ key: `${i}`, label: `${i}`, value: i }))
    expect(readValue(parameter({ type: 'SELECTBOX', options: many }), 'New')).toEqual({
      problem: 'tooManyOptions',
      max: 200,
    })
  })

  it('[XL5] a text is as long as a value may be', () => {
    for (const type of ['INPUT', 'TEXTAREA'] as const) {
      expect(readValue(parameter({ type }), 'x'.repeat(20_000))).toEqual({
        value: 'x'.repeat(20_000),
      })
      expect(readValue(parameter({ type }), 'x'.repeat(20_001))).toEqual({
        problem: 'tooLong',
        max: 20_000,
      })
      expect(readValue(parameter({ type }), '')).toEqual({ value: null })
    }
  })

  it('[XL10] a choice is shown by its label, by its key where two labels are equal, and as it is where its option is gone', () => {
    const options = [
      { key: 'a', label: 'Same', value: 1 },
      { key: 'b', label: 'Same', value: 2 },
      { key: 'c', label: 'Other', value: 3 },
    ]
    expect(
      ['a', 'c', 'gone'].map((value) =>
        valueCell(parameter({ type: 'SELECTBOX', options, value })),
      ),
    ).toEqual(['a', 'Other', 'gone'])
    expect([false, null, undefined, 0].map((value) => valueCell(parameter({ value })))).toEqual([
      'No',
      '',
      '',
      0,
    ])
  })
})
