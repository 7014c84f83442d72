import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import type { GridActions } from './grid-context.ts'
import type { GridEditor, GridValue } from './grid-types.ts'
import { valueText } from './grid-values.ts'
import { keepInside } from './keep-inside.ts'
import classes from './grid.module.css'

interface CellEditorProps {
  cell: { rowId: string; columnId: string }
  label: string
  editor: Exclude<GridEditor, { kind: 'tick' }>
  value: GridValue
  /** What the person typed to open the editor; null = start with the value. */
  initial: string | null
  isSelected: boolean
  actions: GridActions
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/**
 * A plain input over the cell. Enter, Tab and leaving commit; Esc cancels; a hidden or closed page
 * commits as well.
 */
export function CellEditor({
  cell,
  label,
  editor,
  value,
  initial,
  isSelected,
  actions,
}: CellEditorProps) {
  const field = useRef<Field>(null)
  // A letter typed on a closed list looks for an option and replaces nothing.
  const start =
    editor.kind === 'select'
      ? valueText(editor, value)
      : (initial ?? valueText(editor, value, true))
  const text = useRef(start)
  const [isWrong, setWrong] = useState(false)
  const isDone = useRef(false)

  const commit = (then: Parameters<GridActions['commit']>[2]) => {
    if (isDone.current) return
    isDone.current = true
    if (actions.commit(cell, text.current, then)) return
    isDone.current = false
    setWrong(true)
    field.current?.focus()
  }
  const latestCommit = useRef(commit)
  useLayoutEffect(() => {
    latestCommit.current = commit
  })
  const write = () => {
    if (field.current === null) return
    text.current = textOf(field.current, editor)
    actions.draft(cell, text.current)
  }

  useLayoutEffect(() => {
    const input = field.current
    if (input && document.activeElement !== input) input.focus()
    if (input instanceof HTMLTextAreaElement) keepInside(input)
    if (input && !(input instanceof HTMLSelectElement))
      input.setSelectionRange(isSelected ? 0 : input.value.length, input.value.length)
  }, [])
  useEffect(() => {
    const flush = () => latestCommit.current('blur')
    const onHide = () => document.visibilityState === 'hidden' && flush()
    window.addEventListener('pagehide', flush)
    document.addEventListener('visibilitychange', onHide)
    return () => {
      window.removeEventListener('pagehide', flush)
      document.removeEventListener('visibilitychange', onHide)
      // The row was taken away under the person's hands: what was typed is kept all the same.
      if (text.current !== start) flush()
    }
  }, [])

  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') {
      event.preventDefault()
      isDone.current = true
      actions.cancel()
    } else if (event.key === 'Enter' && event.altKey && editor.kind === 'long') {
      event.preventDefault()
      if (field.current instanceof HTMLTextAreaElement)
        field.current.setRangeText(
          '\n',
          field.current.selectionStart,
          field.current.selectionEnd,
          'end',
        )
      write()
    } else if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
      event.preventDefault()
      commit(event.shiftKey ? 'up' : 'down')
    } else if (event.key === 'Tab') {
      event.preventDefault()
      commit(event.shiftKey ? 'previous' : 'next')
    } else if ((event.key === 'Enter' || event.key === 's') && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      commit('stay')
    }
  }
  const shared = {
    ref: (element: Field | null) => {
      field.current = element
    },
    className: classes.editor,
    'aria-label': label,
    'aria-invalid': isWrong || undefined,
    onKeyDown,
    onBlur: () => commit('blur'),
    onInput: () => {
      if (isWrong) setWrong(false)
      write()
    },
    // The grid must not take a click inside the editor for a choice of the cell.
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

/**
 * A select hands over the label, which is what parsing expects; two options with one label are told
 * apart by the value.
 */
function textOf(field: Field, editor: GridEditor): string {
  if (!(field instanceof HTMLSelectElement) || editor.kind !== 'select') return field.value
  const chosen = editor.options.find((option) => String(option.value) === field.value)
  if (!chosen) return ''
  return editor.options.filter((option) => option.label === chosen.label).length > 1
    ? String(chosen.value)
    : chosen.label
}
