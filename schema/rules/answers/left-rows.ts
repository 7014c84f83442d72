import * as v from 'valibot'
import type { FieldConflict } from '../../api/sync.ts'
import type { Entity } from '../../entities/rows.ts'
import type { Refusal } from '../../refusal.ts'

/**
 * Why a row of a bulk edit was left unchanged while the others were written: code and detail of its
 * refusal.
 */
const LeftReason = v.strictObject({
  reason: v.string(),
  detail: v.record(v.string(), v.union([v.string(), v.number()])),
})
export type LeftReason = v.InferOutput<typeof LeftReason>

/**
 * The field that marks a left row. It can never be in an ordinary conflict, because people do not
 * set it to different values.
 */
const SUBMITTED = 'submitted'

/**
 * Describes a left row in a verdict: a conflict whose `theirs` is the reason instead of another
 * person's value.
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

/** Returns the reason of a left row; null = an ordinary conflict of two values. */
export const leftReason = ({
  field,
  theirs,
}: Pick<FieldConflict, 'field' | 'theirs'>): LeftReason | null =>
  field === SUBMITTED && v.is(LeftReason, theirs) ? theirs : null

/**
 * Returns the placeholders of the message `bulk.result` for a partly accepted bulk edit; null = no
 * row was left.
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
