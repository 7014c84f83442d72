import { Document, HeadingLevel, Packer, Paragraph, Table, TableCell, TableRow } from 'docx'
import { strToU8, unzipSync, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { CFB } from 'xlsx'
import { planImport } from '#schema/rules/excel/excel-rows.ts'
import { guessWorkbook } from '#schema/rules/excel/guess/rank-sheets.ts'
import { prepareTable } from '#schema/rules/excel/prepare-table.ts'
import {
  docxFile,
  type DocxSource,
  heading,
  listed,
  p,
  r,
  style,
  table,
  tc,
} from '../../../../tests/support/docx-file.ts'
import { ImportFileError } from '../import-file-error.ts'
import { readFiles } from '../read-file.ts'

const read = (bytes: Uint8Array) => readFiles({ files: [{ fileName: 'a.docx', bytes }] })

/** The plan of an import without a touch; the same file again changes nothing. */
const planned = async (bytes: Uint8Array) => {
  const file = await read(bytes)
  const { sheetIndex, guesses } = guessWorkbook(file.sheets)
  const [sheet, guess] = [file.sheets[sheetIndex], guesses[sheetIndex]]
  if (sheet === undefined || guess === undefined) throw new Error('no sheet')
  let count = 0
  const mapping = { ...guess.mapping, notesAsHelp: true }
  const input = {
    ...prepareTable(sheet, guess.headerRow, mapping),
    newId: () => `n${(count += 1)}`,
  }
  const plan = planImport({ ...input, existing: { requirements: [], sections: [] } })
  expect(plan.refused).toEqual([])
  const again = planImport({
    ...input,
    existing: {
      sections: plan.sections,
      requirements: plan.creates.map((one) => ({ ...one, fullId: null })),
    },
  })
  expect([again.creates, again.updates, again.missing]).toEqual([[], [], []])
  return { file, plan, sheet }
}
const requirements = async (source: DocxSource) => {
  const { plan } = await planned(docxFile(source))
  return plan.creates.map(({ sourceId, sectionName, name }) => [sourceId, sectionName, name])
}
const names = async (body: string, others: Partial<DocxSource> = {}) =>
  (await requirements({ body, ...others })).map(([, , name]) => name)

const lvl = (at: number, text: string, format = 'decimal', more = ''): string =>
  `<w:lvl w:ilvl="${at}"><w:start w:val="1"/><w:numFmt w:val="${format}"/>${more}<w:lvlText w:val="${text}"/></w:lvl>`
const NUMBERING = `<w:abstractNum w:abstractNumId="0">${lvl(0, '%1.', 'decimal', '<w:pStyle w:val="H1"/>')}${lvl(1, '%1.%2', 'decimal', '<w:pStyle w:val="H2"/>')}${lvl(2, '%1.%2.%3')}</w:abstractNum>
<w:abstractNum w:abstractNumId="1">${lvl(0, '•', 'bullet')}</w:abstractNum>
<w:abstractNum w:abstractNumId="2">${lvl(0, '(%1)', 'lowerLetter')}${lvl(1, '%2.', 'lowerRoman')}</w:abstractNum>
<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>
<w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num>
<w:num w:numId="3"><w:abstractNumId w:val="2"/></w:num>
<w:num w:numId="4"><w:abstractNumId w:val="2"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride></w:num>`
const STYLES = `<w:style w:type="paragraph" w:styleId="H1"><w:name w:val="heading 1"/><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style>
<w:style w:type="paragraph" w:styleId="H2"><w:name w:val="Nadpis 2"/><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style>
<w:style w:type="paragraph" w:styleId="Own"><w:name w:val="Chapter of ours"/><w:basedOn w:val="H1"/></w:style>
<w:style w:type="paragraph" w:styleId="TOC1"><w:name w:val="toc 1"/></w:style>
<w:style w:type="paragraph" w:styleId="Loop"><w:name w:val="Loop"/><w:basedOn w:val="Loop"/></w:style>`

describe('headings and lists', () => {
  it('headings by style, in any language and based on others, are sections, with numbers as ids', async () => {
    const body = [
      p('1. Access 3', style('TOC1')),
      p('Access', style('H1')),
      p('Sign-in', style('H2')),
      p('The system signs people in.', listed(1, 2)),
      p('It asks for a second factor.', listed(1, 2)),
      p('Sign-out', style('H2')),
      p('The system shall sign people out.'),
      p('Audit', style('Own')),
      p('What follows tells of records.', style('Loop')),
      p('Each record is kept for ten years.', listed(1, 1)),
    ].join('')
    expect(await requirements({ body, styles: STYLES, numbering: NUMBERING })).toEqual([
      ['1.1.1', 'Access / Sign-in', 'The system signs people in.'],
      ['1.1.2', 'Access / Sign-in', 'It asks for a second factor.'],
      ['1.2-1', 'Access / Sign-out', 'The system shall sign people out.'],
      ['2.1', 'Audit', 'Each record is kept for ten years.'],
    ])
  })

  it('lists that begin again have ids below their headings, and signs have running numbers', async () => {
    const body = [
      heading(1, 'Access'),
      p('Keys are kept.', listed(3, 0)),
      p('For a year.', listed(3, 1)),
      p('Locks are kept.', listed(3, 0)),
      heading(1, 'Audit'),
      p('Records are kept.', listed(4, 0)),
      p('A sign.', listed(2, 0)),
    ].join('')
    expect(await requirements({ body, numbering: NUMBERING })).toEqual([
      ['1(a)', 'Access', 'Keys are kept.'],
      ['1(a(i))', 'Access', 'For a year.'],
      ['1(b)', 'Access', 'Locks are kept.'],
      ['2(a)', 'Audit', 'Records are kept.'],
      ['2-1', 'Audit', 'A sign.'],
    ])
  })

  it('ids that are typed are ids, and other paragraphs are rows that can be brought in', async () => {
    const body = [
      heading(1, '3 Keys'),
      p('This chapter tells of keys.'),
      p('REQ-7: Keys are long.'),
      p('[REQ-9] Keys are new.'),
    ].join('')
    const { plan, sheet } = await planned(docxFile({ body }))
    expect(plan.creates.map(({ sourceId, name }) => [sourceId, name])).toEqual([
      ['REQ-7', 'Keys are long.'],
      ['REQ-9', 'Keys are new.'],
    ])
    expect(sheet.hiddenRows).toEqual([2])
    expect(sheet.rows[1]).toContain('This chapter tells of keys.')
  })
})

describe('texts', () => {
  it('insertions are read, deletions are not, also of paragraph ends and rows', async () => {
    const body = [
      p(
        `${r('It must ')}<w:ins>${r('now ')}</w:ins><w:del><w:r><w:delText>then </w:delText></w:r></w:del>${r('work')}`,
      ),
      p('<w:del><w:r><w:delText>It must not.</w:delText></w:r></w:del>'),
      p(r('It must also '), '<w:rPr><w:del/></w:rPr>'),
      p('run.'),
      `<w:moveFrom>${r('gone')}</w:moveFrom>`,
    ].join('')
    expect(await names(body)).toEqual(['It must now work', 'It must also run.'])
    const rows = table(['ID', 'Requirement'], ['A-1', 'It runs.'], ['A-2', 'It stops.']).replace(
      '<w:tr><w:tc><w:tcPr></w:tcPr><w:p><w:pPr></w:pPr><w:r><w:rPr></w:rPr><w:t xml:space="preserve">A-2',
      '<w:tr><w:trPr><w:del/></w:trPr><w:tc><w:tcPr></w:tcPr><w:p><w:pPr></w:pPr><w:r><w:rPr></w:rPr><w:t xml:space="preserve">A-2',
    )
    expect(await names(rows)).toEqual(['It runs.'])
  })

  it('hidden text is left out and counted', async () => {
    const body = p(
      `${r('It must work.')}${r('Price: 5', '<w:vanish/>')}${r(' Soon.', '<w:vanish w:val="0"/>')}`,
    )
    const { file, plan } = await planned(docxFile({ body }))
    expect(plan.creates.map(({ name }) => name)).toEqual(['It must work. Soon.'])
    expect(file.hiddenTexts).toBe(1)
  })

  it('comments are help, footnotes stand below, and links keep their address', async () => {
    const body = p(
      `${r('It must work')}<w:r><w:footnoteReference w:id="2"/></w:r> <w:hyperlink r:id="l1">${r('as told')}</w:hyperlink><w:hyperlink r:id="l2">${r('!')}</w:hyperlink><w:r><w:commentReference w:id="5"/></w:r>`,
    )
    const { plan } = await planned(
      docxFile({
        ...{ body, links: { l1: 'https://a.example/x', l2: 'javascript:alert(1)' } },
        comments: `<w:comment w:id="5" w:author="Eva">${p('Say how fast.')}</w:comment>`,
        footnotes: `<w:footnote w:type="separator" w:id="0">${p('-')}</w:footnote><w:footnote w:id="2">${p('Not at night.')}</w:footnote>`,
      }),
    )
    expect(plan.creates).toMatchObject([
      {
        name: 'It must work[1]as told (https://a.example/x)!\n[1] Not at night.',
        vendorHelp: 'Say how fast.',
      },
    ])
  })

  it('fields, boxes, controls and symbols are read as they are shown', async () => {
    const field = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`
    const box = `<w:r><mc:AlternateContent><mc:Choice><w:drawing><w:txbxContent>${p('A box must be read.')}</w:txbxContent></w:drawing></mc:Choice><mc:Fallback><w:pict><w:txbxContent>${p('A box must be read.')}</w:txbxContent></w:pict></mc:Fallback></mc:AlternateContent></w:r>`
    const control = (more: string, text: string) =>
      `<w:sdt><w:sdtPr>${more}</w:sdtPr><w:sdtContent>${text}</w:sdtContent></w:sdt>`
    const body = [
      p(
        `${r('See ')}${field('begin')}<w:r><w:instrText> HYPERLINK "https://b.example/" </w:instrText></w:r>${field('separate')}${r('there')}${field('end')}${r(', it must')}<w:r><w:tab/></w:r>${control('', r('run'))}${control('<w:showingPlcHdr/>', r('Click here'))}<w:r><w:noBreakHyphen/><w:br/></w:r>${box}`,
      ),
      control('', p('A control must be read.')),
      control(
        '<w:docPartObj><w:docPartGallery w:val="Table of Contents"/></w:docPartObj>',
        p('Contents must be left out.'),
      ),
    ].join('')
    expect(await names(body)).toEqual([
      'See there (https://b.example/), it must run-',
      'A box must be read.',
      'A control must be read.',
    ])
  })
})

describe('tables', () => {
  it('rows with column names are requirements with fields; heading rows are sections', async () => {
    const body = [
      heading(1, 'Access'),
      table(
        ['ID', 'Requirement', 'Priority'],
        [tc(p('Keys'), '<w:gridSpan w:val="3"/>')],
        ['A-1', 'The system keeps keys.', 'high'],
        [tc(p('A-2')), tc(p('It keeps locks.')), tc(p('low'), '<w:vMerge w:val="restart"/>')],
        ['A-3', 'It keeps doors.', tc(p(''), '<w:vMerge/>')],
      ),
      p('The system must end.'),
    ].join('')
    const { plan, sheet } = await planned(docxFile({ body }))
    expect(plan.creates.map(({ sourceId, sectionName }) => [sourceId, sectionName])).toEqual([
      ['A-1', 'Access / Keys'],
      ['A-2', 'Access / Keys'],
      ['A-3', 'Access / Keys'],
      ['1-1', 'Access'],
    ])
    expect(sheet.rows.map((row) => row.at(-1))).toEqual(['Priority', 'high', 'low', 'low', ''])
  })

  it('a form is one requirement, an automatic number an id, another table a sheet', async () => {
    const form = (id: string) =>
      table(['ID', id], ['Requirement', `The system does ${id}.`], ['Owner', 'Eva'])
    const numbered = table(
      ['No.', 'Requirement'],
      [tc(p('<w:r/>', listed(1, 0))), 'It is numbered.'],
      [tc(p('<w:r/>', listed(1, 0))), 'It is, too.'],
    )
    const terms = [p('Terms used', style('Caption')), table(['Term', 'Sense'], ['Key', 'A secret'])]
    const body = [form('F-1'), form('F-2'), numbered, ...terms].join('')
    const { file, plan } = await planned(
      docxFile({
        ...{ body, numbering: NUMBERING },
        styles: `<w:style w:type="paragraph" w:styleId="Caption"><w:name w:val="caption"/></w:style>`,
      }),
    )
    expect(plan.creates.map(({ sourceId, name }) => [sourceId, name])).toEqual([
      ['F-1', 'The system does F-1.'],
      ['F-2', 'The system does F-2.'],
      ['1', 'It is numbered.'],
      ['2', 'It is, too.'],
    ])
    expect(file.sheets.map(({ name }) => name)).toEqual(['Requirements', 'Terms used'])
  })
})

it('a document of a library is read with counts', async () => {
  const cell = (text: string) => new TableCell({ children: [new Paragraph(text)] })
  const rows = [
    ['ID', 'Requirement', 'Weight'],
    ['T-1', 'The system prints tickets.', '5'],
    ['T-2', 'The system sells tickets.', '3'],
  ].map((texts) => new TableRow({ children: texts.map(cell) }))
  const document = new Document({
    numbering: {
      config: [{ reference: 'n', levels: [{ level: 0, format: 'decimal', text: 'R%1' }] }],
    },
    sections: [
      {
        children: [
          new Paragraph({ text: 'The tender', heading: HeadingLevel.TITLE }),
          new Paragraph({ text: 'Selling', heading: HeadingLevel.HEADING_1 }),
          new Paragraph('This chapter is about sales.'),
          new Paragraph({ text: 'A rider pays by card.', numbering: { reference: 'n', level: 0 } }),
          new Paragraph({ text: 'A rider pays in cash.', numbering: { reference: 'n', level: 0 } }),
          new Paragraph({ text: 'Tables', heading: HeadingLevel.HEADING_2 }),
          new Table({ rows }),
          new Paragraph({ text: 'A list', bullet: { level: 0 } }),
        ],
      },
    ],
  })
  const { plan } = await planned(new Uint8Array(await Packer.toBuffer(document)))
  expect(plan.creates.map(({ sourceId, sectionName }) => [sourceId, sectionName])).toEqual([
    ['R1', 'Selling'],
    ['R2', 'Selling'],
    ['T-1', 'Selling / Tables'],
    ['T-2', 'Selling / Tables'],
    ['1.1-1', 'Selling / Tables'],
  ])
})

const problemOf = async (bytes: Uint8Array, fileName = 'a.docx') => {
  try {
    await readFiles({ files: [{ fileName, bytes }] })
    return null
  } catch (error) {
    if (!(error instanceof ImportFileError)) throw error
    return error.problems[0]?.code
  }
}
describe('a document that is wrong or attacks its reader is refused', () => {
  const GOOD = docxFile({ body: p('It must work.') })
  const without = (name: string) =>
    zipSync(Object.fromEntries(Object.entries(unzipSync(GOOD)).filter(([key]) => key !== name)))
  const LAUGHS = `<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]>`

  it.each([
    ['entities', docxFile({ body: p('&b;'), prolog: LAUGHS }), 'wordDocumentType'],
    ['an unknown entity', docxFile({ body: p('&b;') }), 'brokenZip'],
    ['no end', docxFile({ body: '<w:p>' }), 'brokenZip'],
    ['a cut archive', GOOD.subarray(0, 300), 'brokenZip'],
    ['another archive', zipSync({ 'a.txt': strToU8('a') }), 'notDocx'],
    ['no document', without('word/document.xml'), 'notDocx'],
    ['nothing', new Uint8Array(0), 'empty'],
    ['no text', docxFile({ body: p('') }), 'empty'],
    ['RTF', strToU8('{\\rtf1 It must work.}'), 'notDocx'],
    ['depth', docxFile({ body: '<w:sdt>'.repeat(100_000) }), 'wordTooLarge'],
    [
      'columns',
      docxFile({ body: table([tc(p('a'), '<w:gridSpan w:val="1000000000"/>'), 'b']) }),
      'tooManyColumns',
    ],
    [
      'a table of millions of elements',
      docxFile({ body: `<w:tbl>${'<w:tr/>'.repeat(1_000_001)}</w:tbl>` }),
      'wordTooLarge',
    ],
    ['paragraphs', docxFile({ body: p('It must work.').repeat(60_001) }), 'tooManyRows'],
    [
      'a bomb',
      zipSync({ 'word/document.xml': new Uint8Array(201 * 1024 * 1024) }, { level: 1 }),
      'zipBomb',
    ],
    [
      'not UTF-8',
      zipSync({ 'word/document.xml': new Uint8Array([0x3c, 0xe9, 0x3e]) }),
      'brokenZip',
    ],
  ] as const)('%s', async (_, bytes, code) => {
    expect(await problemOf(bytes)).toBe(code)
  })

  it('a password, which makes a container of another kind', async () => {
    const container = CFB.utils.cfb_new()
    CFB.utils.cfb_add(container, '/EncryptedPackage', new Uint8Array(9_000))
    const bytes = new Uint8Array(CFB.write(container, { type: 'buffer' }) as Uint8Array)
    expect(await problemOf(bytes)).toBe('encrypted')
    expect(await problemOf(bytes.subarray(0, 600))).toBe('brokenZip')
  })

  it('numbers without an end and styles in circles cost nothing', async () => {
    const styles = `<w:style w:styleId="A"><w:basedOn w:val="B"/></w:style><w:style w:styleId="B"><w:basedOn w:val="A"/></w:style>`
    const numbering = `<w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="99999"/><w:numFmt w:val="upperRoman"/><w:lvlText w:val="${'%1'.repeat(5_000)}"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>`
    const body = p('It works.', `${style('A')}${listed(1, 0)}`).repeat(2_000)
    const { plan } = await planned(docxFile({ body, styles, numbering }))
    expect(plan.creates).toHaveLength(2_000)
    expect(Reflect.get({}, 'polluted')).toBeUndefined()
  })
})
