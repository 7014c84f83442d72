import type { GridModel } from './grid-model.ts'
import { rangeOf, type GridPlace } from './grid-place.ts'
import type { UnreadCells } from './unread-cells.ts'

interface Marked {
  place: GridPlace
  model: GridModel
  checked: ReadonlySet<string>
  unread: UnreadCells
}

/**
 * The marks of a row as text, so that rows can compare them:
 * `activeColumn|rangeStart|rangeEnd|editedColumn|isChecked|unreadVersion`, or '' without marks.
 * Columns are indexes; -1 = none.
 */
export const markText = ({ place, model, checked, unread }: Marked, index: number): string => {
  const { top, bottom, start, end } = rangeOf(place)
  const { active, editing } = place
  const rowId = model.rowIds[index]
  const isActive = index === active.row
  const isInRange = index >= top && index <= bottom && (top !== bottom || start !== end)
  const edited =
    editing !== null && editing.rowId === rowId ? model.columnIds.indexOf(editing.columnId) : -1
  const isChecked = checked.size > 0 && checked.has(rowId ?? '')
  const unreadVersion = unread.versionOf(rowId ?? '')
  if (!isActive && !isInRange && edited < 0 && !isChecked && unreadVersion === 0) return ''
  return `${isActive ? active.column : -1}|${isInRange ? start : -1}|${isInRange ? end : -1}|${edited}|${isChecked ? 1 : 0}|${unreadVersion}`
}

/** A parsed mark; -1 = no column. */
export interface GridMark {
  active: number
  start: number
  end: number
  edited: number
  isChecked: boolean
  hasUnread: boolean
}
const PLAIN: GridMark = {
  active: -1,
  start: -1,
  end: -1,
  edited: -1,
  isChecked: false,
  hasUnread: false,
}

export function readMark(mark: string): GridMark {
  if (mark === '') return PLAIN
  const [active = -1, start = -1, end = -1, edited = -1, checked = 0, unread = 0] = mark
    .split('|')
    .map(Number)
  return { active, start, end, edited, isChecked: checked === 1, hasUnread: unread > 0 }
}
