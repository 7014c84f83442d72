import { describe, expect, it } from 'vitest'
import { ImportFileError } from './import-file-error.ts'
import { parseCsv } from './parse-csv.ts'
import type { TextReading } from './parsed-file.ts'

const read = (text: string, reading?: TextReading, fileName = 'a.csv') =>
  parseCsv({ fileName, bytes: new TextEncoder().encode(text) }, reading)
const rowsOf = (text: string, reading?: TextReading) => read(text, reading).rows
const problemsOf = (text: string, reading?: TextReading) => {
  try {
    read(text, reading)
    return []
  } catch (error) {
    if (!(error instanceof ImportFileError)) throw error
    return error.problems
  }
}

describe('the rows of a text', () => {
  it('end with the last one that has a text, and keep the empty ones between', () => {
    expect(rowsOf('ID,Text\n\nA-1, \n , \n\n')).toEqual([['ID', 'Text'], [''], ['A-1', ' ']])
  })

  it('are none where it holds separators only', () => {
    expect(rowsOf(',;|\n,,\r\n \t\n')).toEqual([])
    expect(rowsOf(',;|\n,,x')).toHaveLength(2)
  })

  it('have no mark before what a program would take as a formula', () => {
    expect(rowsOf("ID,Text\n'=1,'x")).toEqual([
      ['ID', 'Text'],
      ['=1', "'x"],
    ])
  })
})

describe('the separator of a text', () => {
  it('is the chosen one, before the one that its first line names', () => {
    expect(read('sep=|\nID|a;b')).toMatchObject({ delimiter: '|', rows: [['ID', 'a;b']] })
    expect(read('SEP=|\r\nID|a;b', { delimiter: ';' })).toMatchObject({
      ...{ delimiter: ';', rows: [['ID|a', 'b']] },
    })
    expect(rowsOf('x\nsep=|\nID|a', { delimiter: '|' })).toEqual([['x'], ['sep=', ''], ['ID', 'a']])
  })

  it('is a tab in a file that is called tab-separated and has one', () => {
    const text = 'ID,Text\n1,a\tb\n2,c\n3,d'
    expect(read(text, {}, 'A.TSV').delimiter).toBe('\t')
    expect(read(text, {}, 'a.tsv.csv').delimiter).toBe(',')
    expect(read('ID;Text\n1;a', {}, 'a.tsv').delimiter).toBe(';')
    const late = `${'a;b\n'.repeat(25_000)}\t`
    expect(read(late, {}, 'a.tsv').delimiter).toBe(';')
  })
})

it.each(['<!DOCTYPE html>', '<html>', '<?xml version="1.0"?>', '%PDF-1.4', ' \n{"a": 1}', '[1]'])(
  'a text that begins with %j is no table',
  (start) => {
    expect(problemsOf(`${start}\n1,2`).map(({ code }) => code)).toEqual(['notSpreadsheet'])
  },
)

it('a text can begin with other signs', () => {
  expect(rowsOf('<b>,x\n{1},y', { delimiter: ',' })).toEqual([
    ['<b>', 'x'],
    ['{1}', 'y'],
  ])
})

it('a text with a zero byte is a table only where letters have two bytes', () => {
  expect(problemsOf('a,b\0', { encoding: 'UTF-8' })).toEqual([
    { code: 'notSpreadsheet', detail: {} },
  ])
  expect(rowsOf('a\0,\0b\0', { encoding: 'UTF-16LE', delimiter: ',' })).toEqual([['a', 'b']])
})

describe('a quotation mark at a wrong place', () => {
  it('is named with its line in the text and its cell in the table', () => {
    const text = 'ID,Text\r\nA-1,"two\r\nlines"\r\nA-2,fine,"x"y\r\nA-3,z'
    expect(problemsOf(text, { delimiter: ',' })).toEqual([
      { code: 'brokenQuotes', detail: { line: 4, address: 'C3' } },
    ])
  })

  it('at the start of the text is in the first cell', () => {
    const [first] = problemsOf('"x"y,z\n1,2', { delimiter: ',' })
    expect(first?.detail).toEqual({ line: 1, address: 'A1' })
  })

  it('is named once, however many marks follow in its cell', () => {
    const text = `ID,Text\n${'1,"a"b\n'.repeat(60)}`
    expect(problemsOf(text, { delimiter: ',' })).toEqual([
      { code: 'brokenQuotes', detail: { line: 2, address: 'B2' } },
    ])
  })

  it('is named in 50 cells at most', () => {
    const text = (count: number) => `ID,Text\n${'1,"a"b"\n'.repeat(count)}`
    expect(problemsOf(text(3), { delimiter: ',' }).map(({ detail }) => detail)).toEqual([
      { line: 2, address: 'B2' },
      { line: 3, address: 'B3' },
      { line: 4, address: 'B4' },
    ])
    expect(problemsOf(text(60), { delimiter: ',' })).toHaveLength(50)
  })
})

describe('a table is refused', () => {
  it('with more than 60,000 rows', () => {
    expect(rowsOf('a\n'.repeat(60_000), { delimiter: ',' })).toHaveLength(60_000)
    expect(problemsOf('a\n'.repeat(60_001), { delimiter: ',' })).toEqual([
      { code: 'tooManyRows', detail: { limit: 60_000 } },
    ])
    expect(problemsOf('a\n'.repeat(70_000), { delimiter: ',' })).toHaveLength(1)
  })

  it('with more than 200 columns', () => {
    const wide = (count: number) => `a\n${','.repeat(count - 1)}x\nb`
    expect(problemsOf(wide(200), { delimiter: ',' })).toEqual([])
    expect(problemsOf(wide(203), { delimiter: ',' })).toEqual([
      { code: 'tooManyColumns', detail: { limit: 200, found: 203 } },
    ])
  })

  it('with more than 2,000,000 cells', () => {
    const whole = `${','.repeat(199)}x\n`.repeat(10_000)
    expect(problemsOf(whole, { delimiter: ',' })).toEqual([])
    expect(problemsOf(`${whole}x,y`, { delimiter: ',' })).toEqual([
      { code: 'tooManyCells', detail: { limit: 2_000_000, found: 2_000_002 } },
    ])
  })
})
