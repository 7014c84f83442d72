import * as v from 'valibot'
import { FIELD_LIMITS } from './field-limits.ts'
import { date, filledText, instant, listOf, recordOf, text } from './fields.ts'

const isJsonObject = (text: string): boolean => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}

const columnId = filledText(FIELD_LIMITS.answerField)
const bound = v.optional(v.pipe(v.number(), v.finite()))

/** The filter of one column; a row must pass the filters of all columns. */
export const ColumnFilter = v.variant('op', [
  v.strictObject({ op: v.literal('contains'), text: filledText(FIELD_LIMITS.filterText) }),
  /** The empty text means a cell without a value. */
  v.strictObject({
    op: v.literal('any'),
    values: v.pipe(listOf(text(FIELD_LIMITS.id), FIELD_LIMITS.parameters), v.minLength(1)),
  }),
  v.strictObject({ op: v.literal('between'), from: bound, to: bound }),
  v.strictObject({ op: v.literal('days'), from: v.optional(date), to: v.optional(date) }),
  v.strictObject({ op: v.literal('empty') }),
  v.strictObject({ op: v.literal('filled') }),
])
export type ColumnFilter = v.InferOutput<typeof ColumnFilter>

export const SORT_DIRECTIONS = ['asc', 'desc'] as const
export const SortKey = v.strictObject({ columnId, direction: v.picklist(SORT_DIRECTIONS) })
export type SortKey = v.InferOutput<typeof SortKey>

/** The arrangement of a document's table: columns, sort order, groups and line wrapping. */
export const TableArrangement = v.strictObject({
  /** Column ids in the chosen order. Other columns follow their default neighbours. */
  order: listOf(columnId, FIELD_LIMITS.tableColumns),
  hidden: listOf(columnId, FIELD_LIMITS.tableColumns),
  /** Optional columns that are shown; absent = none. */
  shown: v.optional(listOf(columnId, FIELD_LIMITS.tableColumns)),
  /** Widths in px by column. */
  widths: recordOf(
    columnId,
    v.pipe(v.number(), v.minValue(1), v.maxValue(FIELD_LIMITS.columnWidth)),
    FIELD_LIMITS.tableColumns,
  ),
  sort: listOf(SortKey, FIELD_LIMITS.sortKeys),
  /** Grouped by section. */
  isGrouped: v.boolean(),
  /** Long texts wrap. */
  isWrapped: v.boolean(),
})
export type TableArrangement = v.InferOutput<typeof TableArrangement>

export const PLAIN_ARRANGEMENT: TableArrangement = {
  order: [],
  hidden: [],
  widths: {},
  sort: [],
  isGrouped: false,
  isWrapped: false,
}

/** The filters of a document as in its page's address: the JSON of its search parameters. */
export const FilterText = v.pipe(
  text(FIELD_LIMITS.viewSearch),
  v.check(isJsonObject, 'is no JSON object'),
)

/** The content of a saved view: arrangement and filters. */
export const TableViewContent = v.strictObject({
  arrangement: TableArrangement,
  search: FilterText,
})
export type TableViewContent = v.InferOutput<typeof TableViewContent>

/** A saved view as its reader sees it. */
export const TableView = v.strictObject({
  id: filledText(FIELD_LIMITS.id),
  name: filledText(FIELD_LIMITS.viewName),
  /** Shared with all requestors, or with all contacts of one vendor. */
  isShared: v.boolean(),
  isOwn: v.boolean(),
  content: TableViewContent,
  updatedOn: instant,
})
export type TableView = v.InferOutput<typeof TableView>
