import { describe, expect, it } from 'vitest'
import { fromTsv, toTsv } from './grid-clipboard.ts'

describe('clipboard of the grid', () => {
  it('reads a block copied from a spreadsheet', () => {
    expect(fromTsv('100\tyes\r\n75\tno\r\n')).toEqual([
      ['100', 'yes'],
      ['75', 'no'],
    ])
  })
  it('reads quoted cells with line breaks, tabs and quotes', () => {
    expect(fromTsv('"one\ntwo"\t"a ""b"" c"\n"x\ty"\tz')).toEqual([
      ['one\ntwo', 'a "b" c'],
      ['x\ty', 'z'],
    ])
  })
  it('reads an unclosed quote as plain text', () => {
    expect(fromTsv('"unfinished\tb')).toEqual([['"unfinished', 'b']])
    expect(fromTsv('"5" disk\tb')).toEqual([['"5" disk', 'b']])
  })
  it('keeps empty cells and empty rows', () => {
    expect(fromTsv('a\t\tb\n\nc')).toEqual([['a', '', 'b'], [''], ['c']])
  })
  it('ends a quoted cell at the end of the line, and the text without a last line break', () => {
    expect(fromTsv('"a"\n"b"')).toEqual([['a'], ['b']])
    expect(fromTsv('"a"')).toEqual([['a']])
    expect(fromTsv('a\n')).toEqual([['a']])
    expect(fromTsv('a\n\n')).toEqual([['a'], ['']])
    expect(fromTsv('a\t')).toEqual([['a', '']])
    expect(fromTsv('')).toEqual([['']])
    expect(fromTsv('a\rb')).toEqual([['a'], ['b']])
    expect(fromTsv('"')).toEqual([['"']])
    expect(fromTsv('""')).toEqual([['']])
  })
  it('quotes only what needs it', () => {
    expect(toTsv([['a', 'b c'], ['"x"']])).toBe('a\tb c\n"""x"""')
    expect(toTsv([['a\rb', 'c\td']])).toBe('"a\rb"\t"c\td"')
  })
  it('reads back what it wrote', () => {
    const rows = [
      ['a "q"', 'line\nbreak', ''],
      ['tab\there', 'plain', 'x'],
    ]
    expect(fromTsv(toTsv(rows))).toEqual(rows)
  })
})
