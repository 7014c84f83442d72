import type { GridActions } from './grid-context.ts'
import type { CellAt } from './grid-place.ts'
import type { GridValue } from './grid-types.ts'
import { valueText } from './grid-values.ts'
import { useCellEditor, type TextEditor } from './use-cell-editor.ts'
import classes from './grid-cell-editor.module.css'

interface CellEditorProps {
  cell: CellAt
  label: string
  editor: TextEditor
  value: GridValue
  /** The text typed to open the editor; null = start with the cell's value. */
  initial: string | null
  isSelected: boolean
  actions: GridActions
}

/** An input over the cell; see `useCellEditor` for its keys. */
export function CellEditor(props: CellEditorProps) {
  const { cell, label, editor, value, initial, isSelected, actions } = props
  // A letter typed on a closed select searches an option; it is not the initial text.
  const start =
    editor.kind === 'select'
      ? valueText(editor, value)
      : (initial ?? valueText(editor, value, true))
  const { setField, isWrong, onKeyDown, onBlur, onInput } = useCellEditor({
    cell,
    editor,
    start,
    isSelected,
    actions,
  })
  const shared = {
    ref: setField,
    className: classes.editor,
    'aria-label': label,
    'aria-invalid': isWrong || undefined,
    onKeyDown,
    onBlur,
    onInput,
    // Keep the grid from handling clicks inside the editor as a selection.
    onPointerDown: (event: { stopPropagation: () => void }) => event.stopPropagation(),
  }
  switch (editor.kind) {
    case 'select':
      return (
        <select {...shared} defaultValue={value === null ? '' : String(value)}>
          <option value="">–</option>
          {editor.options.map((option) => (
            <option key={option.value} value={String(option.value)}>
              {option.label}
            </option>
          ))}
        </select>
      )
    case 'long':
      return <textarea {...shared} defaultValue={start} rows={4} data-long />
    case 'date':
      return <input {...shared} defaultValue={start} placeholder="DD.MM.YYYY" inputMode="numeric" />
    case 'number':
    case 'percent':
      return <input {...shared} defaultValue={start} inputMode="decimal" />
    case 'text':
      return <input {...shared} defaultValue={start} />
    default:
      return editor satisfies never
  }
}
