import * as v from 'valibot'
import {
  COLUMN_ROLES,
  DUPLICATE_RULES,
  SECTION_SOURCES,
} from '../rules/excel/excel-rows-mapping.ts'
import { FIELD_LIMITS } from './field-limits.ts'
import { filledText, instant, recordOf, rowId, text } from './fields.ts'

export const MAPPING_LIMITS = {
  /** Of one person in an organization. */
  ofPerson: 50,
  /** Shared in an organization. */
  shared: 100,
  name: 100,
  columnName: 2_000,
  /** Characters of the JSON. */
  content: 20_000,
} as const

const flag = v.optional(v.boolean())

/** How the columns of a file are read, by the names of the columns. It contains no row of a file. */
export const ImportMappingContent = v.pipe(
  v.strictObject({
    /** By the name of the column, trimmed and in lower case. */
    roles: recordOf(
      text(MAPPING_LIMITS.columnName),
      v.picklist(COLUMN_ROLES),
      FIELD_LIMITS.tableColumns,
    ),
    sectionFrom: v.picklist(SECTION_SOURCES),
    defaultSection: text(FIELD_LIMITS.title),
    headerRows: v.optional(v.picklist([1, 2])),
    withHidden: flag,
    fillsDown: flag,
    isIdOfSection: flag,
    duplicates: v.optional(v.picklist(DUPLICATE_RULES)),
    notesAsHelp: flag,
  }),
  v.check(
    (content) => JSON.stringify(content).length <= MAPPING_LIMITS.content,
    'has too much text',
  ),
)
export type ImportMappingContent = v.InferOutput<typeof ImportMappingContent>

/** A named mapping as its reader sees it. */
export const NamedMapping = v.strictObject({
  id: rowId,
  name: filledText(MAPPING_LIMITS.name),
  /** Shared with the people of the organization who may write documents. */
  isShared: v.boolean(),
  isOwn: v.boolean(),
  /** Whether the reader may change or delete it. */
  isChangeable: v.boolean(),
  content: ImportMappingContent,
  updatedOn: instant,
})
export type NamedMapping = v.InferOutput<typeof NamedMapping>
