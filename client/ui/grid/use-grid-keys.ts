import { useCallback, type KeyboardEvent, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import type { GridLatest } from './grid-edit-scope.ts'
import { gridCommand, type GridCommand } from './grid-keys.ts'
import { moveOf, type MoveCommand } from './grid-moves.ts'
import type { CellAt } from './grid-place.ts'
import type { GridStore } from './grid-store.ts'
import type { GridProps } from './grid-types.ts'
import { movedText } from './grid-texts.ts'
import type { GridEditing } from './use-grid-editing.ts'

interface KeysInput<Row> {
  store: GridStore
  latest: GridLatest<Row>
  editing: GridEditing
  say: (text: string) => void
  reveal: () => void
  scroller: RefObject<HTMLDivElement | null>
  rowHeight: number
}

/** Handles keys while no editor is open; `grid-keys.ts` maps them to commands. */
export function useGridKeys<Row>({
  store,
  latest,
  editing,
  say,
  reveal,
  scroller,
  rowHeight,
}: KeysInput<Row>) {
  return useCallback(
    (event: KeyboardEvent<HTMLDivElement>) => {
      if (event.defaultPrevented || event.nativeEvent.isComposing || store.editing()) return
      const cell = store.activeCell()
      const { props } = latest.current
      if (cell && props.onRowKey?.(event.nativeEvent, cell.rowId) === true)
        return event.preventDefault()
      const command = gridCommand(event)
      if (!command) return
      const visibleRows = () => Math.floor((scroller.current?.clientHeight ?? 400) / rowHeight)
      runCommand(command, { event, store, props, cell, editing, say, reveal, visibleRows })
    },
    [store, latest, editing, say, reveal, scroller, rowHeight],
  )
}

interface Press<Row> {
  event: KeyboardEvent
  store: GridStore
  props: GridProps<Row>
  /** The active cell; null = a header cell. */
  cell: CellAt | null
  editing: GridEditing
  say: (text: string) => void
  reveal: () => void
  visibleRows: () => number
}

function runCommand<Row>(command: GridCommand, press: Press<Row>): void {
  const { event, store, props, cell, editing, reveal } = press
  switch (command.do) {
    case 'move':
    case 'page':
    case 'edge':
    case 'collapse':
      return move(command, press)
    case 'moveRow':
      return moveRow(command.direction, press)
    case 'selectAll':
      event.preventDefault()
      store.selectAll()
      return reveal()
    case 'fillDown':
      event.preventDefault()
      return editing.fillDown()
    case 'clear':
      event.preventDefault()
      return editing.clear()
    case 'undo':
    case 'redo': {
      const run = command.do === 'undo' ? props.onUndo : props.onRedo
      if (!run) return
      event.preventDefault()
      return run()
    }
    case 'toggle':
      event.preventDefault()
      if (editing.toggle() || !cell || !props.onCheckedChange) return
      return props.onCheckedChange(toggled(props.checked, cell.rowId))
    case 'edit':
      if (!cell) return
      event.preventDefault()
      if (editing.toggle()) return
      if (!editing.open(null)) props.onOpen?.(cell.rowId, cell.columnId)
      return
    case 'type':
      if (!cell) return
      // Focus the editor before the browser inserts the key, so that dead keys work too.
      return flushSync(() => {
        if (!editing.open('')) event.preventDefault()
      })
    default:
      return command satisfies never
  }
}

function move<Row>(command: MoveCommand, press: Press<Row>): void {
  const { event, store, reveal, visibleRows } = press
  const found = moveOf(command, {
    active: store.active(),
    range: store.range(),
    rowCount: store.rowIds().length,
    columnCount: store.columnIds().length,
    pageRows: () => Math.max(1, visibleRows() - 2),
  })
  if (found === null) return
  event.preventDefault()
  store.moveTo(found.to, { extend: found.extend })
  reveal()
}

function moveRow<Row>(direction: 1 | -1, { event, store, props, cell, say }: Press<Row>): void {
  if (!cell || !props.onMoveRow) return
  const target = store.rowIds()[store.active().row + direction]
  event.preventDefault()
  if (target === undefined) return
  const nameOf = (rowId: string): string => {
    const row = props.readRow(rowId)
    return (row && props.rowLabel?.(row)) ?? String(store.rowIds().indexOf(rowId) + 1)
  }
  const names = { row: nameOf(cell.rowId), neighbour: nameOf(target) }
  props.onMoveRow(cell.rowId, { rowId: target, side: direction > 0 ? 'after' : 'before' })
  say(movedText(names, direction))
}

function toggled(checked: ReadonlySet<string> | undefined, rowId: string): ReadonlySet<string> {
  const next = new Set(checked)
  if (!next.delete(rowId)) next.add(rowId)
  return next
}
