import * as v from 'valibot'
import { ENTITIES, type Entity } from '../entities/rows.ts'
import { FIELD_LIMITS } from '../entities/field-limits.ts'
import { instant, text, title } from '../entities/fields.ts'
import { LIMITS } from '../tables/limits.ts'

export const RowId = v.pipe(v.string(), v.minLength(1), v.maxLength(200), v.regex(/^[\w.:-]+$/))
/** The largest integer of a database column for ids. */
const MOST_ID = 2_147_483_647
/** The numeric id of a person or an organization. */
export const NumberId = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MOST_ID))
/** A number in a path. */
export const NumberInPath = v.pipe(v.string(), v.regex(/^\d{1,10}$/), v.transform(Number), NumberId)
export const IdInPath = v.strictObject({ id: RowId })
export const NumberIdInPath = v.strictObject({ id: NumberInPath })
export const IdInBody = v.strictObject({ id: RowId })

/** The person who owns a package or document; null = unassigned. */
export const OwnerData = v.nullable(v.strictObject({ id: NumberId }))

/** A position in a list. */
export const ListIndex = NumberId
/**
 * The `updatedOn` that the caller saw. If it is older than the row's, the call is refused with 409.
 */
export const seen = { updatedOn: instant }
/** The same for a call that may also create the row: required once the row exists. */
export const seenIfThere = { updatedOn: v.optional(instant) }
/** One of several rows that a call changes. */
export const SeenRow = v.strictObject({ id: RowId, ...seen })

export const ListRequest = v.strictObject({
  pageNumber: v.optional(ListIndex, 0),
  pageSize: v.optional(
    v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(200)),
    LIMITS.pageSize,
  ),
  /** Field → the value that it must have, or text that it must contain. */
  filters: v.optional(
    v.pipe(v.record(title, text(FIELD_LIMITS.requirementName)), v.maxEntries(20)),
    {},
  ),
  sorts: v.optional(
    v.pipe(
      v.array(v.strictObject({ field: title, direction: v.picklist(['ASC', 'DESC']) })),
      v.maxLength(5),
    ),
    [],
  ),
})
export type ListRequest = v.InferOutput<typeof ListRequest>
export const pageReplyOf = <S extends v.GenericSchema>(item: S) =>
  v.strictObject({
    items: v.array(item),
    total: v.number(),
    pageNumber: v.number(),
    pageSize: v.number(),
  })

export const EntityName = v.picklist(ENTITIES as [Entity, ...Entity[]])
export const Done = v.strictObject({ done: v.literal(true) })
