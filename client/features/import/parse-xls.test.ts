import { expect, it } from 'vitest'
import { utils, write } from 'xlsx'
import { parseXls } from './parse-xls.ts'

const LINK = 0x01b8
const FILLED = Array.from({ length: 4 }, (_, row) => ['A', 'B', 'C', 'D'].map((one) => one + row))

/** A workbook with one link, whose record is changed to this range of rows and columns. */
const linked = (range: readonly [top: number, bottom: number, left: number, right: number]) => {
  const sheet = utils.aoa_to_sheet(FILLED)
  sheet['D4'].l = { Target: 'https://a.example/x' }
  const book = utils.book_new()
  utils.book_append_sheet(book, sheet, 'List')
  const bytes = new Uint8Array(write(book, { type: 'array', bookType: 'xls' }) as ArrayBuffer)
  const view = new DataView(bytes.buffer)
  const place = [3, 3, 3, 3]
  const at = [...bytes.keys()].find(
    (start) =>
      start + 12 <= bytes.length &&
      view.getUint16(start, true) === LINK &&
      place.every((one, index) => view.getUint16(start + 4 + 2 * index, true) === one),
  )
  if (at === undefined) throw new Error('No link was written')
  for (const [index, one] of range.entries()) view.setUint16(at + 4 + 2 * index, one, true)
  return bytes
}
const linksIn = (range: Parameters<typeof linked>[0]) =>
  parseXls(linked(range))[0]?.links?.map(({ row, column }) => `${row},${column}`)

it.each([
  ['the cell that it names', [3, 3, 3, 3], ['4,3']],
  ['each filled cell of its range', [1, 2, 2, 3], ['2,2', '2,3', '3,2', '3,3']],
  ['10,000 cells of a column', [1, 10_000, 0, 0], ['2,0', '3,0', '4,0']],
  ['10,000 cells of a square', [2, 101, 2, 101], ['3,2', '3,3', '4,2', '4,3']],
  ['the first cell of a longer column', [1, 10_001, 0, 0], ['2,0']],
  ['the first cell of a higher range', [2, 102, 2, 101], ['3,2']],
  ['the first cell of a wider range', [2, 101, 2, 102], ['3,2']],
] as const)('a link applies to %s', (_to, range, links) => {
  expect(linksIn(range)).toEqual(links)
})
