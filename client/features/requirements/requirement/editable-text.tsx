import { useLingui } from '@lingui/react/macro'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { newId } from '#client/lib/new-id.ts'
import { toast } from '#client/ui/feedback/toast.tsx'
import classes from './editable-text.module.css'

interface EditableTextProps {
  value: string
  label: string
  /** Shown, dimmed, while there is no text. */
  placeholder?: string
  /** Why it cannot be edited. */
  reason: string | null
  maxLength: number
  isRequired?: boolean
  /**
   * Resolves when the text is durable. `session` is the same from opening to closing: its saves are
   * one step of undo. `over`: what the person saw there before.
   */
  onSave: (text: string, session: string, over: string) => Promise<unknown>
  /** Every keystroke; undefined = nothing is being typed any more. */
  onDraft?: ((text: string | undefined) => void) | undefined
  className?: string | undefined
}

const REST_MS = 600

/**
 * Text that is edited where it stands: a click or Enter opens it, a rest, leaving and Ctrl+Enter
 * save, Esc takes back.
 */
export function EditableText(props: EditableTextProps) {
  const { value, label, placeholder, reason, className } = props
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  if (reason !== null)
    return value === '' ? null : (
      <p className={`${classes.plain} ${className ?? ''}`} title={reason}>
        {value}
      </p>
    )
  const shown = value === '' ? (placeholder ?? '') : value
  if (isOpen)
    return (
      <Editor
        {...props}
        onClose={(isFocusKept) => {
          setOpen(false)
          if (isFocusKept) requestAnimationFrame(() => button.current?.focus())
        }}
      />
    )
  return (
    <button
      ref={button}
      type="button"
      className={`${classes.text} ${className ?? ''}`}
      data-empty={value === '' || undefined}
      aria-label={t`${label}: ${shown}`}
      onClick={() => setOpen(true)}
    >
      {shown}
    </button>
  )
}

function Editor({
  value,
  label,
  maxLength,
  isRequired = false,
  onSave,
  onDraft,
  className,
  onClose,
}: EditableTextProps & { onClose: (isFocusKept: boolean) => void }) {
  const { t } = useLingui()
  const field = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState(value)
  const [session] = useState(newId)
  const latest = useRef({ text, saved: value, start: value, isGone: false })
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)

  const save = useRef(() => {})
  save.current = () => {
    clearTimeout(timer.current)
    const next = latest.current.text
    if (next === latest.current.saved) return
    if (isRequired && next.trim() === '') return
    const over = latest.current.saved
    latest.current.saved = next
    onSave(next, session, over).then(
      () => latest.current.text === next && onDraft?.(undefined),
      (error: unknown) => toast.error(error),
    )
  }
  useLayoutEffect(() => {
    field.current?.focus()
    field.current?.setSelectionRange(value.length, value.length)
  }, [])
  useEffect(() => {
    const flush = () => save.current()
    const onHide = () => document.visibilityState === 'hidden' && flush()
    window.addEventListener('pagehide', flush)
    document.addEventListener('visibilitychange', onHide)
    return () => {
      window.removeEventListener('pagehide', flush)
      document.removeEventListener('visibilitychange', onHide)
      if (!latest.current.isGone) flush()
    }
  }, [])
  const isEmpty = isRequired && text.trim() === ''
  const leave = (isFocusKept: boolean) => {
    if (latest.current.isGone) return
    save.current()
    latest.current.isGone = true
    if (isEmpty) {
      onDraft?.(undefined)
      toast.error(t`${label} cannot be empty. The earlier text was kept.`)
    }
    onClose(isFocusKept)
  }
  return (
    <textarea
      ref={field}
      className={`${classes.editor} ${className ?? ''}`}
      aria-label={label}
      aria-invalid={isEmpty || undefined}
      value={text}
      maxLength={maxLength}
      rows={2}
      onChange={(event) => {
        latest.current.text = event.currentTarget.value
        setText(event.currentTarget.value)
        onDraft?.(event.currentTarget.value)
        clearTimeout(timer.current)
        timer.current = setTimeout(() => save.current(), REST_MS)
      }}
      onBlur={() => leave(false)}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return
        if (event.key === 'Escape') {
          event.preventDefault()
          event.stopPropagation()
          latest.current.text = latest.current.start
          onDraft?.(undefined)
          leave(true)
        } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
          event.preventDefault()
          event.stopPropagation()
          leave(true)
        }
      }}
    />
  )
}
