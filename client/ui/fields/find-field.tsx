import { TextInput } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useState } from 'react'

const TYPING_MS = 150

/**
 * Finds in what is listed, a moment after the last letter: what is found may be written into the
 * address.
 */
export function FindField({
  label,
  value,
  onChange,
  className,
}: {
  label: string
  value: string
  onChange: (value: string) => void
  className?: string | undefined
}) {
  const { t } = useLingui()
  const [text, setText] = useState(value)
  useEffect(() => setText(value), [value])
  useEffect(() => {
    if (text === value) return
    const timer = setTimeout(() => onChange(text), TYPING_MS)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <TextInput
      size="xs"
      className={className ?? ''}
      aria-label={label}
      placeholder={t`Find…`}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      leftSection={<IconSearch size={14} aria-hidden />}
      type="search"
    />
  )
}
