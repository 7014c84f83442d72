import { isLink } from '#schema/rules/excel/cell-details.ts'
import type { DocxStyles } from './docx-styles.ts'
import { child, isOn, valueIn, type XmlElement } from './docx-xml.ts'

/** What texts of a document refer to. */
export interface DocxParts {
  styles: DocxStyles
  /** Addresses by the ids of relations. */
  links: ReadonlyMap<string, string>
  footnotes: ReadonlyMap<string, string>
  endnotes: ReadonlyMap<string, string>
  comments: ReadonlyMap<string, string>
  /** Pieces of text that the program does not show. */
  hidden: { count: number }
}

export interface DocxText {
  /** With the blanks at its ends, which divide it from a text that is joined. */
  text: string
  comments: string[]
  /** Texts in boxes that hang on the paragraph. */
  boxes: XmlElement[]
}

interface Reading extends DocxParts {
  out: string[]
  notes: string[]
  commentsFound: string[]
  boxes: XmlElement[]
  /** Fields that have begun; their code is no text. */
  fields: { code: string; start: number; isCode: boolean }[]
  isHidden: boolean
}

/** Deleted or moved away, and what describes a text. */
const UNREAD = new Set([
  ...['del', 'moveFrom', 'delText', 'pPr', 'rPr', 'sdtPr', 'rt', 'instrText', 'delInstrText'],
  ...['fldData', 'ffData', 'tblPr', 'ctrlPr', 'numPr', 'sectPr'],
])

const withAddress = (reading: Reading, start: number, address: string): void => {
  const label = reading.out.slice(start).join('').trim()
  if (isLink(address) && label !== '' && !label.includes(address.replace(/^mailto:/i, '')))
    reading.out.push(` (${address})`)
}

const readField = (reading: Reading, element: XmlElement): void => {
  const { fields, out } = reading
  const type = element.attributes['fldCharType']
  const last = fields.at(-1)
  if (type === 'begin') fields.push({ code: '', start: out.length, isCode: true })
  else if (type === 'separate' && last !== undefined)
    Object.assign(last, { isCode: false, start: out.length })
  else if (type === 'end' && last !== undefined) {
    fields.pop()
    withAddress(reading, last.start, addressOf(last.code))
  }
}
const addressOf = (code: string): string =>
  /^\s*HYPERLINK\s+"([^"]{1,2000})"/i.exec(code)?.[1] ?? ''

const readNote = (reading: Reading, notes: ReadonlyMap<string, string>, id: string): void => {
  const text = notes.get(id)
  if (text === undefined || text === '') return
  reading.notes.push(text)
  // Numbered by paragraph, so that another note above changes nothing here.
  reading.out.push(`[${reading.notes.length}]`)
}

const SIGNS: Readonly<Record<string, string>> = {
  ...{ tab: '\t', ptab: '\t', cr: '\n', noBreakHyphen: '-' },
}

const boxesIn = (element: XmlElement): XmlElement[] =>
  element.name === 'txbxContent' ? [element] : element.children.flatMap(boxesIn)

const readRun = (reading: Reading, run: XmlElement): void => {
  const properties = child(run, 'rPr')
  const isHidden =
    isOn(properties, 'vanish') ??
    (reading.isHidden || reading.styles.isHiddenRun(valueIn(properties, 'rStyle')))
  if (!isHidden) return readAll(reading, run)
  if (run.children.some(({ name }) => name === 't')) reading.hidden.count += 1
  // A field can begin in a hidden text and end outside of it.
  for (const one of run.children) if (one.name === 'fldChar') readField(reading, one)
}

const readElement = (reading: Reading, element: XmlElement): void => {
  const { name, attributes, text } = element
  const field = reading.fields.at(-1)
  if (name === 'instrText' && field?.isCode === true) field.code += text.slice(0, 4_000)
  if (UNREAD.has(name)) return
  if (SIGNS[name] !== undefined) reading.out.push(SIGNS[name])
  else if (name === 't') {
    if (field?.isCode !== true) reading.out.push(text)
  } else if (name === 'r') readRun(reading, element)
  else if (name === 'br') reading.out.push(attributes['type'] === 'page' ? '' : '\n')
  else if (name === 'sym') reading.out.push(signOf(attributes['char']))
  else if (name === 'fldChar') readField(reading, element)
  else if (name === 'footnoteReference')
    readNote(reading, reading.footnotes, attributes['id'] ?? '')
  else if (name === 'endnoteReference') readNote(reading, reading.endnotes, attributes['id'] ?? '')
  else if (name === 'commentReference') {
    const comment = reading.comments.get(attributes['id'] ?? '') ?? ''
    if (comment !== '') reading.commentsFound.push(comment)
  } else if (name === 'AlternateContent') readElement(reading, alternative(element))
  else if (['drawing', 'pict', 'object'].includes(name)) reading.boxes.push(...boxesIn(element))
  else if (name === 'hyperlink' || name === 'fldSimple') {
    const start = reading.out.length
    readAll(reading, element)
    const address = reading.links.get(attributes['id'] ?? '')
    withAddress(reading, start, address ?? addressOf(attributes['instr'] ?? ''))
  } else if (name === 'sdt') {
    const isPlaceholder = isOn(child(element, 'sdtPr'), 'showingPlcHdr') === true
    if (!isPlaceholder) readAll(reading, element)
  } else readAll(reading, element)
}

const alternative = (element: XmlElement): XmlElement =>
  child(element, 'Choice') ?? child(element, 'Fallback') ?? { ...element, children: [], name: 't' }

/** Signs of symbol fonts are of no use in other fonts. */
const signOf = (code = ''): string => {
  const value = Number.parseInt(code, 16)
  return value > 31 && value < 0xe000 ? String.fromCodePoint(value) : '•'
}

const readAll = (reading: Reading, { children }: XmlElement): void => {
  for (const one of children) readElement(reading, one)
}

const clean = (text: string): string => text.replace(/[^\S\n]+/g, ' ').replace(/ ?\n ?/g, '\n')

/** The text of a paragraph as its program shows it, with the changes that are tracked in it. */
export const textOfParagraph = (
  paragraph: XmlElement,
  parts: DocxParts,
  isHidden: boolean,
): DocxText => {
  const reading: Reading = {
    ...parts,
    ...{ out: [], notes: [], commentsFound: [], boxes: [], fields: [], isHidden },
  }
  readAll(reading, paragraph)
  const notes = reading.notes.map((note, at) => `\n[${at + 1}] ${note}`).join('')
  const text = clean(reading.out.join(''))
  return {
    text: notes === '' ? text : text.trim() + notes,
    comments: reading.commentsFound,
    boxes: reading.boxes,
  }
}
