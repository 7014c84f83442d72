import { LIMITS } from '../../tables/limits.ts'

/** A weight in hundredths of a per cent: whole, so that sums compare exactly. */
export const toHundredths = (weight: number): number => Math.round(weight * 100)

/** The sum with two decimals; a weight that is not set counts 0. */
export const weightTotal = (list: readonly (number | null)[]): number =>
  list.reduce<number>((sum, weight) => sum + toHundredths(weight ?? 0), 0) / 100

/** Null where the weights total 100 or there is nothing to weigh. */
export function weightProblem(list: readonly (number | null)[]): { total: number } | null {
  const total = weightTotal(list)
  return list.length === 0 || total === LIMITS.weightTotal ? null : { total }
}

interface Weighed {
  id: string
  weight: number | null
}
/** `packageId` null = the packages among each other, else the documents of that package. */
export interface WeightProblem {
  packageId: string | null
  total: number
}

/**
 * Every set of siblings of a project that does not total 100: packages first, then the documents of
 * each package that has any.
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
 * `total` hundredths in `count` shares of two decimals, equal up to one hundredth, the larger ones
 * first.
 */
function shares(total: number, count: number): number[] {
  const share = Math.floor(total / Math.max(1, count))
  const larger = total - share * count
  return Array.from({ length: count }, (_, i) => (share + (i < larger ? 1 : 0)) / 100)
}

const FULL = toHundredths(LIMITS.weightTotal)

/** As many equal weights as the list has items; they total 100. */
export const spreadEvenly = (list: readonly unknown[]): number[] => shares(FULL, list.length)

/**
 * Shares what the given weights leave to 100 among those that are not given (null), so that all
 * total 100. Where more than 100 is given, or nothing is left to give, all become equal.
 */
export function spreadRest(list: readonly (number | null)[]): number[] {
  const rest = FULL - list.reduce<number>((sum, weight) => sum + toHundredths(weight ?? 0), 0)
  const open = list.filter((weight) => weight === null).length
  if (rest < 0 || open === 0) return spreadEvenly(list)
  const given = shares(rest, open)
  return list.map((weight) => (weight === null ? (given.shift() ?? 0) : toHundredths(weight) / 100))
}
