/**
 * Rounds parts so that the shown ones add up to the shown total: each becomes a whole number of
 * steps below or above its value, those with the largest rests are raised first (largest
 * remainder).
 * @param parts finite numbers, negative ones too, whose sum is about `total`
 * @param total rounded as `toFixed` does, so that the parts fit the text on the screen
 * @param decimals how many are shown
 * @returns as many numbers as `parts`; each differs from its part by less than one step
 */
export const roundParts = (parts: readonly number[], total: number, decimals = 2): number[] => {
  const scale = 10 ** decimals
  const steps = Math.round(Number(total.toFixed(decimals)) * scale)
  const floors = parts.map((part) => Math.floor(part * scale + TINY))
  const missing = steps - floors.reduce((sum, floor) => sum + floor, 0)
  const byRest = parts
    .map((part, index) => ({ index, rest: part * scale - (floors[index] ?? 0) }))
    .toSorted((a, b) => b.rest - a.rest || a.index - b.index)
  // Less than nothing is missing where TINY lifted parts that stood just below a whole step.
  const changed = missing >= 0 ? byRest.slice(0, missing) : byRest.slice(missing)
  const places = new Set(changed.map(({ index }) => index))
  const step = Math.sign(missing)
  return floors.map((floor, index) => (places.has(index) ? floor + step : floor) / scale + 0)
}

/** What binary fractions lose on the way: 0.29 * 100 must not become 28. */
const TINY = 1e-7
