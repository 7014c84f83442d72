import { describe, expect, it } from 'vitest'
import { parseValue, valueText } from './grid-values.ts'

describe('values of grid cells', () => {
  it.each([
    ['75', 75],
    ['75 %', 75],
    ['75%', 75],
    ['12,5', 12.5],
    ['0', 0],
    ['100.0', 100],
  ])('parses %s as a percentage', (text, value) => {
    expect(parseValue({ kind: 'percent' }, text)).toEqual({ ok: true, value })
  })
  it('refuses a percentage above 100 and a word', () => {
    expect(parseValue({ kind: 'percent' }, '101')).toEqual({ ok: false, problem: 'outOfRange' })
    expect(parseValue({ kind: 'percent' }, 'half')).toEqual({ ok: false, problem: 'notNumber' })
  })
  it('parses dates in both formats and refuses one that does not exist', () => {
    expect(parseValue({ kind: 'date' }, '31.3.2027')).toEqual({ ok: true, value: '2027-03-31' })
    expect(parseValue({ kind: 'date' }, '2027-03-31')).toEqual({ ok: true, value: '2027-03-31' })
    expect(parseValue({ kind: 'date' }, '31.02.2027')).toEqual({ ok: false, problem: 'notDate' })
  })
  it('finds an option by its label or its value', () => {
    const editor = {
      kind: 'select',
      options: [
        { value: -2, label: 'Available now' },
        { value: 0, label: 'R1' },
      ],
    } as const
    expect(parseValue(editor, 'available NOW')).toEqual({ ok: true, value: -2 })
    expect(parseValue(editor, '0')).toEqual({ ok: true, value: 0 })
    expect(parseValue(editor, 'R9')).toEqual({ ok: false, problem: 'notOption' })
  })
  it('empties a cell with empty text', () => {
    expect(parseValue({ kind: 'text' }, '  ')).toEqual({ ok: true, value: null })
    expect(parseValue({ kind: 'tick' }, '')).toEqual({ ok: true, value: false })
  })
  it('formats a value so that parsing restores it', () => {
    expect(valueText({ kind: 'percent' }, 75)).toBe('75 %')
    expect(valueText({ kind: 'percent' }, 75, true)).toBe('75')
    expect(valueText({ kind: 'date' }, '2027-03-31')).toBe('31.03.2027')
  })
})
