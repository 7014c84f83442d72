import { readXlsx } from 'hucre/xlsx'
import { describe, expect, it } from 'vitest'
import {
  seen,
  type SeenCell,
  type SeenKind,
  type SeenTable,
} from '#schema/rules/export/seen-table.ts'
import { localSerial } from './local-time.ts'
import { seenWorkbook } from './seen-workbook.ts'

const AT = Date.UTC(2026, 10, 26, 10, 30, 5)
const sheetsOf = async (table: SeenTable) =>
  (await readXlsx(await seenWorkbook(table), { readStyles: true })).sheets
const sheetOf = async (table: SeenTable) => (await sheetsOf(table))[0]
/** The width of the only column of a table. */
const widthOf = async (header: string, cells: readonly SeenCell[], kind?: SeenKind) => {
  const sheet = await sheetOf({
    ...{ name: 'List', columns: [seen(header, kind)], rows: cells.map((cell) => [cell]) },
  })
  return sheet?.columns?.[0]?.width
}

describe('a column is as wide as its longest line', () => {
  it.each([
    ['a', ['b'.repeat(20)], undefined, 22],
    ['h'.repeat(30), ['b'], undefined, 32],
    ['a', [`${'b'.repeat(20)}\n${'c'.repeat(25)}\nd`], undefined, 27],
    ['a', [null, 'b'.repeat(9)], undefined, 11],
    ['a', [], undefined, 10],
    ['a', ['b'.repeat(8)], undefined, 10],
    ['a', ['b'.repeat(58)], undefined, 60],
    ['a', ['b'.repeat(59)], undefined, 60],
    ['a', [123_456_789_012], 'number', 14],
    ['a', [AT], 'time', 21],
    ['a', ['soon and at once, please'], 'time', 26],
    ['a', [AT], 'number', 15],
  ] as const)('%#', async (header, cells, kind, width) => {
    expect(await widthOf(header, cells, kind)).toBe(width)
  })

  it('among its first 200 rows', async () => {
    const rows = Array<SeenCell>(199).fill('x')
    expect(await widthOf('a', [...rows, 'b'.repeat(20)])).toBe(22)
    expect(await widthOf('a', [...rows, 'x', 'b'.repeat(20)])).toBe(10)
  })
})

describe('the cells of a workbook', () => {
  it('have the type of their column, and texts stay texts', async () => {
    const kinds = ['text', 'number', 'percent', 'date', 'time', 'yesNo'] as const
    const sheet = await sheetOf({
      name: 'List',
      columns: kinds.map((kind) => seen(kind, kind)),
      rows: [
        ['7', 7, 50, '2026-03-01', AT, true],
        ['2026-03-01', null, null, 'soon', 'later', 'Entry'],
        [AT, AT, null, null, null, null],
      ],
    })
    const values = sheet?.rows.map((row) =>
      row.map((cell) => (cell instanceof Date ? 'day' : cell)),
    )
    expect(values?.[0]).toEqual([...kinds])
    expect(values?.[1]?.slice(0, 3)).toEqual(['7', 7, 50])
    expect(sheet?.rows[1]?.slice(3, 5).some((cell) => typeof cell === 'string')).toBe(false)
    expect(values?.[1]?.[5]).toBe(true)
    expect(values?.[2]).toEqual(['2026-03-01', null, null, 'soon', 'later', 'Entry'])
    expect(values?.[3]?.slice(0, 2)).toEqual([AT, AT])
    expect(localSerial(AT)).not.toBe(AT)
    const formats = kinds.map((_, at) => sheet?.cells?.get(`1,${at}`)?.style?.numFmt)
    expect(formats.slice(1, 5)).toEqual([
      ...['General', '0.00" %"', 'dd.mm.yyyy', 'dd.mm.yyyy hh:mm:ss'],
    ])
  })

  it('wrap in columns of texts only, below a bold header', async () => {
    const sheet = await sheetOf({
      name: 'List',
      columns: [seen('Text'), seen('Count', 'number')],
      rows: [['a', 1]],
    })
    const styleAt = (place: string) => sheet?.cells?.get(place)?.style
    expect([styleAt('0,0')?.font?.bold, styleAt('0,1')?.font?.bold]).toEqual([true, true])
    expect(styleAt('0,1')?.alignment?.wrapText).toBe(true)
    expect(styleAt('1,0')?.alignment?.wrapText).toBe(true)
    expect(styleAt('1,1')?.alignment?.wrapText ?? false).toBe(false)
  })

  it('are protected where an import finds rows by them, and nowhere else', async () => {
    const id = { ...seen('ID'), isId: true }
    const columns = [seen('Text'), id]
    const protectedOf = async (table: Omit<SeenTable, 'name'>) => {
      const sheet = await sheetOf({ name: 'List', ...table })
      const places = ['0,0', '1,0', '1,1', '2,1']
      const isOpen = (at: string) => sheet?.cells?.get(at)?.style?.protection?.locked === false
      return [sheet?.protection?.sheet === true, places.filter(isOpen)]
    }
    const rows = [
      ['a', 'R-1'],
      ['b', 'R-2'],
    ]
    expect(await protectedOf({ columns, rows })).toEqual([true, ['1,0']])
    expect(await protectedOf({ columns: [seen('Text'), seen('ID')], rows })).toEqual([
      ...[false, ['1,0', '1,1', '2,1']],
    ])
  })

  it('have notes beside them', async () => {
    const sheet = await sheetOf({
      ...{
        name: 'List',
        columns: [seen('A'), seen('B')],
        rows: [
          ['a', 'b'],
          ['c', 'd'],
        ],
      },
      notes: [{ row: 1, column: 1, text: 'Help' }],
    })
    expect(sheet?.cells?.get('2,1')?.comment?.text).toBe('Help')
    expect(sheet?.cells?.get('1,1')?.comment).toBeUndefined()
  })
})

describe('a sheet', () => {
  const table: SeenTable = {
    name: 'List',
    columns: [seen('A'), { ...seen('B'), options: ['x', 'y, z'] }],
    rows: [
      ['a', 'x'],
      ['b', 'y, z'],
    ],
  }

  it('has a filter over all cells and a header that stays', async () => {
    const sheet = await sheetOf(table)
    expect(sheet?.autoFilter?.range).toBe('A1:B3')
    expect(sheet?.freezePane).toMatchObject({ rows: 1, columns: 1 })
    const single = { ...table, columns: [seen('A')], rows: [] }
    expect((await sheetOf(single))?.autoFilter?.range).toBe('A1:A1')
  })

  it('offers choices below the header, from a hidden sheet that is there for them only', async () => {
    const [shown, hidden, ...more] = await sheetsOf(table)
    expect(shown?.dataValidations?.map(({ range }) => range)).toEqual(['B2:B3'])
    expect([hidden?.veryHidden, more]).toEqual([true, []])
    const plain = { ...table, columns: [seen('A'), seen('B')] }
    expect(await sheetsOf(plain)).toHaveLength(1)
  })
})
