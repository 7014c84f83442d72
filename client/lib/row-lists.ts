import type { Row } from '#schema/entities/rows.ts'

const rankOf = (row: Row): string => ('rank' in row ? row.rank : '')

/** Compares by rank if there is one, then by id, in code unit order like the server. */
export const compareRows = (a: Row, b: Row): number => {
  const ranks = [rankOf(a), rankOf(b)] as const
  if (ranks[0] !== ranks[1]) return ranks[0] < ranks[1] ? -1 : 1
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0
}

const indexOf = (rows: readonly Row[], wanted: Row): number => {
  let low = 0
  let high = rows.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const row = rows[middle]
    if (row === undefined) return -1
    const order = compareRows(row, wanted)
    if (order === 0) return middle
    if (order < 0) low = middle + 1
    else high = middle - 1
  }
  return -1
}

/** Index of `former` in a sorted list if `next` keeps its position; else -1. */
export const placeOf = (rows: readonly Row[], former: Row, next: Row): number =>
  compareRows(former, next) === 0 ? indexOf(rows, former) : -1
