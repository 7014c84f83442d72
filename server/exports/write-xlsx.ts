import { columnLetters, workbookRows } from '#schema/rules/excel/excel-rows-cells.ts'
import type {
  ColumnKind,
  TableCell,
  TableColumn,
  TableRow,
} from '#schema/rules/export/export-table.ts'
import { MOST_COLUMNS, MOST_ROWS, sheetNames } from '#schema/rules/export/export-table.ts'
import type { Sink } from './export-files.ts'
import { TooManyRows } from './too-many-rows.ts'
import type { ExportFacts, TableWriter } from './table-writer.ts'
import { type TextPieces, ZipWriter } from './zip-writer.ts'

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** The longest text of a cell; Excel repairs a file with a longer one. */
const CELL_TEXT = 32_767
/** The serial number of 1 January 1970. */
const EPOCH_DAYS = 25_569
const DAY_MS = 86_400_000

/** The cell formats of styles.xml, by their position. */
const STYLES = { plain: 0, header: 1, text: 2, wrapped: 3, number: 4, time: 5, id: 6 } as const
const STYLE_OF: Record<ColumnKind, number> = {
  id: STYLES.id,
  text: STYLES.wrapped,
  longText: STYLES.wrapped,
  number: STYLES.number,
  yesNo: STYLES.number,
  time: STYLES.time,
}
/** The cells below the last row are open, so that rows with ids of their own can be added. */
const emptyStyle = (kind: ColumnKind): number => (kind === 'id' ? STYLES.text : STYLE_OF[kind])
const TOP = '<alignment vertical="top"/>'
const WRAP = '<alignment vertical="top" wrapText="1"/>'
/** A protected sheet locks headers and ids. */
const format = (number: number, alignment: string, { font = 0, locked = 0 } = {}): string =>
  `<xf numFmtId="${number}" fontId="${font}" fillId="0" borderId="0" xfId="0" ` +
  'applyNumberFormat="1" applyFont="1" applyAlignment="1" applyProtection="1">' +
  `${alignment}<protection locked="${locked}"/></xf>`
/** 49 = text, 164 = the time. Texts that look like numbers or dates stay texts. */
const STYLES_XML =
  `${XML}<styleSheet xmlns="${MAIN}">` +
  '<numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/></numFmts>' +
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>' +
  '<font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill>' +
  '<fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  `<cellXfs count="7"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>` +
  `${format(49, WRAP, { font: 1, locked: 1 })}${format(49, TOP)}${format(49, WRAP)}` +
  `${format(0, TOP)}${format(164, TOP)}${format(49, TOP, { locked: 1 })}</cellXfs>` +
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>' +
  '</styleSheet>'

// XML 1.0 holds no control characters, lone surrogates or noncharacters.
// oxlint-disable-next-line no-control-regex
const INVALID = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu
const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}
const escaped = (text: string): string =>
  text.replace(INVALID, '').replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? '')

const cellText = (text: string): string => {
  const lines = text.replace(/\r\n?/g, '\n')
  return lines.length > CELL_TEXT ? `${lines.slice(0, CELL_TEXT - 1)}…` : lines
}

const cellXml = (cell: TableCell, at: string, kind: ColumnKind | 'header'): string => {
  if (cell === null || cell === '') return ''
  const style = kind === 'header' ? STYLES.header : STYLE_OF[kind]
  if (typeof cell === 'boolean')
    return `<c r="${at}" s="${STYLES.number}" t="b"><v>${cell ? 1 : 0}</v></c>`
  if (typeof cell === 'string')
    return `<c r="${at}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`
  if (!Number.isFinite(cell)) return ''
  return kind === 'time'
    ? `<c r="${at}" s="${STYLES.time}"><v>${cell / DAY_MS + EPOCH_DAYS}</v></c>`
    : `<c r="${at}" s="${STYLES.number}"><v>${cell}</v></c>`
}

/** Cells of one row as XML. Texts are written as texts, so that none is ever a formula. */
const rowXml = (
  cells: TableRow,
  row: number,
  kindAt: (column: number) => ColumnKind | 'header',
): string => {
  const [safe = []] = workbookRows([
    cells.map((cell) => (typeof cell === 'string' ? cellText(cell) : 0)),
  ])
  const xml = cells.map((cell, at) => {
    const value = typeof cell === 'string' ? (safe[at] ?? '') : cell
    return cellXml(value, `${columnLetters(at)}${row}`, kindAt(at))
  })
  return `<row r="${row}">${xml.join('')}</row>`
}

const sheetStart = (columns: readonly TableColumn[], isFirst: boolean): string =>
  `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView ${isFirst ? 'tabSelected="1" ' : ''}` +
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
const listXml = ({ options = [] }: TableColumn, at: number, rows: number): string => {
  if (options.length === 0 || rows < 2) return ''
  const letters = columnLetters(at)
  return (
    '<dataValidation type="list" errorStyle="warning" allowBlank="1" showErrorMessage="1" ' +
    `sqref="${letters}2:${letters}${rows}"><formula1>${escaped(`"${options.join(',')}"`)}</formula1></dataValidation>`
  )
}

const filterRange = (columns: readonly TableColumn[], rows: number): string =>
  `A1:${columnLetters(columns.length - 1)}${rows}`

const sheetEnd = (columns: readonly TableColumn[], rows: number): string => {
  const lists = columns.map((column, at) => listXml(column, at, rows)).filter((list) => list !== '')
  return (
    `</sheetData>${columns.some(({ kind }) => kind === 'id') ? PROTECTION : ''}` +
    `<autoFilter ref="${filterRange(columns, rows)}"/>` +
    `${lists.length === 0 ? '' : `<dataValidations count="${lists.length}">${lists.join('')}</dataValidations>`}</worksheet>`
  )
}

const partsOf = (names: readonly string[]): [name: string, text: string][] => [
  [
    '[Content_Types].xml',
    `${XML}<Types xmlns="${PACKAGE}/content-types">` +
      `<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
      '<Default Extension="xml" ContentType="application/xml"/>' +
      `<Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/>` +
      `<Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/>` +
      names
        .map(
          (_, at) =>
            `<Override PartName="/xl/worksheets/sheet${at + 1}.xml" ContentType="${TYPE}.worksheet+xml"/>`,
        )
        .join('') +
      '</Types>',
  ],
  [
    '_rels/.rels',
    `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" ` +
      `Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  ],
  [
    'xl/_rels/workbook.xml.rels',
    `${XML}<Relationships xmlns="${PACKAGE}/relationships">` +
      names
        .map(
          (_, at) =>
            `<Relationship Id="rId${at + 1}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
        )
        .join('') +
      `<Relationship Id="rId${names.length + 1}" Type="${RELATIONS}/styles" Target="styles.xml"/>` +
      '</Relationships>',
  ],
  ['xl/styles.xml', STYLES_XML],
]

/** The sheets; LibreOffice keeps a filter only if its range has this name. */
const workbookXml = (names: readonly string[], ranges: readonly string[]): string =>
  `${XML}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>` +
  names
    .map((name, at) => `<sheet name="${escaped(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`)
    .join('') +
  '</sheets><definedNames>' +
  ranges
    .map((range, at) => {
      const sheet = `'${(names[at] ?? '').replaceAll("'", "''")}'`
      const absolute = range.replace(/([A-Z]+)(\d+)/g, '$$$1$$$2')
      return `<definedName name="_xlnm._FilterDatabase" localSheetId="${at}" hidden="1">${escaped(`${sheet}!${absolute}`)}</definedName>`
    })
    .join('') +
  '</definedNames></workbook>'

/** An .xlsx workbook with a sheet per table: header that stays, filter, widths, wrapped texts. */
export const xlsxWriter = (sink: Sink, { tables }: ExportFacts): TableWriter => {
  const zip = new ZipWriter(sink)
  let sheet: TextPieces | null = null
  let columns: readonly TableColumn[] = []
  let count = 0
  let row = 1
  const names = sheetNames(tables)
  const ranges: string[] = []
  const endSheet = async (): Promise<void> => {
    if (sheet === null) return
    await sheet.add(sheetEnd(columns, row))
    ranges.push(filterRange(columns, row))
  }
  const write = async (parts: readonly [name: string, text: string][]): Promise<void> => {
    for (const [name, text] of parts) {
      const part = await zip.entry(name)
      await part.add(text)
    }
  }
  return {
    begin: async (head) => {
      if (head.columns.length > MOST_COLUMNS) throw new TooManyRows()
      if (count === 0) await write(partsOf(names))
      await endSheet()
      count += 1
      columns = head.columns
      row = 1
      sheet = await zip.entry(`xl/worksheets/sheet${count}.xml`)
      await sheet.add(sheetStart(columns, count === 1))
      const headers = columns.map(({ header }) => header)
      await sheet.add(rowXml(headers, row, () => 'header'))
    },
    rows: async (rows) => {
      for (const cells of rows) {
        row += 1
        if (row > MOST_ROWS) throw new TooManyRows()
        await sheet?.add(rowXml(cells, row, (at) => columns[at]?.kind ?? 'text'))
      }
    },
    end: async () => {
      await endSheet()
      await write([['xl/workbook.xml', workbookXml(names, ranges)]])
      await zip.end()
    },
  }
}
