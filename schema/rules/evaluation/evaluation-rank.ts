import { at } from './evaluation-layout.ts'

/** Scores closer than this are equal; they differ only by the order of the additions. */
const SAME_SCORE = 1e-9

/**
 * Returns ranks by descending score in full precision. Equal scores share a rank, and the next rank
 * is skipped (1, 1, 3).
 */
export const rankScores = (
  scores: Float64Array,
  isOut: (vendor: number) => boolean,
): (number | null)[] => {
  const counted = [...scores.keys()].filter(
    (vendor) => !Number.isNaN(at(scores, vendor)) && !isOut(vendor),
  )
  counted.sort((a, b) => at(scores, b) - at(scores, a))
  const ranks: (number | null)[] = [...scores].map(() => null)
  counted.forEach((vendor, i) => {
    const before = counted[i - 1]
    const isTie = before !== undefined && at(scores, before) - at(scores, vendor) <= SAME_SCORE
    ranks[vendor] = isTie ? (ranks[before] ?? null) : i + 1
  })
  return ranks
}
