/** A control of the bar, in reading order. */
export interface FoldItem {
  /** Items with a lower rank are folded first; null = never. */
  rank: number | null
  /** The item has an icon that can replace its label. */
  hasIcon: boolean
}

export type FoldStep = { kind: 'label' | 'item'; at: number }

/**
 * The steps that make a bar narrower, in order: labels are replaced by icons from the left; then
 * items move to the menu from the right; both by rank.
 */
export const foldSteps = (items: readonly FoldItem[]): FoldStep[] => {
  const ranked = items.flatMap(({ rank, hasIcon }, at) =>
    rank === null ? [] : [{ rank, hasIcon, at }],
  )
  const labels = ranked
    .filter(({ hasIcon }) => hasIcon)
    .sort((one, other) => one.rank - other.rank || one.at - other.at)
  const moved = ranked.toSorted((one, other) => one.rank - other.rank || other.at - one.at)
  return [
    ...labels.map(({ at }): FoldStep => ({ kind: 'label', at })),
    ...moved.map(({ at }): FoldStep => ({ kind: 'item', at })),
  ]
}
