import { editorOf, type GridActions } from './grid-context.ts'
import type { EditScope } from './grid-edit-scope.ts'
import type { CellAt } from './grid-place.ts'
import { notTakenText, problemText, rowGoneText } from './grid-texts.ts'
import type { GridValue } from './grid-types.ts'
import { parseValue } from './grid-values.ts'

type Then = Parameters<GridActions['commit']>[2]

/** Step in rows and columns from the committed cell to the next active one. */
const STEPS = {
  stay: [0, 0],
  down: [1, 0],
  up: [-1, 0],
  next: [0, 1],
  previous: [0, -1],
} as const satisfies Record<Exclude<Then, 'blur'>, readonly [number, number]>

/** Edits of one cell: its editor, its draft, and checkboxes. */
export const cellEdits = <Row>(scope: EditScope<Row>) => {
  const { store, latest, say, reveal, cellOf, editable, notice } = scope
  const setValue = (cell: CellAt, value: GridValue): void => {
    store.unread.change([], [cell])
    latest.current.props.onChange?.([{ ...cell, value }], 'type')
  }
  /** 'refused' = the editor stays open. */
  const writeText = (cell: CellAt, text: string, then: Then): 'changed' | 'same' | 'refused' => {
    const found = cellOf(cell)
    const editor = found && editorOf(found.column, found.row)
    if (!found || !editor) {
      if (text.trim() !== '') notice(rowGoneText(text))
      return 'same'
    }
    const parsed = parseValue(editor, text)
    if (!parsed.ok && then !== 'blur') {
      say(problemText(parsed.problem))
      return 'refused'
    }
    if (!parsed.ok) {
      notice(notTakenText(text, parsed.problem))
      return 'same'
    }
    if (parsed.value === found.column.value(found.row)) {
      store.unread.change([], [cell])
      return 'same'
    }
    setValue(cell, parsed.value)
    return 'changed'
  }
  return {
    /**
     * Opens the editor of the active cell. `initial` is its first text; null = the cell's value.
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
    commit: (...[cell, text, then]: Parameters<GridActions['commit']>): boolean => {
      const written = writeText(cell, text, then)
      if (written === 'refused') return false
      if (written === 'same') latest.current.props.onDraft?.(cell, undefined)
      const current = store.editing()
      if (current?.rowId === cell.rowId && current.columnId === cell.columnId)
        store.setEditing(null)
      if (then !== 'blur') {
        const [down, right] = STEPS[then]
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
    draft: (cell: CellAt, text: string) => {
      const found = cellOf(cell)
      const editor = found && editorOf(found.column, found.row)
      const parsed = editor ? parseValue(editor, text) : null
      if (parsed?.ok) latest.current.props.onDraft?.(cell, parsed.value)
    },
  }
}
