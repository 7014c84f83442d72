import { useMemo, type ClipboardEvent } from 'react'
import { fromTsv, toTsv } from './grid-clipboard.ts'
import { editorOf, type GridActions } from './grid-context.ts'
import {
  clearEdits,
  fillDownEdits,
  pasteEdits,
  rangeTexts,
  type BlockModel,
  type BlockResult,
} from './grid-edits.ts'
import type { GridStore } from './grid-store.ts'
import {
  blockNotice,
  doneText,
  notTakenText,
  problemText,
  readOnlyText,
  rowGoneText,
  unreadText,
} from './grid-texts.ts'
import type { GridColumn, GridGesture, GridProps, GridValue } from './grid-types.ts'
import { parseValue } from './grid-values.ts'

export interface GridLatest<Row> {
  readonly current: { props: GridProps<Row>; shown: readonly GridColumn<Row>[] }
}

interface EditingInput<Row> {
  store: GridStore
  latest: GridLatest<Row>
  /** Speaks to the live region. */
  say: (text: string) => void
  reveal: () => void
}
export type GridEditing = ReturnType<typeof useGridEditing>

/** Everything that changes values: typing, paste, cut, fill down, clear, ticks. */
export function useGridEditing<Row>({ store, latest, say, reveal }: EditingInput<Row>) {
  return useMemo(() => {
    const model = (): BlockModel<Row> => ({
      rowIds: latest.current.props.rowIds,
      columns: latest.current.shown,
      readRow: latest.current.props.readRow,
    })
    const notice = (text: string) => {
      say(text)
      latest.current.props.onNotice?.(text)
    }
    const finish = (result: BlockResult, gesture: GridGesture) => {
      if (result.edits.length > 0) {
        latest.current.props.onChange?.(result.edits, gesture)
        say(doneText(result.edits.length))
      }
      store.unread.change(result.unread, [...result.edits, ...result.same])
      if (result.unread.length > 0) say(unreadText(result.unread.length))
      const left = blockNotice(result)
      if (left !== null) notice(left)
    }
    const cellOf = (cell: { rowId: string; columnId: string }) => {
      const row = latest.current.props.readRow(cell.rowId)
      const column = latest.current.shown.find((one) => one.id === cell.columnId)
      return row === undefined || column === undefined ? null : { row, column }
    }
    /** The active cell if it may be edited; otherwise says why not. */
    const editable = () => {
      const cell = store.activeCell()
      const found = cell && cellOf(cell)
      if (!cell || !found) return null
      const editor = editorOf(found.column, found.row)
      const reason = found.column.readOnlyReason?.(found.row) ?? null
      if (editor !== null && reason === null) return { cell, editor, ...found }
      say(readOnlyText(reason))
      return null
    }
    const clearRange = (): void => {
      const { top, bottom, start, end } = store.range()
      const { rowIds, columns } = model()
      const columnIds = columns.slice(start, end + 1).map(({ id }) => id)
      const cells = rowIds
        .slice(Math.max(0, top), bottom + 1)
        .flatMap((rowId) => columnIds.map((columnId) => ({ rowId, columnId })))
      store.unread.change([], cells)
      finish(clearEdits(model(), store.range()), 'clear')
    }
    const copy = (event: ClipboardEvent): boolean => {
      if (store.editing()) return false
      event.clipboardData.setData('text/plain', toTsv(rangeTexts(model(), store.range())))
      event.preventDefault()
      return true
    }
    const setValue = (cell: { rowId: string; columnId: string }, value: GridValue): void => {
      store.unread.change([], [cell])
      latest.current.props.onChange?.([{ ...cell, value }], 'type')
    }
    const moves = {
      stay: [0, 0],
      down: [1, 0],
      up: [-1, 0],
      next: [0, 1],
      previous: [0, -1],
      blur: [0, 0],
    } as const

    return {
      /**
       * Opens the editor of the active cell; `initial` is what it starts with, null = the value.
       */
      open: (initial: string | null, isSelected = false): boolean => {
        const target = editable()
        if (!target) return false
        if (target.editor.kind === 'tick') return false
        const unread = store.unread.at(target.cell.rowId, target.cell.columnId)
        store.setEditing({ ...target.cell, initial: initial ?? unread?.text ?? null, isSelected })
        return true
      },
      toggle: (): boolean => {
        const cell = store.activeCell()
        const found = cell && cellOf(cell)
        if (!found || editorOf(found.column, found.row)?.kind !== 'tick') return false
        const target = editable()
        if (target) setValue(target.cell, target.column.value(target.row) !== true)
        return true
      },
      canEdit: () => editable() !== null,
      commit: (...[cell, text, then]: Parameters<GridActions['commit']>): boolean => {
        const found = cellOf(cell)
        const editor = found && editorOf(found.column, found.row)
        let isChanged = false
        if (found && editor) {
          const parsed = parseValue(editor, text)
          if (!parsed.ok) {
            if (then !== 'blur') {
              say(problemText(parsed.problem))
              return false
            }
            notice(notTakenText(text, parsed.problem))
          } else if (parsed.value !== found.column.value(found.row)) {
            isChanged = true
            store.unread.change([], [cell])
            latest.current.props.onChange?.([{ ...cell, value: parsed.value }], 'type')
          } else {
            store.unread.change([], [cell])
          }
        } else if (text.trim() !== '') {
          notice(rowGoneText(text))
        }
        if (!isChanged) latest.current.props.onDraft?.(cell, undefined)
        const current = store.editing()
        if (current?.rowId === cell.rowId && current.columnId === cell.columnId)
          store.setEditing(null)
        if (then !== 'blur') {
          const [down, right] = moves[then]
          const { row, column } = store.active()
          store.moveTo({ row: Math.max(0, row + down), column: column + right })
          reveal()
        }
        return true
      },
      setValue,
      cancel: () => {
        const current = store.editing()
        if (current) latest.current.props.onDraft?.(current, undefined)
        store.setEditing(null)
        store.moveTo(store.active())
      },
      draft: (cell: { rowId: string; columnId: string }, text: string) => {
        const found = cellOf(cell)
        const editor = found && editorOf(found.column, found.row)
        const parsed = editor ? parseValue(editor, text) : null
        if (parsed?.ok) latest.current.props.onDraft?.(cell, parsed.value)
      },
      fillDown: () => finish(fillDownEdits(model(), store.range()), 'fill'),
      clear: () => {
        const { top, bottom, start, end } = store.range()
        if (top === bottom && start === end && !editable()) return
        clearRange()
      },
      onCopy: (event: ClipboardEvent) => {
        copy(event)
      },
      onCut: (event: ClipboardEvent) => {
        if (copy(event)) clearRange()
      },
      onPaste: (event: ClipboardEvent) => {
        if (store.editing()) return
        const text = event.clipboardData.getData('text/plain')
        if (text === '') return
        event.preventDefault()
        finish(pasteEdits(model(), store.range(), fromTsv(text)), 'paste')
      },
    }
  }, [store, latest, say, reveal])
}
