import * as v from 'valibot'
import type { FieldConflict } from '../../api/sync.ts'
import type { Entity } from '../../entities/rows.ts'
import type { Refusal } from '../../refusal.ts'

/**
 * Why one row of a bulk edit stayed as it was while the others were written: what a refusal says.
 */
const LeftReason = v.strictObject({
  reason: v.string(),
  detail: v.record(v.string(), v.union([v.string(), v.number()])),
})
export type LeftReason = v.InferOutput<typeof LeftReason>

/**
 * The one field that no two people can set to different values: where it stands in the way, the row
 * was left alone for another reason.
 */
const SUBMITTED = 'submitted'

/**
 * Such a row in a verdict: a conflict without a value of anybody else, whose `theirs` is the
 * reason.
 */
export const leftRow = (
  row: { entity: Entity; id: string },
  { code, detail }: Refusal,
): FieldConflict => ({
  ...row,
  field: SUBMITTED,
  base: null,
  mine: true,
  theirs: { reason: code, detail } satisfies LeftReason,
  theirsBy: '',
  theirsOn: 0,
})

/** null = an ordinary conflict of two values. */
export const leftReason = ({
  field,
  theirs,
}: Pick<FieldConflict, 'field' | 'theirs'>): LeftReason | null =>
  field === SUBMITTED && v.is(LeftReason, theirs) ? theirs : null

/**
 * What fills the message `bulk.result` where a bulk edit was taken in part; null where no row was
 * left.
 */
export const partResult = (
  args: unknown,
  conflicts: readonly FieldConflict[],
): { n: number; m: number } | null => {
  const m = conflicts.filter((conflict) => leftReason(conflict) !== null).length
  if (m === 0) return null
  const { items } = args as { items?: unknown }
  return { n: (Array.isArray(items) ? items.length : m) - m, m }
}
