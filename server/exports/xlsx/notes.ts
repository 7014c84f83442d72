import { cellAddress, workbookText } from '#schema/rules/excel/excel-rows-cells.ts'
import type { TableColumn, TableNote } from '#schema/rules/export/export-table.ts'
import type { TextPieces, ZipWriter } from '../zip-writer.ts'
import { escaped, MAIN, relationsXml, XML } from './xml.ts'

/** Where the parts of a sheet's notes are; `at` counts sheets from 1. */
export const notesPart = (at: number): string => `xl/comments${at}.xml`
const drawingPart = (at: number): string => `xl/drawings/vmlDrawing${at}.vml`
/** The relation by which a sheet names the drawing of its notes. */
export const DRAWING_ID = 'rId1'

const noteXml = ({ row, column, text }: TableNote): string =>
  `<comment ref="${cellAddress(row + 2, column)}" authorId="0"><text><r>` +
  `<t xml:space="preserve">${escaped(workbookText(text))}</t></r></text></comment>`

const BOX_PX = 340
const LINE_CHARACTERS = 46
const MOST_LINES = 24
/** A spreadsheet cuts a note at its box. */
const linesOf = (text: string): number => {
  const lines = text
    .split('\n', MOST_LINES)
    .reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / LINE_CHARACTERS)), 1)
  return Math.min(MOST_LINES, lines)
}

/** A note's place, kept until the drawing is written. */
interface Box {
  row: number
  column: number
  lines: number
}

const DEFAULT_PX = 64
/** The column and the place in it where a box ends that begins in the column `from`. */
const rightEnd = (columns: readonly TableColumn[], from: number): [column: number, px: number] => {
  let [at, left] = [from, BOX_PX]
  for (;;) {
    const width = columns[at]?.width
    const px = width === undefined ? DEFAULT_PX : Math.round(width * 7 + 5)
    if (left < px) return [at, left]
    left -= px
    at += 1
  }
}

const shapeXml = ({ row, column, lines }: Box, id: number, [right, px]: [number, number]): string =>
  `<v:shape id="_x0000_s${id}" type="#_x0000_t202" style="position:absolute;visibility:hidden" ` +
  'fillcolor="#ffffe1" o:insetmode="auto"><v:fill color2="#ffffe1"/>' +
  '<v:shadow on="t" color="black" obscured="t"/><v:path o:connecttype="none"/>' +
  '<v:textbox style="mso-direction-alt:auto"><div style="text-align:left"/></v:textbox>' +
  '<x:ClientData ObjectType="Note"><x:MoveWithCells/><x:SizeWithCells/>' +
  `<x:Anchor>${column + 1},15,${row + 1},2,${right},${px},${row + 1 + lines},4</x:Anchor>` +
  `<x:AutoFill>False</x:AutoFill><x:Row>${row + 1}</x:Row><x:Column>${column}</x:Column>` +
  '</x:ClientData></v:shape>'

/** Ids of shapes come in blocks, which a drawing names. */
const BLOCK = 1_024
const writeDrawing = async (
  part: TextPieces,
  boxes: readonly Box[],
  columns: readonly TableColumn[],
): Promise<void> => {
  const blocks = Array.from({ length: Math.ceil((boxes.length + 1) / BLOCK) }, (_, at) => at + 1)
  await part.add(
    '<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" ' +
      'xmlns:x="urn:schemas-microsoft-com:office:excel"><o:shapelayout v:ext="edit">' +
      `<o:idmap v:ext="edit" data="${blocks.join(',')}"/></o:shapelayout>` +
      '<v:shapetype id="_x0000_t202" coordsize="21600,21600" o:spt="202" ' +
      'path="m,l,21600r21600,l21600,xe"><v:stroke joinstyle="miter"/>' +
      '<v:path gradientshapeok="t" o:connecttype="rect"/></v:shapetype>',
  )
  for (const [at, box] of boxes.entries())
    await part.add(shapeXml(box, BLOCK + 1 + at, rightEnd(columns, box.column + 1)))
  await part.add('</xml>')
}

interface Sheet {
  /** Counts sheets from 1. */
  at: number
  columns: readonly TableColumn[]
}

/** Writes the notes of a sheet: their texts, the boxes that Excel shows them in, and both links. */
export const writeNotes = async (
  zip: ZipWriter,
  { at, columns }: Sheet,
  pages: AsyncIterable<readonly TableNote[]>,
): Promise<void> => {
  const boxes: Box[] = []
  const texts = await zip.entry(notesPart(at))
  await texts.add(
    `${XML}<comments xmlns="${MAIN}"><authors><author></author></authors><commentList>`,
  )
  for await (const notes of pages)
    for (const note of notes) {
      boxes.push({ row: note.row, column: note.column, lines: linesOf(note.text) })
      await texts.add(noteXml(note))
    }
  await texts.add('</commentList></comments>')
  await writeDrawing(await zip.entry(drawingPart(at)), boxes, columns)
  const links = await zip.entry(`xl/worksheets/_rels/sheet${at}.xml.rels`)
  await links.add(
    relationsXml([
      { id: DRAWING_ID, type: 'vmlDrawing', target: `../drawings/vmlDrawing${at}.vml` },
      { id: 'rId2', type: 'comments', target: `../comments${at}.xml` },
    ]),
  )
}
