import type { Parameter } from '../../entities/parameter.ts'

/** The roles of a column. */
export const COLUMN_ROLES = [
  'ignore',
  'id',
  'section',
  'name',
  'description',
  'text',
  'longText',
  'select',
  'several',
  'number',
  'date',
  'yesNo',
  'link',
] as const
export type ColumnRole = (typeof COLUMN_ROLES)[number]
export const isColumnRole = (role: string): role is ColumnRole =>
  (COLUMN_ROLES as readonly string[]).includes(role)

export const SECTION_SOURCES = ['columns', 'headingRows', 'idPrefix', 'namePrefix'] as const
/**
 * The source of a row's section: the columns with that role, the heading row above, the start of
 * the id (AC-2(1) → AC), or the part of the name before a colon.
 */
export type SectionSource = (typeof SECTION_SOURCES)[number]

export interface ImportMapping {
  /** The roles by zero-based column. */
  columns: readonly ColumnRole[]
  sectionFrom: SectionSource
  /** The section for rows without one. */
  defaultSection: string
  /** Number of rows that hold the column names, with groups of columns above; 1 without it. */
  headerRows?: 1 | 2
  /** Rows of the sheet, from 1, that are left out. */
  skipped?: readonly number[]
  /** Rows that the workbook hides are read, too. */
  withHidden?: boolean
  /** An empty section means the section of the row above. */
  fillsDown?: boolean
  /** Ids are unique only in their section, so that both together name a requirement. */
  isIdOfSection?: boolean
  /** Fields that a file describes itself, by column; they go before the role of the column. */
  fields?: Readonly<Record<number, ImportField>>
  /** Fields that vendors of new requirements fill in besides the usual ones. */
  answers?: readonly Parameter[]
  /** Sections without rows that the file has before a row. */
  emptySections?: readonly { row: number; name: string }[]
  /** The lines of the file that rows come from, where it is no sheet. */
  lines?: readonly number[]
  /** What happens to rows that share an id; they are refused without it. */
  duplicates?: DuplicateRule
  /** Only rows with this text in a column are read; an empty cell belongs to the text above. */
  only?: { column: number; text: string }
  /** Comments on the cells of a row become the requirement's help for vendors. */
  notesAsHelp?: boolean
  /** Written by `prepareTable`: the options that the workbook offers, by column. */
  choices?: Readonly<Record<number, readonly string[]>>
  /** Written by `prepareTable`: the help of a row, from 1. */
  help?: ReadonlyMap<number, string>
}

/** `id` is also the key of a new field. */
export type ImportField = Pick<Parameter, 'type' | 'inputType' | 'options' | 'hidden'> & {
  id?: string
}

export const DUPLICATE_RULES = ['refuse', 'merge', 'number'] as const
/** Refuse the later rows, add their texts to the first one, or number them: 'AC-2 (2)'. */
export type DuplicateRule = (typeof DUPLICATE_RULES)[number]

export const DEFAULT_SECTION = 'General'

export type MappingProblem =
  | 'noName'
  | 'twoNames'
  | 'twoIds'
  | 'twoDescriptions'
  | 'noIdForSection'
  | 'noDefaultSection'

const PARAMETER_ROLES = [
  'description',
  'text',
  'longText',
  'select',
  'several',
  'number',
  'date',
  'yesNo',
  'link',
] as const
export type ParameterRole = (typeof PARAMETER_ROLES)[number]
export const isParameterRole = (role: ColumnRole): role is ParameterRole =>
  (PARAMETER_ROLES as readonly ColumnRole[]).includes(role)

export const columnsWith = (mapping: ImportMapping, role: ColumnRole): number[] =>
  mapping.columns.flatMap((one, column) => (one === role ? [column] : []))

/** Returns the problems that make a mapping unusable; empty = usable. */
export const mappingProblems = (mapping: ImportMapping): MappingProblem[] => {
  const count = (role: ColumnRole) => columnsWith(mapping, role).length
  const problems: MappingProblem[] = []
  if (count('name') === 0) problems.push('noName')
  if (count('name') > 1) problems.push('twoNames')
  if (count('id') > 1) problems.push('twoIds')
  if (count('description') > 1) problems.push('twoDescriptions')
  if (mapping.sectionFrom === 'idPrefix' && count('id') === 0) problems.push('noIdForSection')
  if (mapping.defaultSection.trim() === '') problems.push('noDefaultSection')
  return problems
}

/** AC-2(1) → AC, V1.1.1 → V1, cES1026.1 → cES, 1.10 → 1; '' = the id names no group. */
export const idPrefix = (id: string): string => {
  const first = id.replace(/[-._:/(\s].*$/s, '')
  // Three or more final digits are a running number; one or two belong to the name of the group.
  const group = first.replace(/\d{3,}$/, '')
  return group === id ? '' : group
}

/** "ES: Housekeeping Message" → ES. */
export const namePrefix = (name: string): string => {
  const colon = name.indexOf(':')
  return colon > 0 && colon <= 80 ? name.slice(0, colon).trim() : ''
}
