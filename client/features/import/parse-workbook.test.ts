import { describe, expect, it } from 'vitest'
import { utils, write, type BookType, type WorkBook, type WorkSheet } from 'xlsx'
import { IMPORT_LIMITS } from './import-limits.ts'
import { parseWorkbook } from './parse-workbook.ts'

const bookOf = (sheets: Record<string, WorkSheet>): WorkBook => {
  const book = utils.book_new()
  for (const [name, sheet] of Object.entries(sheets)) utils.book_append_sheet(book, sheet, name)
  return book
}
const read = (book: WorkBook, bookType: BookType = 'xlsx') =>
  parseWorkbook(new Uint8Array(write(book, { type: 'array', bookType }) as ArrayBuffer))
const only = (sheet: WorkSheet, bookType: BookType = 'xlsx') =>
  read(bookOf({ Sheet: sheet }), bookType)[0]
const at = (cells: Record<string, string | number>): WorkSheet => {
  const sheet: WorkSheet = {}
  const places = Object.keys(cells).map((name) => utils.decode_cell(name))
  const e = { r: Math.max(...places.map(({ r }) => r)), c: Math.max(...places.map(({ c }) => c)) }
  sheet['!ref'] = utils.encode_range({ s: { r: 0, c: 0 }, e })
  for (const [name, v] of Object.entries(cells))
    sheet[name] = { t: typeof v === 'number' ? 'n' : 's', v }
  return sheet
}
const problem = (sheet: WorkSheet): unknown => {
  try {
    return only(sheet)?.rows.length
  } catch (error) {
    return error
  }
}

describe('the cells of a workbook', () => {
  it('stand at their places, without empty ones at the end', () => {
    const sheet = at({ B2: 'x', D2: 4, A4: 'last', C4: '' })
    expect(only(sheet)?.rows).toEqual([[], ['', 'x', '', 4], [], ['last']])
  })

  it('count their days from 1904 where the workbook does', () => {
    const day = () => ({ '!ref': 'A1', A1: { t: 'n', v: 1, z: 'yyyy-mm-dd' } }) as WorkSheet
    expect(only(day())?.rows).toEqual([['1900-01-01']])
    const book = bookOf({ Sheet: day() })
    book.Workbook = { WBProps: { date1904: true } }
    expect(read(book)[0]?.rows).toEqual([['1904-01-02']])
  })

  it('may be merged', () => {
    const sheet = at({ A1: 'x', B2: 'wide' })
    sheet['!merges'] = [{ s: { r: 1, c: 1 }, e: { r: 3, c: 2 } }]
    expect(only(sheet)?.merges).toEqual([{ top: 2, bottom: 4, left: 1, right: 2 }])
    expect(only(at({ A1: 'x' }))?.merges).toEqual([])
  })
})

describe('the sheets of a workbook', () => {
  it('keep their order and names, and are left out without a filled cell', () => {
    const sheets = read(bookOf({ B: at({ A1: 'b' }), Empty: at({ A1: '' }), A: at({ A1: 'a' }) }))
    expect(sheets).toEqual([
      { name: 'B', rows: [['b']], merges: [] },
      { name: 'A', rows: [['a']], merges: [] },
    ])
  })

  it('are marked if they are hidden, by whatever means', () => {
    const book = bookOf({ A: at({ A1: 'a' }), B: at({ A1: 'b' }), C: at({ A1: 'c' }) })
    book.Workbook = { Sheets: [{ Hidden: 0 }, { Hidden: 1 }, { Hidden: 2 }] }
    expect(read(book).map(({ isHidden }) => isHidden)).toEqual([undefined, true, true])
  })
})

describe('a workbook from before 2007', () => {
  it('tells the links of its cells', () => {
    const sheet = at({ A1: 'a', B2: 'here' })
    utils.cell_set_hyperlink(sheet['B2'], 'https://tenders.example/')
    expect(only(sheet, 'biff8')?.links).toEqual([
      { row: 2, column: 1, text: 'https://tenders.example/' },
    ])
    expect(only(at({ A1: 'a' }), 'biff8')).not.toHaveProperty('links')
  })
})

it('tells the notes of its cells, each line of which may have an author', () => {
  const sheet = at({ A1: 'a', B2: 'noted' })
  utils.cell_add_comment(sheet['B2'], 'Look here', 'Vera')
  expect(only(sheet)?.notes).toEqual([{ row: 2, column: 1, text: 'Look here' }])
  expect(only(at({ A1: 'a' }))).not.toHaveProperty('notes')
})

describe('a workbook that asks for too much', () => {
  it('has a cell below the last row', () => {
    const { rows: limit } = IMPORT_LIMITS
    expect(problem(at({ [`A${limit}`]: 'last' }))).toBe(limit)
    expect(problem(at({ [`A${limit + 1}`]: 'last' }))).toMatchObject({
      problems: [{ code: 'tooManyRows', detail: { limit, sheet: 'Sheet' } }],
    })
  })

  it('has a cell right of the last column', () => {
    const { columns: limit } = IMPORT_LIMITS
    const column = (index: number) => utils.encode_col(index)
    expect(problem(at({ [`${column(limit - 1)}1`]: 'last' }))).toBe(1)
    expect(problem(at({ [`${column(limit)}1`]: 'last' }))).toMatchObject({
      problems: [{ code: 'tooManyColumns', detail: { limit, sheet: 'Sheet' } }],
    })
    expect(problem(at({ A1: 'x', [`${column(limit)}1`]: '' })), 'an empty cell').toBe(1)
  })
})
