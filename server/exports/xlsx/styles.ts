import type { ColumnKind } from '#schema/rules/export/export-table.ts'
import { MAIN, XML } from './xml.ts'

/** The cell formats of styles.xml, by their position. */
export const STYLES = {
  plain: 0,
  header: 1,
  text: 2,
  wrapped: 3,
  number: 4,
  time: 5,
  id: 6,
} as const
export const STYLE_OF: Record<ColumnKind, number> = {
  id: STYLES.id,
  text: STYLES.wrapped,
  longText: STYLES.wrapped,
  number: STYLES.number,
  yesNo: STYLES.number,
  time: STYLES.time,
}
/** The cells below the last row are open, so that rows with ids of their own can be added. */
export const emptyStyle = (kind: ColumnKind): number =>
  kind === 'id' ? STYLES.text : STYLE_OF[kind]
const TOP = '<alignment vertical="top"/>'
const WRAP = '<alignment vertical="top" wrapText="1"/>'
/** A protected sheet locks headers and ids. */
const format = (number: number, alignment: string, { font = 0, locked = 0 } = {}): string =>
  `<xf numFmtId="${number}" fontId="${font}" fillId="0" borderId="0" xfId="0" ` +
  'applyNumberFormat="1" applyFont="1" applyAlignment="1" applyProtection="1">' +
  `${alignment}<protection locked="${locked}"/></xf>`
/** 49 = text, 164 = the time. Texts that look like numbers or dates stay texts. */
export const STYLES_XML =
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
