import { describe, expect, it } from 'vitest'
import type { WordCell, WordParagraph } from '#schema/rules/word/word-blocks.ts'
import { docxElements } from '../../../../tests/support/docx-elements.ts'
import { heading, listed, p, r, style, table, tc } from '../../../../tests/support/docx-file.ts'
import { importProblemOf } from '../../../../tests/support/import-problem.ts'
import { DocxBlocks } from './docx-blocks.ts'
import { DocxNumbering } from './docx-numbering.ts'
import { DocxStyles } from './docx-styles.ts'
import type { DocxParts } from './docx-text.ts'
import type { XmlElement } from './docx-xml.ts'

const STYLES = `<w:style w:type="paragraph" w:styleId="Item"><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style>
<w:style w:type="paragraph" w:styleId="Below"><w:pPr><w:numPr><w:ilvl w:val="1"/><w:numId w:val="1"/></w:numPr></w:pPr></w:style>
<w:style w:type="paragraph" w:styleId="Named"><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style>
<w:style w:type="paragraph" w:styleId="Caption"><w:name w:val="caption"/></w:style>
<w:style w:type="paragraph" w:styleId="Title"><w:name w:val="Title"/></w:style>
<w:style w:type="paragraph" w:styleId="Hidden"><w:rPr><w:vanish/></w:rPr></w:style>`
const lvl = (at: number, text: string, more = ''): string =>
  `<w:lvl w:ilvl="${at}"><w:lvlText w:val="${text}"/>${more}</w:lvl>`
const NUMBERING = `<w:abstractNum w:abstractNumId="0">${lvl(0, '%1.')}${lvl(1, '%1.%2')}${lvl(2, '%1.%2.%3', '<w:pStyle w:val="Named"/>')}</w:abstractNum>
<w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/></w:lvl></w:abstractNum>
<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num>`

/** Adds each element and calls `onAdded` after it. */
const readElements = (elements: readonly XmlElement[], onAdded = (): void => {}) => {
  const [styles, numbering] = [new DocxStyles(), new DocxNumbering()]
  for (const one of docxElements(STYLES)) styles.add(one)
  for (const one of docxElements(NUMBERING)) numbering.add(one)
  const none = new Map<string, string>()
  const parts: DocxParts = {
    ...{ styles, links: none, footnotes: none, endnotes: none },
    ...{ comments: new Map([...'1234'].map((id) => [id, `C${id}`])), hidden: { count: 0 } },
  }
  const blocks = new DocxBlocks(parts, numbering)
  for (const one of elements) {
    blocks.add(one)
    onAdded()
  }
  return { blocks: blocks.blocks, hidden: parts.hidden.count }
}
const readBody = (body: string) => readElements(docxElements(body))
const blocksOf = (body: string) => readBody(body).blocks
const paragraphsIn = (body: string) =>
  blocksOf(body).map((block): WordParagraph => {
    if (block.kind !== 'paragraph') throw new Error('a table')
    return block
  })
const textsIn = (body: string) => paragraphsIn(body).map(({ text }) => text)
const numbersIn = (body: string) => paragraphsIn(body).map(({ number }) => number)
const rowsIn = (body: string) =>
  blocksOf(body).map((block) => {
    if (block.kind !== 'table') throw new Error('a paragraph')
    return block.rows
  })
const cellsIn = (body: string) =>
  rowsIn(body).map((rows) => rows.map(({ cells }) => cells.map(({ text }) => text)))

const comment = (id: number): string => `<w:r><w:commentReference w:id="${id}"/></w:r>`
const box = (content: string): string =>
  `<w:r><w:drawing><w:txbxContent>${content}</w:txbxContent></w:drawing></w:r>`
const control = (content: string, more = ''): string =>
  `<w:sdt><w:sdtPr>${more}</w:sdtPr><w:sdtContent>${content}</w:sdtContent></w:sdt>`
const row = (cells: string, properties = ''): string =>
  `<w:tr><w:trPr>${properties}</w:trPr>${cells}</w:tr>`
const tbl = (...rows: string[]): string => `<w:tbl>${rows.join('')}</w:tbl>`

describe('a paragraph', () => {
  it('has its text, comments and level', () => {
    expect(blocksOf(heading(2, 'Keys') + p(r(' Keys are kept. ') + comment(1)))).toEqual([
      {
        ...{ kind: 'paragraph', text: 'Keys', level: 2, number: '', isListed: false },
        ...{ isCaption: false, comments: [] },
      },
      {
        ...{ kind: 'paragraph', text: 'Keys are kept.', level: 0, number: '', isListed: false },
        ...{ isCaption: false, comments: ['C1'] },
      },
    ])
  })

  it('can be a caption, and is left out as a title or without a text', () => {
    const body =
      p('Table 1', style('Caption')) +
      p('The tender', style('Title')) +
      p(' ') +
      p('', listed(1, 0))
    expect(paragraphsIn(body)).toMatchObject([{ text: 'Table 1', isCaption: true }])
  })

  it('without a text counts in its list', () => {
    expect(numbersIn(p('', listed(1, 0)) + p('Second', listed(1, 0)))).toEqual(['2'])
  })

  it('of a hidden style is left out', () => {
    expect(readBody(p('Price', style('Hidden')) + p('Shown'))).toMatchObject({
      ...{ blocks: [{ text: 'Shown' }], hidden: 1 },
    })
  })

  it('is read inside of controls and insertions, and not in a list of contents', () => {
    const gallery = (name: string): string =>
      `<w:docPartObj><w:docPartGallery w:val="${name}"/></w:docPartObj>`
    const body = [
      control(p('One') + control(p('Two'))),
      `<w:ins>${p('Three')}</w:ins><w:moveTo>${p('Four')}</w:moveTo><w:customXml>${p('Five')}</w:customXml>`,
      control(p('Contents'), gallery('Table of Contents')),
      control(`${control(p('Books'), gallery('Bibliographies'))}${p('Six')}`),
      control(p('Seven'), gallery('Cover Pages')),
      `<w:moveFrom>${p('Gone')}</w:moveFrom><w:sectPr>${p('None')}</w:sectPr>`,
      `<w:ins><w:other>${p('None')}</w:other></w:ins>`,
    ].join('')
    expect(textsIn(body)).toEqual(['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven'])
  })

  it('whose end was deleted goes on in the next one, with its comments', () => {
    const gone = (mark: string): string => `<w:rPr><w:${mark}/></w:rPr>`
    const body =
      p(r('It must ') + comment(1), gone('del')) +
      p(r('run ') + comment(2), gone('moveFrom')) +
      p(r('fast.') + comment(3)) +
      p('Next.')
    expect(paragraphsIn(body)).toMatchObject([
      { text: 'It must run fast.', comments: ['C1', 'C2', 'C3'] },
      { text: 'Next.', comments: [] },
    ])
  })

  it('stands before the boxes that hang on it, also where its end was deleted', () => {
    const body =
      p(r('Text') + box(p('Box') + table(['a', 'b']))) +
      p(r('One ') + box(control(p('Two'))), '<w:rPr><w:del/></w:rPr>') +
      p('Three')
    expect(
      blocksOf(body).map((block) => (block.kind === 'table' ? block.rows.length : block.text)),
    ).toEqual(['Text', 'Box', 1, 'Two', 'One Three'])
  })
})

describe('the number of a paragraph', () => {
  it('comes from its own list before that of its style', () => {
    const body =
      p('a', style('Item')) +
      p('b', `${style('Item')}${listed(1, 1)}`) +
      p('c', `${style('Item')}${listed(0, 0)}`) +
      p('d', `${style('Item')}${listed(2, 0)}`) +
      p('e', listed(9, 0))
    expect(paragraphsIn(body).map(({ number, isListed }) => [number, isListed])).toEqual([
      ['1', true],
      ['1.1', true],
      ['', false],
      ['', true],
      ['', false],
    ])
  })

  it('is on the level of the paragraph, of its style, or of the style in the list', () => {
    const level = '<w:numPr><w:ilvl w:val="0"/></w:numPr>'
    const body =
      p('a', style('Item')) +
      p('b', style('Below')) +
      p('c', style('Named')) +
      p('d', `${style('Named')}${level}`) +
      p('e', `${style('Below')}${level}`) +
      p('f', `${style('Named')}<w:numPr><w:ilvl w:val="x"/></w:numPr>`)
    expect(numbersIn(body)).toEqual(['1', '1.1', '1.1.1', '2', '3', '4'])
  })
})

describe('a table', () => {
  it('has its cells by column, with the merged ones', () => {
    const cell = (text: string, more = '') => tc(p(text), more)
    const [merged, goesOn] = ['<w:vMerge w:val="restart"/>', '<w:vMerge/>']
    const body = tbl(
      row(cell('a', '<w:gridSpan w:val="2"/>') + tc(p(r('b') + comment(1)), merged)),
      row(cell('c') + cell('d', '<w:gridSpan w:val="0"/>') + cell('lost', goesOn)),
      row(cell('e') + cell('f'), '<w:gridBefore w:val="1"/>'),
      row(cell('g') + cell('h') + cell('i', '<w:vMerge w:val="restart"/>')),
      row(cell('j', '<w:gridSpan w:val="x"/>') + cell('k') + cell('l') + cell('m', goesOn)),
    )
    expect(cellsIn(body)).toEqual([
      [
        ['a', '', 'b'],
        ['c', 'd', 'b'],
        ['', 'e', 'f'],
        ['g', 'h', 'i'],
        ['j', 'k', 'l', ''],
      ],
    ])
    const comments = rowsIn(body)[0]?.map(({ cells }) => cells.at(-1)?.comments)
    expect(comments).toEqual([['C1'], [], [], [], []])
  })

  it('leaves out what is hidden, deleted or empty, and counts what is hidden', () => {
    const two = (text: string): string => tc(p(text)) + tc(p(text))
    const body = tbl(
      row(two('a'), '<w:tblHeader/>'),
      row(two('b'), '<w:hidden/>'),
      row(two('c'), '<w:hidden w:val="0"/><w:tblHeader w:val="0"/>'),
      row(two('d'), '<w:del/>'),
      row(two('')),
      row(tc(p('e')) + tc(p('f'), '<w:cellDel/>') + control(tc(p('g')))),
      `<w:ins>${row(two('h'))}</w:ins>`,
      row(tc(p('')) + tc(p('', listed(1, 0)))),
    )
    expect(cellsIn(body)).toEqual([
      [
        ['a', 'a'],
        ['c', 'c'],
        ['e', 'g'],
        ['h', 'h'],
        ['', ''],
      ],
    ])
    expect(rowsIn(body)[0]?.map(({ isHeader }) => isHeader)).toEqual([
      ...[true, false, false, false, false],
    ])
    expect(readBody(body).hidden).toBe(1)
  })

  it('of one column is a frame around paragraphs and tables', () => {
    const body = tbl(
      row(tc(heading(1, 'One') + p('Two'))),
      row(''),
      row(tc(control(p('Three')) + table(['a', 'b']))),
    )
    expect(
      blocksOf(body).map((block) => (block.kind === 'table' ? 'table' : [block.text, block.level])),
    ).toEqual([['One', 1], ['Two', 0], ['Three', 0], 'table'])
  })
})

describe('the text of a cell', () => {
  const cellOf = (content: string): WordCell | undefined =>
    rowsIn(tbl(row(tc(p('first')) + tc(content))))[0]?.[0]?.cells[1]

  it('has a line for each paragraph, row of a table, and box', () => {
    const content =
      p(r('One ') + comment(1)) +
      p(' ') +
      tbl(row(tc(p(r('a') + comment(2))) + tc(p('b'))), row(tc(p('c')) + tc(p('d')))) +
      tbl(row(tc(p('frame')))) +
      control(p(r('Two') + box(p(r('box') + comment(3)))))
    expect(cellOf(content)).toEqual({
      ...{ text: 'One\na | b\nc | d\nframe\nTwo\nbox', number: '' },
      comments: ['C1', 'C2', 'C3'],
    })
  })

  it('has the number beside it where it is one paragraph, and before each of several', () => {
    expect(cellOf(p('One', listed(1, 0)))).toMatchObject({ text: 'One', number: '1' })
    expect(cellOf(p('', listed(1, 0)))).toMatchObject({ text: '', number: '1' })
    expect(cellOf(p('One', listed(1, 0)) + p('Two', listed(1, 1)) + p('Three'))).toMatchObject({
      ...{ text: '1 One\n1.1 Two\nThree', number: '' },
    })
    expect(cellOf(p('One', listed(2, 0)))).toMatchObject({ text: '• One', number: '' })
    expect(cellOf(p(' '))).toMatchObject({ text: '', number: '' })
  })

  it('has no number of a paragraph whose end was deleted, and nothing hidden', () => {
    const content = p('One', `${listed(1, 0)}<w:rPr><w:del/></w:rPr>`) + p('x', style('Hidden'))
    expect(cellOf(content)).toMatchObject({ text: 'One', number: '' })
  })
})

describe('a document is refused', () => {
  const problemOf = (elements: readonly XmlElement[], onAdded?: () => void) =>
    importProblemOf(() => readElements(elements, onAdded))
  const tooManyRows = { code: 'tooManyRows', detail: { limit: 60_000 } }

  it('with more than 200 columns', () => {
    const wide = (count: number) =>
      docxElements(tbl(row(tc(p('a'), `<w:gridSpan w:val="${count}"/>`) + tc(p('b')))))
    expect(problemOf(wide(199))).toBeNull()
    expect(problemOf(wide(200))).toEqual({ code: 'tooManyColumns', detail: { limit: 200 } })
  })

  it('with more than 60,000 paragraphs', () => {
    const paragraphs = docxElements(p('a')).flatMap((one) => Array(60_001).fill(one))
    let added = 0
    expect(problemOf(paragraphs, () => (added += 1))).toEqual(tooManyRows)
    expect(added).toBe(60_000)
  })

  it('with a table of more than 60,000 rows', () => {
    const tables = docxElements(tbl(row(tc('') + tc('')))).map((one) => ({
      ...one,
      children: one.children.flatMap((only) => Array(60_001).fill(only)),
    }))
    expect(problemOf(tables)).toEqual(tooManyRows)
  })
})
