import { strToU8 } from 'fflate'
import { HOSTILE_ARCHIVES, type HostileWorkbook } from './hostile-archives.ts'
import { HARMLESS_ROWS, workbookOf, xmlRows } from './hostile-workbooks.ts'

const sheetWith = (afterRows: string) => () => workbookOf({ afterRows })
const rowsWith = (rows: string) => () => workbookOf({ rows })
const withDoctype =
  (doctype: string, text = '&a;') =>
  () =>
    workbookOf({
      prolog: doctype,
      rows: xmlRows(['ID', 'Section', 'Requirement'], ['A-1', 'Access', text]),
    })
const LAUGHS = Array.from(
  { length: 9 },
  (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`,
).join('')
const merges = (ranges: readonly string[]) =>
  `<mergeCells count="${ranges.length}">${ranges.map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells>`
const formulaRow = (formula: string, cached: string) =>
  `${HARMLESS_ROWS}<row r="3"><c r="A3" t="str"><f>${formula}</f><v>A-2</v></c>` +
  `<c r="B3" t="str"><v>Access</v></c><c r="C3" t="str"><f>${formula}</f><v>${cached}</v></c></row>`
const sharedOnce = (length: number) =>
  `<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><si><t>${'x'.repeat(length)}</t></si></sst>`
const repeated = (count: number) =>
  HARMLESS_ROWS +
  Array.from(
    { length: count },
    (_, at) => `<row r="${at + 3}"><c r="C${at + 3}" t="s"><v>0</v></c></row>`,
  ).join('')
const MARKUP: readonly HostileWorkbook[] = [
  {
    what: 'a billion laughs',
    refusedAs: 'brokenZip',
    bytes: withDoctype(`<!DOCTYPE w [<!ENTITY l0 "lol">${LAUGHS}]>`, '&l9;'),
  },
  {
    what: 'an entity that is a file of the machine',
    refusedAs: 'brokenZip',
    bytes: withDoctype('<!DOCTYPE w [<!ENTITY a SYSTEM "file:///etc/passwd">]>'),
  },
  {
    what: 'an entity that is a page of another server',
    refusedAs: 'brokenZip',
    bytes: withDoctype('<!DOCTYPE w [<!ENTITY a SYSTEM "http://127.0.0.1:1/x">]>'),
  },
  {
    what: 'a parameter entity',
    refusedAs: 'brokenZip',
    bytes: withDoctype('<!DOCTYPE w [<!ENTITY % p SYSTEM "http://127.0.0.1:1/x">%p;]>'),
  },
  {
    what: 'a document type from elsewhere',
    refusedAs: 'brokenZip',
    bytes: withDoctype('<!DOCTYPE w SYSTEM "http://127.0.0.1:1/x.dtd">'),
  },
  {
    what: 'a document type in small letters behind a comment',
    refusedAs: 'brokenZip',
    bytes: withDoctype('<!-- > --><!doctype w [<!ENTITY a "b">]>'),
  },
  {
    what: 'an entity in the shared strings',
    refusedAs: 'brokenZip',
    bytes: () => workbookOf({ sharedStrings: `<!DOCTYPE s [<!ENTITY a "b">]>${sharedOnce(1)}` }),
  },
  {
    what: 'a document type as a text',
    refusedAs: null,
    bytes: rowsWith(
      xmlRows(['ID', 'Section', 'Requirement'], ['A-1', 'Access', '&lt;!DOCTYPE w&gt;']),
    ),
  },
]

const SHEETS: readonly HostileWorkbook[] = [
  {
    what: 'a dimension of the whole grid',
    refusedAs: null,
    bytes: () => workbookOf({ beforeRows: '<dimension ref="A1:XFD1048576"/>' }),
  },
  {
    what: 'a cell in the last column',
    refusedAs: 'tooManyColumns',
    bytes: rowsWith(`${HARMLESS_ROWS}<row r="3"><c r="XFD3"><v>1</v></c></row>`),
  },
  {
    what: 'a cell in column 308,915,776',
    refusedAs: 'tooManyColumns',
    bytes: rowsWith(`${HARMLESS_ROWS}<row r="3"><c r="ZZZZZZ3"><v>1</v></c></row>`),
  },
  {
    what: 'a million columns in one row',
    refusedAs: 'tooManyColumns',
    bytes: rowsWith(`${HARMLESS_ROWS}<row r="3">${'<c><v>1</v></c>'.repeat(1_000_000)}</row>`),
  },
  {
    what: 'a cell in row 60,001',
    refusedAs: 'tooManyRows',
    bytes: rowsWith(`${HARMLESS_ROWS}<row r="60001"><c r="A60001"><v>1</v></c></row>`),
  },
  {
    what: 'a row with a number beyond every grid',
    refusedAs: null,
    bytes: rowsWith(`${HARMLESS_ROWS}<row r="99999999999"><c r="A99999999999"><v>1</v></c></row>`),
  },
  {
    what: 'one text of a megabyte in 5,000 cells',
    refusedAs: 'zipBomb',
    bytes: () => workbookOf({ sharedStrings: sharedOnce(1_000_000), rows: repeated(5_000) }),
  },
  {
    what: 'columns up to the end of numbers',
    refusedAs: null,
    bytes: () =>
      workbookOf({ beforeRows: '<cols><col min="1" max="2147483647" width="1"/></cols>' }),
  },
  {
    what: 'a merged range of the whole grid',
    refusedAs: null,
    bytes: sheetWith(merges(['A1:XFD1048576'])),
  },
  {
    what: '20,000 merged ranges over one another',
    refusedAs: null,
    bytes: sheetWith(merges(Array(20_000).fill('B2:B1048576'))),
  },
  {
    what: 'merged ranges that are none',
    refusedAs: null,
    bytes: sheetWith(merges(['', ':', 'A1', 'B9:A1', '__proto__', 'A1:A1:A1'])),
  },
  { what: 'formulas in a circle', bytes: rowsWith(formulaRow('C3', 'cached')), refusedAs: null },
  {
    what: 'a formula that starts a program',
    refusedAs: null,
    bytes: rowsWith(formulaRow("cmd|'/C calc'!A0", 'cached')),
  },
  {
    what: 'a formula that asks another server',
    refusedAs: null,
    bytes: rowsWith(formulaRow('WEBSERVICE("http://127.0.0.1:1/x")', 'cached')),
  },
  {
    what: 'a link that runs a script',
    refusedAs: null,
    bytes: sheetWith(
      '<hyperlinks><hyperlink ref="A1" location="javascript:alert(1)" display="x"/></hyperlinks>',
    ),
  },
  {
    what: 'a sheet called __proto__',
    refusedAs: null,
    bytes: () => workbookOf({ sheetName: '__proto__' }),
  },
  {
    what: 'a sheet called constructor',
    refusedAs: null,
    bytes: () => workbookOf({ sheetName: 'constructor' }),
  },
  {
    what: 'a sheet with signs that control a terminal',
    refusedAs: null,
    bytes: () => workbookOf({ sheetName: '&#x1b;[31m&#x202e;x' }),
  },
  {
    what: 'headers named after prototypes',
    refusedAs: null,
    bytes: rowsWith(
      xmlRows(
        ['ID', 'Section', 'Requirement', '__proto__', 'constructor', 'toString'],
        ['A-1', 'Access', 'Signs in', 'polluted', 'x', 'y'],
      ),
    ),
  },
  {
    what: 'properties named after prototypes',
    refusedAs: null,
    bytes: () =>
      workbookOf({
        others: {
          'docProps/custom.xml':
            '<Properties><property name="__proto__" pid="2"><vt:lpwstr>polluted</vt:lpwstr></property></Properties>',
        },
      }),
  },
]

const text = (value: string) => (): Uint8Array => strToU8(value)
/** Files that are no workbooks, whatever their names claim. */
export const HOSTILE_TABLES: readonly (HostileWorkbook & { fileName: string })[] = [
  {
    what: 'a page called a table',
    fileName: 'a.csv',
    refusedAs: 'notSpreadsheet',
    bytes: text('<!doctype html><script>alert(1)</script>'),
  },
  {
    what: 'a page called a workbook',
    fileName: 'a.xlsx',
    refusedAs: 'notSpreadsheet',
    bytes: text('<html><table><tr><td>1'),
  },
  {
    what: 'XML called a table',
    fileName: 'a.csv',
    refusedAs: 'notSpreadsheet',
    bytes: text('<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'),
  },
  {
    what: 'a table of a million columns',
    fileName: 'a.csv',
    refusedAs: 'tooManyColumns',
    bytes: text(`${','.repeat(1_000_000)}x`),
  },
  {
    what: 'a table of 70,000 rows',
    fileName: 'a.csv',
    refusedAs: 'tooManyRows',
    bytes: text('a,b\n'.repeat(70_000)),
  },
  {
    what: 'a quotation that never ends',
    fileName: 'a.csv',
    refusedAs: 'brokenQuotes',
    bytes: text(`a,b\n"${'x'.repeat(100_000)}`),
  },
  {
    what: 'a table with zero bytes',
    fileName: 'a.csv',
    refusedAs: 'notSpreadsheet',
    bytes: text('a,b\u0000\n1,2'),
  },
  {
    what: 'nothing but line ends',
    fileName: 'a.csv',
    refusedAs: 'empty',
    bytes: text('\r\n'.repeat(10_000)),
  },
  {
    what: 'a PDF called a workbook',
    fileName: 'a.xlsx',
    refusedAs: 'notSpreadsheet',
    bytes: text('%PDF-1.7\n'),
  },
  {
    what: 'a script called a workbook',
    fileName: 'a.xlsx.js',
    refusedAs: 'notSpreadsheet',
    bytes: text('alert(1)'),
  },
]

export const HOSTILE_WORKBOOKS: readonly HostileWorkbook[] = [
  ...HOSTILE_ARCHIVES,
  ...MARKUP,
  ...SHEETS,
]
