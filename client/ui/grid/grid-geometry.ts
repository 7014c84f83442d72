import type { CSSProperties } from 'react'

export const CHECK_WIDTH = 36

/** Widths in px. */
export interface GridGeometry {
  /** Width of the column of ticks; 0 = there is none. */
  lead: number
  widths: readonly number[]
  frozenCount: number
}

/** Where a column begins while the grid is not scrolled; px. */
export const startOf = ({ lead, widths }: GridGeometry, column: number): number =>
  lead + widths.slice(0, column).reduce((sum, width) => sum + width, 0)

/** The custom properties that rows, header and frozen cells are laid out by. */
export const gridStyle = (geometry: GridGeometry, rowHeight: number): CSSProperties => {
  const { lead, widths, frozenCount } = geometry
  const columns = [...(lead > 0 ? [lead] : []), ...widths]
  return {
    '--grid-columns': columns.map((width) => `${width}px`).join(' '),
    '--grid-width': `${startOf(geometry, widths.length)}px`,
    '--grid-row': `${rowHeight}px`,
    ...Object.fromEntries(
      widths
        .slice(0, frozenCount)
        .map((_, index) => [`--frozen-${index}`, `${startOf(geometry, index)}px`]),
    ),
  } as CSSProperties
}
