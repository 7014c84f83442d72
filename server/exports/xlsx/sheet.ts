import type { ChoiceLists } from '#schema/rules/excel/choice-lists.ts'
import { columnLetters } from '#schema/rules/excel/excel-rows-cells.ts'
import type { TableColumn } from '#schema/rules/export/export-table.ts'
import type { TextPieces } from '../zip-writer.ts'
import { DRAWING_ID } from './notes.ts'
import { rowXml } from './rows.ts'
import { emptyStyle } from './styles.ts'
import { escaped, MAIN, RELATIONS, XML } from './xml.ts'

/** The start of a sheet up to its rows. */
export const sheetStart = (
  columns: readonly TableColumn[],
  { isFirst, isRightToLeft }: { isFirst: boolean; isRightToLeft: boolean },
): string =>
  `${XML}<worksheet xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheetViews><sheetView ` +
  `${isRightToLeft ? 'rightToLeft="1" ' : ''}${isFirst ? 'tabSelected="1" ' : ''}` +
  'workbookViewId="0"><pane xSplit="1" ySplit="1" topLeftCell="B2" activePane="bottomRight" ' +
  'state="frozen"/></sheetView></sheetViews><cols>' +
  columns
    .map(
      ({ width, kind }, at) =>
        `<col min="${at + 1}" max="${at + 1}" width="${width}" style="${emptyStyle(kind)}" customWidth="1"/>`,
    )
    .join('') +
  '</cols><sheetData>'
/** Protects ids and headers without a password; an attribute of 0 permits. */
const PROTECTION =
  '<sheetProtection sheet="1" formatCells="0" formatColumns="0" formatRows="0" ' +
  'insertRows="0" deleteRows="0" sort="0" autoFilter="0"/>'

/** A list of the texts that a column offers; any other text may be typed, too. */
const listXml = (formula: string, at: number, rows: number): string => {
  const letters = columnLetters(at)
  return (
    '<dataValidation type="list" errorStyle="warning" allowBlank="1" showErrorMessage="1" ' +
    `sqref="${letters}2:${letters}${rows}"><formula1>${escaped(formula)}</formula1></dataValidation>`
  )
}

export const filterRange = (columns: readonly TableColumn[], rows: number): string =>
  `A1:${columnLetters(columns.length - 1)}${rows}`

/** The end of a sheet; `rows` counts its header. */
export const sheetEnd = ({
  columns,
  rows,
  hasNotes,
  lists,
}: {
  columns: readonly TableColumn[]
  rows: number
  hasNotes: boolean
  lists: ChoiceLists
}): string => {
  const checks = columns.flatMap(({ options = [] }, at) =>
    options.length === 0 || rows < 2 ? [] : [listXml(lists.formulaOf(options), at, rows)],
  )
  return (
    `</sheetData>${columns.some(({ kind }) => kind === 'id') ? PROTECTION : ''}` +
    `<autoFilter ref="${filterRange(columns, rows)}"/>` +
    (checks.length === 0
      ? ''
      : `<dataValidations count="${checks.length}">${checks.join('')}</dataValidations>`) +
    `${hasNotes ? `<legacyDrawing r:id="${DRAWING_ID}"/>` : ''}</worksheet>`
  )
}

/** The hidden sheet that the lists of others refer to. */
export const writeChoices = async (part: TextPieces, { lines }: ChoiceLists): Promise<void> => {
  await part.add(
    `${XML}<worksheet xmlns="${MAIN}"><cols><col min="1" max="1" width="40" ` +
      `style="${emptyStyle('text')}"/></cols><sheetData>`,
  )
  for (const [at, line] of lines.entries()) await part.add(rowXml([line], at + 1, () => 'text'))
  await part.add('</sheetData><sheetProtection sheet="1"/></worksheet>')
}
