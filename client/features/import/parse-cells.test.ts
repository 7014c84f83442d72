import { describe, expect, it } from 'vitest'
import type { CellObject } from 'xlsx'
import { ImportFileError } from './import-file-error.ts'
import { IMPORT_LIMITS } from './import-limits.ts'
import { cellOf, countCells, shownNumber } from './parse-cells.ts'

describe('a number', () => {
  it.each([
    [7, '007', '007'],
    [-7, '-07', '-07'],
    [5, ' 05 ', '05'],
    [1.1, '1.10', '1.10'],
    [1.1, '1,10', '1.10'],
    [0.25, '25%', '25%'],
    [0.255, '25,5 %', '25,5 %'],
    [7, 'REQ-7', 'REQ-7'],
    [7, 'Požiadavka 7', 'Požiadavka 7'],
    [7, `${'x'.repeat(59)}7`, `${'x'.repeat(59)}7`],
  ])('%d that is shown as “%s” is read as it is shown', (value, shown, expected) => {
    expect(shownNumber(value, shown)).toBe(expected)
  })

  it.each([
    [6, '05'],
    [1.234, '1.23'],
    [1.004, '1.00'],
    [0.254, '25%'],
    [0.75, '25%'],
    [1234.5, '1,234.50'],
    [8, 'REQ-7'],
    [7, '2nd 7'],
    [7, '- 7'],
    [7, `${'x'.repeat(60)}7`],
  ])('%d that is shown rounded or otherwise, as “%s”, stays a number', (value, shown) => {
    expect(shownNumber(value, shown)).toBe(value)
  })
})

describe('a cell', () => {
  const number = (v: number, z?: string, isFrom1904 = false) =>
    cellOf({ t: 'n', v, ...(z === undefined ? {} : { z }) }, isFrom1904)

  it('without a value is empty', () => {
    expect([cellOf(undefined, false), cellOf({ t: 'z' }, false)]).toEqual(['', ''])
    expect(cellOf({ t: 's', v: null } as unknown as CellObject, false)).toBe('')
  })

  it('is read as its format shows it, where that says more than the number', () => {
    expect([number(7, '000'), number(1.1, '0.00'), number(0.25, '0%')]).toEqual([
      ...['007', '1.10', '25%'],
    ])
    expect(number(7, '"REQ-"0')).toBe('REQ-7')
    for (const format of [
      undefined,
      'General',
      '0',
      '#,##0.00',
      '0;-0',
      `${'0'.repeat(61)}`,
      '"x"',
    ])
      expect(number(7, format), format).toBe(7)
  })

  it('with a date is read as year, month and day, with its time if that is shown', () => {
    expect(number(44197, 'yyyy-mm-dd')).toBe('2021-01-01')
    expect(number(44197.5, 'd.m.yyyy')).toBe('2021-01-01')
    expect(number(44197.5, 'yyyy-mm-dd hh:mm')).toBe('2021-01-01 12:00')
    expect(number(44197, 'yyyy-mm-dd hh:mm')).toBe('2021-01-01')
    expect(number(44197.5, 'yyyy "hours" \\s')).toBe('2021-01-01')
    expect(number(42735, 'yyyy-mm-dd', true)).toBe('2021-01-01')
    expect(number(-1, 'yyyy-mm-dd')).toBe(-1)
  })

  it('with a time is read as the time, to the second', () => {
    expect([number(0.5, 'hh:mm'), number(0, 'hh:mm')]).toEqual(['12:00', '00:00'])
    expect(number(0.5 + 30 / 86_400, 'hh:mm:ss')).toBe('12:00:30')
    expect(number(9.5 / 24, 'h:mm')).toBe('09:30')
    expect(number(1.5, '[h]:mm')).toBe('1900-01-01 12:00')
    expect(number(1, 'h:mm')).toBe('1900-01-01')
  })

  it('with a truth value, an error or a text is read as its text', () => {
    const of = (t: CellObject['t'], v: CellObject['v']) => cellOf({ t, v } as CellObject, false)
    expect([of('b', true), of('b', false)]).toEqual(['TRUE', 'FALSE'])
    expect([0, 7, 15, 23, 29, 36, 42, 99].map((code) => of('e', code))).toEqual([
      ...['#NULL!', '#DIV/0!', '#VALUE!', '#REF!', '#NAME?', '#NUM!', '#N/A', '#VALUE!'],
    ])
    expect([of('s', 'a'), of('d', 'b'), of('z', 5)]).toEqual(['a', 'b', '5'])
  })
})

describe('the cells of a file', () => {
  const refusal = (work: () => void) => {
    try {
      work()
    } catch (error) {
      if (error instanceof ImportFileError) return error.problems[0]
      throw error
    }
    return null
  }
  it('are counted, those that repeat as often as they do', () => {
    const size = { cells: 1, characters: 2 }
    countCells(size, 'abc', { sheet: 'A' })
    countCells(size, 12, { sheet: 'A', copies: 3 })
    expect(size).toEqual({ cells: 5, characters: 11 })
  })

  it('may be as many as the limits, and no more', () => {
    const { cells, characters } = IMPORT_LIMITS
    const full = { cells: cells - 1, characters: 0 }
    expect(refusal(() => countCells(full, 'a', { sheet: 'A' }))).toBeNull()
    expect(refusal(() => countCells(full, 'a', { sheet: 'A' }))).toMatchObject({
      ...{ code: 'tooManyCells', detail: { limit: cells, found: cells + 1, sheet: 'A' } },
    })
    const long = { cells: 0, characters: characters - 1 }
    expect(refusal(() => countCells(long, 'a', { sheet: 'A' }))).toBeNull()
    expect(refusal(() => countCells(long, 'a', { sheet: 'A' }))?.code).toBe('zipBomb')
  })
})
