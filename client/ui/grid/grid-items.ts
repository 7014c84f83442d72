/** Rows under one heading. */
export interface GridGroup {
  id: string
  label: string
  /** Rows of the group, shown or folded. */
  count: number
  /** Index of the row before which the heading stands. Groups come in this order. */
  at: number
  isFolded: boolean
}

/** What is drawn at one place: the heading of a group, or a row. */
export type GridItem = { group: GridGroup; row: null } | { group: null; row: number }

/** How many headings stand before or at the place that `standsBefore` tells. */
const headingsWhere = (
  groups: readonly GridGroup[],
  standsBefore: (group: GridGroup, place: number) => boolean,
): number => {
  let low = 0
  let high = groups.length
  while (low < high) {
    const middle = (low + high) >> 1
    const group = groups[middle]
    if (group !== undefined && standsBefore(group, middle)) low = middle + 1
    else high = middle
  }
  return low
}

/** @param index place among headings and rows */
export const itemAt = (groups: readonly GridGroup[], index: number): GridItem => {
  const headings = headingsWhere(groups, (group, place) => group.at + place <= index)
  const last = groups[headings - 1]
  if (last !== undefined && last.at + headings - 1 === index) return { group: last, row: null }
  return { group: null, row: index - headings }
}

/** Where a row stands among headings and rows. */
export const placeOfRow = (groups: readonly GridGroup[], row: number): number =>
  row + headingsWhere(groups, (group) => group.at <= row)
