import type { ReactNode } from 'react'
import type { GridGroup } from './grid-items.ts'
import type { GridSort } from './grid-sort.ts'

/** The value of a cell: text, number, YYYY-MM-DD, key of an option, checkbox, or empty. */
export type GridValue = string | number | boolean | null

/** How a cell is edited, and how pasted text is parsed. */
export type GridEditor =
  | { kind: 'text'; maxLength?: number }
  | { kind: 'long'; maxLength?: number }
  | { kind: 'number'; min?: number; max?: number }
  /** A number from 0 to 100; shown, copied and pasted as `75 %`. */
  | { kind: 'percent' }
  /** YYYY-MM-DD, shown and typed as DD.MM.YYYY. */
  | { kind: 'date' }
  /** Stores the option's value; shown, copied and pasted by its label. */
  | { kind: 'select'; options: readonly GridOption[] }
  | { kind: 'tick' }
export interface GridOption {
  value: string | number
  label: string
}

export interface GridColumn<Row> {
  id: string
  header: string
  /** Default width in px. */
  width: number
  minWidth?: number
  /** Limit when the person resizes it. */
  maxWidth?: number
  /** A frozen column stays at the left while the others scroll; frozen columns come first. */
  frozen?: boolean
  /** Names its row for screen readers. */
  isRowHeader?: boolean
  /** True = the column cannot be hidden. */
  required?: boolean
  /** True = the column is hidden until the person shows it. */
  optional?: boolean
  align?: 'end'
  /** The cells hold texts of the requestors, in the language that their project states. */
  isContent?: boolean
  /** So does the header. */
  isContentHeader?: boolean
  value: (row: Row) => GridValue
  /** Absent or null = the cell is read-only. */
  editor?: GridEditor | ((row: Row) => GridEditor | null)
  /**
   * Why this cell is read-only; null = editable. Shown as its title and announced on an attempt to
   * edit.
   */
  readOnlyReason?: (row: Row) => string | null
  /**
   * Renders the cell; default: the value as text. Use plain elements: Mantine components in cells
   * double the scripting time of scrolling.
   */
  render?: (row: Row) => ReactNode
  /** The text to copy, if `render` shows the value differently. */
  text?: (row: Row) => string
  /** Marks the cell with an amber dot: its edit has not been sent. */
  isUnsent?: (row: Row) => boolean
  /** What is wrong with the value; shown as title and by a red edge. */
  problem?: (row: Row) => string | null
}

export interface GridEdit {
  rowId: string
  columnId: string
  value: GridValue
}
/** The gesture that caused an edit. All edits of one gesture are undone together. */
export type GridGesture = 'type' | 'paste' | 'fill' | 'clear'

/** The person's layout of the columns, stored by the owner. */
export interface GridLayout {
  order: readonly string[]
  hidden: readonly string[]
  /** Optional columns that the person shows; absent = none. */
  shown?: readonly string[] | undefined
  widths: Readonly<Record<string, number>>
}
export const EMPTY_LAYOUT: GridLayout = { order: [], hidden: [], widths: {} }

export type RowHeight = 28 | 36 | 48

/** The column order on narrow screens. */
export interface GridNarrow {
  /** This column comes first and is the only frozen one. */
  lead: string
  /** These columns come last, in this order. */
  last: readonly string[]
}

export interface GridHandle {
  /** Activates a cell (by default in the first column), scrolls to it and focuses it. */
  focus: (rowId: string, columnId?: string) => void
  /** Scrolls to the row without changing the focus or the active cell. */
  reveal: (rowId: string) => void
}

export interface GridProps<Row> {
  /** Accessible name of the grid. */
  label: string
  /** Ids in row order. The array must stay the same until members or order change. */
  rowIds: readonly string[]
  /**
   * A hook that subscribes to ONE row, so that a change renders only that row. Must be a stable
   * function.
   */
  useRow: (id: string) => Row | undefined
  /** Reads a row without subscribing, for copy, paste and fill. */
  readRow: (id: string) => Row | undefined
  columns: readonly GridColumn<Row>[]
  /** The name of a row; default: its position. Must be stable. */
  rowLabel?: (row: Row) => string
  /** What the row is about. On a touch screen it stands below the table while a cell is edited. */
  rowTitle?: (row: Row) => string
  /** Must be stable. Absent = the same columns on every screen. */
  narrow?: GridNarrow
  layout: GridLayout
  onLayoutChange: (layout: GridLayout) => void
  rowHeight?: RowHeight
  /** Wraps long texts; rows are at least `rowHeight` high. */
  isWrapped?: boolean
  /** Headings between the rows, in order. Rows of folded groups are not in `rowIds`. */
  groups?: readonly GridGroup[] | undefined
  onFold?: (groupId: string) => void
  /** The sort keys that the owner has applied; the grid only shows them. */
  sort?: readonly GridSort[]
  /**
   * Called on a click or Enter on a header; with Shift, the key is added. Absent = not sortable.
   */
  onSort?: (columnId: string, isAdded: boolean) => void
  /**
   * Called once per gesture. The grid keeps no values: rows show the change once the store has it.
   */
  onChange?: (edits: readonly GridEdit[], gesture: GridGesture) => void
  /**
   * Called at every keystroke with the text so far, so that it survives a killed tab; undefined =
   * the edit was cancelled. A commit calls `onChange`.
   */
  onDraft?: (cell: { rowId: string; columnId: string }, value: GridValue | undefined) => void
  onUndo?: () => void
  onRedo?: () => void
  /** Called on Enter or a double click on a read-only cell. */
  onOpen?: (rowId: string, columnId: string) => void
  /** Receives messages to the person, such as skipped cells or rows that did not fit. */
  onNotice?: (text: string) => void
  /** Called with the focused row; null = the focus has left the grid. */
  onActiveRow?: (rowId: string | null) => void
  /** Shows a column of checkboxes. The owner keeps the checked rows. */
  checked?: ReadonlySet<string>
  onCheckedChange?: (checked: ReadonlySet<string>) => void
  /** Called with the rows of the selected range if it covers several. */
  onRangeRows?: (rowIds: readonly string[]) => void
  /** Called on Alt+Up, Alt+Down and drag and drop; absent = rows cannot be moved. */
  onMoveRow?: (rowId: string, target: { rowId: string; side: 'before' | 'after' }) => void
  /** Handles keys that the grid does not use; returns true if it handled the key. */
  onRowKey?: (event: KeyboardEvent, rowId: string) => boolean
  /** Shown if there are no rows. */
  empty?: ReactNode
  handle?: { current: GridHandle | null }
}
