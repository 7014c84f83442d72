import { Textarea, TextInput } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState, type ChangeEvent } from 'react'

const SAVE_AFTER_MS = 600

interface AutosaveTextProps {
  label: string
  value: string
  /** `over` is the text that the person saw before they began to type. */
  onSave: (value: string, over: string) => unknown
  maxLength: number
  isRequired?: boolean
  isMultiline?: boolean
}

/**
 * Saves while the person types, at the latest on leaving the field. Shows changes by others while
 * it is not being edited.
 */
export function AutosaveText({
  label,
  value,
  onSave,
  maxLength,
  isRequired = false,
  isMultiline = false,
}: AutosaveTextProps) {
  const { t } = useLingui()
  const [draft, setDraft] = useState<string | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const over = useRef(value)
  const pending = useRef<(() => void) | null>(null)
  const flush = () => {
    clearTimeout(timer.current)
    pending.current?.()
    pending.current = null
  }
  useEffect(() => flush, [])

  const shown = draft ?? value
  const isMissing = isRequired && shown.trim() === ''
  const onChange = (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
    const next = event.currentTarget.value
    if (draft === null) over.current = value
    setDraft(next)
    clearTimeout(timer.current)
    pending.current =
      isRequired && next.trim() === '' ? null : () => onSave(next.trim(), over.current)
    timer.current = setTimeout(flush, SAVE_AFTER_MS)
  }
  const onBlur = () => {
    flush()
    if (!isMissing) setDraft(null)
  }
  const props = {
    label,
    value: shown,
    onChange,
    onBlur,
    maxLength,
    required: isRequired,
    error: isMissing ? t`Enter a name` : undefined,
  }
  return isMultiline ? (
    <Textarea {...props} autosize minRows={3} maxRows={16} />
  ) : (
    <TextInput {...props} />
  )
}
