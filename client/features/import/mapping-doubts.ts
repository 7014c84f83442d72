import type { ImportPlan } from '#schema/rules/excel/excel-rows-plan.ts'

export type MappingDoubt = 'noRows' | 'emptyNames' | 'sameIds' | 'longTexts' | 'values'

/** More refused rows than this share say that the mapping is wrong rather than the rows. */
const MOST_REFUSED = 0.2

/**
 * What to look at when a mapping would refuse more than a fifth of the rows, most frequent first.
 * `rows` is the number of rows with the problem.
 */
export const mappingDoubts = (plan: ImportPlan): { doubt: MappingDoubt; rows: number }[] => {
  const taken = plan.creates.length + plan.updates.length + plan.unchanged.length
  const all = taken + plan.refusedRows
  if (all === 0) return [{ doubt: 'noRows', rows: 0 }]
  if (plan.refusedRows <= all * MOST_REFUSED) return []
  const rows = new Map<MappingDoubt, Set<number>>()
  for (const { row, code } of plan.refused) {
    const doubt = DOUBT_OF[code] ?? 'values'
    rows.set(doubt, (rows.get(doubt) ?? new Set()).add(row))
  }
  return [...rows]
    .map(([doubt, found]) => ({ doubt, rows: found.size }))
    .toSorted((some, other) => other.rows - some.rows)
}

const DOUBT_OF: Partial<Record<ImportPlan['refused'][number]['code'], MappingDoubt>> = {
  nameMissing: 'emptyNames',
  idTwice: 'sameIds',
  idAmbiguous: 'sameIds',
  tooLong: 'longTexts',
  rowTooLong: 'longTexts',
}
