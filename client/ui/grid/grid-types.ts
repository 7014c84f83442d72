import type { ReactNode } from 'react'
import type { GridGroup } from './grid-items.ts'
import type { GridSort } from './grid-sort.ts'

/** What a cell holds: text, number, YYYY-MM-DD, an option's key, a tick, or nothing. */
export type GridValue = string | number | boolean | null

/** How a cell is edited, and how text pasted into it is understood. */
export type GridEditor =
  | { kind: 'text'; maxLength?: number }
  | { kind: 'long'; maxLength?: number }
  | { kind: 'number'; min?: number; max?: number }
  /** A number 0..100; shown, copied and pasted as `75 %`. */
  | { kind: 'percent' }
  /** YYYY-MM-DD, shown and typed as DD.MM.YYYY. */
  | { kind: 'date' }
  /** The value is the option's; shown, copied and pasted by its label. */
  | { kind: 'select'; options: readonly GridOption[] }
  | { kind: 'tick' }
export interface GridOption {
  value: string | number
  label: string
}

export interface GridColumn<Row> {
  id: string
  header: string
  /** Width in px until the person changes it. */
  width: number
  minWidth?: number
  /** The person cannot make it wider. */
  maxWidth?: number
  /** Stays at the start while the rest scrolls; frozen columns come first. */
  frozen?: boolean
  /** A column that cannot be hidden. */
  required?: boolean
  align?: 'end'
  value: (row: Row) => GridValue
  /** Absent or null = the cell is only read. */
  editor?: GridEditor | ((row: Row) => GridEditor | null)
  /** Why this cell cannot be edited; null = it can. Shown as title, and announced on a try. */
  readOnlyReason?: (row: Row) => string | null
  /**
   * Plain elements only: kit components in cells double the scripting time of scrolling. Default:
   * the value as text.
   */
  render?: (row: Row) => ReactNode
  /** The text of the cell where `render` draws it otherwise: what is copied. */
  text?: (row: Row) => string
  /** An amber dot: this cell's edit has not been sent. */
  isUnsent?: (row: Row) => boolean
  /** What is wrong with the value; shown as title and by a red edge. */
  problem?: (row: Row) => string | null
}

export interface GridEdit {
  rowId: string
  columnId: string
  value: GridValue
}
/** One gesture of the person; all its edits are undone together. */
export type GridGesture = 'type' | 'paste' | 'fill' | 'clear'

/** What the person arranged; kept by the owner, per user. */
export interface GridLayout {
  order: readonly string[]
  hidden: readonly string[]
  widths: Readonly<Record<string, number>>
}
export const EMPTY_LAYOUT: GridLayout = { order: [], hidden: [], widths: {} }

export type RowHeight = 28 | 36 | 48

/** How the columns stand where only two or three have room. */
export interface GridNarrow {
  /** Comes first and stays while the rest scrolls. */
  lead: string
  /** Stand behind all others, in this order. */
  last: readonly string[]
}

export interface GridHandle {
  /**
   * Makes the cell the active one, scrolls to it and gives it the focus; without a column, the
   * first one.
   */
  focus: (rowId: string, columnId?: string) => void
  /** Scrolls to the row; focus and active cell stay. */
  reveal: (rowId: string) => void
}

export interface GridProps<Row> {
  /** Accessible name of the grid. */
  label: string
  /** Ids in the order of the rows; a stable array until membership or order changes. */
  rowIds: readonly string[]
  /**
   * A hook by which ONE row subscribes to itself, so that a change re-renders that row only. Must
   * be a stable function.
   */
  useRow: (id: string) => Row | undefined
  /** The same without a subscription, for copy, paste and fill. */
  readRow: (id: string) => Row | undefined
  columns: readonly GridColumn<Row>[]
  /** How people know a row; default: its place. */
  rowLabel?: (row: Row) => string
  /** Must be stable. Absent = the columns stand alike on every screen. */
  narrow?: GridNarrow
  layout: GridLayout
  onLayoutChange: (layout: GridLayout) => void
  rowHeight?: RowHeight
  /** Long texts take several lines; rows are at least `rowHeight` high. */
  isWrapped?: boolean
  /**
   * Headings between the rows, in their order; the rows of folded groups are not among `rowIds`.
   */
  groups?: readonly GridGroup[] | undefined
  onFold?: (groupId: string) => void
  /** By which columns the owner has sorted the rows; only drawn. */
  sort?: readonly GridSort[]
  /** A press or Enter on a header; with Shift a further key. Absent = no header sorts. */
  onSort?: (columnId: string, isAdded: boolean) => void
  /**
   * One call per gesture. The grid keeps no values: the rows show the change when the store has it.
   */
  onChange?: (edits: readonly GridEdit[], gesture: GridGesture) => void
  /**
   * What is being typed, at every keystroke, and undefined when it came to nothing; a commit comes
   * by `onChange`. To survive a killed tab.
   */
  onDraft?: (cell: { rowId: string; columnId: string }, value: GridValue | undefined) => void
  onUndo?: () => void
  onRedo?: () => void
  /** Enter or a double click on a cell that is only read. */
  onOpen?: (rowId: string, columnId: string) => void
  /** Something the person should read: cells that were skipped, rows that did not fit. */
  onNotice?: (text: string) => void
  /** The row that holds the focus, null when the focus has left the grid. */
  onActiveRow?: (rowId: string | null) => void
  /** Shows a column of ticks; the ticked rows belong to the owner. */
  checked?: ReadonlySet<string>
  onCheckedChange?: (checked: ReadonlySet<string>) => void
  /** Rows that the cell range covers, when it covers more than one. */
  onRangeRows?: (rowIds: readonly string[]) => void
  /** Alt+Up, Alt+Down and dragging by the handle; absent = rows cannot be moved. */
  onMoveRow?: (rowId: string, target: { rowId: string; side: 'before' | 'after' }) => void
  /** Keys the grid does not use; return true when taken. */
  onRowKey?: (event: KeyboardEvent, rowId: string) => boolean
  /** Shown instead of rows. */
  empty?: ReactNode
  handle?: { current: GridHandle | null }
}
