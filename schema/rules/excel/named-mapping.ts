import * as v from 'valibot'
import { ImportMappingContent } from '../../entities/import-mapping.ts'
import type { ImportMapping } from './excel-rows-mapping.ts'
import { recallMapping, rememberMapping } from './remembered-mapping.ts'

/**
 * What a named mapping keeps of a mapping. Rows to leave out, the text by which a sheet becomes
 * several documents, and fields that a file describes itself belong to one file and are not kept.
 * Null if the names of the columns do not tell them apart, or have too much text.
 */
export const contentOfMapping = (
  names: readonly string[],
  mapping: ImportMapping,
): ImportMappingContent | null => {
  const remembered = rememberMapping(names, mapping)
  if (remembered === null) return null
  const { roles, sectionFrom, defaultSection } = remembered
  const set = OPTIONS.flatMap((key) => {
    const value = remembered[key]
    return value === undefined || value === false || value === DEFAULTS[key] ? [] : [[key, value]]
  })
  const content = v.safeParse(ImportMappingContent, {
    ...{ roles, sectionFrom, defaultSection },
    ...Object.fromEntries(set),
  })
  return content.success ? content.output : null
}

const OPTIONS = [
  'headerRows',
  'withHidden',
  'fillsDown',
  'isIdOfSection',
  'duplicates',
  'notesAsHelp',
] as const
const DEFAULTS: { readonly [O in (typeof OPTIONS)[number]]?: unknown } = {
  headerRows: 1,
  duplicates: 'refuse',
}

interface Columns {
  names: readonly string[]
  /** The guess, for columns that the named mapping does not know. */
  guessed: ImportMapping
}

/** A named mapping for a sheet; null if a column that it imports is missing. */
export const applyMapping = (
  { names, guessed }: Columns,
  content: ImportMappingContent,
): ImportMapping | null => recallMapping(names, guessed, content)

/** Whether the mapping reads the sheet as the named one does. */
export const isApplied = (
  names: readonly string[],
  mapping: ImportMapping,
  content: ImportMappingContent,
): boolean => {
  const applied = applyMapping({ names, guessed: mapping }, content)
  const own = contentOfMapping(names, mapping)
  return (
    applied !== null &&
    own !== null &&
    JSON.stringify(contentOfMapping(names, applied)) === JSON.stringify(own)
  )
}

const importedColumns = ({ roles }: ImportMappingContent): number =>
  Object.values(roles).filter((role) => role !== 'ignore').length

/** Those that fit the sheet, the one that imports most columns first. */
export const fittingMappings = <M extends { content: ImportMappingContent }>(
  names: readonly string[],
  guessed: ImportMapping,
  mappings: readonly M[],
): M[] =>
  mappings
    .filter(({ content }) => applyMapping({ names, guessed }, content) !== null)
    .toSorted((one, other) => importedColumns(other.content) - importedColumns(one.content))
