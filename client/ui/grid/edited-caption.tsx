import { useLayoutEffect, useSyncExternalStore } from 'react'
import { useIsTouch } from '../browser/narrow.ts'
import type { CellAt } from './grid-place.ts'
import type { GridStore } from './grid-store.ts'
import type { GridProps } from './grid-types.ts'
import classes from './edited-caption.module.css'

interface EditedCaptionProps<Row> {
  store: GridStore
  table: GridProps<Row>
  namesOf: (cell: CellAt) => { row: string; column: string }
}

/**
 * Says below the table which cell is being edited. On a phone the editor and the keyboard cover the
 * other cells of the row.
 */
export function EditedCaption<Row>({ store, table, namesOf }: EditedCaptionProps<Row>) {
  const isTouch = useIsTouch()
  const cell = useSyncExternalStore(store.subscribe, store.editing)
  const isShown = isTouch && cell !== null && table.rowTitle !== undefined
  // The caption makes the table lower.
  useLayoutEffect(() => {
    if (isShown) document.activeElement?.scrollIntoView({ block: 'nearest' })
  }, [isShown])
  if (!isShown) return null
  const { row, column } = namesOf(cell)
  const shown = table.readRow(cell.rowId)
  return (
    <p className={classes.caption} data-no-print>
      <strong>{row}</strong>
      <em>{column}</em>
      <span>{shown && table.rowTitle?.(shown)}</span>
    </p>
  )
}
