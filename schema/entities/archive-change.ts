import * as v from 'valibot'
import { commitmentId } from './commitment.ts'
import { FIELD_LIMITS } from './field-limits.ts'
import { instant, listOf, numericId, rowId, text } from './fields.ts'
import { ParameterValue } from './parameter.ts'
import { ENTITIES, type Entity } from './rows.ts'

/** Fields of the longest answer and of the largest definition, before and after together. */
const MOST_FIELDS = 20_000
const fieldName = text(FIELD_LIMITS.parameterName)

const ArchiveValue = v.strictObject({
  field: fieldName,
  label: v.nullable(text(FIELD_LIMITS.parameterName)),
  before: ParameterValue,
  after: ParameterValue,
})

/**
 * A line of `history.jsonl`: a change of a document or of something in it, with the values that the
 * owner may read. `fields` names what changed, with `+` before an added and `-` before a removed
 * parameter.
 */
export const ArchiveChange = v.strictObject({
  at: instant,
  actorName: text(FIELD_LIMITS.title * 2),
  entity: v.picklist(ENTITIES as [Entity, ...Entity[]]),
  entityId: rowId,
  documentId: rowId,
  /** The vendor whose change it is; null = one of the requestors' content. */
  vendorId: v.nullable(numericId),
  kind: v.picklist(['created', 'changed', 'deleted']),
  fields: listOf(fieldName, MOST_FIELDS),
  /** Null in changes that keep no values. */
  details: v.nullable(
    v.strictObject({
      label: v.optional(text(FIELD_LIMITS.requirementName)),
      whole: listOf(ArchiveValue, MOST_FIELDS),
      /** The changes of the form that vendors read. */
      published: v.optional(listOf(ArchiveValue, MOST_FIELDS)),
    }),
  ),
})
export type ArchiveChange = v.InferOutput<typeof ArchiveChange>

/** Ids of answers and overrides begin with those of requirement and vendor; null = it is neither. */
export const answerIdOf = (
  { entity, entityId }: Pick<ArchiveChange, 'entity' | 'entityId'>,
  vendorId: number | null,
): string | null => {
  if (entity !== 'commitment' && entity !== 'override') return null
  return commitmentId(entityId.split('.')[0] ?? entityId, vendorId ?? -1)
}
