import { compareRanks, ranksBetween } from '../rules/evaluation/rank.ts'

export interface Ranked {
  id: string
  rank: string
}

export const inOrder = <R extends Ranked>(rows: readonly R[]): R[] => rows.toSorted(compareRanks)

interface Insertion {
  /** The id of the row before the inserted rows; null = the front. */
  after: string | null
  count: number
  /** Ids of the rows being moved, which do not count as neighbours. */
  moved?: ReadonlySet<string>
}

/**
 * Returns ranks for `count` rows directly behind `after`. If `after` was deleted or moved to other
 * siblings, the ranks lie at the end.
 */
export function ranksAfter(
  siblings: readonly Ranked[],
  { after, count, moved = new Set() }: Insertion,
): string[] {
  const ordered = inOrder(siblings)
  let place = after === null ? -1 : ordered.findIndex(({ id }) => id === after)
  if (after !== null && place < 0) place = ordered.length - 1
  while (place >= 0 && moved.has(ordered[place]?.id ?? '')) place--
  const before = ordered[place]?.rank ?? null
  // Two devices can give two rows the same rank. Skip rows with an equal rank: no rank fits
  // between them.
  const next = ordered
    .slice(place + 1)
    .find((row) => !moved.has(row.id) && (before === null || row.rank > before))
  return ranksBetween(before, next?.rank ?? null, count)
}

export const rankAfter = (siblings: readonly Ranked[], after: string | null): string =>
  ranksAfter(siblings, { after, count: 1 })[0] ?? ''

export const ranksAtEnd = (siblings: readonly Ranked[], count: number): string[] =>
  ranksBetween(
    siblings.reduce<string | null>(
      (last, { rank }) => (last === null || rank > last ? rank : last),
      null,
    ),
    null,
    count,
  )

/** Returns the id of the preceding sibling; null = the row is the first. */
export function previousOf(siblings: readonly Ranked[], id: string): string | null {
  const ordered = inOrder(siblings)
  return ordered[ordered.findIndex((row) => row.id === id) - 1]?.id ?? null
}
