import { Textarea } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import type { KeyboardEvent, RefObject } from 'react'
import { FIELD_LIMITS } from '#schema/entities/field-limits.ts'
import classes from './composer.module.css'
import { MentionList } from './mention-list.tsx'
import mentionClasses from './mentions.module.css'
import type { MentionBox } from './use-mention-box.ts'

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
  mentions?: MentionBox
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
  mentions,
}: CommentTextProps) {
  const { t } = useLingui()
  const { length } = value.trim()
  const left = LIMIT - length
  const over = -left
  const text = (
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
      {...(mentions === undefined ? {} : comboboxOf(mentions))}
    />
  )
  if (mentions === undefined) return text
  return (
    <div className={mentionClasses.field}>
      {text}
      <MentionList box={mentions} />
    </div>
  )
}

/** The field keeps the focus; the active person is announced as its descendant. */
const comboboxOf = ({ query, active, listId, optionId, look }: MentionBox) => ({
  onSelect: look,
  'aria-autocomplete': 'list' as const,
  'aria-haspopup': 'listbox' as const,
  ...(query === null ? {} : { 'aria-controls': listId, 'aria-activedescendant': optionId(active) }),
})
