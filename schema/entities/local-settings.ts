import * as v from 'valibot'
import { LANGUAGES } from '../tables/languages.ts'
import { FIELD_LIMITS } from './field-limits.ts'
import { filledText, listOf, numberBetween, numericId, recordOf, rowId } from './fields.ts'
import { FilterText } from './table-view.ts'

export const COMMENT_FILTERS = ['all', 'without official reply', 'unpublished'] as const
export const CommentFilter = v.picklist(COMMENT_FILTERS)
export type CommentFilter = v.InferOutput<typeof CommentFilter>

export const DOCUMENT_LAYOUTS = ['sections', 'table'] as const
export const THEMES = ['dark', 'light'] as const

/** Settings of one person for one project, kept on one device. */
export const ProjectSettings = v.strictObject({
  /** In the order of the columns. */
  selectedVendors: listOf(numericId, FIELD_LIMITS.organizations),
  comparedProjectId: v.nullable(rowId),
  /** By document id. A requestor who tries the vendor's table has filters of its own there. */
  documentFilters: v.strictObject({
    requirements: recordOf(rowId, FilterText, FIELD_LIMITS.children),
    answers: recordOf(rowId, FilterText, FIELD_LIMITS.children),
  }),
  columns: v.strictObject({
    definition: listOf(filledText(FIELD_LIMITS.answerField), FIELD_LIMITS.parameters),
    suppliers: listOf(filledText(FIELD_LIMITS.answerField), FIELD_LIMITS.parameters),
    lastUpdateByVisible: v.boolean(),
  }),
  commentFilter: CommentFilter,
  documentLayout: v.picklist(DOCUMENT_LAYOUTS),
})
export type ProjectSettings = v.InferOutput<typeof ProjectSettings>

/** Settings of one person, kept on one device under a prefix with the person's id. */
export const LocalSettings = v.strictObject({
  sidebarMinimized: v.boolean(),
  pageSize: v.pipe(numberBetween(1, FIELD_LIMITS.pageSize), v.integer()),
  theme: v.picklist(THEMES),
  language: v.picklist(LANGUAGES),
  projects: recordOf(rowId, ProjectSettings, FIELD_LIMITS.organizations),
})
export type LocalSettings = v.InferOutput<typeof LocalSettings>
