import type { CSSProperties } from 'react'

export const CHECK_WIDTH = 36

/** Geometry of the columns in px. */
export interface GridGeometry {
  /** Width of the checkbox column; 0 = none. */
  lead: number
  widths: readonly number[]
  frozenCount: number
}

/** Left edge of a column in px while the grid is not scrolled. */
export const startOf = ({ lead, widths }: GridGeometry, column: number): number =>
  lead + widths.slice(0, column).reduce((sum, width) => sum + width, 0)

/** Custom properties for the layout of rows, header and frozen cells. */
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
