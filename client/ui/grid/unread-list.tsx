import { Button } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { IconChevronDown, IconX } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { toTsv } from './grid-clipboard.ts'
import type { UnreadCell } from './grid-edits.ts'
import type { GridModel } from './grid-model.ts'
import type { GridStore } from './grid-store.ts'
import { unreadReason, unreadText } from './grid-texts.ts'
import classes from './unread-list.module.css'

/** Number of cells to list; the others can be copied. */
const LISTED = 200

export interface UnreadListProps {
  cells: readonly UnreadCell[]
  store: GridStore
  model: GridModel
  /** Names of a cell's row and column. */
  namesOf: (cell: UnreadCell) => { row: string; column: string }
  /** Activates the cell and scrolls to it. */
  go: (cell: UnreadCell) => void
  say: (text: string) => void
}

/** Lists pasted values that could not be parsed; each is also marked in its cell. */
export function UnreadList({ cells, store, model, namesOf, go, say }: UnreadListProps) {
  const { t } = useLingui()
  const listId = useId()
  const [isOpen, setOpen] = useState(false)
  const goToNext = (): void => {
    const { row, column } = store.active()
    const ordered = inOrder(model, cells)
    const found = ordered.find((one) => one.row > row || (one.row === row && one.column > column))
    go((found ?? ordered[0] ?? { cell: cells[0] as UnreadCell }).cell)
  }
  const copy = async (): Promise<void> => {
    const lines = inOrder(model, cells).map(({ cell }) => {
      const { row, column } = namesOf(cell)
      return [row, column, cell.text]
    })
    await navigator.clipboard.writeText(toTsv(lines))
    say(t`Copied`)
  }
  const dismiss = (): void => {
    store.unread.clear()
    // Clearing removes the focused bar: move the focus to the active cell.
    store.moveTo(store.active())
  }
  const hidden = cells.length - LISTED
  return (
    <section className={classes.bar} data-keep-clear aria-label={t`Values that were not pasted`}>
      <div className={classes.head}>
        <strong>{unreadText(cells.length)}</strong>
        <Button size="compact-sm" variant="default" onClick={goToNext}>{t`Go to next`}</Button>
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          aria-expanded={isOpen}
          aria-controls={listId}
          rightSection={<IconChevronDown size={14} aria-hidden />}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? t`Hide list` : t`Show list`}
        </Button>
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          onClick={() => void copy()}
        >{t`Copy list`}</Button>
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          className={classes.close}
          onClick={dismiss}
          leftSection={<IconX size={14} aria-hidden />}
        >
          {t`Dismiss`}
        </Button>
      </div>
      {isOpen && (
        <ul id={listId} className={classes.list}>
          {inOrder(model, cells)
            .slice(0, LISTED)
            .map(({ cell }) => {
              const { row, column } = namesOf(cell)
              return (
                <li key={`${cell.rowId} ${cell.columnId}`}>
                  <button type="button" onClick={() => go(cell)}>
                    <strong>{row}</strong> {column}: {unreadReason(cell)}
                  </button>
                </li>
              )
            })}
          {hidden > 0 && (
            <li
              className={classes.more}
            >{t`and ${hidden} more. Copy the list to see all of them.`}</li>
          )}
        </ul>
      )}
    </section>
  )
}

interface PlacedCell {
  cell: UnreadCell
  row: number
  column: number
}
/** Sorts by the displayed position; filtered-out cells come last. */
const inOrder = (model: GridModel, cells: readonly UnreadCell[]): PlacedCell[] => {
  const columns = new Map(model.columnIds.map((id, index) => [id, index]))
  const place = (index: number | undefined): number =>
    index === undefined || index < 0 ? Number.MAX_SAFE_INTEGER : index
  return cells
    .map((cell) => ({
      cell,
      row: place(model.indexOfRow(cell.rowId)),
      column: place(columns.get(cell.columnId)),
    }))
    .toSorted((a, b) => a.row - b.row || a.column - b.column)
}
