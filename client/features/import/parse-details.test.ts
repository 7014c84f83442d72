import { describe, expect, it } from 'vitest'
import { relation, type SheetSource, sheetParts } from '../../../tests/support/sheet-parts.ts'
import type { NamedRows } from './parse-lists.ts'
import { noteText, readDetails, withoutLinks } from './parse-details.ts'

const ROWS = [
  ['ID', 'Kind'],
  ['A-1', 'must'],
]
const sheetsOf = (rows: NamedRows['rows'] = ROWS): NamedRows[] => [{ name: 'List', rows }]
const detailsOf = (source: SheetSource, sheets = sheetsOf()) =>
  readDetails(sheetParts(source), sheets).get('List')

const rule = (sqref: string, formula: string, type = 'list'): string =>
  `<dataValidation type="${type}" sqref="${sqref}"><formula1>${formula}</formula1></dataValidation>`
const linksOf = (ref: string, target = 'https://a.example/', rows = ROWS) =>
  detailsOf(
    {
      after: `<hyperlink ref="${ref}" r:id="l1"/>`,
      relations: relation('l1', 'hyperlink', target),
    },
    sheetsOf(rows),
  )?.links
const placesOf = (ref: string) => linksOf(ref)?.map(({ row, column }) => [row, column])

describe('the lists of a sheet', () => {
  it('stand in each range of their rule, and a sheet needs no relations for them', () => {
    expect(detailsOf({ after: rule(' $B$2:$c$9  d4 ', '"a,b"') })).toEqual({
      lists: [
        { top: 2, bottom: 9, left: 1, right: 2, options: ['a', 'b'] },
        { top: 4, bottom: 4, left: 3, right: 3, options: ['a', 'b'] },
      ],
    })
  })

  it('are left out where the range or the options cannot be read', () => {
    const after = rule('B', '"a,b"') + rule('A1:B2:C3', '"a"') + rule('B2', '""') + rule('B3', '')
    expect(detailsOf({ after })).toEqual({})
  })

  it('keep a quotation mark that is written twice', () => {
    const after = rule('B2', '"5&quot;&quot; pipe,other"')
    expect(detailsOf({ after })?.lists?.[0]?.options).toEqual(['5" pipe', 'other'])
  })

  it('take the range that a name stands for', () => {
    const names =
      '<definedNames><definedName name="ids"> List!$A$1:$A$2 </definedName><definedName>List!$B$1</definedName></definedNames>'
    const lists = detailsOf({ names, after: rule('B2', 'ids') + rule('B3', '=ids') })?.lists
    expect(lists?.map(({ options }) => options)).toEqual([
      ['ID', 'A-1'],
      ['ID', 'A-1'],
    ])
  })

  it('take a range without a sheet from their own sheet', () => {
    const parts = sheetParts({
      after: rule('B2', '$A$1:$A$2'),
      others: {
        'xl/workbook.xml':
          '<workbook><sheet name="List" r:id="s1"/><sheet name="Other" r:id="s2"/></workbook>',
        'xl/_rels/workbook.xml.rels': `<Relationships>${relation('s1', 'worksheet', './worksheets/sheet1.xml')}${relation('s2', 'worksheet', '/xl/worksheets/sheet2.xml')}</Relationships>`,
        'xl/worksheets/sheet2.xml': `<worksheet><sheetData></sheetData>${rule('B2', '$A$1:$A$2')}</worksheet>`,
      },
    })
    const details = readDetails(parts, [...sheetsOf(), { name: 'Other', rows: [['x'], ['y']] }])
    expect([...details].map(([name, { lists }]) => [name, lists?.[0]?.options])).toEqual([
      ['List', ['ID', 'A-1']],
      ['Other', ['x', 'y']],
    ])
  })

  it('do not take the formula or the range of the rule before', () => {
    const after =
      '<dataValidation type="list"><formula1>"a"</formula1><sqref>B2</sqref></dataValidation>' +
      '<dataValidation type="list"><sqref>B3</sqref></dataValidation>' +
      '<dataValidation type="list"><formula1>"c"</formula1></dataValidation>'
    expect(detailsOf({ after })?.lists).toEqual([
      { top: 2, bottom: 2, left: 1, right: 1, options: ['a'] },
    ])
  })

  it('have the formula inside of one that is otherwise blank', () => {
    const after =
      '<dataValidation type="list" sqref="B2"><formula1> <f> "a" </f> </formula1></dataValidation>'
    expect(detailsOf({ after })?.lists?.[0]?.options).toEqual(['a'])
  })

  it('are read before the cells and where the sheet has none', () => {
    expect(detailsOf({ before: rule('B2', '"a"') })?.lists).toHaveLength(1)
    expect(detailsOf({ cells: '', after: rule('B2', '"a"') })?.lists).toHaveLength(1)
    expect(detailsOf({ cells: '<sheetData/>', after: rule('B2', '"a"') })?.lists).toHaveLength(1)
  })

  it('are read from a sheet whose elements have a prefix', () => {
    const cells = '<x:sheetData><x:row r="2" hidden="1"/></x:sheetData>'
    expect(detailsOf({ before: rule('A2', '"a"'), cells, after: rule('B2', '"b"') })).toEqual({
      hiddenRows: [2],
      lists: [
        { top: 2, bottom: 2, left: 0, right: 0, options: ['a'] },
        { top: 2, bottom: 2, left: 1, right: 1, options: ['b'] },
      ],
    })
  })

  it('are at most 50,000 together with the ranges of numbers', () => {
    const after =
      rule('B2 '.repeat(20_000), '1', 'whole') + rule('B2 '.repeat(50_000), '"a"') + rule('B3', '1')
    const details = detailsOf({ after })
    expect([details?.numbers?.length, details?.lists?.length]).toEqual([20_000, 30_000])
  })
})

it('ranges of numbers are those whose rule takes whole or decimal numbers', () => {
  const after = rule('B2', '1', 'whole') + rule('B3:B4', '1', 'decimal') + rule('B5', '1', 'date')
  expect(detailsOf({ after })).toEqual({
    numbers: [
      { top: 2, bottom: 2, left: 1, right: 1 },
      { top: 3, bottom: 4, left: 1, right: 1 },
    ],
  })
})

describe('the hidden rows of a sheet', () => {
  const hiddenIn = (rows: string, count = 9) =>
    detailsOf(
      { cells: `<sheetData>${rows}</sheetData>` },
      sheetsOf(Array.from({ length: count }, () => ['x'])),
    )?.hiddenRows

  it('count on from the last row that has a number', () => {
    expect(hiddenIn('<row/><row hidden="1"/><row r="6"/><row hidden="true"/>')).toEqual([2, 7])
  })

  it('are not those that say that they are shown', () => {
    expect(hiddenIn('<row r="1" hidden="0"/><row r="2" hidden="1"/>')).toEqual([2])
    expect(hiddenIn('<row r="1" hidden="0"/>')).toBeUndefined()
  })

  it('end with the last row that is read', () => {
    const rows = '<row r="2" hidden="1"/><row r="3" hidden="1"/>'
    expect(hiddenIn(rows, 2)).toEqual([2])
    const far = '<row r="60000" hidden="1"/><row r="60001" hidden="1"/>'
    expect(hiddenIn(far, 60_001)).toEqual([60_000])
  })
})

describe('the links of a sheet', () => {
  it('are on each cell of their range, row by row', () => {
    expect(placesOf('B2:C3')).toEqual([
      [2, 1],
      [2, 2],
      [3, 1],
      [3, 2],
    ])
    expect(placesOf('AB7')).toEqual([[7, 27]])
  })

  it('are left out on ranges of more than 1,000 cells, and on ones that run backwards', () => {
    expect(placesOf('A1:J100')).toHaveLength(1_000)
    expect(placesOf('A1:A1001')).toBeUndefined()
    expect(placesOf('A1:B501')).toBeUndefined()
    expect(placesOf('B2:A3')).toBeUndefined()
    expect(placesOf('A3:B2')).toBeUndefined()
    expect(placesOf('A')).toBeUndefined()
  })

  it('are left out below and beside what an import reads', () => {
    expect(placesOf('A59999:A60002')).toEqual([
      [59_999, 0],
      [60_000, 0],
    ])
    expect(placesOf('GQ1:GT1')).toEqual([
      [1, 198],
      [1, 199],
    ])
  })

  it('have the blanks in their address written as browsers do', () => {
    expect(linksOf('A1', '  https://a.example/my list of/x ')).toEqual([
      { row: 1, column: 0, text: 'https://a.example/my%20list%20of/x' },
    ])
  })

  it('that lead to no relation cost the other details nothing', () => {
    const after = `<hyperlink ref="A1" r:id="none"/><hyperlink/>${rule('B2', '"a"')}`
    const others = '<Relationship/><Relationship Id="c9"/>'
    const details = detailsOf({ after, relations: others + relation('l1', 'hyperlink', 'x') })
    expect(details?.links).toBeUndefined()
    expect(details?.lists).toHaveLength(1)
  })

  it('are cut off after about 50,000', () => {
    const after = '<hyperlink ref="A1:J100" r:id="l1"/>'.repeat(60)
    const { links = [] } = detailsOf({ after, relations: relation('l1', 'hyperlink', 'x') }) ?? {}
    expect(links.length).toBeGreaterThanOrEqual(50_000)
    expect(links.length).toBeLessThan(52_000)
  })
})

describe('the comments of a sheet', () => {
  const comment = (ref: string, text: string, author = '0'): string =>
    `<comment ref="${ref}" authorId="${author}"><text>${text}</text></comment>`
  const notesIn = (comments: string, target = '../comments1.xml', type = 'comments') =>
    detailsOf({
      relations: relation('c1', type, target),
      others: {
        'xl/comments1.xml': `<comments><authors><author>Eva</author><author>Jan</author></authors>${comments}</comments>`,
      },
    })

  it('are the texts of all their pieces, without their own author', () => {
    const comments =
      comment('B2', '<r><t>Eva:</t></r><r><t>a_x000A_b</t></r>') +
      comment('C3:C4', '<t>Eva: says Jan</t>', '1') +
      comment('D4', '<t>Jan: late</t>', '1') +
      comment('E5', '<t>Eva: free</t>', '9')
    expect(notesIn(comments)?.notes).toEqual([
      { row: 2, column: 1, text: 'a\nb' },
      { row: 3, column: 2, text: 'Eva: says Jan' },
      { row: 4, column: 3, text: 'late' },
      { row: 5, column: 4, text: 'Eva: free' },
    ])
  })

  it('without a text or a cell are left out', () => {
    const comments = comment('B2', '<t>Eva: </t>') + comment('', '<t>x</t>') + comment('B3', '')
    expect(notesIn(comments)).toEqual({})
  })

  it('are read from a path from the start of the archive, too', () => {
    expect(notesIn(comment('B2', '<t>x</t>'), '/xl/comments1.xml')?.notes).toHaveLength(1)
  })

  it('are read from no relation of another type, and a missing part costs nothing', () => {
    expect(notesIn(comment('B2', '<t>x</t>'), '../comments1.xml', 'commentsOld')).toEqual({})
    expect(notesIn(comment('B2', '<t>x</t>'), '../comments9.xml')).toEqual({})
  })

  it('are at most 50,000', () => {
    const comments = comment('B2', '<t>x</t>').repeat(50_001)
    expect(notesIn(comments)?.notes).toHaveLength(50_000)
  })
})

describe('the text of a comment', () => {
  it.each([
    ['Eva:\r\n  One\r\ttwo ', 'Eva', 'One\ntwo'],
    ['Eva: one', '', 'Eva: one'],
    [': one', '', ': one'],
    ['Jan: one', 'Eva', 'Jan: one'],
    ['Eva one', 'Eva', 'Eva one'],
    [
      '[Threaded comment]\n\nOld.\n\nComment:\n  Keep it\n    Reply:\n  Yes',
      'x',
      'Keep it\nReply:\nYes',
    ],
    ['[Threaded comment]\n\nComment:Keep', '', 'Keep'],
    ['[Threaded comment] alone', '', '[Threaded comment] alone'],
  ] as const)('%j of %j is %j', (text, author, want) => {
    expect(noteText(text, author)).toBe(want)
  })
})

describe('a workbook', () => {
  it('has details only of the sheets that it names and holds', () => {
    const sheets = [...sheetsOf(), { name: 'Gone', rows: ROWS }]
    const workbook =
      '<workbook><sheet name="List" r:id="s1"/><sheet name="Gone" r:id="s9"/><sheet r:id="s1"/></workbook>'
    const parts = sheetParts({ after: rule('B2', '"a"'), others: { 'xl/workbook.xml': workbook } })
    expect([...readDetails(parts, sheets).keys()]).toEqual(['List'])
    parts.delete('xl/worksheets/sheet1.xml')
    expect(readDetails(parts, sheets).size).toBe(0)
  })

  it('that is not XML has values only', () => {
    const broken = sheetParts({ others: { 'xl/workbook.xml': 'no XML' } })
    expect(readDetails(broken, sheetsOf())).toEqual(new Map())
  })

  it('is given to the reader without links, and with its other bytes as they are', () => {
    const parts = sheetParts({
      after: '<x:hyperlink ref="A1"/><hyperlinks><hyperlink r:id="a"></hyperlinks>',
      others: {
        'xl/worksheets/plain.xml': '<worksheet/>',
        'xl/other.xml': '<hyperlink ref="A1"/>',
        'xl/Worksheets/B.XML': '<a><hyperlink ref="A1"/></a>',
      },
    })
    const bare = withoutLinks(parts)
    const textOf = (name: string) => new TextDecoder().decode(bare.get(name))
    expect([...bare.keys()]).toEqual([...parts.keys()])
    expect(textOf('xl/worksheets/sheet1.xml')).toBe(
      '<worksheet><sheetData><row r="1"/></sheetData><hyperlinks></hyperlinks></worksheet>',
    )
    expect(textOf('xl/Worksheets/B.XML')).toBe('<a></a>')
    for (const name of ['xl/worksheets/plain.xml', 'xl/other.xml', 'xl/workbook.xml'])
      expect(bare.get(name)).toBe(parts.get(name))
  })
})
