import { readXlsx } from 'hucre/xlsx'
import Papa from 'papaparse'
import { expect, it } from 'vitest'
import { read } from 'xlsx'
import { seen, type SeenTable } from '#schema/rules/export/seen-table.ts'
import { localTime } from './local-time.ts'
import { seenFile } from './seen-file.ts'

const AT = Date.UTC(2026, 10, 26, 10, 30, 5)
const TABLE: SeenTable = {
  name: 'A/B: [list]',
  columns: [
    seen('Name'),
    seen('Name'),
    seen('Count', 'number'),
    seen('Share', 'percent'),
    seen('Day', 'date'),
    seen('When', 'time'),
    seen('Done', 'yesNo'),
  ],
  rows: [
    ['=1+1', '007', 4.5, 75, '2026-03-01', AT, true],
    ['@x', 'a\n"b", c', null, null, 'soon', 'Entry 5', null],
  ],
}
const bytesOf = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer())
const sheetOf = async (table: SeenTable) => {
  const book = read(await bytesOf(await seenFile('xlsx', table)), {
    cellFormula: true,
    cellNF: true,
  })
  const [name = ''] = book.SheetNames
  return { name, cells: book.Sheets[name] as Record<string, Record<string, unknown>> }
}

/** What a spreadsheet shows for the number of a time. */
const shownTime = (serial: number): string =>
  new Date(Math.round((serial - 25_569) * 86_400_000)).toISOString().slice(0, 19).replace('T', ' ')

it('a workbook has numbers, dates, times and ticks as such, and texts never as formulas', async () => {
  const { name, cells } = await sheetOf(TABLE)
  expect(name).not.toMatch(/[[\]:/]/)
  expect([cells['A2']?.['t'], cells['A2']?.['v'], cells['A2']?.['f']]).toEqual([
    's',
    '=1+1',
    undefined,
  ])
  expect(cells['B2']).toMatchObject({ t: 's', v: '007' })
  expect(cells['C2']).toMatchObject({ t: 'n', v: 4.5 })
  expect(cells['D2']).toMatchObject({ t: 'n', v: 75, w: '75.00 %' })
  expect(cells['E2']).toMatchObject({ t: 'n', v: 46_082, z: 'dd.mm.yyyy' })
  expect(cells['F2']).toMatchObject({ t: 'n', z: 'dd.mm.yyyy hh:mm:ss' })
  expect(localTime(AT)).toBe(shownTime(Number(cells['F2']?.['v'])))
  expect(cells['G2']).toMatchObject({ t: 'b', v: true })
})

it('a text among dates or times stays a text, and an empty cell stays empty', async () => {
  const { cells } = await sheetOf(TABLE)
  expect([cells['E3']?.['v'], cells['F3']?.['v']]).toEqual(['soon', 'Entry 5'])
  expect([cells['C3']?.['v'], cells['G3']?.['v']]).toEqual([undefined, undefined])
  expect(cells['!autofilter']).toMatchObject({ ref: 'A1:G3' })
})

it('a text longer than Excel allows is cut with a mark, so that the file opens', async () => {
  const { cells } = await sheetOf({ ...TABLE, rows: [['x'.repeat(40_000)]] })
  const text = String(cells['A2']?.['v'])
  expect([text.length, text.at(-1)]).toEqual([32_767, '…'])
})

it('a workbook offers choices, protects ids and headers only, and has help texts as notes', async () => {
  const options = ['Low, later', '=1+1', 'High']
  const file = await seenFile('xlsx', {
    name: '_choices',
    columns: [{ ...seen('ID'), isId: true }, seen('Text'), { ...seen('Level'), options }],
    rows: [['R-1', 'Sends mail', 'High']],
    notes: [{ row: 0, column: 1, text: '=Attach _x0041_' }],
  })
  const [sheet, hidden] = (await readXlsx(await bytesOf(file), { readStyles: true })).sheets
  expect([sheet?.name, sheet?.protection?.sheet, hidden?.veryHidden]).toEqual([
    ...['_choices (2)', true, true],
  ])
  expect(sheet?.dataValidations).toMatchObject([
    { type: 'list', range: 'C2:C2', formula1: '_choices!$A$2:$A$4', errorStyle: 'warning' },
  ])
  expect(hidden?.rows.map(([text]) => text).slice(1)).toEqual(options)
  const isOpen = (at: string) => sheet?.cells?.get(at)?.style?.protection?.locked === false
  expect(['0,0', '0,1', '1,0', '1,1', '1,2'].map(isOpen)).toEqual([
    ...[false, false, false, true, true],
  ])
  expect(sheet?.cells?.get('1,1')?.comment?.text).toBe('=Attach _x005F_x0041_')
})

it('a .csv is marked as UTF-8, and runs no formula', async () => {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(
    await bytesOf(await seenFile('csv', TABLE)),
  )
  expect(text.startsWith('\uFEFFName,Name,')).toBe(true)
  const [, first, second] = Papa.parse<string[]>(text.slice(1)).data
  expect(first).toEqual(["'=1+1", '007', '4.5', '75', '2026-03-01', localTime(AT), 'TRUE'])
  expect(second).toEqual(["'@x", 'a\n"b", c', '', '', 'soon', 'Entry 5', ''])
})

it('a .json names each value by its column, also if two columns have one name', async () => {
  const { rows } = JSON.parse(await (await seenFile('json', TABLE)).text()) as {
    rows: Record<string, unknown>[]
  }
  expect(rows[0]).toEqual({
    ...{ Name: '=1+1', 'Name (2)': '007', Count: 4.5, Share: 75, Day: '2026-03-01' },
    ...{ When: '2026-11-26T10:30:05.000Z', Done: true },
  })
})
