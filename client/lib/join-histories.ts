/** The server answers with at most this number of entries, and a device keeps no more. */
export const MOST_ENTRIES = 200
const MOST_CHARACTERS = 200_000

interface Page<T> {
  items: readonly T[]
  total: number
}

/**
 * The history to keep, as JSON texts of its entries, newest first: those just read, and behind them
 * the older ones that the device has already. Keeps only what is known to be without a gap.
 */
export const joinHistories = <T>({ items, total }: Page<T>, kept: readonly T[]): string[] => {
  const read = items.map((one) => JSON.stringify(one))
  const known = kept.map((one) => JSON.stringify(one))
  const at = items.length < total ? known.lastIndexOf(read.at(-1) ?? '') : -1
  let left = MOST_CHARACTERS
  const joined = [...read, ...(at < 0 ? [] : known.slice(at + 1))].slice(0, MOST_ENTRIES)
  const end = joined.findIndex((text) => (left -= text.length) < 0)
  return end < 0 ? joined : joined.slice(0, end)
}
