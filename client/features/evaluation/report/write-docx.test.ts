import { strFromU8, unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import type { Report, ReportBlock, ReportColumn } from '#schema/rules/report/report.ts'
import { reportDocx } from './write-docx.ts'

const partsOf = async (blocks: readonly ReportBlock[], changes: Partial<Report> = {}) => {
  const blob = await reportDocx({
    ...{ language: 'en', contentLanguage: null, title: 'Report', subtitle: 'Sub', facts: [] },
    sections: [{ heading: 'Part', blocks }],
    ...changes,
  })
  const files = unzipSync(new Uint8Array(await blob.arrayBuffer()))
  return (name: string): string => strFromU8(files[name] ?? new Uint8Array())
}
const xmlOf = async (...blocks: ReportBlock[]): Promise<string> =>
  (await partsOf(blocks))('word/document.xml')

const all = (xml: string, pattern: RegExp): string[] =>
  [...xml.matchAll(pattern)].map(([, found = '']) => found)
const elements = (xml: string, name: string): string[] =>
  all(xml, new RegExp(`(<w:${name}(?: [^>]*)?>[^]*?</w:${name}>)`, 'g'))
const textOf = (xml: string): string => all(xml, /<w:t[ >][^<]*?>?([^<>]*)<\/w:t>/g).join('')
/** A switch that Word finds on. */
const isOn = (xml: string, name: string): boolean =>
  new RegExp(`<w:${name}/>|<w:${name} w:val="(?:true|1)"/>`).test(xml)
const numbersOf = (xml: string, pattern: RegExp): number[] => all(xml, pattern).map(Number)
const gridOf = (xml: string): number[] => numbersOf(xml, /<w:gridCol w:w="(\d+)"/g)
const rowsIn = (xml: string) => elements(xml, 'tr').map((row) => elements(row, 'tc'))
const paragraphWith = (xml: string, text: string): string =>
  elements(xml, 'p').find((one) => textOf(one) === text) ?? ''

const table = (
  columns: readonly ReportColumn[],
  rows: string[][],
  strong?: ReadonlySet<number>,
): ReportBlock => ({ kind: 'table', columns, rows, ...(strong === undefined ? {} : { strong }) })
const COLUMNS: ReportColumn[] = [
  { header: 'Name', width: 70 },
  { header: 'Score', width: 30, isNumber: true },
]

describe('a table of the document', () => {
  it('has columns that share the width of the page', async () => {
    const xml = await xmlOf(table(COLUMNS, [['a', '1']]))
    expect(gridOf(xml)).toEqual([6_747, 2_891])
    expect(numbersOf(xml, /<w:tcW w:type="dxa" w:w="(\d+)"/g)).toEqual([
      ...[6_747, 2_891, 6_747, 2_891],
    ])
  })

  it('has a header that is bold, filled, repeated and never parted from its rows', async () => {
    const [head = '', body = ''] = elements(await xmlOf(table(COLUMNS, [['a', '1']])), 'tr')
    const looks = (row: string) => ({
      isRepeated: isOn(row, 'tblHeader'),
      isWhole: isOn(row, 'cantSplit'),
      isBold: isOn(row, 'b'),
      isKept: isOn(row, 'keepNext'),
      isFilled: row.includes('w:fill="F3F5F8"'),
      isShaded: row.includes('<w:shd '),
    })
    expect(looks(head)).toEqual({
      ...{ isRepeated: true, isWhole: true, isBold: true, isKept: true, isFilled: true },
      isShaded: true,
    })
    expect(looks(body)).toEqual({
      ...{ isRepeated: false, isWhole: true, isBold: false, isKept: false, isFilled: false },
      isShaded: false,
    })
  })

  it('has figures at the right, rows that sum up in bold, and a cell for each column', async () => {
    const xml = await xmlOf(table(COLUMNS, [['a', '1'], ['Total']], new Set([1])))
    const [, first = [], second = []] = rowsIn(xml)
    expect([first.map(textOf), second.map(textOf)]).toEqual([
      ['a', '1'],
      ['Total', ''],
    ])
    expect(first.map((cell) => cell.includes('<w:jc w:val="right"/>'))).toEqual([false, true])
    expect([first, second].map((row) => isOn(row[0] ?? '', 'b'))).toEqual([false, true])
  })

  it('stays on one page if it is short, and divides only high rows', async () => {
    const kept = async (rows: string[][]) =>
      elements(await xmlOf(table(COLUMNS, rows)), 'tr')
        .slice(1)
        .map((row) => [isOn(row, 'keepNext'), isOn(row, 'cantSplit')])
    expect(
      await kept([
        ['a', '1'],
        ['b', '2'],
        ['c', '3'],
      ]),
    ).toEqual([
      [true, true],
      [true, true],
      [false, true],
    ])
    expect(
      await kept([
        ['a\n'.repeat(30), '1'],
        ['b', '2'],
      ]),
    ).toEqual([
      [false, false],
      [false, true],
    ])
  })

  it('has codes whole and beside one another, below a header that is no code', async () => {
    const columns = [{ header: 'A-B', width: 1, isCode: true }]
    const xml = await xmlOf(table(columns, [['A-1 b\nC-2-3'], ['D']]))
    const [head = [], first = [], second = []] = rowsIn(xml)
    expect(textOf(head[0] ?? '')).toBe('A-B')
    expect(head[0]).not.toContain('Courier New')
    expect(textOf(first[0] ?? '')).toBe('A1\u00a0b, C23')
    expect(all(first[0] ?? '', /(<w:noBreakHyphen\/>)/g)).toHaveLength(3)
    expect(elements(first[0] ?? '', 'r').map((run) => run.includes('"Courier New"'))).toEqual([
      ...[true, true],
    ])
    expect(textOf(second[0] ?? '')).toBe('D')
    expect([first, second].map((row) => isOn(row[0] ?? '', 'keepNext'))).toEqual([true, false])
  })
})

describe('bars', () => {
  const bars = (...percents: (number | null)[]): ReportBlock => ({
    kind: 'bars',
    bars: percents.map((percent, at) => ({ label: `L${at}`, percent, text: `${percent}` })),
  })
  const cellsOf = async (block: ReportBlock) =>
    rowsIn(await xmlOf(block)).map((row) =>
      row.map((cell) => [
        Number(/<w:tcW w:type="dxa" w:w="(\d+)"/.exec(cell)?.[1]),
        /w:fill="(\w+)"/.exec(cell)?.[1] ?? (cell.includes('<w:shd ') ? 'auto' : ''),
        textOf(cell),
      ]),
    )

  it('are filled as far as their score goes', async () => {
    const [half, none, whole, most, least] = await cellsOf(bars(50, null, 100, 140, -5))
    const [bar, rest] = ['3B5BDB', 'F3F5F8']
    expect(half).toEqual([
      [3_000, '', 'L0'],
      [2_719, bar, ''],
      [2_719, rest, ''],
      [1_200, '', '50'],
    ])
    expect(none).toEqual([
      [3_000, '', 'L1'],
      [5_438, rest, ''],
      [1_200, '', 'null'],
    ])
    expect(whole?.[1]).toEqual([5_438, bar, ''])
    expect([most?.[1], least?.[1]]).toEqual([
      [5_438, bar, ''],
      [5_438, rest, ''],
    ])
  })

  it('stand below one another in a table whose columns end where bars end', async () => {
    const xml = await xmlOf(bars(50, 25))
    expect(gridOf(xml)).toEqual([3_000, 1_360, 1_359, 2_719, 1_200])
    const spans = rowsIn(xml).map((row) =>
      row.map((cell) => Number(/<w:gridSpan w:val="(\d+)"/.exec(cell)?.[1] ?? 1)),
    )
    expect(spans).toEqual([
      [1, 2, 1, 1],
      [1, 1, 2, 1],
    ])
  })

  it('stay on one page, with their figures at the right', async () => {
    const rows = elements(await xmlOf(bars(50, 25, 10)), 'tr')
    expect(rows.map((row) => isOn(row, 'keepNext'))).toEqual([true, true, false])
    expect(rows.every((row) => isOn(row, 'cantSplit'))).toBe(true)
    const right = rowsIn(rows[0] ?? '')[0]?.map((cell) => cell.includes('<w:jc w:val="right"/>'))
    expect(right).toEqual([false, false, false, true])
  })
})

it('signatures have a row with room to write for each person', async () => {
  const rows = rowsIn(await xmlOf({ kind: 'signatures', columns: ['Name', 'Sign'], lines: 3 }))
  expect(rows.map((row) => row.map(textOf))).toEqual([
    ['Name', 'Sign'],
    ['', ''],
    ['', ''],
    ['', ''],
  ])
  expect(rows[1]?.every((cell) => cell.includes('<w:br/>'))).toBe(true)
  const widths = gridOf(await xmlOf({ kind: 'signatures', columns: ['Name', 'Sign'], lines: 1 }))
  expect(widths).toEqual([4_819, 4_819])
})

it('a text stays on the page of what follows it, and a heading always does', async () => {
  const xml = await xmlOf(
    { kind: 'text', text: 'First' },
    { kind: 'heading', text: 'Below' },
    { kind: 'text', text: 'More' },
    { kind: 'text', text: 'Last' },
  )
  const kept = ['Report', 'Part', 'First', 'Below', 'More', 'Last'].map((text) =>
    isOn(paragraphWith(xml, text), 'keepNext'),
  )
  expect(kept).toEqual([true, true, true, true, true, false])
  expect(all(xml, /<w:pStyle w:val="(\w+)"/g)).toEqual(['Title', 'Heading1', 'Heading2'])
  const blanks = elements(xml, 'p').filter((one) => textOf(one) === '')
  expect(blanks.map((one) => isOn(one, 'keepNext'))).toEqual([false, true, true, false])
})

it('headings are bold, and larger the higher they are', async () => {
  const styles = (await partsOf([]))('word/styles.xml')
  const found = ['Title', 'Heading1', 'Heading2'].map((id) => {
    const style = elements(styles, 'style').find((one) => one.includes(`w:styleId="${id}"`)) ?? ''
    return [isOn(style, 'b'), Number(/<w:sz w:val="(\d+)"/.exec(style)?.[1])]
  })
  expect(found).toEqual([
    [true, 40],
    [true, 28],
    [true, 23],
  ])
})

it('the document has its title, its facts, its language, A4 and the numbers of pages', async () => {
  const part = await partsOf([], { facts: [['Owner', 'Eva']], language: 'sk' })
  const xml = part('word/document.xml')
  expect(part('docProps/core.xml')).toContain('Report · Sub')
  expect(isOn(paragraphWith(xml, 'Sub'), 'b')).toBe(true)
  expect(elements(paragraphWith(xml, 'Owner: Eva'), 'r').map((run) => isOn(run, 'b'))).toEqual([
    ...[true, false],
  ])
  expect(xml).toMatch(/<w:pgSz [^>]*w:w="11906"/)
  expect(xml).toMatch(/<w:pgSz [^>]*w:h="16838"/)
  expect(xml).toMatch(/<w:pgMar w:top="1134" w:right="1134" w:bottom="1134" w:left="1134"/)
  expect(part('word/styles.xml')).toContain('<w:lang w:val="sk"/>')
  expect(part('word/footer1.xml')).toMatch(/PAGE[^]* \/ [^]*NUMPAGES/)
  expect(part('word/styles.xml')).toMatch(/<w:docDefaults>[^]*<w:sz w:val="20"\/>/)
})
