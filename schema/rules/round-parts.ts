/**
 * Rounds parts so that the shown ones add up to the shown total: each becomes a whole number of
 * steps below or above its value, those with the largest rests are raised first (largest
 * remainder).
 * @param parts finite numbers whose sum is about `total`
 * @param decimals how many are shown
 * @returns as many numbers as `parts`; each differs from its part by less than one step
 */
export const roundParts = (parts: readonly number[], total: number, decimals = 2): number[] => {
  const scale = 10 ** decimals
  const floors = parts.map((part) => Math.floor(part * scale + TINY))
  const missing = Math.round(total * scale) - floors.reduce((sum, floor) => sum + floor, 0)
  const byRest = parts
    .map((part, index) => ({ index, rest: part * scale - (floors[index] ?? 0) }))
    .toSorted((a, b) => b.rest - a.rest || a.index - b.index)
  const raised = new Set(byRest.slice(0, Math.max(0, missing)).map(({ index }) => index))
  return floors.map((floor, index) => (raised.has(index) ? floor + 1 : floor) / scale)
}

/** What binary fractions lose on the way: 0.29 * 100 must not become 28. */
const TINY = 1e-7
