import { type CellRows, sheetCellText, sheetWidth } from '../excel-rows-cells.ts'
import {
  type ColumnRole,
  DEFAULT_SECTION,
  idPrefix,
  type ImportMapping,
  namePrefix,
  type SectionSource,
} from '../excel-rows-mapping.ts'
import { specificationMapping, ID } from '../excel-rows-rule.ts'
import { headingRows } from '../headings.ts'
import { type ImportSheet, prepareTable, visibleRows } from '../prepare-table.ts'
import { type Looks, looksOf } from './facts.ts'
import { guessHeader, type HeaderGuess, skippedRows } from './header.ts'
import { withKinds } from './kinds.ts'
import { guessRoles, isSparse, KIND, type RolesGuess } from './roles.ts'
import { isText, isTitle, nameWeight, SECTION_HEADER } from './words.ts'

const SAMPLE_ROWS = 3_000

export interface TableGuess {
  headerRow: number
  /** The names of the columns; '' = none. */
  names: readonly string[]
  mapping: ImportMapping
  roles: RolesGuess
  /** Rows that the guess takes for requirements. */
  count: number
}

const namesOf = (sheet: ImportSheet, header: HeaderGuess): string[] => {
  const { rows } =
    header.depth === 2
      ? prepareTable(sheet, header.row, {
          columns: [],
          sectionFrom: 'columns',
          defaultSection: DEFAULT_SECTION,
          headerRows: 2,
        })
      : sheet
  return Array.from({ length: sheetWidth(sheet.rows) }, (_, column) =>
    header.row === 0 ? '' : sheetCellText(rows, header.row, column).slice(0, 500),
  )
}

const isFilled = (rows: CellRows, row: number): boolean =>
  (rows[row - 1] ?? []).some((_, column) => sheetCellText(rows, row, column) !== '')

/**
 * The specification's layout: ID, Section, Requirement, then a parameter per column. A second
 * column of long or unique texts is not a section.
 */
const isSpecShape = (looks: readonly Looks[]): boolean => {
  const [id, section, name] = looks
  if (id?.header !== ID || section === undefined || name === undefined) return false
  // Columns of these names are there, but the texts are elsewhere.
  if (name.filled === 0 && looks.some(({ filled }) => filled > 1)) return false
  return (
    SECTION_HEADER.test(section.header) ||
    (!KIND.test(section.header) &&
      nameWeight(section.header) === 0 &&
      !isTitle(section.header) &&
      !isText(section.header) &&
      section.average <= 60 &&
      section.variety < 0.6 &&
      isWordy(name))
  )
}
const isWordy = (one: Looks): boolean => one.filled === 0 || one.numbers <= 0.5

const hasGroups = (prefixes: readonly string[]): boolean => {
  const found = prefixes.filter((prefix) => prefix !== '')
  return (
    found.length >= prefixes.length * 0.9 &&
    found.length > 0 &&
    new Set(found).size > 1 &&
    new Set(found).size <= found.length / 3
  )
}

interface Reading {
  sheet: ImportSheet
  header: HeaderGuess
  names: readonly string[]
  skipped: readonly number[]
}

const looksIn = ({ sheet, header: { row }, names }: Reading, data: readonly number[]): Looks[] => {
  const counts = new Map<number, number>()
  for (const { left, top, bottom } of sheet.merges)
    if (bottom > top && top > row) counts.set(left, (counts.get(left) ?? 0) + 1)
  return names.map((header, column) =>
    looksOf(sheet.rows, { data, column, header, isMerged: (counts.get(column) ?? 0) >= 2 }),
  )
}

const guessSectionSource = (
  { sheet: { rows } }: Reading,
  { roles }: RolesGuess,
  data: readonly number[],
): SectionSource => {
  if (roles.includes('section')) return 'columns'
  const values = (column: number) =>
    column === -1
      ? []
      : data.map((row) => sheetCellText(rows, row, column)).filter((text) => text !== '')
  if (hasGroups(values(roles.indexOf('name')).map(namePrefix))) return 'namePrefix'
  return hasGroups(values(roles.indexOf('id')).map(idPrefix)) ? 'idPrefix' : 'columns'
}

/** Headings are no requirements: at least one row follows, and they are fewer than the others. */
const realHeadings = (headings: ReadonlyMap<number, string>, data: readonly number[]): boolean => {
  if (headings.size === 0) return false
  const followed = data.filter((row, at) => {
    const next = data[at + 1]
    return headings.has(row) && next !== undefined && !headings.has(next)
  })
  const others = data.length - headings.size
  return others >= followed.length && headings.size <= data.length / 2 && followed.length > 0
}

/** Guesses how a sheet is to be read; the person sees it and can change all of it. */
export const guessTable = (file: ImportSheet, wantedHeader?: HeaderGuess): TableGuess => {
  const { roles } = file
  const isKnown = roles !== undefined && (wantedHeader === undefined || wantedHeader.row === 1)
  const sheet = { ...file, rows: visibleRows(file, isKnown ? 1 : (wantedHeader?.row ?? 0)) }
  if (isKnown) return knownTable(sheet, roles)
  const guess = guessPlace(sheet, wantedHeader)
  const columns = withKinds(sheet, guess.headerRow, guess.mapping)
  return { ...guess, mapping: { ...guess.mapping, columns } }
}

/** A table whose reader knows the columns, which have their names in row 1. */
const knownTable = (sheet: ImportSheet, columns: readonly ColumnRole[]): TableGuess => {
  const header: HeaderGuess = { row: 1, depth: 1 }
  const reading: Reading = { sheet, header, names: namesOf(sheet, header), skipped: [] }
  const data = sheet.rows.flatMap((_, at) =>
    at > 0 && isFilled(sheet.rows, at + 1) ? [at + 1] : [],
  )
  const looks = looksIn(reading, data.slice(0, SAMPLE_ROWS))
  const at = (role: ColumnRole): Looks | undefined => looks[columns.indexOf(role)]
  const roles: RolesGuess = {
    ...{ roles: [...columns], id: at('id'), name: at('name') },
    sections: looks.filter((_, column) => columns[column] === 'section'),
  }
  const mapping = mappingOf(reading, roles, 'columns')
  return {
    ...{ headerRow: 1, names: reading.names, roles, count: data.length },
    mapping: { ...mapping, columns: withKinds(sheet, 1, mapping), ...keysOf(reading, mapping) },
  }
}

const guessPlace = (sheet: ImportSheet, wantedHeader?: HeaderGuess): TableGuess => {
  const header = wantedHeader ?? guessHeader(sheet.rows, sheet.merges)
  const names = namesOf(sheet, header)
  const all: number[] = []
  for (let row = header.row + 1; row <= sheet.rows.length; row += 1)
    if (isFilled(sheet.rows, row)) all.push(row)
  const first: Reading = { sheet, header, names, skipped: [] }
  const spec = looksIn(first, all)
  if (isSpecShape(spec)) {
    const { columns, ...rest } = specificationMapping(sheet.rows, header.row)
    const roles = { ...guessRoles(spec), roles: [...columns] }
    const skipped = skippedRows(sheet.rows, header, 0)
    const mapping = { columns, ...rest, ...(skipped.length > 0 ? { skipped } : {}) }
    return { headerRow: header.row, names, mapping, roles, count: all.length - skipped.length }
  }
  const before = guessRoles(spec)
  const skipped = skippedRows(sheet.rows, header, before.id?.column)
  const reading = { ...first, skipped }
  const data = all.filter((row) => !skipped.includes(row))
  return withSections(reading, data)
}

const mappingOf = (
  { header, skipped }: Reading,
  roles: RolesGuess,
  sectionFrom: SectionSource,
): ImportMapping => ({
  columns: roles.roles,
  sectionFrom,
  defaultSection: DEFAULT_SECTION,
  ...(header.depth === 2 ? { headerRows: 2 as const } : {}),
  ...(skipped.length > 0 ? { skipped } : {}),
})

/** Guesses the roles once with and once without heading rows, and takes what fits. */
const withSections = (reading: Reading, data: readonly number[]): TableGuess => {
  const { sheet, header, names } = reading
  const sample = data.slice(0, SAMPLE_ROWS)
  const rough = guessRoles(looksIn(reading, sample))
  const headings = headingRows(
    onlyRows(sheet.rows, data),
    header.row,
    mappingOf(reading, rough, 'headingRows'),
  )
  const isHeaded = realHeadings(headings, data)
  const own = isHeaded ? data.filter((row) => !headings.has(row)) : data
  const roles = isHeaded ? guessRoles(looksIn(reading, own)) : rough
  const hasColumns = roles.sections.some(({ share }) => share >= 0.6)
  const sectionFrom =
    isHeaded && !hasColumns ? 'headingRows' : guessSectionSource(reading, roles, own)
  const mapping = mappingOf(
    reading,
    sectionFrom === 'headingRows' ? withoutSections(roles) : roles,
    sectionFrom,
  )
  const isDown = sectionFrom === 'columns' && roles.sections.some(isSparse)
  return {
    headerRow: header.row,
    names,
    mapping: {
      ...mapping,
      ...(isDown ? { fillsDown: true } : {}),
      ...keysOf(reading, { ...mapping, ...(isDown ? { fillsDown: true } : {}) }),
    },
    roles,
    count: own.length,
  }
}

const withoutSections = (roles: RolesGuess): RolesGuess => ({
  ...roles,
  roles: roles.roles.map((role) => (role === 'section' ? 'ignore' : role)),
})

const onlyRows = (rows: CellRows, kept: readonly number[]): CellRows => {
  const wanted = new Set(kept)
  return rows.map((row, index) => (wanted.has(index + 1) ? row : []))
}

const shareOfRepeated = (ids: readonly string[]): number =>
  ids.length === 0 ? 0 : 1 - new Set(ids).size / ids.length

/** Whether ids are unique only in their section, and whether rows continue those above. */
const keysOf = (
  { sheet, header }: Reading,
  mapping: ImportMapping,
): Pick<ImportMapping, 'isIdOfSection' | 'duplicates'> => {
  const idColumn = mapping.columns.indexOf('id')
  if (idColumn === -1) return {}
  const idsWith = (changes: Partial<ImportMapping>): string[] => {
    const { rows, mapping: plain } = prepareTable(sheet, header.row, { ...mapping, ...changes })
    return rows.flatMap((_, index) => {
      const id = sheetCellText(rows, index + 1, plain.columns.indexOf('id'))
      return index < header.row || id === '' ? [] : [id]
    })
  }
  const isMerged = sheet.merges.some(
    ({ left, top, bottom }) => left === idColumn && bottom > top && top > header.row,
  )
  if (isMerged) return { duplicates: 'merge' }
  if (
    shareOfRepeated(idsWith({})) > 0.1 &&
    shareOfRepeated(idsWith({ isIdOfSection: true })) < 0.02
  )
    return { isIdOfSection: true }
  return {}
}
