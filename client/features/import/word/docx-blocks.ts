import type { WordBlock, WordCell, WordParagraph, WordRow } from '#schema/rules/word/word-blocks.ts'
import { ImportFileError } from '../import-file-error.ts'
import { IMPORT_LIMITS } from '../import-limits.ts'
import { countCells, type Size } from '../parse-cells.ts'
import type { DocxNumbering } from './docx-numbering.ts'
import { paragraphLevel } from './docx-styles.ts'
import { type DocxParts, textOfParagraph } from './docx-text.ts'
import { child, isOn, valueIn, type XmlElement } from './docx-xml.ts'

/** Around paragraphs, rows and cells, and no part of the text. */
const WRAPPERS = new Set(['sdtContent', 'customXml', 'smartTag', 'ins', 'moveTo'])

/** The elements of a name, also inside of controls and of what was inserted. */
const within = (element: XmlElement, names: readonly string[]): XmlElement[] =>
  element.children.flatMap((one) => {
    if (names.includes(one.name)) return [one]
    if (one.name === 'sdt') return isContents(one) ? [] : within(one, names)
    return WRAPPERS.has(one.name) ? within(one, names) : []
  })

/** A list of contents that the program keeps. */
const isContents = (control: XmlElement): boolean => {
  const part = child(child(control, 'sdtPr'), 'docPartObj')
  return /contents|bibliograph/i.test(valueIn(part, 'docPartGallery') ?? '')
}

const isGone = (properties: XmlElement | undefined): boolean =>
  ['del', 'cellDel', 'moveFrom'].some((name) => child(properties, name) !== undefined)

type CellBlock = Pick<WordParagraph, 'text' | 'number' | 'isListed' | 'comments'>

export class DocxBlocks {
  readonly blocks: WordBlock[] = []
  readonly #parts: DocxParts
  readonly #numbering: DocxNumbering
  readonly #size: Size = { cells: 0, characters: 0 }
  /** The text of paragraphs whose end was deleted, which belongs to the next one. */
  #before: { text: string; comments: string[] } = { text: '', comments: [] }

  constructor(parts: DocxParts, numbering: DocxNumbering) {
    this.#parts = parts
    this.#numbering = numbering
  }

  /** Adds a block of the body, in order. */
  add(element: XmlElement): void {
    for (const one of this.#blocksOf(element)) this.blocks.push(one)
    if (this.blocks.length > IMPORT_LIMITS.rows)
      throw new ImportFileError('tooManyRows', { limit: IMPORT_LIMITS.rows })
  }

  #blocksOf(element: XmlElement): WordBlock[] {
    if (element.name === 'p') return this.#paragraph(element)
    if (element.name === 'tbl') return this.#table(element)
    return element.name === 'sdt' || WRAPPERS.has(element.name)
      ? within({ ...element, children: [element] }, ['p', 'tbl']).flatMap((one) =>
          this.#blocksOf(one),
        )
      : []
  }

  #number(properties: XmlElement | undefined): Pick<WordParagraph, 'number' | 'isListed'> {
    const name = valueIn(properties, 'pStyle')
    const style = this.#parts.styles.paragraph(name)
    const own = child(properties, 'numPr')
    const list = valueIn(own, 'numId') ?? style.numberId
    if (list === undefined || list === '0') return { number: '', isListed: false }
    const level =
      Number(valueIn(own, 'ilvl') ?? style.numberLevel ?? Number.NaN) ||
      (valueIn(own, 'ilvl') === undefined && style.numberLevel === undefined
        ? this.#numbering.levelOfStyle(list, name ?? '')
        : 0)
    const shown = this.#numbering.next(list, level)
    return { number: shown?.id ?? '', isListed: shown !== null }
  }

  #paragraph(element: XmlElement): WordBlock[] {
    const properties = child(element, 'pPr')
    const style = this.#parts.styles.paragraph(valueIn(properties, 'pStyle'))
    const read = textOfParagraph(element, this.#parts, style.isHidden)
    const joined = `${this.#before.text}${read.text}`
    const text = joined.trim()
    const comments = [...this.#before.comments, ...read.comments]
    const boxes = read.boxes.flatMap((box) => within(box, ['p', 'tbl']))
    this.#before = { text: '', comments: [] }
    if (isGone(child(properties, 'rPr'))) {
      const inside = boxes.flatMap((one) => this.#blocksOf(one))
      const { text: last, comments: others } = this.#before
      this.#before = { text: `${joined}${last}`, comments: [...comments, ...others] }
      return inside
    }
    const number = this.#number(properties)
    countCells(this.#size, text, { sheet: '' })
    const level = paragraphLevel(properties) ?? style.level
    const block: WordParagraph = {
      ...{ kind: 'paragraph', text, comments, level, ...number },
      isCaption: style.role === 'caption',
    }
    const isLeft = (text === '' && number.number === '') || style.role === 'aside'
    return [
      ...(isLeft || text === '' ? [] : [block]),
      ...boxes.flatMap((one) => this.#blocksOf(one)),
    ]
  }

  #table(element: XmlElement): WordBlock[] {
    const rows = within(element, ['tr']).filter((row) => {
      const isHidden = isOn(child(row, 'trPr'), 'hidden') === true
      if (isHidden) this.#parts.hidden.count += 1
      return !isHidden && !isGone(child(row, 'trPr'))
    })
    const cellsOf = (row: XmlElement): XmlElement[] =>
      within(row, ['tc']).filter((cell) => !isGone(child(cell, 'tcPr')))
    // A table of one column is a frame around paragraphs.
    if (rows.every((row) => cellsOf(row).length <= 1))
      return rows.flatMap(cellsOf).flatMap((cell) => this.#blocksIn(cell))
    const read: WordRow[] = []
    for (const row of rows) read.push(this.#row(row, cellsOf(row), read.at(-1)))
    if (read.length > IMPORT_LIMITS.rows)
      throw new ImportFileError('tooManyRows', { limit: IMPORT_LIMITS.rows })
    return [{ kind: 'table', rows: read.filter(({ cells }) => cells.some(isFilled)) }]
  }

  #blocksIn(cell: XmlElement): WordBlock[] {
    return within(cell, ['p', 'tbl']).flatMap((one) => this.#blocksOf(one))
  }

  /** The cells by column: merged columns are empty beside the first, merged rows repeat the text. */
  #row(row: XmlElement, elements: readonly XmlElement[], above: WordRow | undefined): WordRow {
    const cells: WordCell[] = []
    const skip = (count: number): void => {
      if (cells.length + count > IMPORT_LIMITS.columns)
        throw new ImportFileError('tooManyColumns', { limit: IMPORT_LIMITS.columns })
      for (let at = 0; at < count; at += 1) cells.push({ text: '', number: '', comments: [] })
    }
    const span = (properties: XmlElement | undefined, name: string): number =>
      Math.max(0, Math.trunc(Number(valueIn(properties, name) ?? 0)) || 0)
    skip(span(child(row, 'trPr'), 'gridBefore'))
    for (const element of elements) {
      const properties = child(element, 'tcPr')
      const merge = child(properties, 'vMerge')
      const isContinued = merge !== undefined && merge.attributes['val'] !== 'restart'
      const column = cells.length
      skip(Math.max(1, span(properties, 'gridSpan')))
      const cell = isContinued ? above?.cells[column] : this.#cell(element)
      if (cell !== undefined) cells[column] = isContinued ? { ...cell, comments: [] } : cell
    }
    return { isHeader: isOn(child(row, 'trPr'), 'tblHeader') === true, cells }
  }

  #cell(element: XmlElement): WordCell {
    const blocks = within(element, ['p', 'tbl']).flatMap((one) => this.#cellBlocks(one))
    const [only] = blocks
    const number = blocks.length === 1 ? (only?.number ?? '') : ''
    const lines = blocks.map((block) =>
      number !== '' || !block.isListed ? block.text : `${block.number || '•'} ${block.text}`,
    )
    const text = lines.join('\n').trim()
    countCells(this.#size, text, { sheet: '' })
    return { text, number, comments: blocks.flatMap(({ comments }) => comments) }
  }

  /** The paragraphs of a cell; rows of tables in it are lines. */
  #cellBlocks(element: XmlElement): CellBlock[] {
    if (element.name !== 'p')
      return this.#table(element).flatMap((block): CellBlock[] =>
        block.kind === 'paragraph' ? [block] : block.rows.map(asLine),
      )
    const properties = child(element, 'pPr')
    const style = this.#parts.styles.paragraph(valueIn(properties, 'pStyle'))
    const read = textOfParagraph(element, this.#parts, style.isHidden)
    const [text, { comments, boxes }] = [read.text.trim(), read]
    const number = isGone(child(properties, 'rPr'))
      ? { number: '', isListed: false }
      : this.#number(properties)
    const inside = boxes.flatMap((box) => within(box, ['p', 'tbl']))
    return [
      ...(text === '' && number.number === '' ? [] : [{ text, comments, ...number }]),
      ...inside.flatMap((one) => this.#cellBlocks(one)),
    ]
  }
}

const isFilled = ({ text, number }: WordCell): boolean => text !== '' || number !== ''
const asLine = ({ cells }: WordRow) => ({
  text: cells.map(({ text }) => text).join(' | '),
  ...{ number: '', isListed: false },
  comments: cells.flatMap(({ comments }) => comments),
})
