import { compareRanks, ranksBetween } from '../rules/evaluation/rank.ts'

export interface Ranked {
  id: string
  rank: string
}

export const inOrder = <R extends Ranked>(rows: readonly R[]): R[] => rows.toSorted(compareRanks)

/**
 * Ranks for `count` rows that go right behind `after`; null = to the front. Where `after` has been
 * deleted or moved, they go to the end. `moved` are the rows on their way, which are no neighbours.
 */
export function ranksAfter(
  siblings: readonly Ranked[],
  after: string | null,
  count: number,
  moved: ReadonlySet<string> = new Set(),
): string[] {
  const ordered = inOrder(siblings)
  let place = after === null ? -1 : ordered.findIndex(({ id }) => id === after)
  if (after !== null && place < 0) place = ordered.length - 1
  while (place >= 0 && moved.has(ordered[place]?.id ?? '')) place--
  const before = ordered[place]?.rank ?? null
  // Two devices may have chosen one rank for two rows: step over those that share it, since nothing
  // fits between them.
  const next = ordered
    .slice(place + 1)
    .find((row) => !moved.has(row.id) && (before === null || row.rank > before))
  return ranksBetween(before, next?.rank ?? null, count)
}

export const rankAfter = (siblings: readonly Ranked[], after: string | null): string =>
  ranksAfter(siblings, after, 1)[0] ?? ''

export const ranksAtEnd = (siblings: readonly Ranked[], count: number): string[] =>
  ranksBetween(
    siblings.reduce<string | null>(
      (last, { rank }) => (last === null || rank > last ? rank : last),
      null,
    ),
    null,
    count,
  )

/** The id of the row before this one; null = it is the first. */
export function previousOf(siblings: readonly Ranked[], id: string): string | null {
  const ordered = inOrder(siblings)
  return ordered[ordered.findIndex((row) => row.id === id) - 1]?.id ?? null
}
