import { useCallback, type KeyboardEvent, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { gridCommand } from './grid-keys.ts'
import type { GridStore } from './grid-store.ts'
import type { GridEditing, GridLatest } from './use-grid-editing.ts'

interface KeysInput<Row> {
  store: GridStore
  latest: GridLatest<Row>
  editing: GridEditing
  reveal: () => void
  scroller: RefObject<HTMLDivElement | null>
  rowHeight: number
}

/** Keys while no editor is open; the table of `grid-keys.ts` says what each means. */
export function useGridKeys<Row>({
  store,
  latest,
  editing,
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
      const { row, column } = store.active()
      const move = (to: { row: number; column: number }, extend = false) => {
        event.preventDefault()
        store.moveTo(to, { extend })
        reveal()
      }
      switch (command.do) {
        case 'move':
          return move(
            { row: command.rows < -1 ? 0 : row + command.rows, column: column + command.columns },
            command.extend,
          )
        case 'page': {
          const rows = Math.max(
            1,
            Math.floor((scroller.current?.clientHeight ?? 400) / rowHeight) - 2,
          )
          return move({ row: Math.max(0, row + command.direction * rows), column }, command.extend)
        }
        case 'edge':
          return move(
            {
              row:
                command.row === 'first'
                  ? 0
                  : command.row === 'last'
                    ? store.rowIds().length - 1
                    : row,
              column: command.column === 'first' ? 0 : store.columnIds().length - 1,
            },
            command.extend,
          )
        case 'tab': {
          // At the last cell the focus leaves the grid, so that the keyboard is never trapped.
          const width = store.columnIds().length
          const next = row * width + column + command.direction
          if (row < 0 || next < 0 || next >= store.rowIds().length * width) return
          return move({ row: Math.floor(next / width), column: next % width })
        }
        case 'moveRow': {
          if (!cell || !props.onMoveRow) return
          const target = store.rowIds()[row + command.direction]
          event.preventDefault()
          if (target !== undefined)
            props.onMoveRow(cell.rowId, {
              rowId: target,
              side: command.direction > 0 ? 'after' : 'before',
            })
          return
        }
        case 'collapse': {
          const { top, bottom, start, end } = store.range()
          // With nothing to collapse the key belongs to the elements around the grid.
          if (top === bottom && start === end) return
          return move({ row, column })
        }
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
        case 'type': {
          if (!cell) return
          // The editor must have the focus before the browser types the key: it then inserts the
          // letter itself, dead keys included.
          flushSync(() => {
            if (!editing.open('')) event.preventDefault()
          })
          return
        }
        default:
          return command satisfies never
      }
    },
    [store, latest, editing, reveal, scroller, rowHeight],
  )
}

function toggled(checked: ReadonlySet<string> | undefined, rowId: string): ReadonlySet<string> {
  const next = new Set(checked)
  if (!next.delete(rowId)) next.add(rowId)
  return next
}
