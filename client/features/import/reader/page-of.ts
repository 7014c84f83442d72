const MOST_ROWS = 1_000
const MOST_CHARACTERS = 1_000_000

/** The rows from a place on that one message carries, so that taking it over is a short task. */
export const pageOf = <T>(
  all: readonly T[],
  from: number,
  lengthOf: (one: T) => number = () => 0,
): readonly T[] => {
  let end = from
  let characters = 0
  while (end < all.length && end - from < MOST_ROWS && characters < MOST_CHARACTERS) {
    const one = all[end]
    if (one !== undefined) characters += lengthOf(one)
    end += 1
  }
  return all.slice(from, end)
}
