const MOST = 20
const LONGEST = 50

/** Splits and de-duplicates tags: "a, b,, a" → ['a', 'b']. */
export const parseTags = (text: string): string[] =>
  [
    ...new Set(
      text
        .split(',')
        .map((tag) => tag.trim().slice(0, LONGEST))
        .filter((tag) => tag !== ''),
    ),
  ].slice(0, MOST)
