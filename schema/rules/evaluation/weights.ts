import { LIMITS } from '../../tables/limits.ts'

/** Returns a weight in whole hundredths of a percent, so that sums compare exactly. */
export const toHundredths = (weight: number): number => Math.round(weight * 100)

/** Returns the sum with two decimals; an unset weight counts as 0. */
export const weightTotal = (list: readonly (number | null)[]): number =>
  list.reduce<number>((sum, weight) => sum + toHundredths(weight ?? 0), 0) / 100

/** Returns null if the weights total 100 or the list is empty. */
export function weightProblem(list: readonly (number | null)[]): { total: number } | null {
  const total = weightTotal(list)
  return list.length === 0 || total === LIMITS.weightTotal ? null : { total }
}

interface Weighed {
  id: string
  weight: number | null
}
/** `packageId` null = the weights of the packages, else those of the documents in that package. */
export interface WeightProblem {
  packageId: string | null
  total: number
}

/**
 * Returns every set of siblings whose weights do not total 100: the packages first, then the
 * documents of each non-empty package.
 */
export function weightProblems(
  packages: readonly Weighed[],
  documents: readonly (Weighed & { packageId: string })[],
): WeightProblem[] {
  const groups = [null, ...packages.map(({ id }) => id)].map((packageId) => ({
    packageId,
    rows:
      packageId === null
        ? packages
        : documents.filter((document) => document.packageId === packageId),
  }))
  return groups.flatMap(({ packageId, rows }) => {
    const problem = weightProblem(rows.map(({ weight }) => weight))
    return problem === null ? [] : [{ packageId, ...problem }]
  })
}

/**
 * Divides `total` hundredths into `count` shares that differ by at most one hundredth, larger ones
 * first.
 */
function shares(total: number, count: number): number[] {
  const share = Math.floor(total / Math.max(1, count))
  const larger = total - share * count
  return Array.from({ length: count }, (_, i) => (share + (i < larger ? 1 : 0)) / 100)
}

const FULL = toHundredths(LIMITS.weightTotal)

/** Returns equal weights for all items, with a total of 100. */
export const spreadEvenly = (list: readonly unknown[]): number[] => shares(FULL, list.length)

/**
 * Divides the remainder to 100 among the unset weights (null). If the set weights exceed 100 or
 * leave nothing, all weights become equal.
 */
export function spreadRest(list: readonly (number | null)[]): number[] {
  const rest = FULL - list.reduce<number>((sum, weight) => sum + toHundredths(weight ?? 0), 0)
  const open = list.filter((weight) => weight === null).length
  if (rest < 0 || open === 0) return spreadEvenly(list)
  const given = shares(rest, open)
  return list.map((weight) => (weight === null ? (given.shift() ?? 0) : toHundredths(weight) / 100))
}
