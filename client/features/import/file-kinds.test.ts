import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { type BookType, utils, write } from 'xlsx'
import { ImportFileError } from './import-file-error.ts'
import type { TextReading } from './parsed-file.ts'
import { parseSpreadsheet } from './parse-spreadsheet.ts'

const ROWS = [
  ['ID', 'Section', 'Requirement', 'Weight'],
  ['A-1', 'Access', 'Žiadateľ sa prihlási', 3],
  ['A-2', 'Access', 'Odhlási sa', 4.5],
]
const bookOf = (bookType: BookType, rows: unknown[][] = ROWS): Uint8Array => {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows), 'List')
  return new Uint8Array(write(book, { type: 'array', bookType }) as ArrayBuffer)
}
const problemsOf = (fileName: string, bytes: Uint8Array, reading?: TextReading) => {
  try {
    parseSpreadsheet({ fileName, bytes, ...(reading === undefined ? {} : { reading }) })
    return []
  } catch (error) {
    if (error instanceof ImportFileError) return error.problems.map(({ code }) => code)
    throw error
  }
}
const odsOf = (content: string, others: Record<string, Uint8Array> = {}): Uint8Array =>
  zipSync({
    mimetype: strToU8('application/vnd.oasis.opendocument.spreadsheet'),
    'content.xml': strToU8(
      '<?xml version="1.0"?><office:document-content xmlns:office="o" xmlns:table="t" xmlns:text="x">' +
        `<office:body><office:spreadsheet>${content}</office:spreadsheet></office:body>` +
        '</office:document-content>',
    ),
    ...others,
  })
const cell = (text: string, attributes = ''): string =>
  `<table:table-cell office:value-type="string" ${attributes}><text:p>${text}</text:p></table:table-cell>`
const table = (rows: string, name = 'List'): string =>
  `<table:table table:name="${name}">${rows}</table:table>`
const row = (cells: string, attributes = ''): string =>
  `<table:table-row ${attributes}>${cells}</table:table-row>`

describe('workbooks of each format are read alike', () => {
  it.each(['xlsx', 'xlsm', 'xls', 'biff5', 'ods'] as const)('%s', (bookType) => {
    const file = parseSpreadsheet({ fileName: 'a.bin', bytes: bookOf(bookType) })
    expect(file.kind).toBe('workbook')
    expect(file.sheets.map(({ name }) => name)).toEqual(['List'])
    // The code page of Excel 95 is not written by this writer.
    const rows = file.sheets[0]?.rows
    if (bookType === 'biff5') expect(rows?.[0]).toEqual(ROWS[0])
    else expect(rows).toEqual(ROWS)
  })

  it('an .xls with the addresses of its links', () => {
    const book = utils.book_new()
    const list = utils.aoa_to_sheet(ROWS)
    list['C2'].l = { Target: 'https://a.example/x' }
    utils.book_append_sheet(book, list, 'List')
    const bytes = new Uint8Array(write(book, { type: 'array', bookType: 'xls' }) as ArrayBuffer)
    const [sheet] = parseSpreadsheet({ fileName: 'a.xls', bytes }).sheets
    expect(sheet?.links).toEqual([{ row: 2, column: 2, text: 'https://a.example/x' }])
  })

  it('an .ods with what it says beside values: hidden, merged, repeated, linked, noted, listed', () => {
    const bytes = odsOf(
      '<table:content-validations>' +
        '<table:content-validation table:name="v1" table:condition="of:cell-content-is-in-list(&quot;Yes&quot;;&quot;No&quot;)"/>' +
        '<table:content-validation table:name="v2" table:condition="of:cell-content-is-in-list([$Lists.$A$1:.$A$3])"/>' +
        '</table:content-validations>' +
        table(
          row(cell('ID') + cell('Text') + cell('Done') + cell('Kind')) +
            row(
              `<table:table-cell office:value-type="float" office:value="7"><text:p>007</text:p></table:table-cell>` +
                cell('<text:a xlink:href="https://a.example/x">More</text:a>') +
                cell(
                  'Yes<text:line-break/>now',
                  'table:content-validation-name="v1" table:number-rows-spanned="2"',
                ) +
                cell('k', 'table:content-validation-name="v2"'),
            ) +
            row(
              `<table:table-cell office:value-type="percentage" office:value="0.25"><office:annotation><text:p>Why</text:p></office:annotation><text:p>25 %</text:p></table:table-cell>` +
                `<table:table-cell office:value-type="date" office:date-value="2024-03-01T14:30:00"><text:p>1.3.24</text:p></table:table-cell>` +
                '<table:covered-table-cell/>',
              'table:visibility="filter"',
            ) +
            row('<table:table-cell table:number-columns-repeated="16384"/>') +
            row(cell('x', 'table:number-columns-repeated="2"'), 'table:number-rows-repeated="2"') +
            row('<table:table-cell/>', 'table:number-rows-repeated="1048000"'),
        ) +
        table(row(cell('k')) + row(cell('m')) + row(cell('n')), 'Lists'),
    )
    const [sheet] = parseSpreadsheet({ fileName: 'a.ods', bytes }).sheets
    expect(sheet?.rows).toEqual([
      ['ID', 'Text', 'Done', 'Kind'],
      ['007', 'More', 'Yes\nnow', 'k'],
      ['25 %', '2024-03-01 14:30'],
      [],
      ['x', 'x'],
      ['x', 'x'],
    ])
    expect(sheet?.merges).toEqual([{ top: 2, bottom: 3, left: 2, right: 2 }])
    expect(sheet?.hiddenRows).toEqual([3])
    expect(sheet?.links).toEqual([{ row: 2, column: 1, text: 'https://a.example/x' }])
    expect(sheet?.notes).toEqual([{ row: 3, column: 0, text: 'Why' }])
    expect(sheet?.lists?.map(({ options, left }) => [left, options])).toEqual([
      [2, ['Yes', 'No']],
      [3, ['k', 'm', 'n']],
    ])
  })
})

const end = (text: string): string => row(cell('ID') + cell('Text')) + text

describe('a hostile workbook of another format is refused', () => {
  it.each([
    [
      'a row repeated a billion times',
      end(row(cell('x'), 'table:number-rows-repeated="1000000000"')),
      'tooManyRows',
    ],
    [
      'a cell repeated a billion times',
      end(row(cell('x', 'table:number-columns-repeated="1000000000"'))),
      'tooManyColumns',
    ],
    [
      'a block of repeated cells and rows',
      end(
        row(cell('x', 'table:number-columns-repeated="200"'), 'table:number-rows-repeated="49000"'),
      ),
      'tooManyCells',
    ],
    [
      'a cell far below',
      end(row('', 'table:number-rows-repeated="1000000"') + row(cell('x'))),
      'tooManyRows',
    ],
    [
      'a repeated long text',
      end(row(cell('x'.repeat(1_000_000)), 'table:number-rows-repeated="40000"')),
      'zipBomb',
    ],
    [
      'a table in a table',
      end(row(`<table:table-cell>${table('')}</table:table-cell>`)),
      'brokenZip',
    ],
    ['an unknown entity', end(row(cell('&bomb;'))), 'brokenZip'],
    [
      'a million columns',
      end(row(Array(1_000_000).fill('<table:table-cell/>').join('') + cell('x'))),
      'tooManyColumns',
    ],
  ] as const)('.ods: %s', (_, rows, code) => {
    expect(problemsOf('a.ods', odsOf(table(rows)))).toEqual([code])
  })

  it('.ods: a number that is shown as a million letters', () => {
    const shown = `${'a-'.repeat(500_000)}7x`
    const number = `<table:table-cell office:value-type="float" office:value="7"><text:p>${shown}</text:p></table:table-cell>`
    const bytes = odsOf(table(end(row(number))))
    expect(parseSpreadsheet({ fileName: 'a.ods', bytes }).sheets[0]?.rows[1]).toEqual([7])
  })

  it('.ods: many tables that each reach far down', () => {
    const far = row('', 'table:number-rows-repeated="49999"') + row(cell('x'))
    const content = Array.from({ length: 200 }, (_, at) => table(far, `T${at}`)).join('')
    expect(problemsOf('a.ods', odsOf(content))).toEqual(['tooManyCells'])
  })

  it('.ods: encrypted, a bomb, a document type, and one that is cut', () => {
    const manifest = strToU8('<manifest><manifest:encryption-data/></manifest>')
    expect(problemsOf('a.ods', odsOf('', { 'META-INF/manifest.xml': manifest }))).toEqual([
      'encrypted',
    ])
    const bomb = zipSync({ 'content.xml': new Uint8Array(210 * 1024 * 1024) })
    expect(problemsOf('a.ods', bomb)).toEqual(['zipBomb'])
    const laughs = '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'
    expect(problemsOf('a.ods', zipSync({ 'content.xml': strToU8(laughs) }))).toEqual(['brokenZip'])
    expect(problemsOf('a.ods', zipSync({ 'content.xml': strToU8('<a><b>') }))).toEqual([
      'brokenZip',
    ])
  })

  it('.xls: cut anywhere, it is damaged or holds fewer cells, and the reader comes back', () => {
    const whole = bookOf('xls')
    for (let length = 8; length < whole.length; length += 509) {
      const problems = problemsOf('a.xls', whole.slice(0, length))
      expect([[], ['brokenZip'], ['empty'], ['notSpreadsheet']]).toContainEqual(problems)
    }
  })

  it('.xls: sectors and directories in circles', () => {
    const whole = bookOf('xls')
    // Every fourth byte of the tables in turn points to the first sector.
    for (let at = 44; at < 1536; at += 4) {
      const bytes = whole.slice()
      new DataView(bytes.buffer).setUint32(at, 0, true)
      const problems = problemsOf('a.xls', bytes)
      expect([[], ['brokenZip'], ['empty'], ['notSpreadsheet']]).toContainEqual(problems)
    }
  })

  it('.xls: a link on the whole grid', () => {
    const book = utils.book_new()
    const sheet = utils.aoa_to_sheet(ROWS)
    sheet['A2'].l = { Target: 'https://a.example/' }
    utils.book_append_sheet(book, sheet, 'List')
    const bytes = new Uint8Array(write(book, { type: 'array', bookType: 'xls' }) as ArrayBuffer)
    const view = new DataView(bytes.buffer)
    const at = [...bytes.keys()].find(
      (start) =>
        start + 12 < bytes.length &&
        view.getUint16(start, true) === 0x01b8 &&
        view.getUint16(start + 4, true) === 1 &&
        view.getUint16(start + 6, true) === 1,
    )
    expect(at).toBeDefined()
    for (const [offset, value] of [
      [4, 0],
      [6, 65_535],
      [8, 0],
      [10, 65_535],
    ] as const)
      view.setUint16((at ?? 0) + offset, value, true)
    const start = performance.now()
    expect(problemsOf('a.xls', bytes)).toEqual([])
    // Four thousand million cells take minutes.
    expect(performance.now() - start).toBeLessThan(30_000)
  })

  it('.xls: encrypted, and a compound file that is no workbook', () => {
    const stream = bookOf('xls')
    const view = new DataView(stream.buffer)
    const at = [...stream.keys()].find(
      (start) => start >= 512 && view.getUint32(start, true) === 0x0010_0809,
    )
    // The record after the first one becomes the one that names a password.
    const after = (at ?? 0) + 4 + 16
    view.setUint16(after, 0x002f, true)
    expect(problemsOf('a.xls', stream)).toEqual(['encrypted'])
    const other = bookOf('xls')
    const name = [...'Workbook'].flatMap((letter) => [letter.charCodeAt(0), 0])
    for (let start = 0; start < other.length - 16; start += 1)
      if (name.every((byte, index) => other[start + index] === byte)) other[start] = 0x58
    expect(problemsOf('a.doc', other)).toEqual(['notSpreadsheet'])
  })
})

const utf16 = (text: string, isBig = false): Uint8Array => {
  const bytes = new Uint8Array(text.length * 2)
  const view = new DataView(bytes.buffer)
  for (let at = 0; at < text.length; at += 1) view.setUint16(at * 2, text.charCodeAt(at), !isBig)
  return bytes
}
const bytesOf = (...parts: (string | number)[]): Uint8Array =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'number' ? [part] : [...strToU8(part)])))

describe('a text file is read in the guessed or in the chosen way', () => {
  const readText = (fileName: string, bytes: Uint8Array, reading?: TextReading) => {
    const file = parseSpreadsheet({
      ...{ fileName, bytes },
      ...(reading === undefined ? {} : { reading }),
    })
    return [file.encoding, file.delimiter, file.sheets[0]?.rows]
  }

  it('the blank line at the end says nothing about the separator', () => {
    const rows = [
      'ID,Section,Requirement,a;b,Last',
      'r0,a;b,a;b,,',
      'r1,a;b,Open,,No',
      'r2,a;b,Close,,',
    ]
    const [, delimiter, found] = readText('a.csv', strToU8(`${rows.join('\r\n')}\r\n`))
    expect(delimiter).toBe(',')
    expect(found).toEqual(rows.map((row) => row.split(',')))
  })

  it.each([
    [
      'UTF-8',
      'a.csv',
      strToU8('ID;Názov\n1;é'),
      [
        'UTF-8',
        ';',
        [
          ['ID', 'Názov'],
          ['1', 'é'],
        ],
      ],
    ],
    [
      'UTF-16 with a mark',
      'a.txt',
      utf16('\ufeffID\tNázov\r\n1\tľ'),
      [
        'UTF-16LE',
        '\t',
        [
          ['ID', 'Názov'],
          ['1', 'ľ'],
        ],
      ],
    ],
    [
      'UTF-16 the other way',
      'a.txt',
      utf16('\ufeffID\tNázov\r\n1\tľ', true),
      [
        'UTF-16BE',
        '\t',
        [
          ['ID', 'Názov'],
          ['1', 'ľ'],
        ],
      ],
    ],
    [
      'UTF-16 without a mark',
      'a.txt',
      utf16('ID;Názov\r\n1;ľ'),
      [
        'UTF-16LE',
        ';',
        [
          ['ID', 'Názov'],
          ['1', 'ľ'],
        ],
      ],
    ],
    [
      'Slovak',
      'a.csv',
      bytesOf('ID;Text\n1;', 0x9e, 'iados', 0x9d, ' ', 0xe8, 'o'),
      [
        'Windows-1250',
        ';',
        [
          ['ID', 'Text'],
          ['1', 'žiadosť čo'],
        ],
      ],
    ],
    [
      'Polish',
      'a.csv',
      bytesOf('ID;Text\n1;us', 0xb3, 'ug', 0xea),
      [
        'Windows-1250',
        ';',
        [
          ['ID', 'Text'],
          ['1', 'usługę'],
        ],
      ],
    ],
    [
      'Hungarian',
      'a.csv',
      bytesOf('ID;Text\n1;kett', 0xf5),
      [
        'Windows-1250',
        ';',
        [
          ['ID', 'Text'],
          ['1', 'kettő'],
        ],
      ],
    ],
    [
      'French',
      'a.csv',
      bytesOf('ID;Texte\n1;syst', 0xe8, 'me ', 0xe0, ' pr', 0xea, 't'),
      [
        'Windows-1252',
        ';',
        [
          ['ID', 'Texte'],
          ['1', 'système à prêt'],
        ],
      ],
    ],
    [
      'Spanish',
      'a.csv',
      bytesOf('ID;Texto\n1;a', 0xf1, 'o'),
      [
        'Windows-1252',
        ';',
        [
          ['ID', 'Texto'],
          ['1', 'año'],
        ],
      ],
    ],
    [
      'German',
      'a.csv',
      bytesOf('ID;Text\n1;Gr', 0xf6, 0xdf, 'e'),
      [
        'Windows-1250',
        ';',
        [
          ['ID', 'Text'],
          ['1', 'Größe'],
        ],
      ],
    ],
    [
      'tabs beside commas',
      'a.tsv',
      strToU8('ID\tText\n1\ta, b, c\n2\td, e, f'),
      [
        'UTF-8',
        '\t',
        [
          ['ID', 'Text'],
          ['1', 'a, b, c'],
          ['2', 'd, e, f'],
        ],
      ],
    ],
    [
      'a first line that names the separator',
      'a.csv',
      strToU8('sep=|\r\nID|Text\n1|a;b,c'),
      [
        'UTF-8',
        '|',
        [
          ['ID', 'Text'],
          ['1', 'a;b,c'],
        ],
      ],
    ],
  ] as const)('%s', (_, fileName, bytes, want) => {
    expect(readText(fileName, bytes)).toEqual(want)
  })

  it('a choice wins over the guess', () => {
    const bytes = bytesOf('ID;Text\n1;syst', 0xe8, 'me')
    expect(readText('a.csv', bytes, { encoding: 'Windows-1250', delimiter: ',' })).toEqual([
      'Windows-1250',
      ',',
      [['ID;Text'], ['1;systčme']],
    ])
    expect(readText('a.csv', bytes, { encoding: 'UTF-8' })[2]).toEqual([
      ['ID', 'Text'],
      ['1', 'syst\ufffdme'],
    ])
    const plain = utf16('ID;Text\n1;ľ')
    expect(problemsOf('a.csv', plain, { encoding: 'UTF-8' })).toEqual(['notSpreadsheet'])
    expect(readText('a.csv', plain, { encoding: 'UTF-16LE' })[2]?.[1]).toEqual(['1', 'ľ'])
  })
})
