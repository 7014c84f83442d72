/** Rows under a common heading. */
export interface GridGroup {
  id: string
  label: string
  /** Number of rows in the group, including folded ones. */
  count: number
  /** Index of the row that the heading precedes. Groups are sorted by it. */
  at: number
  isFolded: boolean
}

/** The item at a position of the list: a group heading or a row. */
export type GridItem = { group: GridGroup; row: null } | { group: null; row: number }

/** Counts the headings for which `standsBefore` is true, by binary search. */
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

/**
 * The item at a position.
 * @param index position among headings and rows
 */
export const itemAt = (groups: readonly GridGroup[], index: number): GridItem => {
  const headings = headingsWhere(groups, (group, place) => group.at + place <= index)
  const last = groups[headings - 1]
  if (last !== undefined && last.at + headings - 1 === index) return { group: last, row: null }
  return { group: null, row: index - headings }
}

/** Position of a row among headings and rows. */
export const placeOfRow = (groups: readonly GridGroup[], row: number): number =>
  row + headingsWhere(groups, (group) => group.at <= row)
