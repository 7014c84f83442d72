import { type CellRows, sheetCellText, sheetWidth } from './excel-rows-cells.ts'
import { columnFacts, type ColumnFacts, parameterRole, sampleEnd } from './excel-rows-facts.ts'
import {
  type ColumnRole,
  DEFAULT_SECTION,
  idPrefix,
  type ImportMapping,
  namePrefix,
  type SectionSource,
} from './excel-rows-mapping.ts'
import { ID, specificationHeaderRow, specificationMapping } from './excel-rows-rule.ts'

const HEADER_SEARCH_ROWS = 25
const LONG_TEXT = 120

const filledCells = (rows: CellRows, row: number): string[] =>
  (rows[row - 1] ?? [])
    .map((_, column) => sheetCellText(rows, row, column))
    .filter((text) => text !== '')

/**
 * 'ID' in A1 marks a header; else the first row is skipped if 'ID' follows, as the specification
 * says. In other files the header is the first row as wide as the table.
 */
export const guessHeaderRow = (rows: CellRows): number => {
  const row = specificationHeaderRow(rows)
  if (sheetCellText(rows, row, 0) === ID) return row
  const candidates = rows
    .slice(0, HEADER_SEARCH_ROWS)
    .map((_, index) => filledCells(rows, index + 1))
  const widest = Math.max(0, ...candidates.map((cells) => cells.length))
  const found = candidates.findIndex(
    (cells) =>
      cells.length >= 2 &&
      cells.length >= widest * 0.7 &&
      cells.every((text) => text.length <= LONG_TEXT),
  )
  return found === -1 ? 1 : found + 1
}

const ID_HEADER =
  /(^|[^\p{L}])(id|ids|identifier|guid|uuid|key|number|nr|no|ref|reference|code)([^\p{L}]|$)|^#$/iu
const SECTION_HEADER =
  /section|chapter|categor|domain|family|area|group|topic|pillar|checklist|oddiel|sekcia|kapitola/i
const NAME_HEADER =
  /name|title|summary|requirement|recommendation|question|control|text|description|požiadavka|názov/i

/** Returns the first of the best items, so that ties go to the left. */
const best = <T>(items: readonly T[], score: (item: T) => number): T | undefined =>
  items.reduce<{ item: T | undefined; score: number }>(
    (top, item) => (score(item) > top.score ? { item, score: score(item) } : top),
    {
      item: undefined,
      score: 0,
    },
  ).item

type Numbered = ColumnFacts & { column: number }

const guessId = (columns: readonly Numbered[]): Numbered | undefined =>
  best(
    columns.filter(
      (one) =>
        one.longest <= 100 &&
        one.average <= 50 &&
        one.variety >= 0.9 &&
        !one.hasLines &&
        ID_HEADER.test(one.header),
    ),
    (one) => one.variety,
  )

const guessSections = (columns: readonly Numbered[]): Numbered[] => {
  const groups = columns.filter(
    (one) =>
      one.filled > 0 && one.variety <= 0.6 && one.longest <= 200 && SECTION_HEADER.test(one.header),
  )
  const named = groups.filter((one) => !ID_HEADER.test(one.header))
  // If number and name of a heading are in two columns, only the name is used: it says more, and
  // both would repeat each other.
  return named.length > 0 ? named : groups
}

const guessName = (columns: readonly Numbered[]): Numbered | undefined => {
  const usable = columns.filter(
    (one) => one.filled > 0 && one.longest <= 2_000 && one.variety >= 0.5,
  )
  const short = usable.filter((one) => one.average <= LONG_TEXT && NAME_HEADER.test(one.header))
  const isBelow = (one: Numbered) => (/name|title|summary/i.test(one.header) ? 2 : 1) * one.filled
  return best(short, isBelow) ?? best(usable, (one) => one.average)
}

const hasGroups = (prefixes: readonly string[]): boolean => {
  const found = prefixes.filter((prefix) => prefix !== '')
  return (
    found.length >= prefixes.length * 0.9 &&
    found.length > 0 &&
    new Set(found).size <= Math.max(1, found.length / 3)
  )
}

const guessSectionSource = (
  rows: CellRows,
  headerRow: number,
  columns: readonly ColumnRole[],
): SectionSource => {
  if (columns.includes('section')) return 'columns'
  const values = (column: number) =>
    column === -1
      ? []
      : rows
          .slice(headerRow, sampleEnd(rows, headerRow))
          .map((_, index) => sheetCellText(rows, headerRow + 1 + index, column))
          .filter((text) => text !== '')
  if (hasGroups(values(columns.indexOf('name')).map(namePrefix))) return 'namePrefix'
  return hasGroups(values(columns.indexOf('id')).map(idPrefix)) ? 'idPrefix' : 'columns'
}

/**
 * The specification's layout: ID, Section, Requirement, then a parameter per column. A second
 * column of long or unique texts is not a section.
 */
const isSpecShape = (facts: readonly ColumnFacts[]): boolean => {
  const [id, section, name] = facts
  if (id?.header !== ID || section === undefined || name === undefined) return false
  return (
    SECTION_HEADER.test(section.header) ||
    (!NAME_HEADER.test(section.header) && section.average <= 60 && section.variety < 0.6)
  )
}

/** Returns a first mapping, which the person sees and can change. */
export const guessMapping = (rows: CellRows, headerRow: number): ImportMapping => {
  const facts = Array.from({ length: sheetWidth(rows) }, (_, column) =>
    columnFacts(rows, headerRow, column),
  )
  if (isSpecShape(facts)) return specificationMapping(rows, headerRow)
  const roles = new Map<number, ColumnRole>()
  const left = () =>
    facts.map((one, column) => ({ ...one, column })).filter((one) => !roles.has(one.column))
  const id = guessId(left())
  if (id !== undefined) roles.set(id.column, 'id')
  const sections = guessSections(left())
  for (const section of sections) roles.set(section.column, 'section')
  if (sections.length > 0)
    for (const one of left())
      if (SECTION_HEADER.test(one.header) && one.variety <= 0.6) roles.set(one.column, 'ignore')
  const name = guessName(left())
  if (name !== undefined) roles.set(name.column, 'name')
  const description = best(
    left().filter((one) => parameterRole(one) === 'longText'),
    (one) => (NAME_HEADER.test(one.header) ? 2 : 1) * one.filled,
  )
  if (description !== undefined) roles.set(description.column, 'description')
  for (const one of left()) roles.set(one.column, one.hasHeader ? parameterRole(one) : 'ignore')
  const columns = facts.map((_, column) => roles.get(column) ?? 'ignore')
  return {
    columns,
    sectionFrom: guessSectionSource(rows, headerRow, columns),
    defaultSection: DEFAULT_SECTION,
  }
}
