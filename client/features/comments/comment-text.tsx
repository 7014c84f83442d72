import { Textarea } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import type { KeyboardEvent, RefObject } from 'react'
import { FIELD_LIMITS } from '#schema/entities/field-limits.ts'
import classes from './composer.module.css'

const LIMIT = FIELD_LIMITS.commentText
const NEAR = LIMIT * 0.9

export const isTooLong = (text: string): boolean => text.trim().length > LIMIT

interface CommentTextProps {
  label: string
  value: string
  onChange: (text: string) => void
  onKeyDown?: (event: KeyboardEvent) => void
  rows?: number
  error?: string | null
  field?: RefObject<HTMLTextAreaElement | null>
  isFocused?: boolean
}

/**
 * A text field for comments. A paste over the limit is kept whole, so that the person can shorten
 * it.
 */
export function CommentText({
  label,
  value,
  onChange,
  onKeyDown,
  rows = 3,
  error = null,
  field,
  isFocused = false,
}: CommentTextProps) {
  const { t } = useLingui()
  const { length } = value.trim()
  const left = LIMIT - length
  const over = -left
  return (
    <Textarea
      ref={field}
      label={label}
      rows={rows}
      value={value}
      classNames={{ input: classes.input ?? '' }}
      data-autofocus={isFocused || undefined}
      description={length > NEAR && left >= 0 ? t`${left} characters left` : undefined}
      error={left < 0 ? t`${over} characters too long` : error}
      onChange={(event) => onChange(event.currentTarget.value)}
      {...(onKeyDown === undefined ? {} : { onKeyDown })}
    />
  )
}
