import { expect, it } from 'vitest'
import type { ReportColumn } from '#schema/rules/report/report.ts'
import { pageBreaks } from './row-lines.ts'

const column = (width: number, isCode = false) => ({ width, isCode }) as ReportColumn
const breaks = (columns: ReportColumn[], rows: string[][]) => pageBreaks({ columns, rows } as never)
const lines = (count: number): string => Array.from({ length: count }, () => 'x').join('\n')

it.each([
  ['its lines', [column(1)], [lines(14)], [lines(15)]],
  ['its lines after they wrap', [column(1)], ['x'.repeat(85 * 14)], ['x'.repeat(85 * 14 + 1)]],
  ['its empty lines', [column(1)], ['\n'.repeat(13)], ['\n'.repeat(14)]],
  [
    'the tallest of its cells, in its share of the width',
    [column(3), column(1)],
    ['', 'x'.repeat(21 * 14)],
    ['', 'x'.repeat(22 * 14)],
  ],
  [
    'its code, which is small and wraps anywhere',
    [column(1, true)],
    [`${lines(20)}${'x'.repeat(108 * 14 - 39)}`],
    [`${lines(20)}${'x'.repeat(108 * 14 - 38)}`],
  ],
])(
  'a row is divided between pages from 15 lines on, counted from %s',
  (_by, columns, kept, cut) => {
    expect(breaks(columns, [kept, cut]).maySplit).toEqual([false, true])
  },
)

it('a table of at most 18 lines stands on one page', () => {
  const rows = Array.from({ length: 17 }, () => [''])
  expect(breaks([column(1)], [...rows, ['x']]).isWhole).toBe(true)
  expect(breaks([column(1)], [...rows, ['x\ny']]).isWhole).toBe(false)
  expect(breaks([column(1)], [])).toEqual({ isWhole: true, maySplit: [] })
})
