import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import { editorCommand } from './editor-keys.ts'
import type { GridActions } from './grid-context.ts'
import type { CellAt } from './grid-place.ts'
import type { GridEditor } from './grid-types.ts'
import { keepInside } from './keep-inside.ts'

/** Editors with an input; a checkbox toggles at once. */
export type TextEditor = Exclude<GridEditor, { kind: 'tick' }>

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

interface CellEditorInput {
  cell: CellAt
  editor: TextEditor
  /** Initial text of the input. */
  start: string
  isSelected: boolean
  actions: GridActions
}

/**
 * The behaviour of a cell's input: Enter, Tab, leaving it and hiding or closing the page commit;
 * Escape cancels.
 */
export function useCellEditor({ cell, editor, start, isSelected, actions }: CellEditorInput) {
  const field = useRef<Field>(null)
  const [opening] = useState({ start, isSelected })
  const text = useRef(opening.start)
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
      input.setSelectionRange(opening.isSelected ? 0 : input.value.length, input.value.length)
  }, [opening])
  useEffect(() => {
    const flush = () => latestCommit.current('blur')
    const onHide = () => document.visibilityState === 'hidden' && flush()
    window.addEventListener('pagehide', flush)
    document.addEventListener('visibilitychange', onHide)
    return () => {
      window.removeEventListener('pagehide', flush)
      document.removeEventListener('visibilitychange', onHide)
      // If the row is removed during typing, commit the text anyway.
      if (text.current !== opening.start) flush()
    }
  }, [opening])

  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (event.nativeEvent.isComposing) return
    const command = editorCommand(event, editor.kind === 'long')
    if (command === null) return
    event.preventDefault()
    if (command === 'cancel') {
      isDone.current = true
      actions.cancel()
    } else if (command === 'newline') {
      if (field.current instanceof HTMLTextAreaElement) insertNewline(field.current)
      write()
    } else commit(command)
  }
  return {
    setField: (element: Field | null) => {
      field.current = element
    },
    isWrong,
    onKeyDown,
    onBlur: () => commit('blur'),
    onInput: () => {
      if (isWrong) setWrong(false)
      write()
    },
  }
}

const insertNewline = (area: HTMLTextAreaElement): void =>
  area.setRangeText('\n', area.selectionStart, area.selectionEnd, 'end')

/**
 * The text of a select is its label, which is parsed like typed text. If two options share a label,
 * it is the value.
 */
function textOf(field: Field, editor: TextEditor): string {
  if (!(field instanceof HTMLSelectElement) || editor.kind !== 'select') return field.value
  const chosen = editor.options.find((option) => String(option.value) === field.value)
  if (!chosen) return ''
  return editor.options.filter((option) => option.label === chosen.label).length > 1
    ? String(chosen.value)
    : chosen.label
}
