import { type ComponentType, useCallback, useState } from 'react'
import { createPortal } from 'react-dom'
import { useLoadedSoon } from '../browser/use-loaded-soon.ts'
import { usePrinting } from '../browser/use-printing.ts'
import type { PrintedGridProps } from './printed-grid.tsx'

/** Late enough not to compete with the page's own loading. */
const SOON_MS = 3_000

/**
 * Prints every row of the grid. The printed table is loaded in advance: the browser prints what is
 * there right after its event, and there may be no network then.
 */
export function GridPrint<Row>(props: PrintedGridProps<Row>) {
  const [Printed, setPrinted] = useState<ComponentType<PrintedGridProps<Row>> | null>(null)
  const load = useCallback(
    () => import('./printed-grid.tsx').then((part) => setPrinted(() => part.PrintedGrid<Row>)),
    [],
  )
  useLoadedSoon(load, SOON_MS)
  const isPrinting = usePrinting()
  return isPrinting && Printed !== null ? createPortal(<Printed {...props} />, document.body) : null
}
