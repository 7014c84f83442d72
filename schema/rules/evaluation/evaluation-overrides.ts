import type { Override } from '../../entities/commitment.ts'
import { FIELD_LIMITS } from '../../entities/field-limits.ts'
import type { ParameterValue } from '../../entities/parameter.ts'

/** Former sayings that are kept beside an override; the oldest go first. */
export const OVERRIDE_HISTORY_LIMIT = FIELD_LIMITS.history

/** What an override says, and who said so when. */
export type Saying = Pick<Override, 'value' | 'reason' | 'modifiedBy' | 'modifiedOn'>
/** What the vendor submitted: the value, of a choice its number with the key beside it. */
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
 * The override once it says something new. The original stays what it was while an override is in
 * force; else it is the given one.
 */
export const withOverride = (
  former: Override | undefined,
  place: Place,
  saying: Saying,
  original: Original,
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
 * The override once it is taken away: the vendor's own value is in force again, and the row says
 * who did it and why.
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
  /** The value in force before; undefined where the history no longer reaches back to it. */
  from: ParameterValue | undefined
  to: ParameterValue
  reason: string
  by: Override['modifiedBy']
  on: number
}

/** Everything that was done to the value, newest first. */
export const overrideChanges = (row: Override): OverrideChange[] => {
  const entries = [entryOf(row), ...row.history]
  // A full history may have been cut: what stood before its last entry is not known.
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
