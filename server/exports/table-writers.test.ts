import { unzipSync } from 'fflate'
import { readXlsx } from 'hucre/xlsx'
import { describe, expect, it } from 'vitest'
import {
  column,
  type TableHead,
  type TableNote,
  type TableRow,
} from '#schema/rules/export/export-table.ts'
import { decodedText } from '#schema/rules/excel/excel-rows-cells.ts'
import { savedAgain, SOFFICE } from '../../tests/support/libre-office.ts'
import { type TableFormat, tableWriter } from './table-formats.ts'
import { csvLines } from './write-csv.ts'

const COLUMNS = [
  column('id', 'ID', 'id'),
  column('text', 'Text', 'longText'),
  column('count', 'Count', 'number'),
  column('is', 'Is', 'yesNo'),
  column('at', 'At', 'time'),
]
const AT = Date.UTC(2026, 10, 26, 12, 30)
const ROW: TableRow = ['R-1', '=1+1', 4.5, true, AT]

/** Each note in a page of its own. */
async function* pagesOf(notes: readonly TableNote[]) {
  for (const note of notes) yield await Promise.resolve([note])
}
const written = async (
  format: TableFormat,
  tables: readonly { head: TableHead; rows: readonly TableRow[]; notes?: readonly TableNote[] }[],
  contentLanguage: string | null = null,
): Promise<Uint8Array> => {
  const pieces: Uint8Array[] = []
  const sink = { write: (bytes: Uint8Array) => Promise.resolve(void pieces.push(bytes)) }
  const project = { id: 'p', name: 'Portal', version: '1' }
  const names = tables.map(({ head }) => head.name)
  const facts = { project, contentLanguage, writtenOn: AT, tables: names }
  const writer = tableWriter(format, sink, facts)
  for (const { head, rows, notes } of tables) {
    await writer.begin({ ...head, hasNotes: notes !== undefined })
    await writer.rows(rows)
    if (notes !== undefined) await writer.notes?.(pagesOf(notes))
  }
  await writer.end()
  return Buffer.concat(pieces)
}
const ODD = '_choices!$A$5002:$A$5007'
const textOf = (bytes: Uint8Array | undefined): string =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
const head = (name: string): TableHead => ({ name, columns: COLUMNS })

describe('a workbook', () => {
  const sheet = async (rows: TableRow[]): Promise<string> => {
    const parts = unzipSync(await written('xlsx', [{ head: head('A'), rows }]))
    return textOf(parts['xl/worksheets/sheet1.xml'])
  }

  it('has real types, a header that stays and a filter over all rows', async () => {
    const xml = await sheet([ROW, ROW])
    expect(xml).toContain('<c r="C2" s="4"><v>4.5</v></c>')
    expect(xml).toContain('<c r="D2" s="4" t="b"><v>1</v></c>')
    expect(xml).toContain(`<c r="E2" s="5"><v>${AT / 86_400_000 + 25_569}</v></c>`)
    expect(xml).toContain('state="frozen"')
    expect(xml).toContain('<autoFilter ref="A1:E3"/>')
  })

  it('[EX24] stands from right to left where the language of the texts is written so', async () => {
    const tables = [
      { head: head('A'), rows: [ROW] },
      { head: head('B'), rows: [ROW] },
    ]
    const viewsOf = async (language: string | null) =>
      (await readXlsx(await written('xlsx', tables, language))).sheets.map(
        ({ view }) => view?.rightToLeft === true,
      )
    expect(await viewsOf('he')).toEqual([true, true])
    expect(await viewsOf('de')).toEqual([false, false])
    expect(await viewsOf(null)).toEqual([false, false])
  })

  it('[EX22] offers choices, and locks ids and headers only', async () => {
    const columns = [COLUMNS[0], { ...column('s', 'Statement'), options: ['Yes', 'R&D', 'No'] }]
    const bytes = await written('xlsx', [
      { head: { name: 'A', columns: columns as TableHead['columns'] }, rows: [['R-1', 'Yes']] },
      { head: { name: 'B', columns: [column('s', 'Statement')] }, rows: [['Yes']] },
    ])
    const { sheets } = await readXlsx(bytes, { readStyles: true })
    const [first, second] = sheets
    expect(first?.dataValidations).toMatchObject([
      { type: 'list', range: 'B2:B2', values: ['Yes', 'R&D', 'No'], errorStyle: 'warning' },
    ])
    expect([first, second].map((sheet) => sheet?.protection?.sheet === true)).toEqual([true, false])
    const isOpen = (at: string) => first?.cells?.get(at)?.style?.protection?.locked === false
    expect(['0,0', '0,1', '1,0', '1,1'].map(isOpen)).toEqual([false, false, false, true])
    expect(second?.dataValidations ?? []).toEqual([])
  })

  it('[EX22] leaves the cells below the last row open, also for ids', async () => {
    const parts = unzipSync(await written('xlsx', [{ head: head('A'), rows: [ROW] }]))
    const [, formats = ''] =
      /<cellXfs[^>]*>(.*)<\/cellXfs>/.exec(textOf(parts['xl/styles.xml'])) ?? []
    const isOpen = formats
      .split('<xf ')
      .slice(1)
      .map((xf) => xf.includes('locked="0"'))
    const styles = textOf(parts['xl/worksheets/sheet1.xml']).matchAll(/<col [^>]*style="(\d+)"/g)
    expect([...styles].map(([, style]) => isOpen[Number(style)])).toEqual(COLUMNS.map(() => true))
  })

  it('[EX22] keeps its lists, protection and cells in LibreOffice', async ({ skip }) => {
    if (SOFFICE === undefined) return skip('LibreOffice is missing')
    const columns = [
      ...COLUMNS,
      { ...column('s', 'Statement'), options: ['Comply', 'R&D', 'No'] },
      { ...column('r', 'Release'), options: ['Available now'] },
    ]
    const rows = [
      [...ROW, 'Comply', null],
      ['R-2', 'a\nb', 1, false, AT, 'Other', 'Available now'],
    ]
    const bytes = await written('xlsx', [{ head: { name: 'A', columns }, rows }])
    const looksOf = async (file: Uint8Array) => {
      const { sheets } = await readXlsx(file, { readStyles: true })
      return sheets.map(({ rows: cells, dataValidations = [], ...sheet }) => ({
        ...{ cells, isProtected: sheet.protection?.sheet, filter: sheet.autoFilter?.range },
        checks: dataValidations.map(({ type, range, values }) => ({ type, range, values })),
        open: ['1,0', '1,1', '1,5'].map(
          (at) => sheet.cells?.get(at)?.style?.protection?.locked === false,
        ),
      }))
    }
    const before = await looksOf(bytes)
    expect(before[0]).toMatchObject({ isProtected: true, open: [false, true, true] })
    expect(before[0]?.checks).toHaveLength(2)
    expect(await looksOf(await savedAgain(SOFFICE, bytes))).toEqual(before)
  }, 120_000)

  it('[EX22] offers long lists and options with commas from a hidden sheet, in LibreOffice, too', async ({
    skip,
  }) => {
    const many = Array.from({ length: 5_000 }, (_, at) => `Option ${at}`)
    const odd = ['Low, later', 'the "best"', '=1+1', 'two\nlines', '<&>\u0001', '_x0041_']
    const columns = [many, odd, odd, ['Yes', 'No']].map((options, at) => ({
      ...column(`c${at}`, `C${at}`),
      options,
    }))
    const rows = [['Option 7', 'Low, later', null, 'Yes']]
    const bytes = await written('xlsx', [
      { head: { name: '_CHOICES', columns: columns.slice(0, 3) }, rows },
      { head: { name: 'B', columns: columns.slice(1) }, rows },
    ])
    const looksOf = async (file: Uint8Array) =>
      (await readXlsx(file)).sheets.map((sheet) => ({
        name: sheet.name,
        isHidden: sheet.hidden === true || sheet.veryHidden === true,
        lists: (sheet.dataValidations ?? []).map(
          ({ range, values, formula1 }) => `${range} ${values?.join() ?? formula1}`,
        ),
        texts: sheet.rows.map(([text]) => text),
      }))
    const looks = await looksOf(bytes)
    expect(looks.map(({ name, isHidden, lists }) => [name, isHidden, lists])).toEqual([
      [
        ...['_CHOICES (2)', false],
        ['A2:A2 _choices!$A$2:$A$5001', ...['B', 'C'].map((at) => `${at}2:${at}2 ${ODD}`)],
      ],
      ['B', false, [`A2:A2 ${ODD}`, `B2:B2 ${ODD}`, 'C2:C2 Yes,No']],
      ['_choices', true, []],
    ])
    expect(looks[2]?.texts.slice(5_001)).toEqual([...odd.slice(0, 4), '<&>', '_x0041_'])
    if (SOFFICE === undefined) return skip('LibreOffice is missing')
    const after = await looksOf(await savedAgain(SOFFICE, bytes))
    const plain = ({ lists, ...look }: (typeof looks)[number]) => ({
      ...look,
      lists: lists.map((list) => list.replace(/^(\w+):\1 /, '$1 ')).toSorted(),
    })
    expect(after.map(plain)).toEqual(looks.map(plain))
  }, 120_000)

  const notesOf = async (file: Uint8Array) =>
    (await readXlsx(file)).sheets.map(({ cells }) =>
      [...(cells ?? [])].flatMap(([at, { comment }]) =>
        comment === undefined ? [] : [[at, decodedText(comment.text)] as const],
      ),
    )
  const noted = async (texts: readonly string[]) => {
    const notes = texts.map((text, row) => ({ row, column: 1, text }))
    const rows = texts.map((_, row): TableRow => [`R-${row}`, 'a', null, null, null])
    return await written('xlsx', [
      { head: head('A'), rows: [ROW] },
      { head: head('B'), rows, notes },
    ])
  }

  it('[EX23] has help texts as notes that LibreOffice keeps', async ({ skip }) => {
    const evil = '=1+1 <b>&"\u0000\uFFFE\uD800\r\n _x0041_ ]]>'
    const long = 'long '.repeat(999) + 'end'
    const bytes = await noted([evil, long])
    const notes = await notesOf(bytes)
    expect(notes).toEqual([
      [],
      [
        ['1,1', '=1+1 <b>&"\n _x0041_ ]]>'],
        ['2,1', long],
      ],
    ])
    if (SOFFICE === undefined) return skip('LibreOffice is missing')
    expect(await notesOf(await savedAgain(SOFFICE, bytes))).toEqual(notes)
  }, 120_000)

  it('[EX23] cuts a note that Excel would refuse, and names more notes than one block of shapes', async () => {
    const [, cut] = await notesOf(await noted(['long '.repeat(8_000)]))
    expect([cut?.[0]?.[1].length, cut?.[0]?.[1].at(-1)]).toEqual([32_767, '…'])
    const texts = Array.from({ length: 1_100 }, (_, at) => `Help of ${at}`)
    const bytes = await noted(texts)
    expect((await notesOf(bytes))[1]?.at(-1)).toEqual(['1100,1', 'Help of 1099'])
    const drawing = textOf(unzipSync(bytes)['xl/drawings/vmlDrawing2.vml'])
    expect(drawing).toContain('data="1,2"')
    expect(new Set(drawing.match(/id="_x0000_s\d+"/g)).size).toBe(texts.length)
  })

  it('[EX9] has texts as texts, without what XML or Excel refuses', async () => {
    const evil = `=1+1 <b>&"\u0000\uFFFE\uD800 _x0041_ ${'x'.repeat(40_000)}`
    const xml = await sheet([['R-1', evil, Number.NaN, null, null]])
    expect(xml).not.toContain('<f>')
    const [, text = ''] = /<c r="B2"[^>]*><is><t[^>]*>([\s\S]*?)<\/t>/.exec(xml) ?? []
    expect(text.startsWith('=1+1 &lt;b&gt;&amp;&quot; _x005F_x0041_ xxx')).toBe(true)
    expect(text.length).toBeLessThan(32_800)
    expect(xml).not.toContain('r="C2"')
  })
})

describe('a .csv', () => {
  it('[EX9] quotes what it must, and runs no formula', () => {
    expect(csvLines([['a "b"', ' c', 'd,e', 'f\ng', '-1', -1, null, false, '＝x']], COLUMNS)).toBe(
      `"a ""b"""," c","d,e","f\ng",'-1,-1,,FALSE,'＝x\r\n`,
    )
    expect(csvLines([ROW], COLUMNS)).toBe("R-1,'=1+1,4.5,TRUE,2026-11-26T12:30:00.000Z\r\n")
  })

  it('[EX9] of several tables is an archive with safe names', async () => {
    const rows = [ROW]
    const bytes = await written('csv', [
      { head: head('../a'), rows },
      { head: head('CON'), rows },
      { head: head('con'), rows: [] },
    ])
    expect(Object.keys(unzipSync(bytes))).toEqual(['1 .. a.csv', '2 CON.csv', '3 con (2).csv'])
    const one = textOf(await written('csv', [{ head: head('A'), rows }]))
    expect(one.startsWith('\uFEFFID,Text,Count,Is,At\r\nR-1,')).toBe(true)
  })
})

it('a .json has the tables with keys, and times as texts; also without rows or tables', async () => {
  const parsed = JSON.parse(
    textOf(
      await written('json', [
        { head: head('A'), rows: [ROW, ROW] },
        { head: head('B'), rows: [] },
      ]),
    ),
  ) as { tables: { name: string; rows: object[] }[] }
  expect(parsed.tables.map(({ name, rows }) => [name, rows.length])).toEqual([
    ['A', 2],
    ['B', 0],
  ])
  expect(parsed.tables[0]?.rows[0]).toEqual({
    id: 'R-1',
    text: '=1+1',
    count: 4.5,
    is: true,
    at: '2026-11-26T12:30:00.000Z',
  })
  expect(JSON.parse(textOf(await written('json', [])))).toMatchObject({ tables: [] })
})
