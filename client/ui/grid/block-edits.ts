import type { ClipboardEvent } from 'react'
import { fromTsv, toTsv } from './grid-clipboard.ts'
import type { EditScope } from './grid-edit-scope.ts'
import {
  clearEdits,
  fillDownEdits,
  pasteEdits,
  rangeTexts,
  type BlockResult,
} from './grid-edits.ts'
import { blockNotice, doneText, unreadText } from './grid-texts.ts'
import type { GridGesture } from './grid-types.ts'

/** Edits of a range: copy, cut, paste, fill down, clear. */
export const blockEdits = <Row>(scope: EditScope<Row>) => {
  const { store, latest, say, blockModel, editable, notice } = scope
  const finish = (result: BlockResult, gesture: GridGesture) => {
    if (result.edits.length > 0) {
      latest.current.props.onChange?.(result.edits, gesture)
      say(doneText(result.edits.length))
    }
    store.unread.change(result.unread, [...result.edits, ...result.same])
    if (result.unread.length > 0) say(unreadText(result.unread.length))
    const left = blockNotice(result, gesture)
    if (left !== null) notice(left)
  }
  const clearRange = (): void => {
    const { top, bottom, start, end } = store.range()
    const { rowIds, columns } = blockModel()
    const columnIds = columns.slice(start, end + 1).map(({ id }) => id)
    const cells = rowIds
      .slice(Math.max(0, top), bottom + 1)
      .flatMap((rowId) => columnIds.map((columnId) => ({ rowId, columnId })))
    store.unread.change([], cells)
    finish(clearEdits(blockModel(), store.range()), 'clear')
  }
  const copy = (event: ClipboardEvent): boolean => {
    if (store.editing()) return false
    event.clipboardData.setData('text/plain', toTsv(rangeTexts(blockModel(), store.range())))
    event.preventDefault()
    return true
  }
  return {
    fillDown: () => finish(fillDownEdits(blockModel(), store.range()), 'fill'),
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
      finish(pasteEdits(blockModel(), store.range(), fromTsv(text)), 'paste')
    },
  }
}
