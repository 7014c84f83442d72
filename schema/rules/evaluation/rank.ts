/*
 * A rank is a base-62 counter of six digits, followed by the digits of a fraction if no whole
 * number is free between two neighbours. The counter keeps appended ranks from growing. Ranks
 * compare as strings by code unit.
 */
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const BASE = DIGITS.length
const WIDTH = 6
const LIMIT = BASE ** WIDTH
const MIDDLE = Math.floor(BASE / 2) * BASE ** (WIDTH - 1)
/** The gap between appended rows, so that an insertion mostly needs no fraction. */
const STEP = 128

const digitAt = (rank: string, place: number): number =>
  Math.max(0, DIGITS.indexOf(rank.charAt(place) || '0'))

const wholePart = (rank: string): number => {
  let whole = 0
  for (let place = 0; place < WIDTH; place++) whole = whole * BASE + digitAt(rank, place)
  return whole
}

const fromWhole = (whole: number): string => {
  let rank = ''
  for (let rest = whole, place = 0; place < WIDTH; place++, rest = Math.floor(rest / BASE))
    rank = DIGITS.charAt(rest % BASE) + rank
  return rank
}

/**
 * Returns the middle of two ranks read as fractions; `high` null = no upper bound. Expects low <
 * high.
 */
const middle = (low: string, high: string | null): string => {
  let rank = ''
  let upper = high
  for (let place = 0; ; place++) {
    const from = digitAt(low, place)
    const to = upper === null ? BASE : digitAt(upper, place)
    if (to - from > 1) return rank + DIGITS.charAt(Math.floor((from + to) / 2))
    rank += DIGITS.charAt(from)
    if (to - from === 1) upper = null
  }
}

const withoutZeros = (rank: string): string => rank.replace(/0+$/, '')

/**
 * Returns a rank strictly between two; null = no neighbour on that side. If the neighbours are
 * equal or reversed, because two devices chose the same rank, the result follows `before`.
 */
export function rankBetween(before: string | null, after: string | null): string {
  if (before === null && after === null) return fromWhole(MIDDLE)
  const from = before ?? ''
  const low = wholePart(from)
  if (after === null || withoutZeros(from) >= withoutZeros(after))
    return low + STEP < LIMIT ? fromWhole(low + STEP) : middle(from, null)
  const high = wholePart(after)
  if (before === null && high >= STEP) return fromWhole(high - STEP)
  if (high - low > 1) return fromWhole(Math.floor((low + high) / 2))
  return middle(from, after)
}

/** Returns `count` ascending ranks strictly between two. */
export function ranksBetween(before: string | null, after: string | null, count: number): string[] {
  if (count <= 0) return []
  if (after === null) {
    const ranks: string[] = []
    for (let last = before; ranks.length < count;) ranks.push((last = rankBetween(last, null)))
    return ranks
  }
  const half = Math.floor(count / 2)
  const pivot = rankBetween(before, after)
  return [
    ...ranksBetween(before, pivot, half),
    pivot,
    ...ranksBetween(pivot, after, count - half - 1),
  ]
}

/** Orders rows by rank, then by id if two devices chose the same rank. */
export function compareRanks(
  a: { rank: string; id: string },
  b: { rank: string; id: string },
): number {
  if (a.rank !== b.rank) return a.rank < b.rank ? -1 : 1
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0
}
