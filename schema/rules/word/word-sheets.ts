import { DEFAULT_SECTION } from '../excel/excel-rows-mapping.ts'
import type { CellDetail } from '../excel/sheet-details.ts'
import {
  namedBy,
  sectionOf,
  tableOf,
  type TextRecord,
  type TextTable,
} from '../texts/text-table.ts'
import type { WordBlock, WordParagraph, WordTable } from './word-blocks.ts'
import { withIds } from './word-ids.ts'
import { readTable } from './word-tables.ts'
import { isObligation, writtenId, writtenNumber } from './word-words.ts'

/** A sheet of a text document; paragraphs that are no requirements are rows that it hides. */
export interface WordSheet extends TextTable {
  hiddenRows?: readonly number[]
  notes?: readonly CellDetail[]
}

export interface Found {
  record: TextRecord
  comments: readonly string[]
  isOther: boolean
  /** The id that stands in the document; '' = none. */
  id: string
  /** The number shown before the paragraph is one of a list. */
  isNumber: boolean
  /** The number of the heading above, or its place. */
  place: string
}

interface Walk {
  found: Found[]
  others: TextTable[]
  headings: { level: number; text: string }[]
  /** How many headings of each level there were. */
  counts: number[]
  place: string
  caption: string
}

const LONGEST_HEADING = 120
/** Levels of numbered paragraphs that stand above others, below all headings. */
const LIST_LEVEL = 10

const openHeading = (walk: Walk, level: number, { text, number }: Heading): void => {
  const written = writtenNumber(text)
  walk.headings = walk.headings.filter((one) => one.level < level)
  walk.headings.push({ level, text: number === '' ? written.text : text })
  walk.counts = walk.counts.slice(0, level + 1)
  walk.counts[level] = (walk.counts[level] ?? 0) + 1
  const place = walk.counts.filter((count) => count > 0).join('.')
  walk.place = number || written.id || place
}
interface Heading {
  text: string
  number: string
}

const parts = (number: string): string[] => number.split('.')
/** A short numbered paragraph above others: 2 before 2.1. */
const listLevel = (paragraph: WordParagraph, below: WordBlock | undefined): number => {
  const { number, text } = paragraph
  if (number === '' || text.length > LONGEST_HEADING || below?.kind !== 'paragraph') return 0
  if (isObligation(text) || /[.;:,?!]$/.test(text)) return 0
  return below.number.startsWith(`${number}.`) ? LIST_LEVEL + parts(number).length : 0
}

const add = (walk: Walk, one: Omit<Found, 'place'>): void => {
  one.record.set('Section', sectionOf(walk.headings.map(({ text }) => text)) || DEFAULT_SECTION)
  walk.found.push({ ...one, place: walk.place })
}

/** A short title is explained by the paragraph below it. */
const isTitle = (above: Found | undefined, place: string): above is Found => {
  const name = String(above?.record.get('Requirement') ?? '')
  return (
    above !== undefined &&
    !above.isOther &&
    above.id !== '' &&
    above.place === place &&
    name.length <= LONGEST_HEADING &&
    !/[.;:,?!]$/.test(name) &&
    !isObligation(name)
  )
}

const addParagraph = (
  walk: Walk,
  paragraph: WordParagraph,
  isId: (id: string) => boolean,
): void => {
  const { text, number, isListed, comments } = paragraph
  const written = writtenId(text)
  const isWritten = isId(written.id)
  const isRequirement = isListed || number !== '' || isWritten || isObligation(text)
  const above = walk.found.at(-1)
  if (!isRequirement && isTitle(above, walk.place)) {
    const before = String(above.record.get('Description') ?? '')
    above.record.set('Description', before === '' ? text : `${before}\n${text}`)
    above.comments = [...above.comments, ...comments]
    return
  }
  const [name, description] = namedBy('', isWritten ? written.text : text)
  const record: TextRecord = new Map([
    ['Requirement', name],
    ['Description', description],
  ])
  const id = isWritten ? written.id : number
  add(walk, { record, comments, isOther: !isRequirement, id, isNumber: !isWritten })
}

const addTable = (walk: Walk, table: WordTable): void => {
  const read = readTable(table)
  const name = walk.caption || walk.headings.at(-1)?.text || `Table ${walk.others.length + 1}`
  walk.caption = ''
  if (read.kind === 'other') {
    if (read.rows.length > 1) walk.others.push({ name: name.slice(0, 100), rows: read.rows })
    return
  }
  const { headings } = walk
  for (const item of read.items) {
    if ('heading' in item) {
      walk.headings = [...headings, { level: Infinity, text: item.heading }]
      continue
    }
    const { record, comments } = item
    const section = String(record.get('Section') ?? '')
    const before = walk.headings
    if (section !== '') walk.headings = [...before, { level: Infinity, text: section }]
    const id = String(record.get('ID') ?? '')
    add(walk, { record, comments, isOther: false, id, isNumber: false })
    walk.headings = before
  }
  walk.headings = headings
}

const lettersOf = (id: string): string => id.replace(/[\d.]+.*$/, '')
/** Ids that are typed count if there are several of their kind. */
const typedIds = (blocks: readonly WordBlock[]): ((id: string) => boolean) => {
  const counts = new Map<string, number>()
  for (const block of blocks) {
    const { id } = block.kind === 'paragraph' ? writtenId(block.text) : { id: '' }
    if (id !== '') counts.set(lettersOf(id), (counts.get(lettersOf(id)) ?? 0) + 1)
  }
  return (id) => id !== '' && (counts.get(lettersOf(id)) ?? 0) > 1
}

/**
 * The sheets of a text document: its requirements, in the sections of its headings, and each table
 * of something else.
 */
export const sheetsOfWord = (blocks: readonly WordBlock[]): WordSheet[] => {
  const walk: Walk = { found: [], others: [], headings: [], counts: [], place: '', caption: '' }
  const isId = typedIds(blocks)
  for (const [at, block] of blocks.entries()) {
    if (block.kind === 'table') {
      addTable(walk, block)
      continue
    }
    const isLong = block.text.length > LONGEST_HEADING || isObligation(block.text)
    const level = block.level > 0 && !isLong ? block.level : listLevel(block, blocks[at + 1])
    if (block.isCaption) walk.caption = block.text
    else if (level > 0) openHeading(walk, level, block)
    else addParagraph(walk, block, isId)
  }
  return [...requirementsOf(withIds(walk.found)), ...walk.others]
}

const OWN = new Set(['ID', 'Section', 'Requirement', 'Description'])
const MOST_FIELDS = 190
/** A table has a cell for each row and column. */
const MOST_CELLS = 2_000_000

/** Each table can have columns of its own; the rarest become lines of the description. */
const boundFields = (found: readonly Found[]): void => {
  const counts = new Map<string, number>()
  for (const { record } of found)
    for (const key of record.keys()) if (!OWN.has(key)) counts.set(key, (counts.get(key) ?? 0) + 1)
  const most = Math.min(MOST_FIELDS, Math.floor(MOST_CELLS / found.length) - OWN.size)
  if (counts.size <= most) return
  const frequent = [...counts].toSorted((some, other) => other[1] - some[1]).slice(0, most)
  const kept = new Set([...OWN, ...frequent.map(([key]) => key)])
  for (const { record } of found)
    for (const [key, cell] of record) {
      if (kept.has(key)) continue
      const before = String(record.get('Description') ?? '')
      const line = `${key}: ${cell}`
      record.set('Description', before === '' ? line : `${before}\n${line}`)
      record.delete(key)
    }
}

const requirementsOf = (found: readonly Found[]): WordSheet[] => {
  if (found.length === 0) return []
  boundFields(found)
  const table = tableOf(
    'Requirements',
    found.map(({ record }) => record),
  )
  const column = (table.rows[0] ?? []).indexOf('Requirement')
  const hidden = found.flatMap(({ isOther }, at) => (isOther ? [at + 2] : []))
  const notes = found.flatMap(({ comments }, at) =>
    comments.map((text) => ({ row: at + 2, column, text })),
  )
  return [
    {
      ...table,
      // A document without a single requirement is read as a whole.
      ...(hidden.length > 0 && hidden.length < found.length ? { hiddenRows: hidden } : {}),
      ...(notes.length > 0 ? { notes } : {}),
    },
  ]
}
