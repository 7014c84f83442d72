import { sameValue } from '../answers/merge.ts'

export const DIFF_STATUSES = ['UNCHANGED', 'NEW', 'CHANGED', 'REMOVED'] as const
export type DiffStatus = (typeof DIFF_STATUSES)[number]

/**
 * Says of what stands on both sides what changed in it: names of its fields, and `place` where it
 * has another parent.
 */
export interface Difference<T> {
  status: DiffStatus
  before: T | null
  after: T | null
  changes: string[]
}

/** Compares two sides of one thing; `changesOf` is asked only where both exist. */
export const differenceOf = <T>(
  before: T | null,
  after: T | null,
  changesOf: (before: T, after: T) => string[],
): Difference<T> => {
  if (before === null) return { status: 'NEW', before, after, changes: [] }
  if (after === null) return { status: 'REMOVED', before, after, changes: [] }
  const changes = changesOf(before, after)
  return { status: changes.length === 0 ? 'UNCHANGED' : 'CHANGED', before, after, changes }
}

/** Names of the fields that differ as JSON values. */
export const changedFields = <T extends object>(
  before: T,
  after: T,
  names: readonly (keyof T & string)[],
): string[] => names.filter((name) => !sameValue(before[name], after[name]))
