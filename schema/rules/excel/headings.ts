import { type CellRows, sheetCellText } from './excel-rows-cells.ts'
import { columnsWith, type ImportMapping } from './excel-rows-mapping.ts'

/** Characters of a heading with a number, and of one that stands alone. */
const LONGEST = 500
const LONGEST_LONE = 200

/** 'V1.' and 'V1.1' → ['V1'] and ['V1', '1'] */
const outline = (id: string): string[] => id.split(/[.\-_/ ]+/).filter((part) => part !== '')

/** True if the numbers of `below` continue those of `id`, as 1.1 continues 1. */
const isAbove = (id: string, below: string): boolean => {
  const [upper, lower] = [outline(id), outline(below)]
  return (
    upper.length > 0 && lower.length > upper.length && upper.every((part, at) => part === lower[at])
  )
}

interface Line {
  row: number
  id: string
  name: string
  /** Texts of all filled cells, from the left. */
  texts: string[]
  /** Texts of other columns that requirements fill. */
  others: number
  /** The other columns that are filled and imported. */
  columns: number[]
}

const linesOf = (rows: CellRows, headerRow: number, mapping: ImportMapping): Line[] => {
  const [idColumn = -1] = columnsWith(mapping, 'id')
  const [nameColumn = -1] = columnsWith(mapping, 'name')
  const lines: Line[] = []
  for (let row = headerRow + 1; row <= rows.length; row += 1) {
    const cells = (rows[row - 1] ?? []).map((_, column) => sheetCellText(rows, row, column))
    const texts = cells.filter((text) => text !== '')
    if (texts.length === 0) continue
    lines.push({
      row,
      id: cells[idColumn] ?? '',
      name: cells[nameColumn] ?? '',
      texts,
      others: 0,
      columns: cells.flatMap((text, column) =>
        text !== '' &&
        column !== idColumn &&
        column !== nameColumn &&
        (mapping.columns[column] ?? 'ignore') !== 'ignore'
          ? [column]
          : [],
      ),
    })
  }
  return withOthers(lines)
}

/** A column that few rows fill, such as the weight of a section, says nothing of requirements. */
const withOthers = (lines: readonly Line[]): Line[] => {
  const counts = new Map<number, number>()
  for (const { columns } of lines)
    for (const column of columns) counts.set(column, (counts.get(column) ?? 0) + 1)
  const usual = new Set([...counts].filter(([, n]) => n >= lines.length * 0.2).map(([at]) => at))
  return lines.map((line) => ({
    ...line,
    others: line.columns.filter((column) => usual.has(column)).length,
  }))
}

export const hasLetterOrDigit = (text: string): boolean => /[\p{L}\d]/u.test(text)

/** Ids of the same shape: 'V1.1' and 'V12.10', but not 'V1'. */
const shapeOf = (id: string): string => id.replace(/\d+/g, '0').replace(/\p{L}+/gu, 'a')

const mostFrequent = (texts: readonly string[]): string | undefined => {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return [...counts].toSorted((some, other) => other[1] - some[1])[0]?.[0]
}

interface Usual {
  hasId: boolean
  /** Most rows fill several cells. */
  isWide: boolean
  shape: string | undefined
  /** Requirements have texts outside of id and name. */
  hasOthers: boolean
  /** Length of a requirement's text, on average. */
  length: number
}

const usualOf = (lines: readonly Line[]): Usual => {
  const full = lines.filter(({ texts }) => texts.length > 1)
  const withId = full.filter(({ id }) => hasLetterOrDigit(id))
  return {
    hasId: full.length > 0 && withId.length >= full.length * 0.6,
    isWide: lines.length > 2 && full.length >= lines.length * 0.6,
    shape: mostFrequent(withId.map(({ id }) => shapeOf(id))),
    hasOthers: full.filter(({ others }) => others > 0).length >= full.length * 0.6,
    length: full.reduce((sum, { name }) => sum + name.length, 0) / Math.max(1, full.length),
  }
}

/** Why a line is a heading and no requirement; null = it is none. */
const headingText = (line: Line, below: Line | undefined, usual: Usual): string | null => {
  const { id, name, texts, others } = line
  const [only] = texts
  // A lone text among rows of several cells: written across the table, or beside an empty id.
  if (texts.length === 1 && only !== undefined) {
    const isTitle = usual.hasId || (usual.isWide && usual.hasOthers && only.length <= 80)
    return isTitle && only.length <= LONGEST_LONE && /\p{L}/u.test(only) ? only : null
  }
  if (!usual.hasId || name.length > LONGEST) return null
  const title = [id, name].filter(hasLetterOrDigit).join(' ')
  if (id !== '' && !hasLetterOrDigit(id)) return name === '' ? null : name
  if (name !== '' && id !== '' && others === 0) {
    const isOther = shapeOf(id) !== usual.shape
    if (usual.hasOthers && isOther) return title
    if (below !== undefined && isAbove(id, below.id) && (usual.hasOthers || isOther)) return title
    // '§ 1 Master data' above 'a) The solution …': another kind of number, and much shorter.
    const isShort = name.length * 3 <= usual.length && !/[.!?]$/.test(name)
    if (isOther && isShort && below !== undefined && shapeOf(below.id) === usual.shape) return title
  }
  // Number and heading stand in two cells, and the text of a requirement in a third one.
  if (name === '' && texts.length === 2 && others > 0 && usual.length > 0)
    return texts.filter(hasLetterOrDigit).join(' ')
  return null
}

/**
 * The heading above the header row, where blocks repeat the header below their headings; '' = there
 * is none.
 */
export const headingAboveHeader = (
  rows: CellRows,
  headerRow: number,
  headings: ReadonlyMap<number, string>,
): string => {
  const textsOf = (row: number): string[] =>
    (rows[row - 1] ?? []).map((_, column) => sheetCellText(rows, row, column))
  const header = textsOf(headerRow).join('\n')
  const isRepeated = [...headings.keys()].some((row) => textsOf(row + 1).join('\n') === header)
  const [above = '', ...others] = textsOf(headerRow - 1).filter((text) => text !== '')
  return headerRow > 1 && isRepeated && others.length === 0 ? above : ''
}

/** The heading rows of a table, with their texts. */
export const headingRows = (
  rows: CellRows,
  headerRow: number,
  mapping: ImportMapping,
): Map<number, string> => {
  const lines = linesOf(rows, headerRow, mapping)
  const usual = usualOf(lines)
  return new Map(
    lines.flatMap((line, at) => {
      const text = headingText(line, lines[at + 1], usual)
      return text === null ? [] : [[line.row, text.replace(/\s*\n\s*/g, ' ')]]
    }),
  )
}
