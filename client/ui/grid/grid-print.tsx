import { createPortal } from 'react-dom'
import { usePrinting } from '../browser/use-printing.ts'
import { PrintedGrid, type PrintedGridProps } from './printed-grid.tsx'

/**
 * Prints every row of the grid. The printed table comes with the grid: the browser prints what is
 * there right after its event, also a moment after the grid opened and without a network.
 */
export function GridPrint<Row>(props: PrintedGridProps<Row>) {
  return usePrinting() ? createPortal(<PrintedGrid {...props} />, document.body) : null
}
