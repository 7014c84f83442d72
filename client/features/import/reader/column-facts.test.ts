import { describe, expect, it } from 'vitest'
import type { ColumnRole, ImportMapping } from '#schema/rules/excel/excel-rows-mapping.ts'
import type { ParsedSheet } from '../parsed-file.ts'
import { columnFacts } from './column-facts.ts'

const mappingOf = (...columns: ColumnRole[]): ImportMapping => ({
  ...{ columns, sectionFrom: 'columns', defaultSection: 'General' },
})
const factsOf = (
  rows: ParsedSheet['rows'],
  mapping: ImportMapping,
  { headerRow = 1, ...details }: Partial<ParsedSheet> & { headerRow?: number } = {},
) =>
  columnFacts({ name: 'List', rows, merges: [], ...details }, { sheetIndex: 0, headerRow, mapping })
/** The samples of the only column of a sheet. */
const samplesOf = (
  texts: readonly string[],
  role: ColumnRole = 'text',
  details: Partial<ParsedSheet> = {},
) =>
  factsOf([['Name'], ...texts.map((text) => [text])], mappingOf(role), details).columns[0]?.samples
const numbered = (count: number, first = 0): string[] =>
  Array.from({ length: count }, (_, at) => `v${first + at}`)

describe('the columns of a sheet', () => {
  const rows = [['Top'], ['ID', ' '], ['A-1', 'x']]

  it('have the names of the header row, or of their place', () => {
    const { columns } = factsOf(rows, mappingOf('id', 'text', 'ignore'), { headerRow: 2 })
    expect(columns).toEqual([
      { header: 'ID', isNamed: true, samples: ['A-1'] },
      { header: 'Column B', isNamed: false, samples: ['x'] },
      { header: 'Column C', isNamed: false, samples: [] },
    ])
  })

  it('have no name in a sheet without a header row', () => {
    const { columns } = factsOf(rows, mappingOf('id'), { headerRow: 0 })
    expect(columns).toEqual([{ header: 'Column A', isNamed: false, samples: ['Top', 'ID', 'A-1'] }])
  })
})

describe('the samples of a column', () => {
  it('are its first three texts that differ', () => {
    expect(samplesOf(['a', '', 'a', ' b ', 'c', 'd'])).toEqual(['a', 'b', 'c'])
    expect(samplesOf(['a', 'b'])).toEqual(['a', 'b'])
  })

  it('are cut after 120 letters', () => {
    expect(samplesOf(['x'.repeat(121)])).toEqual(['x'.repeat(120)])
  })

  it('come from the first rows below the header only', () => {
    const blank = (count: number) => Array<string>(count).fill('')
    expect(samplesOf([...blank(498), 'late'])).toEqual(['late'])
    expect(samplesOf([...blank(499), 'late'])).toEqual([])
  })

  it('of a link are the addresses of its cells, else their texts', () => {
    const links = [
      { row: 2, column: 0, text: 'https://a.example/' },
      { row: 3, column: 1, text: 'https://b.example/' },
    ]
    expect(samplesOf(['A', 'B'], 'link', { links })).toEqual(['https://a.example/', 'B'])
    expect(samplesOf(['A', 'B'], 'text', { links })).toEqual(['A', 'B'])
    expect(samplesOf(['A'], 'link')).toEqual(['A'])
  })

  it('of a choice are the options that the sheet offers, and then its texts', () => {
    const list = (options: string[], column = 0) => ({
      lists: [{ top: 2, bottom: 9, left: column, right: column, options }],
    })
    expect(samplesOf(['own', 'more'], 'select', list(['low', 'high']))).toEqual([
      ...['low', 'high', 'own'],
    ])
    expect(samplesOf(['own'], 'several', list(numbered(5)))).toEqual(numbered(5))
    expect(samplesOf(['own'], 'select', list(numbered(13)))).toEqual(numbered(12))
    expect(samplesOf(['own'], 'text', list(['low']))).toEqual(['own'])
    expect(samplesOf(['own'], 'select', list(['low'], 1))).toEqual(['own'])
  })

  it('of a choice have no options of another column', () => {
    const lists = [{ top: 2, bottom: 9, left: 0, right: 1, options: ['low'] }]
    const { columns } = factsOf(
      [
        ['A', 'B'],
        ['x', 'y'],
      ],
      mappingOf('select', 'select'),
      { lists },
    )
    expect(columns.map(({ samples }) => samples)).toEqual([
      ['low', 'x'],
      ['low', 'y'],
    ])
  })
})

describe('the sections that a sheet could have', () => {
  it('come from its ids, its names and its rows of headings', () => {
    const rows = [
      ['ID', 'Name'],
      ['Access', ''],
      ['AC-1', 'Keys: long'],
      ['AC-2', 'Keys: new'],
      ['Audit', ''],
      ['AU-1', 'Records'],
    ]
    expect(factsOf(rows, mappingOf('id', 'name')).sections).toEqual({
      headings: ['Access', 'Audit'],
      ids: ['AC', 'AU'],
      names: ['Keys'],
    })
  })

  it('are at most six', () => {
    const rows = Array.from({ length: 9 }, (_, at) => [`${'ABCDEFGHI'[at]}-1`, `N${at}: x`])
    expect(factsOf([['ID', 'Name'], ...rows], mappingOf('id', 'name')).sections).toEqual({
      headings: [],
      ids: ['A', 'B', 'C', 'D', 'E', 'F'],
      names: ['N0', 'N1', 'N2', 'N3', 'N4', 'N5'],
    })
  })

  it('are none without a column for them', () => {
    const { sections } = factsOf([['ID'], ['AC-1']], mappingOf('ignore'))
    expect(sections).toEqual({ headings: [], ids: [], names: [] })
  })

  it('come from the first row of a sheet without a header', () => {
    const rows = [['AC-1'], ['AU-1']]
    expect(factsOf(rows, mappingOf('id'), { headerRow: 0 }).sections.ids).toEqual(['AC', 'AU'])
  })
})
