/** What the plan needs to know about one control of a bar, in reading order. */
export interface FoldItem {
  /** Items of a lower rank leave the bar first; `null` = the item always stays. */
  rank: number | null
  /** The item has an icon that can stand for its label. */
  hasIcon: boolean
}

export type FoldStep = { kind: 'label' | 'item'; at: number }

/**
 * The steps by which a bar becomes narrower, in their order: first labels give way to icons, from
 * the left; then items move into the menu, from the right, each by rank.
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
