import { describe, expect, it } from 'vitest'
import { workbookOf, xmlRows } from '../../../tests/support/hostile-workbooks.ts'
import { parseSpreadsheet } from './parse-spreadsheet.ts'

const sheetOf = (bytes: Uint8Array) => parseSpreadsheet({ fileName: 'a.xlsx', bytes }).sheets[0]
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const relations = (...links: [id: string, type: string, target: string][]) => ({
  'xl/worksheets/_rels/sheet1.xml.rels': `<Relationships>${links
    .map(
      ([id, type, target]) =>
        `<Relationship Id="${id}" Type="${RELATIONS}/${type}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`,
})
const ROWS = xmlRows(['ID', 'Section', 'Requirement', 'Kind'], ['A-1', 'Access', 'Signs in', 'b'])
const list = (formula: string, sqref = 'D2:D9'): string =>
  `<dataValidation type="list" sqref="${sqref}"><formula1>${formula}</formula1></dataValidation>`
const validations = (...rules: string[]): string =>
  `<dataValidations count="1">${rules.join('')}</dataValidations>`

describe('a sheet of an .xlsx says beside its values', () => {
  it('which rows are hidden', () => {
    const rows = `${ROWS}<row hidden="1"><c r="A3"><v>1</v></c></row><row r="5" hidden="true"><c r="A5"><v>2</v></c></row><row r="9" hidden="1"/>`
    expect(sheetOf(workbookOf({ rows }))?.hiddenRows).toEqual([3, 5])
  })

  it.each([
    ['a list in the rule', '"b, c,b,,&lt;d&gt;"', ['b', 'c', '<d>']],
    ['a range of the same sheet', '$B$1:$C$1', ['Section', 'Requirement']],
    ['a whole column', '$A:$A', ['ID', 'A-1']],
    ['a quoted sheet', "'Sheet1'!$A$1:$A$2", ['ID', 'A-1']],
    ['a computed range', 'INDIRECT(A1)', undefined],
    ['a range of another workbook', '[1]Sheet9!$A$1:$A$2', undefined],
  ] as const)('the options of a cell: %s', (_, formula, options) => {
    const sheet = sheetOf(workbookOf({ rows: ROWS, afterRows: validations(list(formula)) }))
    expect(sheet?.lists?.[0]?.options).toEqual(options)
  })

  it('the options of a rule in the extension of later versions', () => {
    const afterRows =
      '<extLst><ext><x14:dataValidations><x14:dataValidation type="list"><x14:formula1>' +
      '<xm:f>Sheet1!$A$1:$A$2</xm:f></x14:formula1><xm:sqref>D2:D4 C2</xm:sqref>' +
      '</x14:dataValidation></x14:dataValidations></ext></extLst>'
    const options = ['ID', 'A-1']
    expect(sheetOf(workbookOf({ rows: ROWS, afterRows }))?.lists).toEqual([
      { top: 2, bottom: 4, left: 3, right: 3, options },
      { top: 2, bottom: 2, left: 2, right: 2, options },
    ])
  })

  it('addresses of links, and comments without their author', () => {
    const sheet = sheetOf(
      workbookOf({
        rows: ROWS,
        afterRows:
          '<hyperlinks><hyperlink ref="C2:D2" r:id="l1"/><hyperlink ref="A2" location="Sheet1!A1"/></hyperlinks>',
        others: {
          ...relations(
            ['l1', 'hyperlink', 'https://a.example/?a=1&amp;b=2'],
            ['c1', 'comments', '../comments1.xml'],
          ),
          'xl/comments1.xml':
            '<comments><authors><author>Buyer</author></authors><commentList>' +
            '<comment ref="C2" authorId="0"><text><r><t>Buyer:</t></r><r><t>\nOn each page</t></r></text></comment>' +
            '<comment ref="A2" authorId="0"><text><t>[Threaded comment]\n\nYour version is old.\n\nComment:\n    Keep it</t></text></comment>' +
            '</commentList></comments>',
        },
      }),
    )
    expect(sheet?.links).toEqual([
      { row: 2, column: 2, text: 'https://a.example/?a=1&b=2' },
      { row: 2, column: 3, text: 'https://a.example/?a=1&b=2' },
    ])
    expect(sheet?.notes).toEqual([
      { row: 2, column: 2, text: 'On each page' },
      { row: 2, column: 0, text: 'Keep it' },
    ])
  })
})

describe('a hostile sheet of an .xlsx', () => {
  it('links and lists on the whole grid take no memory', () => {
    const sheet = sheetOf(
      workbookOf({
        rows: ROWS,
        afterRows:
          validations(list('"a,b"', 'A1:XFD1048576'), list('$A$1:$XFD$1048576')) +
          `<hyperlinks>${'<hyperlink ref="A1:XFD1048576" r:id="l1"/>'.repeat(100)}</hyperlinks>`,
        others: relations(['l1', 'hyperlink', 'https://a.example/']),
      }),
    )
    expect(sheet?.rows).toHaveLength(2)
    expect(sheet?.links).toBeUndefined()
    expect(sheet?.lists).toHaveLength(2)
  })

  it('a million hidden styled rows are as none', () => {
    const rows = `${ROWS}${'<row hidden="1"><c s="1"/><c s="1"/></row>'.repeat(1_000_000)}`
    const sheet = sheetOf(workbookOf({ rows }))
    expect(sheet?.rows).toHaveLength(2)
    expect(sheet?.hiddenRows).toBeUndefined()
  })

  it('millions of tags that never end are read once', () => {
    const start = performance.now()
    for (const tag of ['<hyperlink ', '<hyperlinks>', '<row '])
      sheetOf(
        workbookOf({ rows: `${ROWS}<row r="9" hidden="1"/>`, afterRows: tag.repeat(500_000) }),
      )
    expect(performance.now() - start).toBeLessThan(30_000)
  })

  it('200,000 rules are cut off', () => {
    const afterRows = validations(list('"a,b"').repeat(200_000))
    expect(sheetOf(workbookOf({ rows: ROWS, afterRows }))?.lists?.length).toBeLessThan(50_001)
  })

  it('what is no XML around the cells costs the details only', () => {
    expect(sheetOf(workbookOf({ rows: ROWS, afterRows: '<a>&bomb;</b>' }))?.rows).toHaveLength(2)
  })
})
