import { describe, expect, it } from 'vitest'
import type { Cell } from '../excel-rows-cells.ts'
import type { SheetDetails } from '../sheet-details.ts'
import { withKinds } from './kinds.ts'

/** The kind of a column of these cells below a header. */
const kindOf = (cells: Cell[], details: SheetDetails = {}, role: 'text' | 'select' = 'text') =>
  withKinds({ rows: [['Name'], ...cells.map((cell) => [cell])], merges: [], ...details }, 1, {
    columns: [role],
  })[0]

const list = (...options: string[]): SheetDetails => ({
  lists: [{ top: 2, bottom: 99, left: 0, right: 0, options }],
})
const link = (row: number, text = 'https://a.example/') => ({ row, column: 0, text })

describe('[XL22] the kind of a field is guessed where all cells fit it', () => {
  it.each([
    ['number', [1, 2.5, '', 40]],
    ['number', ['1', '2,5', '300']],
    ['date', ['2026-03-01', '2026-02-28', '2024-02-29']],
    ['date', ['1.3.2026', '28. 2. 2026', '29.02.2024']],
    ['yesNo', ['yes', 'No', 'YES', 'no']],
    ['yesNo', ['áno', 'nie', '', 'áno', 'áno']],
    ['yesNo', ['x', '', 'X', 'x', '', 'x']],
    ['link', ['https://a.example/1', 'http://b.example', 'mailto:a@b.example']],
    ['several', ['Web; Mobile', 'Web', 'Mobile', 'Web; Mobile', 'Web', 'Web\nMobile']],
  ] as const)('%s: %j', (kind, cells) => {
    expect(kindOf([...cells])).toBe(kind)
  })

  it.each([
    ['a code with a leading zero', ['007', '008', '12']],
    ['outline numbers that would lose a zero', ['1.1', '1.2', '1.10']],
    ['long codes', ['36012345', '36012346', '36012347']],
    ['one text among numbers', [1, 2, 3, 'n/a']],
    ['dates with time', ['2026-03-01 14:30', '2026-03-02', '2026-03-03']],
    ['a day that does not exist', ['2026-02-30', '2026-03-02', '2026-03-03']],
    ['American dates', ['3/14/2026', '3/15/2026', '3/16/2026']],
    ['yes and no with a third word', ['yes', 'no', 'yes', 'partly']],
    ['no alone', ['no', 'no', 'no', 'no', 'no']],
    ['zeros and ones as text', ['01', '10', '01', '10']],
    ['sentences with commas', ['It prints, it saves.', 'It reads.', 'It prints.', 'a', 'b', 'c']],
    ['an address and a text', ['https://a.example', 'see there', 'https://b.example']],
    ['an error of the spreadsheet', [1, 2, 3, '#REF!']],
  ] as const)('text stays text: %s', (_, cells) => {
    expect(kindOf([...cells])).toBe('text')
  })

  it('one cell far below that does not fit keeps the text', () => {
    const numbers = Array.from({ length: 2_000 }, (_, at) => at)
    expect(kindOf(numbers)).toBe('number')
    expect(kindOf([...numbers, 'n/a'])).toBe('text')
  })

  it('a drop-down list makes a choice or yes and no, if all cells are among its options', () => {
    expect(kindOf(['must'], list('must', 'should'))).toBe('select')
    expect(kindOf(['Yes'], list('Yes', 'No'))).toBe('yesNo')
    expect(kindOf(['Must'], list('must', 'should'))).toBe('text')
    const short = { lists: [{ top: 2, bottom: 2, left: 0, right: 0, options: ['a', 'b'] }] }
    expect(kindOf(['a', 'b'], short)).toBe('text')
  })

  it('links make a link field, if each filled cell has one that can be opened', () => {
    expect(kindOf(['More', '', 'More'], { links: [link(2), link(4)] })).toBe('link')
    expect(kindOf(['More', 'None'], { links: [link(2)] })).toBe('text')
    expect(kindOf(['More'], { links: [link(2, 'javascript:alert(1)')] })).toBe('text')
  })

  it('a choice among few numbers is a number where the workbook takes numbers only', () => {
    const numbers = [{ top: 2, bottom: 9, left: 0, right: 0 }]
    expect(kindOf([1, 2, 1, 2], {}, 'select')).toBe('select')
    expect(kindOf([1, 2, 1, 2], { numbers }, 'select')).toBe('number')
  })
})
