import { useLingui } from '@lingui/react/macro'
import { useLayoutEffect, useRef, useState } from 'react'
import { toast } from '#client/ui/feedback/toast.tsx'
import { useTypedText, type TypedTextInput } from './use-typed-text.ts'
import classes from './editable-text.module.css'
import { useContentLanguage } from '#client/ui/elements/content-text.tsx'

interface EditableTextProps extends TypedTextInput {
  label: string
  /** Shown dimmed while the text is empty. */
  placeholder?: string
  /** Why the text is read-only; null = editable. */
  reason: string | null
  maxLength: number
  className?: string | undefined
}

/**
 * A text edited in place. A click or Enter opens it; a pause in typing, leaving it and Ctrl+Enter
 * save it; Escape restores the original text.
 */
export function EditableText(props: EditableTextProps) {
  const { value, label, placeholder, reason, className } = props
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const language = useContentLanguage()
  const button = useRef<HTMLButtonElement>(null)
  if (reason !== null)
    return value === '' ? null : (
      <p className={`${classes.plain} ${className ?? ''}`} title={reason} {...language}>
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
      {...(value === '' ? {} : language)}
      onClick={() => setOpen(true)}
    >
      {shown}
    </button>
  )
}

function Editor(props: EditableTextProps & { onClose: (isFocusKept: boolean) => void }) {
  const { value, label, maxLength, isRequired = false, onDraft, className, onClose } = props
  const { t } = useLingui()
  const language = useContentLanguage()
  const field = useRef<HTMLTextAreaElement>(null)
  const { text, type, leave } = useTypedText(props)
  const length = useRef(value.length)
  useLayoutEffect(() => {
    field.current?.focus()
    field.current?.setSelectionRange(length.current, length.current)
  }, [])
  const isEmpty = isRequired && text.trim() === ''
  const close = (isFocusKept: boolean, isCancelled = false) => {
    if (!leave(isCancelled)) return
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
      {...language}
      aria-invalid={isEmpty || undefined}
      value={text}
      maxLength={maxLength}
      rows={2}
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={() => close(false)}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return
        const isCancelled = event.key === 'Escape'
        if (!isCancelled && !(event.key === 'Enter' && (event.ctrlKey || event.metaKey))) return
        event.preventDefault()
        event.stopPropagation()
        close(true, isCancelled)
      }}
    />
  )
}
