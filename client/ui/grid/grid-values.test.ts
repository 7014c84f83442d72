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

describe('texts that are typed or pasted', () => {
  it.each([
    ...['true', 'Yes', '1', 'x', '✓', 'ÁNO', 'pravda'].map((text) => [text, true] as const),
    ...['FALSE', 'no', '0', '✗', 'nie', ' Nepravda '].map((text) => [text, false] as const),
  ])('%s is the checkbox %s', (text, value) => {
    expect(parseValue({ kind: 'tick' }, text)).toEqual({ ok: true, value })
  })
  it('no other word is a checkbox', () => {
    expect(parseValue({ kind: 'tick' }, 'maybe')).toEqual({ ok: false, problem: 'notTick' })
  })
  it('a line of text has no line breaks; a long one keeps them', () => {
    const text = 'one  \r\n two\n\nthree '
    expect(parseValue({ kind: 'text' }, text)).toEqual({ ok: true, value: 'one two three ' })
    expect(parseValue({ kind: 'long' }, 'one\r\ntwo\rthree')).toEqual({
      ok: true,
      value: 'one\ntwo\nthree',
    })
  })
  it.each(['text', 'long'] as const)('%s is as long as its editor allows', (kind) => {
    expect(parseValue({ kind, maxLength: 3 }, 'abc')).toEqual({ ok: true, value: 'abc' })
    expect(parseValue({ kind, maxLength: 3 }, 'abcd')).toEqual({ ok: false, problem: 'tooLong' })
    expect(parseValue({ kind }, 'a'.repeat(20_000)).ok).toBe(true)
    expect(parseValue({ kind }, 'a'.repeat(20_001)).ok).toBe(false)
  })
  it.each([
    ['1 234,5', 1234.5],
    ['1\u00a0234', 1234],
    ['-5', -5],
    ['+.5', 0.5],
    ['5.', 5],
    ['1e3', 1000],
    ['1,5E-1', null],
    ['0x10', null],
    ['1.2.3', null],
    ['5 pieces', null],
    ['no 5', null],
    ['1e999', null],
    ['-', null],
  ])('%s as a number: %s', (text, value) => {
    expect(parseValue({ kind: 'number' }, text)).toEqual(
      value === null ? { ok: false, problem: 'notNumber' } : { ok: true, value },
    )
  })
  it.each([
    [2, true],
    [1.9, false],
    [7, true],
    [7.1, false],
  ])('a number from 2 to 7 may be %d: %s', (number, isOk) => {
    const parsed = parseValue({ kind: 'number', min: 2, max: 7 }, String(number))
    expect(parsed).toEqual(
      isOk ? { ok: true, value: number } : { ok: false, problem: 'outOfRange' },
    )
  })
  it.each([
    ['0 %', true],
    ['-1', false],
    ['100%', true],
    ['100,5', false],
  ])('the percentage %s is allowed: %s', (text, isOk) => {
    expect(parseValue({ kind: 'percent' }, text).ok).toBe(isOk)
  })
  it.each([
    ['1. 2. 2027', '2027-02-01'],
    ['1/2/2027', '2027-02-01'],
    ['2027-2-1', '2027-02-01'],
    ['29.2.2028', '2028-02-29'],
    ['29.2.2027', null],
    ['1.13.2027', null],
    ['1.2.27', null],
    ['1.2', null],
    ['on 1.2.2027', null],
    ['2027-02-01T10', null],
  ])('%s as a date: %s', (text, value) => {
    expect(parseValue({ kind: 'date' }, text)).toEqual(
      value === null ? { ok: false, problem: 'notDate' } : { ok: true, value },
    )
  })
  it('the name of an option goes before the value of another one', () => {
    const options = [
      { value: 'b', label: ' A ' },
      { value: 'A', label: 'B' },
      { value: 'Key', label: 'C' },
    ]
    const valueOf = (text: string) => parseValue({ kind: 'select', options }, text)
    expect([valueOf(' a'), valueOf('B'), valueOf('kEY')]).toEqual([
      { ok: true, value: 'b' },
      { ok: true, value: 'A' },
      { ok: true, value: 'Key' },
    ])
  })
})

it.each([
  [null, null, ''],
  [{ kind: 'tick' }, true, 'TRUE'],
  [null, false, 'FALSE'],
  [{ kind: 'percent' }, 0, '0 %'],
  [{ kind: 'number' }, 0, '0'],
  [{ kind: 'select', options: [{ value: 1, label: 'One' }] }, 1, 'One'],
  [{ kind: 'select', options: [{ value: 1, label: 'One' }] }, 2, '2'],
  [{ kind: 'date' }, 'soon', 'soon'],
  [{ kind: 'text' }, '2027-03-31', '2027-03-31'],
  [null, '2027-03-31', '2027-03-31'],
] as const)('%j shows %j as %j', (editor, value, text) => {
  expect(valueText(editor, value)).toBe(text)
})
