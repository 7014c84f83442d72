import { sameValue } from '../answers/merge.ts'

export const DIFF_STATUSES = ['UNCHANGED', 'NEW', 'CHANGED', 'REMOVED'] as const
export type DiffStatus = (typeof DIFF_STATUSES)[number]

/**
 * `changes` names the changed fields of a row that both sides have, and `place` if its parent
 * changed.
 */
export interface Difference<T> {
  status: DiffStatus
  before: T | null
  after: T | null
  changes: string[]
}

/** Compares two sides of one row. Calls `changesOf` only if both exist. */
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

/** Returns the names of the fields that differ as JSON values. */
export const changedFields = <T extends object>(
  before: T,
  after: T,
  names: readonly (keyof T & string)[],
): string[] => names.filter((name) => !sameValue(before[name], after[name]))
