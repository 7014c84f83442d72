import { unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { column, type TableNote } from '#schema/rules/export/export-table.ts'
import { ZipWriter } from '../zip-writer.ts'
import { DRAWING_ID, notesPart, writeNotes } from './notes.ts'

/** Widths of 103, 187, 425 and 425 pixels; every further column has 64. */
const COLUMNS = [
  column('id', 'ID', 'id'),
  column('section', 'Section'),
  column('requirement', 'Requirement', 'longText'),
  column('text', 'Text', 'longText'),
]
const partsOf = async (pages: readonly (readonly TableNote[])[], at = 2) => {
  const pieces: Uint8Array[] = []
  const zip = new ZipWriter({ write: async (bytes) => void pieces.push(Uint8Array.from(bytes)) })
  await writeNotes(
    zip,
    { at, columns: COLUMNS },
    (async function* () {
      for (const page of pages) yield await Promise.resolve(page)
    })(),
  )
  await zip.end()
  const parts = unzipSync(Buffer.concat(pieces))
  return new Map(
    Object.entries(parts).map(([name, part]) => [name, Buffer.from(part).toString()] as const),
  )
}
const note = (row: number, at: number, text = 'Help'): TableNote => ({
  ...{ row, column: at, text },
})
const drawingOf = async (pages: readonly (readonly TableNote[])[]): Promise<string> =>
  (await partsOf(pages)).get('xl/drawings/vmlDrawing2.vml') ?? ''
const anchors = (xml: string): string[] =>
  [...xml.matchAll(/<x:Anchor>([^<]*)</g)].map(([, text]) => text ?? '')

describe('[EX23] the notes of a sheet', () => {
  it('have texts, a drawing and the links to both', async () => {
    const parts = await partsOf([[note(0, 2)]])
    expect([...parts.keys()]).toEqual([
      ...['xl/comments2.xml', 'xl/drawings/vmlDrawing2.vml', 'xl/worksheets/_rels/sheet2.xml.rels'],
    ])
    expect([notesPart(2), notesPart(11)]).toEqual(['xl/comments2.xml', 'xl/comments11.xml'])
    const links = parts.get('xl/worksheets/_rels/sheet2.xml.rels') ?? ''
    expect(links).toContain(`Id="${DRAWING_ID}"`)
    expect(links).toMatch(
      /Id="rId1" Type="[^"]*\/vmlDrawing" Target="\.\.\/drawings\/vmlDrawing2\.vml"/,
    )
    expect(links).toMatch(/Id="rId2" Type="[^"]*\/comments" Target="\.\.\/comments2\.xml"/)
    expect((await partsOf([], 3)).has('xl/comments3.xml')).toBe(true)
  })

  it('stand at their cells below the header, page after page', async () => {
    const xml = (await partsOf([[note(0, 2, 'A & <B>'), note(1, 0)], [], [note(9, 27)]])).get(
      'xl/comments2.xml',
    )
    expect([...(xml ?? '').matchAll(/ref="(\w+)"/g)].map(([, ref]) => ref)).toEqual([
      ...['C2', 'A3', 'AB11'],
    ])
    expect(xml).toContain('<t xml:space="preserve">A &amp; &lt;B&gt;</t>')
    expect(xml?.endsWith('</commentList></comments>')).toBe(true)
  })
})

describe('[EX23] the box of a note', () => {
  it('begins beside its cell and is 340 pixels wide', async () => {
    const xml = await drawingOf([[note(0, 0), note(4, 1), note(5, 2), note(6, 9)]])
    expect(anchors(xml)).toEqual([
      // 187 of the second column and 153 of the third.
      '1,15,1,2,2,153,3,4',
      '2,15,5,2,2,340,7,4',
      '3,15,6,2,3,340,8,4',
      // Five columns of 64 and 20 of the sixth.
      '10,15,7,2,15,20,9,4',
    ])
    expect(
      [...xml.matchAll(/<x:Row>(\d+)<\/x:Row><x:Column>(\d+)</g)].map((one) => one.slice(1)),
    ).toEqual([
      ['1', '0'],
      ['5', '1'],
      ['6', '2'],
      ['7', '9'],
    ])
  })

  it('is as high as its text, with a line to spare, and at most 24 lines', async () => {
    const texts = [
      '',
      'x',
      'x'.repeat(46),
      'x'.repeat(47),
      'a\n\nb',
      'a\n'.repeat(22),
      'a\n'.repeat(30),
    ]
    const xml = await drawingOf([texts.map((text) => note(0, 0, text))])
    const heights = anchors(xml).map((text) => Number(text.split(',')[6]) - 1)
    expect(heights).toEqual([2, 2, 2, 3, 4, 24, 24])
  })

  it('has an id of its own in the blocks that the drawing names', async () => {
    const notes = (count: number) => [Array.from({ length: count }, (_, row) => note(row, 0))]
    const idsOf = (xml: string): number[] =>
      [...xml.matchAll(/id="_x0000_s(\d+)"/g)].map(([, id]) => Number(id))
    const blocksOf = (xml: string) => /idmap v:ext="edit" data="([\d,]*)"/.exec(xml)?.[1]
    const few = await drawingOf(notes(2))
    expect([idsOf(few), blocksOf(few)]).toEqual([[1_025, 1_026], '1'])
    expect(blocksOf(await drawingOf(notes(1_023)))).toBe('1')
    const many = await drawingOf(notes(1_024))
    expect([idsOf(many).at(-1), blocksOf(many)]).toEqual([2_048, '1,2'])
    expect(few.endsWith('</xml>')).toBe(true)
  })
})
