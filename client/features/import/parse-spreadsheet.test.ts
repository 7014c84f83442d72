import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { CFB, utils, write } from 'xlsx'
import { workbookOf, xmlRows } from '../../../tests/support/hostile-workbooks.ts'
import { ImportFileError } from './import-file-error.ts'
import type { ParsePhase } from './parsed-file.ts'
import { parseSpreadsheet } from './parse-spreadsheet.ts'

const ROWS = [
  ['ID', 'Text'],
  ['A-1', 'Signs in'],
]
const xlsOf = (): Uint8Array => {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet(ROWS), 'List')
  return new Uint8Array(write(book, { type: 'array', bookType: 'biff8' }) as ArrayBuffer)
}
const CONTENT =
  '<o:doc xmlns:o="o" xmlns:table="t" xmlns:text="x"><table:table table:name="Open"><table:table-row>' +
  '<table:table-cell><text:p>ID</text:p></table:table-cell></table:table-row></table:table></o:doc>'
const odsOf = (others: Record<string, Uint8Array> = {}): Uint8Array =>
  zipSync({ 'content.xml': strToU8(CONTENT), ...others })

/** What is read or refused, and the phases on the way. */
const outcomeOf = (bytes: Uint8Array, fileName = 'a.csv') => {
  const phases: ParsePhase[] = []
  try {
    const { kind, sheets } = parseSpreadsheet({ fileName, bytes }, (phase) => phases.push(phase))
    return { kind, names: sheets.map(({ name }) => name), phases }
  } catch (error) {
    if (!(error instanceof ImportFileError)) throw error
    return { problem: error.problems[0], phases }
  }
}
const refused = (code: string, phases: ParsePhase[], detail = {}) => ({
  ...{ problem: { code, detail }, phases },
})
const BOTH: ParsePhase[] = ['checking', 'reading']

describe('a file is read by what it begins with, whatever its name', () => {
  it.each([
    ['an .xlsx', workbookOf(), 'Sheet1'],
    ['an .ods', odsOf(), 'Open'],
    ['an .xls', xlsOf(), 'List'],
  ] as const)('%s', (_, bytes, name) => {
    expect(outcomeOf(bytes)).toEqual({ kind: 'workbook', names: [name], phases: BOTH })
  })

  it('an .xlsx that has a part of an .ods, too', () => {
    const bytes = workbookOf({ others: { 'content.xml': CONTENT } })
    expect(outcomeOf(bytes).names).toEqual(['Sheet1'])
  })

  it('an .xlsx with its links, notes and lists, and without its hidden lists of choices', () => {
    const [sheet, ...more] = parseSpreadsheet({
      fileName: 'a.xlsx',
      bytes: workbookOf({
        rows: xmlRows(...ROWS),
        afterRows:
          '<dataValidations count="1"><dataValidation type="list" sqref="B2"><formula1>"a,b"</formula1></dataValidation></dataValidations>' +
          '<hyperlinks><hyperlink ref="A2" r:id="l1"/></hyperlinks>',
        others: {
          'xl/worksheets/_rels/sheet1.xml.rels':
            '<Relationships><Relationship Id="l1" Type="x/hyperlink" Target="https://a.example/"/></Relationships>',
        },
      }),
    }).sheets
    expect(more).toEqual([])
    expect(sheet).toMatchObject({
      ...{ name: 'Sheet1', rows: ROWS },
      links: [{ row: 2, column: 0, text: 'https://a.example/' }],
      lists: [{ top: 2, bottom: 2, left: 1, right: 1, options: ['a', 'b'] }],
    })
  })
})

describe('a text is read as a table', () => {
  it.each(['a.b.csv', 'a.b.TSV', 'a.b.Txt'])('that is called %s', (fileName) => {
    const file = parseSpreadsheet({ fileName, bytes: strToU8('ID;Text\nA-1;Signs in') })
    expect(file).toEqual({
      ...{ fileName, kind: 'csv', encoding: 'UTF-8', delimiter: ';' },
      sheets: [{ name: 'a.b', rows: ROWS, merges: [] }],
    })
  })

  it('in the way that a person chose', () => {
    const reading = { encoding: 'UTF-16LE', delimiter: ';' } as const
    const bytes = strToU8('a\0;\0b\0')
    expect(parseSpreadsheet({ fileName: 'a.csv', bytes, reading })).toMatchObject({
      ...{ ...reading, sheets: [{ rows: [['a', 'b']] }] },
    })
  })

  it('that begins with some of the bytes of a workbook', () => {
    expect(outcomeOf(strToU8('P,K\n1,2'))).toEqual({ kind: 'csv', names: ['a'], phases: BOTH })
    expect(outcomeOf(new Uint8Array([0xd0, 0xcf, 0x2c, 0x31])).kind).toBe('csv')
  })
})

describe('a file is refused', () => {
  const MOST = 50 * 1024 * 1024

  it('that is larger than 50 megabytes, before anything is read', () => {
    expect(outcomeOf(new Uint8Array(MOST + 1))).toEqual(
      refused('tooBig', [], { limit: MOST, found: MOST + 1 }),
    )
    expect(outcomeOf(new Uint8Array(MOST), 'a.bin')).toEqual(
      refused('notSpreadsheet', ['checking']),
    )
  })

  it.each([
    ['without a byte', new Uint8Array(0), 'a.csv', refused('empty', [])],
    ['with blanks only', strToU8(' \n;\n'), 'a.csv', refused('empty', BOTH)],
    ['of another kind', strToU8('ID;Text'), 'a.csv.md', refused('notSpreadsheet', ['checking'])],
    ['that is a cut archive', strToU8('PK'), 'a.csv', refused('brokenZip', ['checking'])],
    [
      'that is another archive',
      zipSync({ 'a/xl/workbook.xml': strToU8('<a/>') }),
      'a.csv',
      refused('notSpreadsheet', ['checking']),
    ],
    [
      'that is an encrypted workbook',
      odsOf({ EncryptedPackage: strToU8('x') }),
      'a.csv',
      refused('encrypted', ['checking']),
    ],
    [
      'that is an encrypted .ods',
      odsOf({ 'META-INF/manifest.xml': strToU8('<m><encryption-data/></m>') }),
      'a.csv',
      refused('encrypted', BOTH),
    ],
    [
      'whose content is no XML',
      zipSync({ 'content.xml': strToU8('<a><b></a>') }),
      'a.csv',
      refused('brokenZip', BOTH),
    ],
    ['without a cell', workbookOf({ rows: '' }), 'a.xlsx', refused('empty', BOTH)],
    [
      'that names an .xlsx and has no part of it',
      zipSync({ 'XL/workbook.xml': strToU8('no XML') }),
      'a.xlsx',
      refused('brokenZip', BOTH),
    ],
  ])('%s', (_, bytes, fileName, want) => {
    expect(outcomeOf(bytes, fileName)).toEqual(want)
  })

  it('that is a container of another kind', () => {
    const container = CFB.utils.cfb_new()
    CFB.utils.cfb_add(container, '/WordDocument', new Uint8Array(9_000))
    const bytes = new Uint8Array(CFB.write(container, { type: 'buffer' }) as Uint8Array)
    expect(outcomeOf(bytes)).toEqual(refused('notSpreadsheet', BOTH))
  })
})
