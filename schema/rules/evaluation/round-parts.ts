/**
 * Rounds parts so that the shown parts add up to the shown total. Each becomes a whole number of
 * steps below or above its value; the parts with the largest remainders are rounded up first
 * (largest remainder method).
 * @param parts finite numbers, also negative, whose sum is about `total`
 * @param total rounded as by `toFixed`, so that the parts match the text on the screen
 * @param decimals the number of decimals shown
 * @returns the rounded parts in order; each differs from its part by less than one step
 */
export const roundParts = (parts: readonly number[], total: number, decimals = 2): number[] => {
  const scale = 10 ** decimals
  const steps = Math.round(Number(total.toFixed(decimals)) * scale)
  const floors = parts.map((part) => Math.floor(part * scale + TINY))
  const missing = steps - floors.reduce((sum, floor) => sum + floor, 0)
  const byRest = parts
    .map((part, index) => ({ index, rest: part * scale - (floors[index] ?? 0) }))
    .toSorted((a, b) => b.rest - a.rest || a.index - b.index)
  // `missing` is negative if TINY raised parts that were just below a whole step.
  const changed = missing >= 0 ? byRest.slice(0, missing) : byRest.slice(missing)
  const places = new Set(changed.map(({ index }) => index))
  const step = Math.sign(missing)
  return floors.map((floor, index) => (places.has(index) ? floor + step : floor) / scale + 0)
}

/** Compensates binary rounding: 0.29 * 100 must not become 28. */
const TINY = 1e-7
