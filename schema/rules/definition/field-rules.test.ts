import { expect, test } from 'vitest'
import { messageText } from '../../tables/messages.ts'
import { BYTES_PER_KB, FIELD_RULES, type FieldProblem } from './field-rules.ts'

const {
  required,
  unique,
  email,
  min,
  max,
  maxLength,
  regex,
  more,
  minValue,
  maxValue,
  between,
  decimals,
  count,
  minDate,
  maxDate,
  notPast,
  grid,
  size,
  mimes,
} = FIELD_RULES
const textOf = (problem: FieldProblem | null): string | null =>
  problem === null ? null : messageText(problem.code, problem.detail)

test.each([
  ['an empty field', required(null), 'This field is required'],
  ['blanks', required('  '), 'This field is required'],
  ['an absent field', required(undefined), 'This field is required'],
  ['a value that another has', unique('a', ['b', 'a']), 'This field must be unique.'],
  ['a day before the first', minDate('2026-01-01', '2026-01-02'), 'Date must be after 2026-01-02'],
  ['a day after the last', maxDate('2026-01-03', '2026-01-02'), 'Date must be before 2026-01-02'],
  ['a field beyond the grid', grid(1, 12), 'Offset + Width must be less or equal 12'],
  ['a short text', min('ab', 3), 'Value length must be at least 3 characters'],
  ['a long text', max('abcd', 3), 'Value length must be at most 3 characters'],
  ['a long text of a named field', maxLength('abcd', 'Name', 3), 'Name max length is 3'],
  ['a number that is not more', more(5, 5), 'Value must be more than 5'],
  ['a text without a match', regex('b', '^a$'), 'do not match expression ^a$'],
  ['decimals', decimals(1.234, 2), 'do not have 2 decimals'],
  ['decimals of a tiny number', decimals(1.5e-7, 7), 'do not have 7 decimals'],
  ['a number below', minValue(4.99, 5), 'Value must be at least 5'],
  ['a number above', maxValue(5.01, 5), 'Value must be at most 5'],
  ['a number below both', between(-1, 0, 100), 'Value must be at least 0'],
  ['a number above both', between(101, 0, 100), 'Value must be at most 100'],
  ['yesterday', notPast('2026-11-19', '2026-11-20'), 'This date cannot be in the past.'],
  ['no day at all', notPast('2026-13-01', '2026-11-20'), 'This date cannot be in the past.'],
  ['a file of the size itself', size(5 * BYTES_PER_KB, 5), 'File size must be less than 5KB'],
  ['an address without a domain', email('someone@nowhere'), 'Enter a valid email address'],
  ['two addresses', email('a@b.example,c@d.example'), 'Enter a valid email address'],
  [
    'an address of 255 characters',
    email(`a@${'b'.repeat(245)}.example`),
    'Enter a valid email address',
  ],
  ['half a pixel', count(0.5), 'Enter a number'],
  ['less than nothing', count(-1), 'Enter a number'],
  ['a count as text', count('5'), 'Enter a number'],
  [
    'a file of another kind',
    mimes('application/pdf'),
    'Files of type application/pdf are not allowed here',
  ],
  [
    'a kind that this field leaves out',
    mimes('image/gif', ['image/png']),
    'Files of type image/gif are not allowed here',
  ],
])('[FR1] %s is refused with the text of the specification', (_, problem, text) => {
  expect(textOf(problem)).toBe(text)
})

test.each([
  ['a filled field', required('x')],
  ['a zero', required(0)],
  ['an honest no', required(false)],
  ['a value of its own', unique('a', ['b', 'A'])],
  ['the first day', minDate('2026-01-02', '2026-01-02')],
  ['the last day', maxDate('2026-01-02', '2026-01-02')],
  ['the whole grid', grid(0, 12)],
  ['half the grid', grid(6, 6)],
  ['the shortest text', min('abc', 3)],
  ['the longest text', max('abc', 3)],
  ['the longest text of a named field', maxLength('abc', 'Name', 3)],
  ['a number that is more', more(5.01, 5)],
  ['a match', regex('xax', 'a')],
  ['a pattern that may not run', regex('b', '(a)\\1')],
  ['two decimals', decimals(0.07, 2)],
  ['a whole number', decimals(1e21, 0)],
  ['a negative number', decimals(-3.5, 1)],
  ['a tiny number', decimals(1.5e-7, 8)],
  ['what has no digits', decimals(Number.POSITIVE_INFINITY, 0)],
  ['the least', minValue(5, 5)],
  ['the most', maxValue(5, 5)],
  ['the ends', between(0, 0, 100)],
  ['the other end', between(100, 0, 100)],
  ['today', notPast('2026-11-20', '2026-11-20')],
  ['a smaller file', size(5 * BYTES_PER_KB - 1, 5)],
  ['an address', email('a.b@c.example')],
  ['nothing', count(0)],
  ['some', count(30)],
  ['JSON', mimes('application/json')],
])('[FR2] %s is accepted', (_, problem) => {
  expect(problem).toBeNull()
})

test('[FR3] the refusal of a text that is too long to match states the possible length', () => {
  expect(textOf(regex('x'.repeat(5_000), 'a{900}'))).toBe(
    'Value length must be at most 1109 characters',
  )
})

test('[FR4] a file field may ask for images, web pages, plain text and JSON', () => {
  expect(
    ['image/png', 'image/jpeg', 'image/gif', 'text/html', 'text/plain', 'application/json'].map(
      (type) => mimes(type),
    ),
  ).toEqual(Array(6).fill(null))
  expect(mimes('image/svg+xml')).not.toBeNull()
})
