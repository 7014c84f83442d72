import { decodedText } from '#schema/rules/excel/excel-rows-cells.ts'
import type {
  CellDetail,
  CellRange,
  ChoiceList,
  SheetDetails,
} from '#schema/rules/excel/sheet-details.ts'
import { IMPORT_LIMITS } from './import-limits.ts'
import { columnOf, type NamedRows, optionsOf, rangeTexts } from './parse-lists.ts'
import { readElements } from './parse-xml.ts'

/** Ranges with lists, links and comments of a sheet; others are not kept. */
const MOST_DETAILS = 50_000
/** A link on more cells is on a whole column. */
const MOST_LINKED = 1_000

type Parts = ReadonlyMap<string, Uint8Array>
type Relations = ReadonlyMap<string, { target: string; type: string }>

const textOf = (parts: Parts, name: string): string => new TextDecoder().decode(parts.get(name))

/** xl/worksheets/sheet1.xml and ../comments1.xml → xl/comments1.xml */
const pathFrom = (base: string, target: string): string => {
  if (target.startsWith('/')) return target.slice(1)
  const path = base.split('/').slice(0, -1)
  for (const step of target.split('/')) {
    if (step === '..') path.pop()
    else if (step !== '.') path.push(step)
  }
  return path.join('/')
}

const relationsOf = (parts: Parts, path: string): Relations => {
  const name = path.replace(/([^/]*)$/, '_rels/$1.rels')
  const relations = new Map<string, { target: string; type: string }>()
  if (!parts.has(name)) return relations
  readElements(textOf(parts, name), (element, attributes) => {
    if (element === 'Relationship')
      relations.set(attributes['Id'] ?? '', {
        target: attributes['Target'] ?? '',
        type: attributes['Type'] ?? '',
      })
  })
  return relations
}

/** B2:C10, or one cell; null = no such range. */
const areaOf = (reference: string): CellRange | null => {
  const match = /^\$?([A-Z]{1,3})\$?(\d{1,7})(?::\$?([A-Z]{1,3})\$?(\d{1,7}))?$/i.exec(reference)
  if (match === null) return null
  const [, left = '', top = '', right = left, bottom = top] = match
  return {
    ...{ top: Number(top), bottom: Number(bottom) },
    ...{ left: columnOf(left), right: columnOf(right) },
  }
}

const cellsOf = ({ top, bottom, left, right }: CellRange): { row: number; column: number }[] => {
  const [down, across] = [bottom - top + 1, right - left + 1]
  if (down < 1 || across < 1 || down * across > MOST_LINKED) return []
  return Array.from({ length: down * across }, (_, at) => ({
    row: top + Math.floor(at / across),
    column: left + (at % across),
  })).filter(({ row, column }) => row <= IMPORT_LIMITS.rows && column < IMPORT_LIMITS.columns)
}

const ROW = /<(?:\w+:)?row\b([^<>]*)>/g
/** Reading rows with the styles of their cells would make an object of each empty cell. */
const hiddenRowsIn = (cells: string): number[] => {
  if (!/\shidden="(?:1|true)"/.test(cells)) return []
  const hidden: number[] = []
  let row = 0
  for (const [, text = ''] of cells.matchAll(ROW)) {
    const named = /\sr="(\d{1,7})"/.exec(text)?.[1]
    row = named === undefined ? row + 1 : Number(named)
    if (/\shidden="(?:1|true)"/.test(text) && row <= IMPORT_LIMITS.rows) hidden.push(row)
  }
  return hidden
}

interface Sheet {
  hiddenRows: number[]
  links: CellDetail[]
  notes: CellDetail[]
  /** Ranges with the formula of their list. */
  lists: (CellRange & { formula: string })[]
  numbers: CellRange[]
}

/** Splits a sheet before and after its cells. */
const splitSheet = (xml: string): { before: string; cells: string; after: string } => {
  const start = xml.search(/<(?:\w+:)?sheetData[\s/>]/)
  const end = Math.max(xml.lastIndexOf('</sheetData>'), xml.search(/<\/\w+:sheetData>/))
  if (start === -1 || end === -1) return { before: xml, cells: '', after: '' }
  return { before: xml.slice(0, start), cells: xml.slice(start, end), after: xml.slice(end) }
}

/** Reads what stands around the cells of a sheet: lists and links. */
const readAround = (sheet: Sheet, xml: string, relations: Relations): void => {
  let formula = ''
  let ranges = ''
  readElements(xml, (element, attributes, text) => {
    switch (element) {
      case 'formula1':
      case 'f':
        if (text.trim() !== '') formula = text.trim()
        break
      case 'sqref':
        ranges = text
        break
      case 'dataValidation': {
        const areas = (attributes['sqref'] ?? ranges).trim().split(/\s+/).map(areaOf)
        const kind = attributes['type'] ?? ''
        for (const area of areas) {
          if (area === null || sheet.lists.length + sheet.numbers.length >= MOST_DETAILS) continue
          if (kind === 'list') sheet.lists.push({ ...area, formula })
          else if (kind === 'whole' || kind === 'decimal') sheet.numbers.push(area)
        }
        formula = ''
        ranges = ''
        break
      }
      case 'hyperlink': {
        const target = relations.get(attributes['id'] ?? '')?.target
        const area = areaOf(attributes['ref'] ?? '')
        if (target === undefined || area === null || sheet.links.length > MOST_DETAILS) break
        // As browsers do: people paste addresses with blanks.
        const text = target.trim().replaceAll(' ', '%20')
        for (const cell of cellsOf(area)) sheet.links.push({ ...cell, text })
        break
      }
      default:
    }
  })
}

/** The text of a comment without the name of its author, and without the hint for old programs. */
export const noteText = (text: string, author: string): string => {
  const plain = text.replace(/\r\n?/g, '\n').trim()
  const [, threaded] = /^\[Threaded comment\][^]*?\nComment:\n?([^]*)$/.exec(plain) ?? []
  const said = threaded ?? plain
  return (author !== '' && said.startsWith(`${author}:`) ? said.slice(author.length + 1) : said)
    .replace(/^[ \t]+/gm, '')
    .trim()
}

const readNotes = (sheet: Sheet, xml: string): void => {
  const authors: string[] = []
  let text = ''
  readElements(xml, (element, attributes, content) => {
    if (element === 'author') authors.push(content)
    else if (element === 't') text += decodedText(content)
    else if (element === 'comment') {
      const area = areaOf(attributes['ref'] ?? '')
      const note = noteText(text, authors[Number(attributes['authorId'])] ?? '')
      if (area !== null && note !== '' && sheet.notes.length < MOST_DETAILS)
        sheet.notes.push({ row: area.top, column: area.left, text: note })
      text = ''
    }
  })
}

const readSheet = (parts: Parts, path: string): Sheet => {
  const sheet: Sheet = { hiddenRows: [], links: [], notes: [], lists: [], numbers: [] }
  const relations = relationsOf(parts, path)
  const { before, cells, after } = splitSheet(textOf(parts, path))
  sheet.hiddenRows = hiddenRowsIn(cells)
  const tag = /^<[\w:]*/.exec(cells)?.[0] ?? '<sheetData'
  readAround(sheet, cells === '' ? before : `${before}${tag}>${after}`, relations)
  for (const { target, type } of relations.values())
    if (type.endsWith('/comments')) {
      const part = pathFrom(path, target)
      if (parts.has(part)) readNotes(sheet, textOf(parts, part))
    }
  return sheet
}

interface Book {
  /** The part of each sheet by the sheet's name. */
  paths: Map<string, string>
  /** What names stand for. */
  names: Map<string, string>
}
const BOOK = 'xl/workbook.xml'
const readBook = (parts: Parts): Book => {
  const book: Book = { paths: new Map(), names: new Map() }
  const relations = relationsOf(parts, BOOK)
  readElements(textOf(parts, BOOK), (element, attributes, text) => {
    if (element === 'sheet') {
      const target = relations.get(attributes['id'] ?? '')?.target
      const path = target === undefined ? '' : pathFrom(BOOK, target)
      if (parts.has(path)) book.paths.set(attributes['name'] ?? '', path)
    } else if (element === 'definedName') book.names.set(attributes['name'] ?? '', text.trim())
  })
  return book
}

/** The parts without links: the reader makes a cell of each in their ranges, of a whole grid, too. */
export const withoutLinks = (parts: Parts): Map<string, Uint8Array> => {
  const changed = new Map(parts)
  for (const [name, bytes] of parts) {
    if (!/worksheets\/[^/]*\.xml$/i.test(name)) continue
    const xml = new TextDecoder().decode(bytes)
    const bare = xml.replace(/<(?:\w+:)?hyperlink\s[^<>]*>/g, '')
    if (bare !== xml) changed.set(name, new TextEncoder().encode(bare))
  }
  return changed
}

const listOptions = (sheets: readonly NamedRows[], book: Book) => {
  const known = new Map<string, string[]>()
  return (formula: string, own: string): string[] => {
    const key = `${own}\n${formula}`
    const found = known.get(key)
    if (found !== undefined) return found
    const literal = /^"([^]*)"$/.exec(formula)?.[1]
    const options = optionsOf(
      literal === undefined
        ? rangeTexts(sheets, book.names.get(formula.replace(/^=/, '')) ?? formula, own)
        : literal.replaceAll('""', '"').split(','),
    )
    known.set(key, options)
    return options
  }
}

/**
 * What the sheets of an .xlsx hold beside values, by name. SheetJS also reads what is no XML; such a
 * file has its values only.
 */
export const readDetails = (
  parts: Parts,
  sheets: readonly NamedRows[],
): ReadonlyMap<string, SheetDetails> => {
  try {
    return detailsOf(parts, sheets)
  } catch {
    return new Map()
  }
}

const detailsOf = (parts: Parts, sheets: readonly NamedRows[]): Map<string, SheetDetails> => {
  const details = new Map<string, SheetDetails>()
  const book = readBook(parts)
  const optionsIn = listOptions(sheets, book)
  for (const { name, rows } of sheets) {
    const path = book.paths.get(name)
    if (path === undefined) continue
    const { hiddenRows, links, notes, lists, numbers } = readSheet(parts, path)
    const choices: ChoiceList[] = lists.flatMap(({ formula, ...area }) => {
      const options = optionsIn(formula, name)
      return options.length === 0 ? [] : [{ ...area, options }]
    })
    details.set(name, {
      ...present(
        'hiddenRows',
        hiddenRows.filter((row) => row <= rows.length),
      ),
      ...present('links', links),
      ...present('notes', notes),
      ...present('lists', choices),
      ...present('numbers', numbers),
    })
  }
  return details
}

const present = <T>(key: keyof SheetDetails, items: readonly T[]): SheetDetails =>
  items.length === 0 ? {} : { [key]: items }
