import type { Override } from '../../entities/commitment.ts'
import { FIELD_LIMITS } from '../../entities/field-limits.ts'
import type { ParameterValue } from '../../entities/parameter.ts'

/** How many former values an override keeps; the oldest are dropped first. */
export const OVERRIDE_HISTORY_LIMIT = FIELD_LIMITS.history

/** The value of an override with its reason, author and time. */
export type Saying = Pick<Override, 'value' | 'reason' | 'modifiedBy' | 'modifiedOn'>
/** The submitted value. For a choice: the option's number, and its key beside it. */
export type Original = Pick<Override, 'originalValue' | 'originalKey'>
type Place = Pick<
  Override,
  'id' | 'projectId' | 'packageId' | 'documentId' | 'requirementId' | 'vendorId' | 'parameterId'
>

export const isInForce = (row: Override | undefined): row is Override =>
  row !== undefined && !row.removed

const answerOf = ({ originalKey, originalValue }: Original): ParameterValue =>
  originalKey ?? originalValue

const entryOf = ({
  value,
  reason,
  modifiedBy,
  modifiedOn,
  removed,
}: Override): Override['history'][number] => ({
  value,
  reason,
  modifiedBy,
  modifiedOn,
  ...(removed ? { removed } : {}),
})
const historyWith = (row: Override): Override['history'] =>
  [entryOf(row), ...row.history].slice(0, OVERRIDE_HISTORY_LIMIT)

/**
 * Returns the override with a new value. While an override is in force its original stays; else
 * the given original is recorded.
 */
export const withOverride = (
  former: Override | undefined,
  place: Place,
  { saying, original }: { saying: Saying; original: Original },
): Override => {
  const { originalValue, originalKey } = isInForce(former) ? former : original
  return {
    ...place,
    ...saying,
    originalValue,
    originalKey,
    history: former === undefined ? [] : historyWith(former),
    removed: false,
    updatedOn: 0,
  }
}

/**
 * Returns the override as removed: the vendor's own value counts again, and the row records who
 * removed the override and why.
 */
export const withoutOverride = (
  former: Override,
  { reason, modifiedBy, modifiedOn }: Omit<Saying, 'value'>,
): Override => ({
  ...former,
  value: answerOf(former),
  reason,
  modifiedBy,
  modifiedOn,
  history: historyWith(former),
  removed: true,
})

export interface OverrideChange {
  kind: 'set' | 'changed' | 'removed'
  /** The value in force before; undefined = older than the kept history. */
  from: ParameterValue | undefined
  to: ParameterValue
  reason: string
  by: Override['modifiedBy']
  on: number
}

/** Lists all changes of the value, newest first. */
export const overrideChanges = (row: Override): OverrideChange[] => {
  const entries = [entryOf(row), ...row.history]
  // A full history may have been cut, so the value before its oldest entry is unknown.
  const isCut = row.history.length === OVERRIDE_HISTORY_LIMIT
  const start = isCut ? undefined : answerOf(row)
  return entries.map(({ value, reason, modifiedBy, modifiedOn, removed }, i) => {
    const before = entries[i + 1]
    const isFirst = before === undefined ? !isCut : before.removed === true
    return {
      kind: removed === true ? 'removed' : isFirst ? 'set' : 'changed',
      from: before === undefined ? start : before.value,
      to: value,
      reason,
      by: modifiedBy,
      on: modifiedOn,
    }
  })
}
