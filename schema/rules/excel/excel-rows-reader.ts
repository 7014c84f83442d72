import { cellAddress, sheetCellText } from './excel-rows-cells.ts'
import { type ParameterColumn, parameterColumns } from './excel-rows-fields.ts'
import { columnsWith, idPrefix, type ImportMapping, namePrefix } from './excel-rows-mapping.ts'
import { cleanText } from './excel-rows-cells.ts'
import {
  type ExistingRequirement,
  type ExistingSection,
  type ImportInput,
  MAX_ID_LENGTH,
  MAX_NAME_LENGTH,
  MAX_SECTION_LENGTH,
  type RowProblemCode,
} from './excel-rows-plan.ts'

export type Found = ExistingRequirement | 'ambiguous' | undefined

/**
 * Finds a requirement by full id, else by the id of an earlier file. An earlier id that two
 * requirements share is ambiguous.
 */
export const requirementLookup = (
  requirements: readonly ExistingRequirement[],
): ((id: string) => Found) => {
  const byFullId = new Map<string, ExistingRequirement>()
  const bySourceId = new Map<string, ExistingRequirement | 'ambiguous'>()
  for (const one of requirements) {
    byFullId.set(one.fullId ?? one.id, one)
    const sourceId = cleanText(one.sourceId ?? '')
    if (sourceId !== '') bySourceId.set(sourceId, bySourceId.has(sourceId) ? 'ambiguous' : one)
  }
  return (id) => (id === '' ? undefined : (byFullId.get(id) ?? bySourceId.get(id)))
}

export interface SectionBook {
  /** The sections that `idOf` created, in order. */
  created: { id: string; name: string }[]
  idOf(name: string): string
  nameOf(id: string): string | undefined
}

const sectionName = (text: string): string => cleanText(text).replace(/\s*\n\s*/g, ' ')

/**
 * Finds sections by name: first those of the document, then those that the import creates when an
 * accepted row needs them.
 */
export const sectionBook = (
  existing: readonly ExistingSection[],
  newId: () => string,
): SectionBook => {
  const ids = new Map<string, string>()
  for (const section of existing)
    if (!ids.has(sectionName(section.name))) ids.set(sectionName(section.name), section.id)
  const names = new Map(existing.map((section) => [section.id, sectionName(section.name)]))
  const created: { id: string; name: string }[] = []
  const idOf = (name: string): string => {
    const known = ids.get(name)
    if (known !== undefined) return known
    const section = { id: newId(), name }
    created.push(section)
    ids.set(name, section.id)
    return section.id
  }
  return { created, idOf, nameOf: (id) => names.get(id) }
}

export interface RowReader {
  idColumn: number
  nameColumn: number
  sectionColumns: readonly number[]
  parameters: readonly ParameterColumn[]
  /** Returns '' also for -1, a column that the mapping does not name. */
  text(row: number, column: number): string
  /** Returns the section that the row names; '' = none. */
  section(row: number): string
  isBlank(row: number): boolean
}

export const rowReader = ({ rows, headerRow, mapping }: ImportInput): RowReader => {
  const idColumn = columnsWith(mapping, 'id')[0] ?? -1
  const nameColumn = columnsWith(mapping, 'name')[0] ?? -1
  const sectionColumns = columnsWith(mapping, 'section')
  const text = (row: number, column: number) =>
    column === -1 ? '' : sheetCellText(rows, row, column)
  const named = (row: number) =>
    sectionColumns
      .map((column) => text(row, column))
      .filter((part) => part !== '')
      .join(' / ')
  const sources = {
    columns: named,
    // `prepareTable` has written the headings into a section column.
    headingRows: named,
    idPrefix: (row) => idPrefix(text(row, idColumn)),
    namePrefix: (row) => namePrefix(text(row, nameColumn)),
  } satisfies Record<ImportMapping['sectionFrom'], (row: number) => string>
  return {
    idColumn,
    nameColumn,
    sectionColumns,
    text,
    parameters: parameterColumns(rows, headerRow, mapping),
    section: (row) => sectionName(sources[mapping.sectionFrom](row)),
    isBlank: (row) =>
      mapping.columns.every((role, column) => role === 'ignore' || text(row, column) === ''),
  }
}

export interface Problem {
  column: number
  code: RowProblemCode
  detail?: Record<string, string | number>
}

const tooLong = (column: number, text: string, max: number): Problem[] =>
  text.length <= max ? [] : [{ column, code: 'tooLong', detail: { max, length: text.length } }]

interface RowMatch {
  found: Found
  /** An earlier row for the same requirement or id; undefined = none. */
  firstRow: number | undefined
}

/** Returns the problems of a row's id, section and name, which do not depend on its parameters. */
export const headProblems = (
  reader: RowReader,
  row: number,
  { found, firstRow }: RowMatch,
): Problem[] => {
  const { idColumn, nameColumn, sectionColumns } = reader
  const id = reader.text(row, idColumn)
  const name = reader.text(row, nameColumn)
  return [
    ...tooLong(idColumn, id, MAX_ID_LENGTH),
    ...(firstRow === undefined
      ? []
      : [
          {
            column: idColumn,
            code: 'idTwice' as const,
            detail: { id, first: cellAddress(firstRow, idColumn) },
          },
        ]),
    ...(found === 'ambiguous'
      ? [{ column: idColumn, code: 'idAmbiguous' as const, detail: { id } }]
      : []),
    ...tooLong(
      sectionColumns[0] ?? Math.max(nameColumn, 0),
      reader.section(row),
      MAX_SECTION_LENGTH,
    ),
    ...(name === '' ? [{ column: nameColumn, code: 'nameMissing' as const }] : []),
    ...tooLong(nameColumn, name, MAX_NAME_LENGTH),
  ]
}
