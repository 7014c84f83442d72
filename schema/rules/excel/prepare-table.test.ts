import { describe, expect, it } from 'vitest'
import type { CellRows, MergedRange } from './excel-rows-cells.ts'
import type { ColumnRole, ImportMapping } from './excel-rows-mapping.ts'
import { guessTable } from './guess/guess-table.ts'
import { planImport } from './excel-rows.ts'
import { prepareTable } from './prepare-table.ts'
import { rememberMapping } from './remembered-mapping.ts'

const mapping = (columns: ColumnRole[], changes: Partial<ImportMapping> = {}): ImportMapping => ({
  columns,
  sectionFrom: 'columns',
  defaultSection: 'General',
  ...changes,
})
interface Sheet {
  rows: CellRows
  merges?: MergedRange[]
  headerRow?: number
}
/** [id, section, name] of each requirement that the sheet would create. */
const created = ({ rows, merges = [], headerRow = 1 }: Sheet, chosen: ImportMapping) => {
  let count = 0
  const plan = planImport({
    ...prepareTable({ rows, merges }, headerRow, chosen),
    existing: { requirements: [], sections: [] },
    newId: () => `n${(count += 1)}`,
  })
  expect(plan.refused).toEqual([])
  return plan.creates.map(({ sourceId, sectionName, name }) => [sourceId, sectionName, name])
}

describe('heading rows', () => {
  const headed = mapping(['id', 'name', 'text'], { sectionFrom: 'headingRows' })

  it('[XL17] a heading is the section of the rows below, whether it stands alone, has a number or continues in another cell', () => {
    const rows: CellRows = [
      ['ID', 'Requirement', 'Level'],
      ['A-0', 'Before any heading', 'must'],
      ['1 Access'],
      ['1.1', 'Signs in', 'must'],
      ['1.2', 'Signs out', 'may'],
      [],
      ['2', 'Storage'],
      ['2.1', 'Keeps rows', 'must'],
      ['', '', ''],
      ['', 'Ends'],
      ['3.1', 'Deletes rows', 'must'],
    ]
    expect(created({ rows }, headed)).toEqual([
      ['A-0', 'General', 'Before any heading'],
      ['1.1', '1 Access', 'Signs in'],
      ['1.2', '1 Access', 'Signs out'],
      ['2.1', '2 Storage', 'Keeps rows'],
      ['3.1', 'Ends', 'Deletes rows'],
    ])
  })

  it('[XL17] in a table of numbers and texts alone, a short text with another kind of number is a heading', () => {
    const text = 'The solution must find contracts by each of their fields and sort the result.'
    const rows: CellRows = [
      ['No.', 'Text'],
      ['§ 1', 'Master data'],
      ['a)', text],
      ['b)', text],
      ['§ 2', 'The function must run offline.'],
      ['c)', text],
      ['§ 3', 'Payroll'],
      ['§ 4', 'Reports'],
      ['d)', text],
      ['e)', text],
    ]
    const chosen = mapping(['id', 'name'], { sectionFrom: 'headingRows' })
    expect(created({ rows }, chosen)).toEqual([
      ['a)', '§ 1 Master data', text],
      ['b)', '§ 1 Master data', text],
      // A sentence is a requirement, and so is a text without another kind of number below.
      ['§ 2', '§ 1 Master data', 'The function must run offline.'],
      ['c)', '§ 1 Master data', text],
      ['§ 3', '§ 1 Master data', 'Payroll'],
      ['d)', '§ 4 Reports', text],
      ['e)', '§ 4 Reports', text],
    ])
  })

  it('[XL17] a requirement above others in the outline stays one where it has a level of its own', () => {
    const rows: CellRows = [
      ['ID', 'Requirement', 'Level'],
      ['AC-2', 'Manages accounts', 'must'],
      ['AC-2(1)', 'By a program', 'may'],
      ['AC-3', 'Enforces access', 'must'],
    ]
    expect(created({ rows }, headed).map(([id]) => id)).toEqual(['AC-2', 'AC-2(1)', 'AC-3'])
  })

  it('[XL17] rows with neither id nor text, such as a second row of a heading, are no requirements', () => {
    const rows: CellRows = [
      ['#', 'Sign-in', 'Level'],
      ['', '', '1'],
      ['V1', 'Asks for a password', '2'],
      ['V2', 'Locks after ten tries', '2'],
    ]
    expect(created({ rows, headerRow: 0 }, headed)).toEqual([
      ['V1', 'Sign-in', 'Asks for a password'],
      ['V2', 'Sign-in', 'Locks after ten tries'],
    ])
  })
})

describe('sections and ids', () => {
  const rows: CellRows = [
    ['Nr', 'Section', 'Requirement'],
    [1, 'Doors', 'Open'],
    [2, '', 'Close'],
    [1, 'Windows', 'Open wide'],
    [],
    [2, '', 'Close well'],
  ]

  it('[XL18] an empty section is the one above, also across an empty row', () => {
    const down = mapping(['ignore', 'section', 'name'], { fillsDown: true })
    expect(created({ rows }, down).map(([, section]) => section)).toEqual([
      'Doors',
      'Doors',
      'Windows',
      'Windows',
    ])
    expect(created({ rows }, { ...down, fillsDown: false }).map(([, section]) => section)).toEqual([
      'Doors',
      'General',
      'Windows',
      'General',
    ])
  })

  it('[XL18] an id that is unique in its section only is known by both', () => {
    const both = mapping(['id', 'section', 'name'], { fillsDown: true, isIdOfSection: true })
    expect(created({ rows }, both).map(([id]) => id)).toEqual([
      'Doors 1',
      'Doors 2',
      'Windows 1',
      'Windows 2',
    ])
  })
})

describe('rows with the same id', () => {
  const rows: CellRows = [
    ['ID', 'Requirement', 'Note', 'Level'],
    ['A', 'Opens', 'with a key', 'must'],
    ['', 'or a card', 'with a key', ''],
    ['A', 'at night', '', 'may'],
    ['B', 'Closes', '', 'must'],
  ]
  const columns: ColumnRole[] = ['id', 'name', 'text', 'select']
  const merges = [{ top: 2, bottom: 3, left: 0, right: 0 }]

  it('[XL19] they become one requirement with all texts, each once; a merged id counts for its rows', () => {
    const sheet = { rows, merges }
    const merged = mapping(columns, { duplicates: 'merge' })
    expect(created(sheet, merged)).toEqual([
      ['A', 'General', 'Opens\nor a card\nat night'],
      ['B', 'General', 'Closes'],
    ])
    const table = prepareTable(sheet, 1, merged)
    expect(table.rows[1]).toEqual(['A', 'Opens\nor a card\nat night', 'with a key', 'must'])
  })

  it('[XL19] they are numbered, or refused with the cell of the first', () => {
    const numbered = mapping(columns, { duplicates: 'number', skipped: [3] })
    expect(created({ rows }, numbered).map(([id]) => id)).toEqual(['A', 'A (2)', 'B'])
    const refused = planImport({
      ...prepareTable({ rows, merges: [] }, 1, mapping(columns)),
      existing: { requirements: [], sections: [] },
      newId: () => 'n',
    }).refused
    expect(refused).toMatchObject([{ row: 4, code: 'idTwice', detail: { id: 'A', first: 'A2' } }])
  })
})

describe('rows of names', () => {
  it('[XL20] the groups above are part of the names, and rows that are left out are none of the data', () => {
    const rows: CellRows = [
      ['ID', 'Requirement', 'Supplier', '', 'Buyer'],
      ['', '', 'Status', 'Note', 'Note'],
      ['e.g. 1', 'please fill in', '', '', ''],
      ['R-1', 'Opens', 'yes', 'a', 'b'],
    ]
    const merges = [
      { top: 1, bottom: 2, left: 0, right: 0 },
      { top: 1, bottom: 1, left: 2, right: 3 },
    ]
    const chosen = mapping(['id', 'name', 'text', 'text', 'text'], {
      headerRows: 2,
      skipped: [3, 99, 1],
    })
    const table = prepareTable({ rows, merges }, 2, chosen)
    expect(table.rows[1]).toEqual([
      'ID',
      'Requirement',
      'Supplier / Status',
      'Supplier / Note',
      'Buyer / Note',
    ])
    expect(created({ rows, merges, headerRow: 2 }, chosen)).toEqual([['R-1', 'General', 'Opens']])
    expect(rows[1]).toEqual(['', '', 'Status', 'Note', 'Note'])
  })
})

describe('[XL21] hidden rows', () => {
  const rows = [
    ['key', 'group', 'text'],
    ['ID', 'Area', 'Requirement'],
    ['A-1', 'Access', 'The system signs people in.'],
    ['A-2', 'Access', 'The system signs people out.'],
    ['A-3', 'Audit', 'The system records each change.'],
  ]
  const sheet = { rows, merges: [], hiddenRows: [1, 4] }

  it('are left out, and come in if chosen', () => {
    const { headerRow, mapping, count } = guessTable(sheet)
    expect([headerRow, count]).toEqual([2, 2])
    expect(prepareTable(sheet, headerRow, mapping).rows[3]).toEqual([])
    const wanted = prepareTable(sheet, headerRow, { ...mapping, withHidden: true })
    expect(wanted.rows.slice(1)).toEqual(rows.slice(1))
  })

  it('a hidden row can be chosen as the header', () => {
    const { mapping } = guessTable(sheet, { row: 1, depth: 1 })
    expect(prepareTable(sheet, 1, mapping).rows[0]).toEqual(rows[0])
  })
})

describe('[XL25] rows of one text of a column', () => {
  const only = (text: string, column = 0) => ({ only: { column, text } })

  it('are read alone; an empty cell belongs to the text above, merged or not', () => {
    const rows: CellRows = [
      ['Document', 'ID', 'Requirement'],
      ['Core', 'A-1', 'Signs in'],
      ['', 'A-2', 'Signs out'],
      [],
      ['Web', 'A-1', 'Shows a page'],
      ['Core', 'A-3', 'Locks'],
    ]
    const chosen = (text: string) => mapping(['ignore', 'id', 'name'], only(text))
    const ids = (text: string) => created({ rows }, chosen(text)).map(([id]) => id)
    expect([ids('Core'), ids('Web'), ids('Other')]).toEqual([['A-1', 'A-2', 'A-3'], ['A-1'], []])
    const merges = [{ top: 2, bottom: 3, left: 0, right: 0 }]
    expect(created({ rows, merges }, chosen('Core')).map(([id]) => id)).toEqual([
      'A-1',
      'A-2',
      'A-3',
    ])
  })

  it('keep the headings above them', () => {
    const rows: CellRows = [
      ['ID', 'Requirement', 'Level', 'Part'],
      ['1', 'Access'],
      ['1.1', 'Signs in', 'must', 'Core'],
      ['1.2', 'Shows a page', 'must', 'Web'],
      ['2', 'Audit'],
      ['2.1', 'Records', 'must', 'Core'],
      ['2.2', 'Keeps', 'may', 'Core'],
    ]
    const chosen = (text: string) =>
      mapping(['id', 'name', 'text', 'ignore'], { sectionFrom: 'headingRows', ...only(text, 3) })
    expect(created({ rows }, chosen('Web'))).toEqual([['1.2', '1 Access', 'Shows a page']])
    expect(created({ rows }, chosen('Core'))).toEqual([
      ['1.1', '1 Access', 'Signs in'],
      ['2.1', '2 Audit', 'Records'],
      ['2.2', '2 Audit', 'Keeps'],
    ])
  })

  it('are not remembered for the next file', () => {
    const chosen = mapping(['ignore', 'id', 'name'], only('Core'))
    expect(rememberMapping(['Document', 'ID', 'Requirement'], chosen)).not.toHaveProperty('only')
  })
})
