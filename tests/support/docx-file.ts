import { strToU8, zipSync } from 'fflate'

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
const R = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const MC = 'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"'
const ROOTS = { styles: 'styles', numbering: 'numbering', comments: 'comments' } as const

export interface DocxSource {
  body: string
  styles?: string
  numbering?: string
  comments?: string
  footnotes?: string
  endnotes?: string
  /** Relations of the document beside those of its parts. */
  links?: Record<string, string>
  /** Written instead of the start of the document's XML. */
  prolog?: string
}

const rootOf = (name: string): string => (ROOTS as Record<string, string>)[name] ?? name

/** A .docx of XML written by hand; only what a reader needs is in it. */
export const docxFile = ({ body, links = {}, prolog = '', ...parts }: DocxSource): Uint8Array => {
  const relation = (id: string, type: string, target: string): string =>
    `<Relationship Id="${id}" Type="${R}/${type}" Target="${target}"/>`
  const relations = (content: string): Uint8Array =>
    strToU8(
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${content}</Relationships>`,
    )
  const files: Record<string, Uint8Array> = {
    '_rels/.rels': relations(relation('r1', 'officeDocument', 'word/document.xml')),
    'word/_rels/document.xml.rels': relations(
      [
        ...Object.keys(parts).map((name) => relation(`part-${name}`, name, `${name}.xml`)),
        ...Object.entries(links).map(([id, target]) => relation(id, 'hyperlink', target)),
      ].join(''),
    ),
    'word/document.xml': strToU8(
      `${prolog}<w:document ${W} ${MC} xmlns:r="${R}"><w:body>${body}</w:body></w:document>`,
    ),
  }
  for (const [name, content] of Object.entries(parts))
    files[`word/${name}.xml`] = strToU8(
      `<w:${rootOf(name)} ${W}>${String(content)}</w:${rootOf(name)}>`,
    )
  return zipSync(files)
}

/** A paragraph with properties and the runs of a text, or XML in place of them. */
export const p = (text: string, properties = ''): string =>
  `<w:p><w:pPr>${properties}</w:pPr>${text.startsWith('<') ? text : r(text)}</w:p>`
export const r = (text: string, properties = ''): string =>
  `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`
export const heading = (level: number, text: string): string =>
  p(text, `<w:outlineLvl w:val="${level - 1}"/>`)
export const listed = (id: number, level: number): string =>
  `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${id}"/></w:numPr>`
export const style = (name: string): string => `<w:pStyle w:val="${name}"/>`
export const table = (...rows: string[][]): string =>
  `<w:tbl>${rows.map((row) => `<w:tr>${row.map((cell) => (cell.startsWith('<w:tc>') ? cell : tc(p(cell)))).join('')}</w:tr>`).join('')}</w:tbl>`
export const tc = (content: string, properties = ''): string =>
  `<w:tc><w:tcPr>${properties}</w:tcPr>${content}</w:tc>`
